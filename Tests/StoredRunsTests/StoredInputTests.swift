// SPDX-License-Identifier: MIT

import Foundation
import Judging
import StoredRuns
import TestSupport
import Testing
import ToolSupport

@Suite("Stored cases and scripts")
struct StoredInputTests {
  private static let stored = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Stored").path

  private static let caseFolder =
    "\(stored)/layout-record-2/findings/simplex.weightedLevels-worseThanOptimal-45b4aaf6/9855fdf174aba7c9"

  /// Returns a run without adapters and without worker processes.
  private static func run(_ operands: [String], external: [Strategy] = []) -> ReplayRun {
    let choice = ReplayRun.Choice(
      pools: [], external: external, namesStrategies: false, operands: operands,
      strategies: { (stored) throws(CommandFailure) in [try stored.strategy()].compactMap { $0 } },
      session: { $0.session })
    return ReplayRun(choice) { (_) throws(CommandFailure) in
      throw .badInput("no process is started")
    }
  }

  private static func firstScript() throws -> String {
    let root = "\(stored)/script-record-2/findings"
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    let name = try #require(names.sorted().first { $0.hasSuffix("/case.script.json") })
    return "\(root)/\(name)"
  }

  @Test("the case of a finding has its strategy and failure, and its original case has neither")
  func cases() throws {
    let stored = try StoredCase.load("\(Self.caseFolder)/case.json")
    #expect(stored.verdict == "worseThanOptimal")
    #expect(try stored.strategy()?.name == "simplex.weightedLevels")
    #expect(stored.ending == nil)
    #expect(try stored.law() == nil)
    let original = try StoredCase.load("\(Self.caseFolder)/original.json")
    #expect(original.failure == nil)
    #expect(try original.strategy() == nil)
  }

  @Test("the script of a finding against a program has no session, and no desk without it")
  func scripts() throws {
    let stored = try StoredScript.load(try Self.firstScript())
    #expect(stored.finding?.accused == .solver("ones"))
    #expect(stored.session == nil)
    #expect(!stored.isOriginal)
    let error = #expect(throws: CommandFailure.self) {
      try Self.run([stored.path]).replay(stored.path)
    }
    let option = "--external 'ones=python3 scripts/chaos/adapter.py'"
    #expect(error?.messages.contains { $0.contains("add \(option)") } == true, "\(error as Any)")
  }

  @Test("a case is replayed by given strategies, and each answer is compared with the stored one")
  func replays() throws {
    let path = "\(Self.caseFolder)/case.json"
    let wrong = try #require(try StoredCase.load(path).strategy())
    let right = try #require(Strategy.named("simplex"))
    let outcome = try Self.run([path], external: [right, wrong]).replay(path)
    guard case .replayed(let replayed) = outcome else {
      Issue.record("not replayed: \(outcome)")
      return
    }
    #expect(replayed.answers.map(\.verdict.isFailure) == [false, true])
    #expect(replayed.answers.map(\.name) == ["pass", "worseThanOptimal"])
    let lines = replayed.lines(Palette(isOn: false))
    #expect(
      lines == [
        "\(path): simplex: pass (stored as worseThanOptimal of \(wrong.name))",
        "\(path): still open",
        "  Priority 750: violation expected 0 pt, actual 50 pt. 'v1' is 50 pt too wide.",
      ])
  }

  @Test("a stored case is converted to SMT-LIB and to a Swift test, each with its finding")
  func caseConversions() throws {
    let path = "\(Self.caseFolder)/case.json"
    let layoutCase = try StoredCase.load(path).layoutCase
    let head = try #require(ReproducerHead(of: path, isChanged: false))
    let optimizer = OptimizerFile(layoutCase, path, head)
    let files = [
      try SwiftTestFile(layoutCase, path).bytes(head), try optimizer.smtlib(),
    ].map { String(decoding: $0, as: UTF8.self) }
    for (file, word) in zip(files, ["import Testing", "(assert "]) {
      #expect(file.contains(word))
      #expect(file.contains("simplex.weightedLevels-worseThanOptimal-45b4aaf6"))
    }
  }

  @Test("a script in a folder whose solver is not given is left")
  func leftScripts() throws {
    let path = try Self.firstScript()
    guard case .left(let script) = try Self.run(["elsewhere"]).replay(path) else {
      Issue.record("not left")
      return
    }
    #expect(script.path == path)
  }

  @Test("the requests of a script have one line for each")
  func conversions() throws {
    let script = try #require(try ConvertedScript(try Self.firstScript()))
    let lines = String(decoding: try script.requests(), as: UTF8.self).split(separator: "\n")
    #expect(lines.count > 1)
    #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") || $0.hasPrefix("#") })
    #expect(try ConvertedScript("\(Self.caseFolder)/case.json") == nil, "a case is no script")
  }

  @Test("the head of a file names the finding, and a changed case")
  func heads() throws {
    let path = "\(Self.caseFolder)/case.json"
    let head = try #require(ReproducerHead(of: path, isChanged: false))
    #expect(head.lines.first == "Finding: simplex.weightedLevels-worseThanOptimal-45b4aaf6")
    #expect(!head.lines.contains { $0.hasPrefix("Changed:") })
    let changed = try #require(ReproducerHead(of: path, isChanged: true))
    #expect(changed.lines.count { $0.hasPrefix("Changed:") } == 1)
    #expect(ReproducerHead(of: "\(Self.caseFolder)/original.json", isChanged: false) == nil)
  }
}
