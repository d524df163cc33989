// swift-tools-version: 6.2
import PackageDescription

// Every target is compiled in the Swift 6 language mode with warnings as errors. A target may import
// only what its row names: `Tests/TidyTests` compares the import lines with this table, and CI builds
// with `--explicit-target-dependency-import-check error`.

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
]

func library(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let package = Package(
  name: "LayoutFuzz",
  // `Mutex`, `Atomic` and `Int128` are in the system from there on.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "layoutfuzz", targets: ["layoutfuzz"]),
    .executable(name: "layoutbench", targets: ["layoutbench"]),
    .library(name: "LayoutSolving", targets: ["LayoutSolving"]),
    // What `scripts/libfuzzer.sh` links with libFuzzer.
    .library(name: "FuzzTargets", type: .static, targets: ["FuzzTargets"]),
  ],
  targets: [
    library("ExactNumerics", []),
    library("Choices", []),
    library("Digests", ["ExactNumerics"]),
    library("Platform", []),
    library("LayoutModel", []),
    library("TextMeasurement", ["LayoutModel"]),
    library("LinearModel", ["ExactNumerics"]),
    library("Lowering", ["ExactNumerics", "LayoutModel", "LinearModel"]),
    library(
      "LayoutEngine",
      ["ExactNumerics", "LayoutModel", "LinearModel", "Lowering", "TextMeasurement"]),
    library("CaseFormats", ["LayoutModel", "TextMeasurement"]),
    library("CommandLineTable", ["CaseFormats", "LayoutModel"]),
    library("LayoutGenerators", ["Choices", "LayoutModel"]),
    library("LayoutSolving", []),
    library("Solvers", ["LayoutSolving", "LinearModel"]),
    library(
      "ExternalSolvers",
      [
        "CaseFormats", "ExactNumerics", "LayoutModel", "LinearModel", "Platform", "Processes",
        "Scripts",
      ]),
    library("Oracles", ["ExactNumerics", "LinearModel"]),
    library("Processes", ["LinearModel", "Platform"]),
    library("Scripts", ["CaseFormats", "ExactNumerics", "LinearModel", "Minimization", "Oracles"]),
    library("Supervision", ["CaseFormats", "LinearModel", "Platform", "Processes"]),
    library(
      "Reporting", ["BenchmarkKit", "CaseFormats", "CorpusStore", "LayoutModel", "Lowering"]),
    library(
      "Reproducers",
      [
        "CaseFormats", "ExactNumerics", "ExternalSolvers", "LayoutModel", "LinearModel", "Lowering",
        "Scripts",
      ]),
    library("Certificates", ["CaseFormats", "ExactNumerics", "LinearModel"]),
    library(
      "Laws",
      [
        "CaseFormats", "Choices", "ExactNumerics", "LayoutEngine", "LayoutModel", "LayoutSolving",
        "LinearModel", "Lowering", "Oracles", "Solvers",
      ]),
    library(
      "LayoutEditing",
      ["ExactNumerics", "LayoutEngine", "LayoutModel", "LinearModel", "Lowering", "Oracles"]),
    library("Minimization", ["Choices", "LayoutModel"]),
    library("RegularFiles", []),
    library(
      "CorpusStore",
      ["CaseFormats", "Choices", "Digests", "LayoutModel", "Platform", "RegularFiles"]),
    library(
      "Diagnosis",
      [
        "CaseFormats", "Digests", "ExactNumerics", "LayoutEngine", "LayoutModel", "LinearModel",
        "Lowering", "Oracles", "Solvers", "TextMeasurement",
      ]),
    library(
      "CampaignEngine",
      [
        "BenchmarkKit", "CaseFormats", "Certificates", "Choices", "CorpusStore", "Diagnosis",
        "Digests", "ExactNumerics", "ExternalSolvers", "Laws", "LayoutEngine", "LayoutGenerators",
        "LayoutModel", "LayoutSolving", "LinearModel", "Lowering", "Minimization", "Oracles",
        "Platform", "Processes", "RegularFiles", "Scripts", "Solvers", "Supervision",
      ]),
    library(
      "Nights",
      [
        "CampaignEngine", "CaseFormats", "CorpusStore", "Digests", "LayoutModel", "RegularFiles",
        "Reporting",
      ]),
    .executableTarget(
      name: "layoutfuzz",
      dependencies: [
        "CampaignEngine", "CaseFormats", "Certificates", "CommandLineTable", "CorpusStore",
        "Diagnosis", "Digests", "ExactNumerics", "ExternalSolvers", "Laws", "LayoutEditing",
        "LayoutEngine", "LayoutGenerators", "LayoutModel", "LinearModel", "Lowering",
        "Minimization", "Nights", "Oracles", "Platform", "Processes", "RegularFiles", "Reporting",
        "Reproducers", "Scripts", "Solvers", "Supervision",
      ],
      swiftSettings: settings),
    library(
      "FuzzTargets",
      [
        "CampaignEngine", "CaseFormats", "Certificates", "Laws", "LayoutModel", "LinearModel",
        "Oracles",
      ]),
    library("BenchmarkKit", ["Platform", "RegularFiles"]),
    library("Workloads", ["ExactNumerics", "LinearModel"], path: "Benchmarks/Workloads"),
    library(
      "PeerBenchmarks",
      [
        "BenchmarkKit", "CaseFormats", "Choices", "LayoutSolving", "LinearModel", "Platform",
        "RegularFiles", "Workloads",
      ], path: "Benchmarks/PeerBenchmarks"),
    library(
      "BenchmarkSuites",
      [
        "BenchmarkKit", "CampaignEngine", "CaseFormats", "Choices", "Diagnosis", "Digests",
        "LayoutEngine", "LayoutGenerators", "LayoutModel", "LayoutSolving", "LinearModel",
        "Lowering", "Oracles", "RegularFiles", "Workloads",
      ], path: "Benchmarks/BenchmarkSuites"),
    .executableTarget(
      name: "layoutbench",
      dependencies: [
        "BenchmarkKit", "BenchmarkSuites", "CampaignEngine", "CaseFormats", "Choices",
        "CommandLineTable", "CorpusStore", "Diagnosis", "LayoutGenerators", "PeerBenchmarks",
        "Platform", "RegularFiles", "Reporting",
      ],
      path: "Benchmarks/layoutbench",
      swiftSettings: settings),
    tests(
      "PeerBenchmarksTests",
      [
        "BenchmarkKit", "CaseFormats", "Choices", "LinearModel", "PeerBenchmarks", "TestSupport",
        "Workloads",
      ]),
    tests("BenchmarkKitTests", ["BenchmarkKit", "Choices"]),
    tests(
      "BenchmarkSuitesTests",
      [
        "BenchmarkKit", "BenchmarkSuites", "CampaignEngine", "Choices", "PeerBenchmarks",
        "Reporting", "Solvers", "TestSupport", "Workloads", "layoutbench",
      ]),
    tests(
      "DiagnosisTests",
      [
        "CampaignEngine", "CaseFormats", "Choices", "Diagnosis", "ExactNumerics", "LayoutEngine",
        "LayoutGenerators", "LayoutModel", "LinearModel", "Lowering", "Oracles", "Solvers",
      ]),
    tests("DigestsTests", ["Digests"]),
    tests("ExactNumericsTests", ["ExactNumerics"]),
    tests("ChoicesTests", ["Choices"]),
    tests("LayoutModelTests", ["LayoutModel"]),
    tests("TextMeasurementTests", ["Choices", "LayoutModel", "TextMeasurement"]),
    tests(
      "LoweringTests", ["CaseFormats", "ExactNumerics", "LayoutModel", "LinearModel", "Lowering"]),
    tests(
      "LayoutEngineTests",
      [
        "CaseFormats", "Choices", "ExactNumerics", "LayoutEngine", "LayoutModel", "LinearModel",
        "Lowering", "Oracles", "Solvers", "TestSupport", "TextMeasurement",
      ]),
    tests("CaseFormatsTests", ["CaseFormats", "Choices", "LayoutModel", "TestSupport"]),
    tests("LayoutGeneratorsTests", ["Choices", "LayoutGenerators", "LayoutModel"]),
    tests("LayoutSolvingTests", ["Choices", "LayoutSolving"]),
    tests(
      "SolversTests",
      ["Choices", "ExactNumerics", "LayoutSolving", "LinearModel", "Solvers", "Workloads"]),
    tests(
      "OraclesTests",
      ["Choices", "ExactNumerics", "LinearModel", "Oracles"]),
    tests(
      "ExternalSolversTests",
      [
        "CaseFormats", "Choices", "ExactNumerics", "ExternalSolvers", "LinearModel", "Platform",
        "Processes", "Scripts", "TestSupport",
      ]),
    tests("ProcessesTests", ["Platform", "Processes"]),
    tests(
      "ScriptsTests",
      [
        "CampaignEngine", "Choices", "ExactNumerics", "LayoutSolving", "LinearModel",
        "Minimization", "Oracles", "Scripts", "TestSupport",
      ]),
    tests(
      "SupervisionTests",
      ["CampaignEngine", "CaseFormats", "Choices", "LinearModel", "Supervision", "TestSupport"]),
    tests(
      "NightsTests",
      [
        "CampaignEngine", "CaseFormats", "Choices", "CorpusStore", "LayoutModel", "Nights",
        "Reporting", "TestSupport",
      ]),
    tests("PlatformTests", ["Choices", "Platform"]),
    tests(
      "CertificatesTests",
      [
        "CampaignEngine", "CaseFormats", "Certificates", "Choices", "ExactNumerics",
        "LayoutGenerators", "LinearModel", "Lowering", "TestSupport",
      ]),
    tests(
      "LayoutEditingTests",
      [
        "CampaignEngine", "Choices", "LayoutEditing", "LayoutModel", "Lowering", "Oracles",
        "Solvers",
      ]),
    tests(
      "ReportingTests",
      [
        "BenchmarkKit", "CampaignEngine", "CaseFormats", "Choices", "CorpusStore", "LayoutModel",
        "LinearModel", "Lowering", "Oracles", "Reporting", "TestSupport",
      ], exclude: ["Golden"]),
    tests(
      "ReproducersTests",
      [
        "CampaignEngine", "Choices", "ExactNumerics", "ExternalSolvers", "LayoutModel",
        "LinearModel", "Lowering", "MadePackage", "Oracles", "Reproducers", "Scripts",
        "TestSupport",
      ]),
    tests("MinimizationTests", ["Choices", "LayoutModel", "Minimization"]),
    tests(
      "CorpusStoreTests",
      ["CaseFormats", "Choices", "CorpusStore", "Digests", "LayoutModel", "Nights", "TestSupport"]),
    tests(
      "CampaignEngineTests",
      [
        "BenchmarkKit", "CampaignEngine", "CaseFormats", "Choices", "CorpusStore", "Diagnosis",
        "ExactNumerics", "ExternalSolvers", "Laws", "LayoutEngine", "LayoutGenerators",
        "LayoutModel", "LayoutSolving", "LinearModel", "Lowering", "Minimization", "Oracles",
        "Scripts", "Solvers", "Supervision", "TestSupport",
      ]),
    tests(
      "CorpusTests",
      [
        "CampaignEngine", "CaseFormats", "Diagnosis", "ExactNumerics", "LayoutEngine",
        "LayoutModel", "LinearModel", "Lowering", "Oracles", "Scripts", "Solvers",
        "TextMeasurement",
      ]),
    tests(
      "CommandLineTests",
      [
        "CampaignEngine", "CaseFormats", "Choices", "CorpusStore", "Digests", "LayoutModel",
        "LayoutSolving", "LinearModel", "MadePackage", "Nights", "Scripts", "Supervision",
        "TestSupport",
      ]),
    library("MadePackage", ["TestSupport"], path: "Tests/MadePackage"),
    library("TestSupport", ["CorpusStore", "LayoutModel"], path: "Tests/TestSupport"),
    tests(
      "FuzzTargetsTests",
      [
        "CampaignEngine", "CaseFormats", "Certificates", "Choices", "FuzzTargets", "Laws",
        "LayoutModel",
      ]),
    tests(
      "CommandLineTableTests",
      ["Choices", "CommandLineTable", "TestSupport"]),
    tests(
      "EscapingTests",
      [
        "CaseFormats", "CommandLineTable", "LayoutModel", "Reporting", "Reproducers", "TestSupport",
        "layoutfuzz",
      ]),
    tests("RegularFilesTests", ["RegularFiles", "TestSupport"]),
    tests("TidyTests", []),
  ]
)
