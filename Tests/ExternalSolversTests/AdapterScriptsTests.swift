// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import ExternalSolvers

/// The adapters of `scripts/adapters`.
@Suite(.timeLimit(.minutes(10)))
struct AdapterScriptsTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("scripts/adapters").path

  static func command(_ name: String, python: String = "python3") -> AdapterCommand {
    AdapterCommand(name: name, command: "\(python) '\(folder)/\(name).py'")
  }

  /// Whether the adapter starts here: whether Python has its solver.
  static func isAvailable(_ name: String) -> Bool {
    (try? AdapterProcess(
      command(name), timeout: AdapterPool.timeoutDefault, now: testClock)) != nil
  }

  @Test("without its solver, an adapter says what is missing", arguments: ["kiwi", "highs"])
  func missing(name: String) {
    do {
      _ = try AdapterProcess(
        Self.command(name, python: "python3 -S"), timeout: AdapterPool.timeoutDefault,
        now: testClock)
      Issue.record("it starts without packages")
    } catch {
      #expect(error.problem.contains("exit code 75"), "\(error)")
      #expect(error.problem.contains("is missing"), "\(error)")
    }
  }

  @Test(
    "HiGHS passes the conformance checks",
    .enabled(if: isAvailable("highs"), "skipped: Python has no highspy"))
  func highs() throws {
    let results = try Conformance(
      Self.command("highs"), timeoutNanoseconds: 60_000_000_000, now: testClock
    ).run()
    #expect(ConformanceTests.failures(results).isEmpty, "\(results)")
  }

  @Test(
    "kiwi fails where it is known to, and nowhere else",
    .enabled(if: isAvailable("kiwi"), "skipped: Python has no kiwisolver"))
  func kiwi() throws {
    let results = try Conformance(
      Self.command("kiwi"), timeoutNanoseconds: 60_000_000_000, now: testClock
    ).run()
    #expect(
      Set(ConformanceTests.failures(results)).isSubset(of: [
        "session: a refused addition changes nothing", "session: an infinity leaves it usable",
      ]), "\(results)")
  }
}
