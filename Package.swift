// swift-tools-version: 6.2
import PackageDescription

// Every target is compiled in the Swift 6 language mode with warnings as errors. A target may
// import only the modules that its row names. `Tests/TidyTests` compares the import lines with this
// table, and CI builds with `--explicit-target-dependency-import-check error`.

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
]

/// Targets that read options, store results and write pages, and those that only tests use.
///
/// The optimizer takes most of the time of their build, a third of the whole release build, and no
/// measurable time off their work. `LayoutSolving`, the product for other packages, must not be
/// among them: SwiftPM refuses unsafe flags there.
let unoptimized: Set = [
  "Checking", "CommandLineTable", "Comparisons", "CorpusStore", "DocumentCampaigns", "MadePackage",
  "MutantHunts", "Nights", "Reporting", "Reproducers", "StoredRuns", "TestSupport", "ToolSupport",
  "layoutbench", "layoutfuzz",
]

/// Targets in which tests, which run debug builds, would spend much of their time.
///
/// Their assertions stay on.
let optimizedForTests: Set = [
  "Digests", "ExactNumerics", "JSON", "LayoutModel", "LinearModel", "Oracles",
]

func settings(of name: String) -> [SwiftSetting] {
  if unoptimized.contains(name) {
    return settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
  }
  if optimizedForTests.contains(name) {
    let flags = ["-O", "-assert-config", "Debug"]
    return settings + [.unsafeFlags(flags, .when(configuration: .debug))]
  }
  return settings
}

func library(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings(of: name))
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let package = Package(
  name: "LayoutFuzz",
  // `Mutex`, `Atomic` and `Int128` are part of macOS from version 15.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "layoutfuzz", targets: ["layoutfuzz"]),
    .executable(name: "layoutbench", targets: ["layoutbench"]),
    .library(name: "LayoutSolving", targets: ["LayoutSolving"]),
    // The library that `scripts/libfuzzer.sh` links with libFuzzer.
    .library(name: "FuzzTargets", type: .static, targets: ["FuzzTargets"]),
  ],
  targets: [
    library("ExactNumerics", []),
    library("Statistics", []),
    library("Digests", ["ExactNumerics"]),
    library("Choices", ["Digests"]),
    library("Clocks", []),
    library("Platform", ["Clocks"]),
    library("Pools", ["Platform"]),
    library("Display", []),
    library("JSON", ["Display"]),
    library("ObservedRates", ["Display", "JSON"]),
    library("LayoutModel", ["Digests"]),
    library("TextMeasurement", ["LayoutModel"]),
    library("LinearModel", ["ExactNumerics"]),
    library("Lowering", ["ExactNumerics", "LayoutModel", "LinearModel"]),
    library(
      "LayoutEngine",
      ["ExactNumerics", "LayoutModel", "LinearModel", "Lowering", "TextMeasurement"]),
    library("CaseFormats", ["Display", "JSON", "LayoutModel", "TextMeasurement"]),
    library("VisualFormats", ["CaseFormats", "Display", "JSON", "LayoutModel"]),
    library("CommandLineTable", ["Display"]),
    library("LayoutGenerators", ["Choices", "LayoutModel"]),
    library("LayoutSolving", []),
    library("Solvers", ["LayoutSolving", "LinearModel"]),
    library(
      "ExternalSolvers",
      ["Clocks", "Display", "ExactNumerics", "JSON", "LinearModel", "Processes", "Scripts"]),
    library("Oracles", ["Display", "ExactNumerics", "LinearModel"]),
    library("Processes", ["Clocks", "Display", "LinearModel", "Platform", "Pools"]),
    library("Scripts", ["ExactNumerics", "JSON", "LinearModel", "Minimization", "Oracles"]),
    library(
      "EngineScripts",
      [
        "Choices", "ExactNumerics", "JSON", "LayoutModel", "LinearModel", "Minimization", "Oracles",
        "Scripts", "VisualFormats",
      ]),
    library(
      "Engines",
      [
        "CorpusStore", "Display", "EngineScripts", "ExactNumerics", "ExternalSolvers", "JSON",
        "LayoutModel", "LinearModel", "Minimization", "ObservedRates", "Oracles", "Processes",
        "Scripts",
      ]),
    library("Supervision", ["Clocks", "JSON", "LinearModel", "Platform", "Pools", "Processes"]),
    library(
      "Reporting",
      [
        "CorpusStore", "Display", "JSON", "LayoutModel", "Lowering", "ObservedRates", "Processes",
        "Statistics",
      ]),
    library(
      "Reproducers",
      [
        "Clocks", "Display", "EngineScripts", "ExactNumerics", "ExternalSolvers", "JSON",
        "LayoutModel", "LinearModel", "Lowering", "Processes", "Scripts",
      ]),
    library("Certificates", ["ExactNumerics", "JSON", "LinearModel"]),
    library(
      "Laws",
      [
        "CaseFormats", "Choices", "ExactNumerics", "LayoutEngine", "LayoutModel", "LayoutSolving",
        "LinearModel", "Lowering", "Oracles", "Solvers", "VisualFormats",
      ]),
    library(
      "LayoutEditing",
      ["ExactNumerics", "LayoutEngine", "LayoutModel", "LinearModel", "Lowering", "Oracles"]),
    library("Minimization", ["Choices", "LayoutModel"]),
    library("RegularFiles", []),
    library(
      "CorpusStore",
      [
        "CaseFormats", "Choices", "Digests", "Display", "JSON", "Laws", "LayoutModel",
        "ObservedRates", "Oracles", "Platform", "Processes", "RegularFiles", "Supervision",
      ]),
    library(
      "Diagnosis",
      [
        "CaseFormats", "Digests", "Display", "ExactNumerics", "JSON", "LayoutEngine", "LayoutModel",
        "LinearModel", "Lowering", "Oracles", "Solvers", "TextMeasurement", "VisualFormats",
      ]),
    library(
      "Judging",
      [
        "CaseFormats", "Certificates", "Choices", "Clocks", "CorpusStore", "Diagnosis", "Digests",
        "Display", "ExactNumerics", "ExternalSolvers", "JSON", "Laws", "LayoutEngine",
        "LayoutGenerators", "LayoutModel", "LayoutSolving", "LinearModel", "Lowering",
        "Minimization", "ObservedRates", "Oracles", "Pools", "Processes", "Scripts", "Solvers",
        "Statistics", "Supervision",
      ]),
    library(
      "CampaignEngine",
      [
        "CaseFormats", "Choices", "Clocks", "CorpusStore", "Diagnosis", "Digests", "Display",
        "EngineScripts", "ExactNumerics", "ExternalSolvers", "JSON", "Judging", "Laws",
        "LayoutGenerators", "LayoutModel", "LinearModel", "Lowering", "Minimization",
        "ObservedRates", "Oracles", "Pools", "Processes", "RegularFiles", "Scripts", "Supervision",
      ]),
    library(
      "ProgramCampaigns",
      [
        "CampaignEngine", "CorpusStore", "Diagnosis", "Digests", "Display", "EngineScripts",
        "Engines", "ExternalSolvers", "JSON", "Judging", "LinearModel", "Oracles", "Processes",
        "Reproducers", "Scripts",
      ]),
    library(
      "MutantHunts",
      [
        "CampaignEngine", "CaseFormats", "Clocks", "CorpusStore", "JSON", "Judging", "Laws",
        "LayoutModel", "LayoutSolving", "Oracles", "Pools", "Scripts",
      ]),
    library(
      "Nights",
      [
        "CampaignEngine", "CaseFormats", "Clocks", "CorpusStore", "Digests", "Display",
        "ExternalSolvers", "JSON", "Judging", "LayoutModel", "LinearModel", "MutantHunts",
        "Oracles", "Platform", "Pools", "Processes", "ProgramCampaigns", "RegularFiles",
        "Reporting", "Supervision", "ToolSupport",
      ]),
    library(
      "ToolSupport",
      [
        "CaseFormats", "Clocks", "CommandLineTable", "CorpusStore", "Diagnosis", "Digests",
        "Display", "ExternalSolvers", "JSON", "Judging", "LayoutModel", "LinearModel", "Oracles",
        "Platform", "Pools", "Processes", "RegularFiles", "Reporting", "Scripts", "Supervision",
        "VisualFormats",
      ]),
    library(
      "StoredRuns",
      [
        "CampaignEngine", "CaseFormats", "CorpusStore", "Diagnosis", "Digests", "Display",
        "EngineScripts", "Engines", "ExactNumerics", "ExternalSolvers", "JSON", "Judging",
        "LayoutGenerators", "LayoutModel", "LinearModel", "Lowering", "Minimization", "Nights",
        "ObservedRates", "Oracles", "Pools", "Processes", "Reporting", "Reproducers", "Scripts",
        "ToolSupport", "VisualFormats",
      ]),
    library(
      "Checking",
      [
        "CaseFormats", "CorpusStore", "Diagnosis", "Display", "JSON", "Judging", "LayoutEngine",
        "LayoutModel", "LinearModel", "Pools", "Processes", "Reporting", "Solvers", "Supervision",
        "ToolSupport",
      ]),
    library(
      "DocumentCampaigns",
      [
        "CampaignEngine", "CaseFormats", "Checking", "Choices", "CorpusStore", "Diagnosis",
        "Digests", "Display", "JSON", "Judging", "Laws", "LayoutModel", "Minimization", "Oracles",
        "Processes", "Supervision",
      ]),
    .executableTarget(
      name: "layoutfuzz",
      dependencies: [
        "CampaignEngine", "CaseFormats", "Certificates", "Checking", "Clocks", "CommandLineTable",
        "CorpusStore", "Diagnosis", "Display", "DocumentCampaigns", "EngineScripts", "Engines",
        "ExactNumerics", "ExternalSolvers", "JSON", "Judging", "Laws", "LayoutEditing",
        "LayoutEngine", "LayoutGenerators", "LayoutModel", "LinearModel", "Lowering",
        "Minimization", "MutantHunts", "Nights", "Oracles", "Platform", "Pools", "Processes",
        "ProgramCampaigns", "Reporting", "Reproducers", "Scripts", "Solvers", "StoredRuns",
        "Supervision", "ToolSupport", "VisualFormats",
      ],
      swiftSettings: settings(of: "layoutfuzz")),
    library(
      "FuzzTargets",
      [
        "CampaignEngine", "CaseFormats", "Certificates", "Choices", "JSON", "Laws", "LayoutModel",
        "LinearModel", "Oracles", "VisualFormats",
      ]),
    library(
      "BenchmarkKit",
      ["Clocks", "Digests", "LinearModel", "Platform", "Processes", "RegularFiles", "Statistics"]),
    library(
      "Comparisons", ["Display", "JSON", "Reporting", "Statistics"],
      path: "Benchmarks/Comparisons"),
    library("Workloads", ["ExactNumerics", "LinearModel"], path: "Benchmarks/Workloads"),
    library(
      "PeerBenchmarks",
      [
        "BenchmarkKit", "Choices", "Clocks", "Comparisons", "Digests", "Display", "JSON",
        "LayoutSolving", "LinearModel", "Platform", "Processes", "RegularFiles", "Reporting",
        "Statistics", "Workloads",
      ], path: "Benchmarks/PeerBenchmarks"),
    library(
      "BenchmarkSuites",
      [
        "BenchmarkKit", "CaseFormats", "Choices", "Diagnosis", "Digests", "Judging", "LayoutEngine",
        "LayoutGenerators", "LayoutModel", "LayoutSolving", "LinearModel", "Lowering", "Oracles",
        "RegularFiles", "Workloads",
      ], path: "Benchmarks/BenchmarkSuites"),
    .executableTarget(
      name: "layoutbench",
      dependencies: [
        "BenchmarkKit", "BenchmarkSuites", "CaseFormats", "Choices", "CommandLineTable",
        "Comparisons", "CorpusStore", "Diagnosis", "Digests", "Display", "JSON", "Judging",
        "LayoutGenerators", "PeerBenchmarks", "RegularFiles", "Reporting", "Statistics",
      ],
      path: "Benchmarks/layoutbench",
      swiftSettings: settings(of: "layoutbench")),
    tests(
      "PeerBenchmarksTests",
      [
        "BenchmarkKit", "Choices", "JSON", "LinearModel", "PeerBenchmarks", "TestSupport",
        "Workloads",
      ]),
    tests(
      "EnginesTests",
      [
        "EngineScripts", "Engines", "ExactNumerics", "ExternalSolvers", "JSON", "LayoutModel",
        "LinearModel", "Oracles", "Reproducers", "Scripts", "TestSupport",
      ]),
    tests(
      "EngineScriptsTests",
      [
        "Choices", "EngineScripts", "ExactNumerics", "JSON", "LayoutModel", "LinearModel",
        "Oracles", "TestSupport",
      ]),
    tests("BenchmarkKitTests", ["BenchmarkKit", "Choices", "Statistics"]),
    tests(
      "BenchmarkSuitesTests",
      [
        "BenchmarkKit", "BenchmarkSuites", "Choices", "Comparisons", "JSON", "Judging",
        "PeerBenchmarks", "Reporting", "Solvers", "Statistics", "TestSupport", "Workloads",
        "layoutbench",
      ]),
    tests(
      "DiagnosisTests",
      [
        "CaseFormats", "Choices", "Diagnosis", "ExactNumerics", "JSON", "Judging", "LayoutEngine",
        "LayoutGenerators", "LayoutModel", "LinearModel", "Lowering", "Oracles", "Solvers",
        "TestSupport", "TextMeasurement",
      ]),
    tests("DigestsTests", ["Digests"]),
    tests("ExactNumericsTests", ["ExactNumerics"]),
    tests(
      "CheckingTests",
      ["Checking", "Choices", "LayoutModel", "Reporting", "TestSupport", "ToolSupport"]),
    tests(
      "DocumentCampaignsTests",
      [
        "CampaignEngine", "CorpusStore", "Diagnosis", "DocumentCampaigns", "Judging", "Oracles",
        "TestSupport",
      ]),
    tests("ChoicesTests", ["Choices"]),
    tests("JSONTests", ["JSON", "LayoutModel"]),
    tests("DisplayTests", ["Display"]),
    tests("ObservedRatesTests", ["JSON", "ObservedRates"]),
    tests("LayoutModelTests", ["Digests", "LayoutModel"]),
    tests(
      "TextMeasurementTests", ["Choices", "LayoutModel", "TestSupport", "TextMeasurement"]),
    tests(
      "LoweringTests",
      [
        "CaseFormats", "Choices", "ExactNumerics", "LayoutModel", "LinearModel", "Lowering",
        "TestSupport",
      ]),
    tests(
      "LayoutEngineTests",
      [
        "CaseFormats", "Choices", "ExactNumerics", "LayoutEngine", "LayoutModel", "LinearModel",
        "Lowering", "Oracles", "Solvers", "TestSupport", "TextMeasurement",
      ]),
    tests("CaseFormatsTests", ["CaseFormats", "Choices", "JSON", "LayoutModel", "TestSupport"]),
    tests(
      "VisualFormatsTests",
      ["CaseFormats", "Choices", "JSON", "LayoutModel", "TestSupport", "VisualFormats"]),
    tests("LayoutGeneratorsTests", ["Choices", "LayoutGenerators", "LayoutModel", "TestSupport"]),
    tests("LayoutSolvingTests", ["Choices", "LayoutSolving", "TestSupport"]),
    tests(
      "SolversTests",
      [
        "Choices", "ExactNumerics", "LayoutSolving", "LinearModel", "Solvers", "TestSupport",
        "Workloads",
      ]),
    tests(
      "OraclesTests",
      ["Choices", "ExactNumerics", "LinearModel", "Oracles", "TestSupport", "Workloads"]),
    tests(
      "ExternalSolversTests",
      [
        "Choices", "ExactNumerics", "ExternalSolvers", "JSON", "LinearModel", "Processes",
        "Scripts", "TestSupport",
      ]),
    tests(
      "ProcessesTests",
      ["Choices", "Clocks", "Display", "Platform", "Processes", "TestSupport"]),
    tests(
      "ScriptsTests",
      [
        "CampaignEngine", "Choices", "ExactNumerics", "Judging", "LayoutSolving", "LinearModel",
        "Minimization", "Oracles", "Scripts", "TestSupport",
      ]),
    tests(
      "SupervisionTests",
      ["CampaignEngine", "Choices", "JSON", "Judging", "LinearModel", "Supervision", "TestSupport"]),
    tests(
      "NightsTests",
      [
        "Choices", "CorpusStore", "Display", "JSON", "Judging", "Nights", "Oracles", "Reporting",
        "Scripts", "TestSupport",
      ]),
    tests("ClocksTests", ["Choices", "Clocks"]),
    tests("PlatformTests", ["Platform"]),
    tests("PoolsTests", ["Pools"]),
    tests(
      "CertificatesTests",
      [
        "Certificates", "Choices", "ExactNumerics", "JSON", "Judging", "LayoutGenerators",
        "LinearModel", "Lowering", "TestSupport",
      ]),
    tests(
      "LayoutEditingTests",
      [
        "Choices", "Judging", "LayoutEditing", "LayoutModel", "Lowering", "Oracles", "Solvers",
        "TestSupport",
      ]),
    tests(
      "ReportingTests",
      [
        "Choices", "Comparisons", "CorpusStore", "Display", "JSON", "Judging", "LayoutModel",
        "LinearModel", "Lowering", "ObservedRates", "Oracles", "Processes", "Reporting",
        "Statistics", "TestSupport",
      ], exclude: ["Golden"]),
    tests(
      "ReproducersTests",
      [
        "Choices", "EngineScripts", "ExactNumerics", "ExternalSolvers", "Judging", "LayoutModel",
        "LinearModel", "Lowering", "MadePackage", "Oracles", "Reproducers", "Scripts",
        "TestSupport",
      ]),
    tests("MinimizationTests", ["Choices", "LayoutModel", "Minimization", "TestSupport"]),
    tests(
      "CorpusStoreTests",
      [
        "CaseFormats", "Choices", "CorpusStore", "Digests", "JSON", "Nights", "Processes",
        "TestSupport",
      ]),
    tests(
      "CampaignEngineTests",
      [
        "CampaignEngine", "CaseFormats", "Choices", "CorpusStore", "Diagnosis", "Digests",
        "Display", "ExactNumerics", "ExternalSolvers", "JSON", "Judging", "Laws",
        "LayoutGenerators", "LayoutModel", "LayoutSolving", "LinearModel", "Lowering",
        "Minimization", "MutantHunts", "Oracles", "ProgramCampaigns", "Scripts", "Solvers",
        "Statistics", "Supervision", "TestSupport",
      ]),
    tests(
      "ProgramCampaignsTests",
      [
        "CampaignEngine", "Choices", "CorpusStore", "Diagnosis", "EngineScripts", "Engines",
        "ExactNumerics", "ExternalSolvers", "JSON", "Judging", "LinearModel", "ObservedRates",
        "Oracles", "ProgramCampaigns", "Scripts", "TestSupport",
      ]),
    tests("TestSupportTests", ["Choices", "ExactNumerics", "LinearModel", "TestSupport"]),
    tests(
      "JudgingTests",
      [
        "Choices", "CorpusStore", "ExactNumerics", "JSON", "Judging", "LayoutEngine",
        "LayoutGenerators", "LayoutModel", "LinearModel", "Lowering", "Oracles", "Scripts",
        "Solvers", "TestSupport",
      ]),
    tests(
      "StoredRunsTests",
      [
        "CaseFormats", "Choices", "CorpusStore", "EngineScripts", "Engines", "ExactNumerics",
        "ExternalSolvers", "JSON", "Judging", "LayoutModel", "LinearModel", "Nights",
        "ObservedRates", "Oracles", "Reporting", "Scripts", "StoredRuns", "TestSupport",
        "ToolSupport",
      ]),
    tests("MutantHuntsTests", ["Judging", "MutantHunts", "TestSupport"]),
    tests(
      "CorpusTests",
      [
        "CaseFormats", "Diagnosis", "ExactNumerics", "Judging", "LayoutEngine", "LayoutModel",
        "LinearModel", "Lowering", "Oracles", "Scripts", "Solvers", "TextMeasurement",
      ]),
    tests(
      "CommandLineTests",
      [
        "CampaignEngine", "CaseFormats", "Choices", "CorpusStore", "Digests", "Display", "JSON",
        "Judging", "LayoutModel", "LayoutSolving", "LinearModel", "MadePackage", "Nights",
        "Scripts", "Supervision", "TestSupport", "VisualFormats",
      ]),
    library("MadePackage", ["TestSupport"], path: "Tests/MadePackage"),
    library(
      "TestSupport",
      [
        "CaseFormats", "Choices", "CorpusStore", "ExactNumerics", "JSON", "LayoutModel",
        "LinearModel", "Oracles",
      ], path: "Tests/TestSupport"),
    tests(
      "FuzzTargetsTests",
      ["CaseFormats", "Certificates", "Choices", "FuzzTargets", "Judging", "Laws"]),
    tests(
      "CommandLineTableTests",
      ["Choices", "CommandLineTable", "TestSupport"]),
    tests(
      "EscapingTests",
      [
        "CommandLineTable", "Display", "JSON", "Reporting", "Reproducers", "TestSupport",
        "ToolSupport", "layoutfuzz",
      ]),
    tests("RegularFilesTests", ["RegularFiles", "TestSupport"]),
    tests("TidyTests", []),
  ]
)
