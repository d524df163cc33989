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
    library("LayoutModel", []),
    library("TextMeasurement", ["LayoutModel"]),
    library("LinearModel", ["ExactNumerics"]),
    library("Lowering", ["ExactNumerics", "LayoutModel", "LinearModel"]),
    library(
      "LayoutEngine",
      ["ExactNumerics", "LayoutModel", "LinearModel", "Lowering", "TextMeasurement"]),
    library("CaseFormats", ["LayoutModel", "TextMeasurement"]),
    library("CommandLineTable", ["CaseFormats"]),
    library("LayoutGenerators", ["Choices", "LayoutModel"]),
    library("LayoutSolving", []),
    library("Solvers", ["LayoutSolving", "LinearModel"]),
    library("ExternalSolvers", ["CaseFormats", "ExactNumerics", "LinearModel"]),
    library("Oracles", ["ExactNumerics", "LinearModel"]),
    library(
      "Reporting", ["BenchmarkKit", "CaseFormats", "CorpusStore", "LayoutModel", "Lowering"]),
    library(
      "Reproducers",
      [
        "CaseFormats", "ExactNumerics", "ExternalSolvers", "LayoutModel", "LinearModel", "Lowering",
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
    library("CorpusStore", ["CaseFormats", "Choices", "LayoutModel"]),
    library(
      "CampaignEngine",
      [
        "BenchmarkKit", "CaseFormats", "Certificates", "Choices", "CorpusStore", "ExactNumerics",
        "ExternalSolvers", "LayoutEngine", "LayoutGenerators", "LayoutModel", "LayoutSolving",
        "Laws", "LinearModel", "Lowering", "Minimization", "Oracles", "Solvers", "TextMeasurement",
      ]),
    .executableTarget(
      name: "layoutfuzz",
      dependencies: [
        "CampaignEngine", "CaseFormats", "Certificates", "CommandLineTable", "CorpusStore",
        "ExactNumerics", "ExternalSolvers", "LayoutEditing", "LayoutEngine", "LayoutGenerators",
        "LayoutModel",
        "Laws", "LinearModel", "Lowering", "Minimization", "Oracles", "Reporting", "Reproducers",
        "Solvers",
      ],
      swiftSettings: settings),
    library(
      "FuzzTargets",
      [
        "CampaignEngine", "CaseFormats", "Certificates", "LayoutModel", "Laws", "LinearModel",
        "Oracles",
      ]),
    library("BenchmarkKit", []),
    library("Workloads", ["ExactNumerics", "LinearModel"], path: "Benchmarks/Workloads"),
    library(
      "PeerBenchmarks",
      ["BenchmarkKit", "CaseFormats", "Choices", "LayoutSolving", "LinearModel", "Workloads"],
      path: "Benchmarks/PeerBenchmarks"),
    library(
      "BenchmarkSuites",
      [
        "BenchmarkKit", "CampaignEngine", "CaseFormats", "Choices", "LayoutEngine",
        "LayoutGenerators", "LayoutModel", "LayoutSolving", "LinearModel", "Lowering", "Oracles",
        "Workloads",
      ], path: "Benchmarks/BenchmarkSuites"),
    .executableTarget(
      name: "layoutbench",
      dependencies: [
        "BenchmarkKit", "BenchmarkSuites", "CampaignEngine", "CaseFormats", "Choices",
        "CommandLineTable", "CorpusStore", "LayoutGenerators", "PeerBenchmarks", "Reporting",
      ],
      path: "Benchmarks/layoutbench",
      swiftSettings: settings),
    tests(
      "PeerBenchmarksTests",
      ["BenchmarkKit", "CaseFormats", "Choices", "LinearModel", "PeerBenchmarks", "Workloads"]),
    tests("BenchmarkKitTests", ["BenchmarkKit", "Choices"]),
    tests(
      "BenchmarkSuitesTests",
      [
        "BenchmarkKit", "BenchmarkSuites", "CampaignEngine", "CaseFormats", "Choices",
        "PeerBenchmarks", "Reporting", "Solvers", "Workloads", "layoutbench",
      ]),
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
        "Lowering", "Oracles", "Solvers", "TextMeasurement",
      ]),
    tests("CaseFormatsTests", ["CaseFormats", "Choices", "LayoutModel"]),
    tests("LayoutGeneratorsTests", ["CaseFormats", "Choices", "LayoutGenerators", "LayoutModel"]),
    tests("LayoutSolvingTests", ["Choices", "LayoutSolving"]),
    tests(
      "SolversTests",
      ["Choices", "ExactNumerics", "LayoutSolving", "LinearModel", "Solvers", "Workloads"]),
    tests(
      "OraclesTests",
      ["Choices", "ExactNumerics", "LayoutModel", "LinearModel", "Lowering", "Oracles"]),
    tests(
      "ExternalSolversTests",
      ["CaseFormats", "Choices", "ExactNumerics", "ExternalSolvers", "LinearModel"]),
    tests(
      "CertificatesTests",
      [
        "CampaignEngine", "CaseFormats", "Certificates", "Choices", "ExactNumerics",
        "LayoutGenerators", "LinearModel", "Lowering",
      ]),
    tests(
      "LayoutEditingTests",
      [
        "CampaignEngine", "Choices", "LayoutEditing", "LayoutModel", "Lowering",
        "Oracles", "Solvers",
      ]),
    tests(
      "ReportingTests",
      [
        "BenchmarkKit", "CampaignEngine", "CaseFormats", "Choices", "CorpusStore", "LayoutModel",
        "LinearModel", "Lowering", "Oracles", "Reporting",
      ], exclude: ["Golden"]),
    tests(
      "ReproducersTests",
      [
        "CampaignEngine", "ExactNumerics", "ExternalSolvers", "LayoutModel", "LinearModel",
        "Lowering", "MadePackage", "Oracles", "Reproducers",
      ]),
    tests("MinimizationTests", ["CaseFormats", "Choices", "LayoutModel", "Minimization"]),
    tests("CorpusStoreTests", ["CaseFormats", "Choices", "CorpusStore", "LayoutModel"]),
    tests(
      "CampaignEngineTests",
      [
        "BenchmarkKit", "CampaignEngine", "CaseFormats", "Choices", "CorpusStore", "ExactNumerics",
        "ExternalSolvers", "LayoutEngine", "LayoutGenerators", "LayoutModel", "Laws",
        "LinearModel", "Lowering", "Minimization", "Oracles", "Solvers",
      ]),
    tests(
      "CorpusTests",
      [
        "CampaignEngine", "CaseFormats", "ExactNumerics", "ExternalSolvers", "LayoutEngine",
        "LayoutModel", "LinearModel", "Lowering", "Oracles", "Solvers",
      ]),
    tests(
      "CommandLineTests",
      [
        "CampaignEngine", "CaseFormats", "Choices", "CorpusStore", "ExternalSolvers", "LayoutModel",
        "LayoutSolving", "LinearModel", "MadePackage",
      ]),
    library("MadePackage", [], path: "Tests/MadePackage"),
    tests(
      "FuzzTargetsTests",
      [
        "CampaignEngine", "CaseFormats", "Certificates", "Choices", "FuzzTargets", "LayoutModel",
        "Laws",
      ]),
    tests("CommandLineTableTests", ["Choices", "CommandLineTable"]),
    tests("TidyTests", []),
  ]
)
