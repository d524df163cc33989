// SPDX-License-Identifier: MIT

import ExternalSolvers
import Foundation
import LayoutSolving
import LinearModel
import Testing

@testable import CampaignEngine

/// Tests of a session that `convert` makes of scripts: they are compiled and run beside the session, healthy and with the planted
/// faults that the scripts show.
@Suite("Command line: scripts as tests of a session", .serialized, .timeLimit(.minutes(20)))
struct SessionReproducerTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The source of the test of a script, under a title of its own.
  private static func source(_ script: SolverScript, title: String) throws -> String {
    let name = "\(title).script.json"
    let folder = try TemporaryFolder.make([name: String(decoding: script.encoded, as: UTF8.self)])
    let run = try ToolRun(["convert", name, "--to", "swift-test", "-o", "-"], in: folder)
    #expect(run.status == 0, "\(title): \(run.error)")
    return run.output
  }

  private static let healthySession = "\n  var session = SolverSession()\n"

  @Test(
    "they pass while the session is right, and fail with the fault that their script shows")
  func compiledAndRun() throws {
    let seed: UInt64 = 12
    var files: [String: String] = [:]
    for fault in SessionFault.allCases {
      let healthy = try Self.source(fault.handMade, title: "\(fault.rawValue) right")
      let faulty = try Self.source(fault.handMade, title: "\(fault.rawValue) wrong")
      #expect(faulty.contains(Self.healthySession))
      files["\(fault.rawValue)Right.swift"] = healthy
      files["\(fault.rawValue)Wrong.swift"] = faulty.replacing(
        Self.healthySession, with: "\n  var session = SolverSession(fault: .\(fault.rawValue))\n")
    }
    let cases = CaseSource(seed: seed)
    for index in 0..<6 {
      let record = try CaseRunner(strategies: []).run(try cases.generate(index).layoutCase)
      // Rounding may leave an answer in doubt; then nobody is right.
      guard let script = ScriptGenerator.edits(of: record, seed: UInt64(index)),
        try ScriptDiagnosis(ScriptRunner(SessionTarget())).judgement(script)?.verdict == .pass
      else { continue }
      files["edits\(index)Right.swift"] = try Self.source(script, title: "edits\(index) right")
    }
    #expect(files.keys.count { $0.hasPrefix("edits") } > 3, "seed \(seed)")
    let output = try Self.output(of: files)
    for name in files.keys.sorted() {
      let isRight = name.hasSuffix("Right.swift")
      let title = name.replacing(/(Right|Wrong)\.swift/, with: isRight ? " right" : " wrong")
      let line = output.split(separator: "\n").last { $0.contains("Test \"\(title).script.json\"") }
      #expect(
        line?.contains(isRight ? " passed after " : " failed after ") == true,
        "\(name), seed \(seed): \(line ?? "") \(output.suffix(3000))")
    }
  }

  /// What `swift test` prints of a package of the session's sources and these tests: in one package, tests may plant faults.
  private static func output(of files: [String: String]) throws -> String {
    let folder = try TemporaryFolder.make()
    let tests = folder.appendingPathComponent("Tests/Reproduced")
    let sources = folder.appendingPathComponent("Sources")
    for made in [tests, sources] {
      try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      at: sources.appendingPathComponent("LayoutSolving"),
      withDestinationURL: root.appendingPathComponent("Sources/LayoutSolving"))
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "Reproduced",
        targets: [
          .target(name: "LayoutSolving"),
          .testTarget(name: "Reproduced", dependencies: ["LayoutSolving"]),
        ])
      """
    try Data(manifest.utf8).write(to: folder.appendingPathComponent("Package.swift"))
    for (name, text) in files {
      try Data(text.utf8).write(to: tests.appendingPathComponent(name))
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "test", "--disable-xctest"]
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
