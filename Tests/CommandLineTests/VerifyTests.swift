// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("layoutfuzz verify", .waitsForProcesses)
struct VerifyTests {
  private func write(_ text: String, to name: String, in folder: URL) throws -> String {
    let file = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  private func layoutCase(_ constraints: String) -> String {
    """
    {
      "layoutfuzz": 1,
      "environment": {"size": [100, 100]},
      "views": [{"id": "root"}, {"id": "v1", "parent": "root"}],
      "constraints": [\(constraints)]
    }
    """
  }

  private let half = #"{"id": "c1", "first": "v1.width", "relation": "==", "priority": 750}"#
  private let conflict = #"""
    {"id": "c1", "first": "v1.width", "relation": "==", "constant": 10},
    {"id": "c2", "first": "v1.width", "relation": ">=", "constant": 20}
    """#

  @Test("certificates of solve are proved, in words and as JSON")
  func proved() throws {
    let folder = try TemporaryFolder.make()
    let path = try write(layoutCase(half), to: "half.case.json", in: folder)
    let proof = folder.appendingPathComponent("half.proof.json").path
    let solved = try ToolRun(["solve", path, "--certificate", proof])
    #expect(solved.status == 0, "\(solved.error)")
    let run = try ToolRun(["verify", proof, path])
    #expect(run.status == 0)
    #expect(
      run.output
        == "\(proof): verified: optimal at priorities 1000 and 750; not unique\n")
    let json = try ToolRun(["verify", proof, path, "--json"]).json()
    #expect(json["verdict"] == "proved")
    #expect(json["status"] == "ambiguous")
    let again = try ToolRun(["solve", path, "--certificate", proof])
    #expect(again.status == 64)
    #expect(again.error.contains("fix: replace it with --force"))
    #expect(try ToolRun(["solve", path, "--certificate", proof, "--force"]).status == 0)
    #expect(try ToolRun(["solve", path, "--certificate", path, "--force"]).status == 64)
  }

  @Test("a conflict is proved irreducible; another case and a changed number are rejected")
  func rejected() throws {
    let folder = try TemporaryFolder.make()
    let path = try write(layoutCase(conflict), to: "conflict.case.json", in: folder)
    let other = try write(layoutCase(half), to: "half.case.json", in: folder)
    let proof = folder.appendingPathComponent("proof.json").path
    _ = try ToolRun(["solve", path, "--certificate", proof])
    let run = try ToolRun(["verify", proof, path])
    #expect(run.output == "\(proof): verified: infeasible; minimal conflict of c1, c2\n")
    let wrong = try ToolRun(["verify", proof, other, "--json"])
    #expect(wrong.status == 1)
    #expect(try wrong.json()["verdict"] == "rejected")
    #expect(try wrong.json()["reason"]?.string?.contains("another case") == true)
    let text = try String(contentsOfFile: proof, encoding: .utf8)
    let changed = text.replacing(#""multipliers": ["#, with: #""multipliers": [[0, "1"], "#)
    #expect(changed != text)
    let bad = try write(changed, to: "changed.json", in: folder)
    let refused = try ToolRun(["verify", bad, path])
    #expect(refused.status == 1)
    #expect(refused.output.contains(": error: not verified: "))
  }

  @Test("a text that is no certificate, or no case, is bad input with its place")
  func badInput() throws {
    let folder = try TemporaryFolder.make()
    let path = try write(layoutCase(half), to: "half.case.json", in: folder)
    let swapped = try ToolRun(["verify", path, path])
    #expect(swapped.status == 65)
    #expect(
      swapped.error.contains(
        "half.case.json: error: this is a case file; verify needs a certificate")
    )
    #expect(try ToolRun(["verify", "missing.json", path]).status == 65)
    #expect(try ToolRun(["verify", path]).status == 64)
  }

  @Test("a finding's folder contains the proof of its case")
  func findings() throws {
    let folder = try TemporaryFolder.make()
    _ = try ToolRun(
      ["fuzz", "--strategies", "simplex.weightedLevels", "--cases", "20", "--seed", "6"], in: folder
    )
    let findings = folder.appendingPathComponent("findings")
    let found = try #require(FileManager.default.enumerator(atPath: findings.path)).compactMap {
      ($0 as? String).flatMap { $0.hasSuffix("/certificate.json") ? $0 : nil }
    }
    #expect(!found.isEmpty)
    for name in found {
      let proof = findings.appendingPathComponent(name)
      let place = proof.deletingLastPathComponent()
      let run = try ToolRun(["verify", proof.path, place.appendingPathComponent("case.json").path])
      #expect(run.status == 0, "\(run.output)\(run.error)")
      let report = try String(
        contentsOf: place.appendingPathComponent("report.md"), encoding: .utf8)
      #expect(report.contains("layoutfuzz verify "))
    }
  }
}
