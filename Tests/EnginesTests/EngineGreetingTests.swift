// SPDX-License-Identifier: MIT

import EngineScripts
import ExternalSolvers
import Testing

@testable import Engines

@Suite("Handshakes of layout engines")
struct EngineGreetingTests {
  private static func read(_ members: String) -> Result<EngineGreeting, ReplyProblem> {
    let line =
      "{\"id\": 0, \"protocol\": \"layoutfuzz-layout\", \"version\": 1, \"engine\": \"e\", "
      + "\"attributes\": [\"width\"], \"relations\": [\"==\"], \(members)}"
    return EngineGreeting.read(Array(line.utf8))
  }

  @Test(
    "an error in a member names it",
    arguments: [
      ("edgeMultipliers", "\"yes\""), ("changes", "true"), ("sizes", "[1]"),
      ("priorities", "{}"), ("rounding", "{\"unit\": \"a\"}"),
    ])
  func wrongMember(name: String, value: String) throws {
    guard case .failure(let problem) = Self.read("\"\(name)\": \(value)") else {
      Issue.record("read")
      return
    }
    #expect(
      problem.text.hasPrefix("in \"\(name)\" of the handshake: expected "), "\(problem.text)")
  }

  @Test("a member without effect is named, with what it needs")
  func needless() throws {
    guard
      case .success(let greeting) = Self.read(
        "\"items\": 2, \"edgeMultipliers\": true, \"changes\": [\"items\"]")
    else {
      Issue.record("refused")
      return
    }
    #expect(
      greeting.remarks == [
        "the member \"edgeMultipliers\" has no effect without \"items\": 2 and \"multipliers\"",
        "the member \"changes\" has no effect without \"change\" in \"operations\"",
      ])
  }
}
