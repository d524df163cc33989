// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import JSON
import LinearModel
import Scripts
import TestSupport
import Testing

@testable import ExternalSolvers

/// Checks that texts of the protocol are read as they were written, and that none of them traps.
struct ProtocolTests {
  /// Well-formed scripts.
  static let scripts = Generator<SolverScript> { (source) throws(GenerationStop) in
    let count = 1 + (try source.index(below: 4))
    var steps: [SolverScript.Step] = []
    for id in 0..<(try source.index(below: 12)) {
      source.beginSpan(.element)
      defer { source.endSpan() }
      switch try source.index(below: 5) {
      case 0: steps.append(.solve)
      case 1:
        let values: [Double] = [.nan, -0.0, .infinity, -.infinity, 1e308, 0.1, -7, 1e-300]
        steps.append(
          .suggest(
            variable: try source.index(below: count),
            value: values[try source.index(below: values.count)], strength: Strength(500)))
      default:
        let bottom = Int64(1 + (try source.index(below: 7)))
        let term = LinearSystem.Term(
          Rational(Int64(1 + (try source.index(below: 9))), bottom),
          VariableID(try source.index(below: count)))
        let relation = Relation.allCases[try source.index(below: 3)]
        let constant = Rational(Int64(try source.integer(in: -900...900)), bottom)
        let strength = [Strength.required, Strength(750), Strength(0.5)][
          try source.index(below: 3)]
        steps.append(.add(.init(id: id, [term], relation, constant, strength: strength)))
        if try source.bool(1, in: 4) { steps.append(.remove(id)) }
      }
    }
    return SolverScript(variableCount: count, steps: steps)
  }

  @Test("a script is read as it was written, and written the same again")
  func scriptRoundTrip() {
    forAll(Self.scripts, count: 1_000) { script in
      try claim(script.problem, is: nil)
      let bytes = script.encoded
      try claim(SolverScript.isScript(bytes), "no script")
      let again = try SolverScript(decoding: bytes)
      try claim(again, is: script)
      return .when(again.encoded == bytes, else: "other bytes when written again")
    }
  }

  @Test("a script with a suggestion of NaN is equal to itself")
  func notANumber() {
    let steps: [SolverScript.Step] = [
      .suggest(variable: 0, value: .nan, strength: Strength(500)), .setConstant(1, .nan),
    ]
    #expect(steps == steps && Set(steps + steps).count == 2)
    #expect(
      steps[0] != .suggest(variable: 0, value: .infinity, strength: Strength(500)))
  }

  @Test("no change of a script's bytes traps")
  func mutatedScript() {
    let mutated = Self.scripts.drawing { script, draws in
      var bytes = script.encoded
      // With other digits many scripts can be read.
      let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
      for _ in 0...draws.below(4) {
        if draws.chance(4) {
          bytes[draws.below(bytes.count)] = UInt8(draws.below(256))
        } else {
          bytes[draws.pick(digits)] = 0x30 + UInt8(draws.below(10))
        }
      }
      return bytes
    }
    forAll(mutated, count: 2_000, quick: 1_000, floor: 10) { bytes in
      guard let script = try? SolverScript(decoding: bytes) else { return .notApplicable }
      try claim(script.problem, is: nil)
      return .holds
    }
  }

  @Test("senseless scripts are refused with a reason")
  func badScripts() {
    let row = SolverScript.Constraint(
      id: 1, [.init(.one, VariableID(0))], .equal, .one, strength: .required)
    var far = row
    far.terms = [.init(.one, VariableID(3))]
    var empty = row
    empty.terms = []
    var zero = row
    zero.terms = [.init(.zero, VariableID(0))]
    var twice = row
    twice.terms += row.terms
    let bad: [[SolverScript.Step]] = [
      [.remove(1)], [.add(row), .add(row)], [.add(far)], [.add(empty)], [.add(zero)],
      [.add(twice)], [.suggest(variable: 1, value: 0, strength: Strength(1))],
      [.suggest(variable: 0, value: 0, strength: .required)],
      [
        .suggest(variable: 0, value: 0, strength: Strength(1)),
        .suggest(variable: 0, value: 0, strength: Strength(2)),
      ],
    ]
    for steps in bad {
      #expect(SolverScript(variableCount: 1, steps: steps).problem != nil, "\(steps)")
    }
  }

  @Test(
    "semantic errors are reported at the wrong member",
    arguments: [
      (#"{"op": "remove", "constraint": 7}"#, 32, "takes back what was never added"),
      (#"{"op": "deactivate", "constraint": 7}"#, 36, "changes what was never added"),
      (#"{"op": "endSuggestion", "variable": 3}"#, 37, "a variable that is not there"),
      (#"{"op": "suggest", "variable": 3, "value": 0, "priority": 5}"#, 31, "a variable that is"),
      (
        #"{"op": "suggest", "variable": 0, "value": 0, "priority": 1000}"#, 58,
        "suggests with the required priority"
      ),
      (
        #"{"op": "add", "constraint": -1, "terms": [[0, 1]], "relation": "==", "constant": 0, "priority": 1}"#,
        29, "an id that is not from 0"
      ),
      (
        #"{"op": "add", "constraint": 0, "terms": [], "relation": "==", "constant": 0, "priority": 1}"#,
        41, "has no terms"
      ),
      (
        #"{"op": "add", "constraint": 0, "terms": [[0, 1], [0, 2]], "relation": "==", "constant": 0, "priority": 1}"#,
        50, "names a variable twice"
      ),
      (
        #"{"op": "add", "constraint": 0, "terms": [[1, 0]], "relation": "==", "constant": 0, "priority": 1}"#,
        42, "a coefficient of zero"
      ),
    ])
  func places(step: String, column: Int, expected: String) {
    let text = "{\n  \"layoutfuzzScript\": 1, \"variables\": 2,\n  \"steps\": [\n\(step)\n]}\n"
    do throws(JSONError) {
      _ = try SolverScript(decoding: Array(text.utf8))
      Issue.record("read: \(step)")
    } catch {
      #expect("\(error.location)" == "4:\(column)", "\(error)")
      #expect(error.message.contains(expected), "\(error)")
    }
  }

  @Test("numbers in scripts have at most two thousand characters, and the error states it")
  func longNumbers() throws {
    func text(_ constant: String) -> String {
      """
      {"layoutfuzzScript": 1, "variables": 1, "steps": [
      {"op": "add", "constraint": 0, "terms": [[0, 1]], "relation": "==", "constant": "\(constant)", "priority": 1}]}
      """
    }
    let longest = String(repeating: "7", count: SolverScript.numberLengthMax)
    #expect(throws: Never.self) { try SolverScript(decoding: Array(text(longest).utf8)) }
    do throws(JSONError) {
      _ = try SolverScript(decoding: Array(text(longest + "7").utf8))
      Issue.record("read")
    } catch {
      #expect("\(error.location)" == "2:81", "\(error)")
      #expect(error.message == "expected a constant of at most 2000 characters")
    }
  }

  static func read(_ text: String, to request: AdapterRequest = .read) -> String {
    switch AdapterReply.read(Array(text.utf8), id: 4, to: request) {
    case .success(let reply): return "\(reply.status.rawValue) \(reply.values)"
    case .failure(let problem): return problem.text
    }
  }

  @Test("replies: unknown fields are ignored, infinities are kept for the judge")
  func replies() {
    #expect(
      Self.read(#"{"id": 4, "status": "optimal", "values": [1, -2.5e3], "later": {}}"#)
        == "optimal [1.0, -2500.0]")
    #expect(
      Self.read(#"{"id": 4, "status": "optimal", "values": ["inf", "nan", "-inf", 1e999]}"#)
        == "optimal [inf, nan, -inf, inf]")
    #expect(Self.read(#"{"id": 4, "status": "refused"}"#, to: .remove(1)) == "refused []")
  }

  @Test(
    "invalid replies are refused with a reason",
    arguments: [
      ("garbage", "garbage"), ("{\"status\": \"ok\"}", "no \"id\""),
      ("{\"id\": 5, \"status\": \"optimal\", \"values\": []}", "the id 5 where 4 was asked"),
      ("{\"id\": 4, \"status\": \"ok\"}", "\"status\" is none of"),
      ("{\"id\": 4, \"status\": \"optimal\"}", "no \"values\""),
      ("{\"id\": 4, \"status\": \"optimal\", \"values\": [\"x\"]}", "no number"),
      ("{\"id\": 4, \"status\": \"infeasible\", \"conflict\": 3}", "no list of ids"),
      ("[4]", "no \"id\""), ("", "''"),
    ])
  func badReplies(text: String, expected: String) {
    #expect(Self.read(text).contains(expected), "\(Self.read(text))")
  }

  @Test("few priorities: ranks are kept, numbers are not, and too many cannot be mapped")
  func priorities() throws {
    let strengths = Set([999, 3, 1000].map { Strength($0) })
    let scale = try #require(PriorityScale(strengths, offered: [250, 750, 500]))
    #expect(scale.priority(Strength(999)) == 750)
    #expect(scale.priority(Strength(3)) == 500)
    #expect(scale.priority(.required) == 1000)
    #expect(
      PriorityScale(Set([1, 2, 3, 4].map { Strength($0) }), offered: [750, 500, 250]) == nil)
    #expect(PriorityScale.asIs.priority(Strength(3)) == 3)
  }

  @Test("the name of an adapter is given, or follows from its command")
  func names() {
    let names = [
      "python3 scripts/adapters/kiwi.py --strict-order": "kiwi", "mine=./x y": "mine",
      "/usr/bin/env python3 -u a/b/highs.py": "highs", "./solver": "solver", "python3": "external",
      "a b=c": "a",
    ]
    for (text, name) in names { #expect(AdapterCommand(text)?.name == name, "\(text)") }
    #expect(AdapterCommand("") == nil)
    #expect(AdapterCommand("mine=") == nil)
    #expect(AdapterCommand(words: ["sh", "-c", "it's"])?.command == #"'sh' '-c' 'it'\''s'"#)
  }
}
