// SPDX-License-Identifier: MIT

import Foundation
import LayoutSolving
import LinearModel
import MadePackage
import Scripts
import TestSupport
import Testing

@testable import Judging

/// Compiles the tests of a session that `convert` generates from scripts, and runs them with the
/// healthy session and with the planted faults that the scripts show.
@Suite(
  "Command line: scripts as tests of a session", .serialized, .timeLimit(.minutes(30)),
  .waitsForProcesses)
struct SessionReproducerTests {
  /// Returns the source of the test of a script, with its own title.
  private static func source(_ script: SolverScript, title: String) throws -> String {
    let name = "\(title).script.json"
    let folder = try TemporaryFolder.make([name: String(decoding: script.encoded, as: UTF8.self)])
    let run = try ToolRun(["convert", name, "--to", "swift-test", "-o", "-"], in: folder)
    #expect(run.status == 0, "\(title): \(run.error)")
    return run.output
  }

  private static let healthySession = "\n  var session = SolverSession()\n"

  @Test(
    "they pass while the session is right, and fail with the fault that their script shows",
    .exhaustive)
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
      // Rounding may leave an answer in doubt, which has no verdict.
      guard let script = ScriptGenerator.session(for: record, seed: UInt64(index)),
        try ScriptDiagnosis(ScriptRunner(SessionTarget())).judgement(script)?.verdict == .pass
      else { continue }
      files["edits\(index)Right.swift"] = try Self.source(script, title: "edits\(index) right")
    }
    #expect(files.keys.count { $0.hasPrefix("edits") } > 3, "seed \(seed)")
    let output = try MadePackage.ofSources.test(files)
    for name in files.keys.sorted() {
      let isRight = name.hasSuffix("Right.swift")
      let title = name.replacing(/(Right|Wrong)\.swift/, with: isRight ? " right" : " wrong")
      let line = output.split(separator: "\n").last { $0.contains("Test \"\(title).script.json\"") }
      #expect(
        line?.contains(isRight ? " passed after " : " failed after ") == true,
        "\(name), seed \(seed): \(line ?? "") \(output.suffix(3000))")
    }
  }
}
