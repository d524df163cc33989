// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import ExternalSolvers
import JSON
import Judging
import Scripts

/// What is known about a finding against an adapter besides its scripts: the content of its
/// `finding.json`.
package struct ScriptFindingRecord: Sendable {
  /// The version of the format, the value of the key `layoutfuzzScriptFinding`.
  package static let version = 1

  package let signature: String
  package let failure: ScriptFailure
  /// The verdict in one sentence.
  package let summary: String
  /// The command of the adapter.
  package let command: String
  /// What the solver said at the step that failed; nil when it said nothing, and in records of
  /// earlier versions.
  package let answer: Answer?
  private let json: JSONValue

  /// An answer of a solver.
  package struct Answer: Sendable, Hashable {
    /// Counted from 0.
    package var step: Int
    /// `optimal`, `feasible`, `infeasible` or `gaveUp`; nil when something else than an answer was
    /// wrong.
    package var claim: String?
    /// By variable, as the solver's doubles are written; empty without values.
    package var values: [String]

    init?(_ judgement: ScriptJudgement) {
      guard let step = judgement.step else { return nil }
      self.step = step
      claim = judgement.outcome.map { AnswerClass($0).name }
      values = judgement.outcome?.solution?.values.map { "\($0)" } ?? []
    }
  }

  init(
    signature: String, failure: ScriptFailure, summary: String, command: String,
    solverVersion: String, seed: UInt64?, caseIndex: Int, kind: String, original: SolverScript,
    minimized: SolverScript, minimization: ScriptMinimizer.Result?, answer: Answer?,
    offer: AdapterOffer?
  ) {
    self.answer = answer
    self.signature = signature
    self.failure = failure
    self.summary = summary
    self.command = command
    let record: JSONValue = [
      "layoutfuzzScriptFinding": .number(Self.version),
      "signature": .string(signature), "solver": .string(failure.solver),
      "verdict": .string(failure.verdict.name), "cause": .string(failure.cause.rawValue),
      "summary": .string(summary), "command": .string(command),
      "solverVersion": .string(solverVersion), "seed": seed.map { .number($0) } ?? .null,
      "caseIndex": .number(caseIndex), "madeFrom": .string(kind),
      "original": original.size, "minimized": minimized.size,
      "minimizationEnd": .string(
        minimization?.end.rawValue ?? FindingRecord.notMinimized),
      "calls": .number(minimization?.calls ?? 0),
      "acceptedSteps": .number(minimization?.acceptedSteps ?? 0),
      "toolVersion": .string(ToolVersion.current),
      "answer": answer?.json ?? .null,
    ]
    let offer = offer.map { JSONValue.Member(key: "adapter", value: $0.json) }
    let ending = failure.ending.map { JSONValue.Member(key: "ending", value: $0.json) }
    json = .object((record.members ?? []) + [offer, ending].compactMap { $0 })
  }

  /// What the program says that it can be asked; nil for the session, and in records of earlier
  /// versions.
  ///
  /// Only requests need it: whatever it is, the finding can be replayed.
  package func offer() throws(JSONError) -> AdapterOffer? {
    try json["adapter"].map { (value) throws(JSONError) in try AdapterOffer(value) }
  }
  /// The version of the tool that made the finding.
  package var toolVersion: String { json["toolVersion"]?.string ?? "" }
  /// The solver and its version, for people.
  package var solverVersion: String { json["solverVersion"]?.string ?? "" }

  /// Which case of which campaign it was found on, and what that was made from; nil where nobody
  /// knows.
  package var origin: (seed: UInt64, caseIndex: Int, madeFrom: String?)? {
    guard case .number(let text) = json["seed"]?.content, let seed = UInt64(text),
      let index = json["caseIndex"]?.int
    else { return nil }
    return (seed, index, json["madeFrom"]?.string)
  }

  /// How it was made small, in words.
  var minimizing: String {
    MinimizingWords.sentence(
      runs: json["calls"]?.int ?? 0, steps: json["acceptedSteps"]?.int ?? 0,
      end: json["minimizationEnd"]?.string ?? "")
  }

  /// The record of the same finding on a smaller script.
  package func minimized(
    to result: ScriptMinimizer.Result, _ seen: ScriptExamination
  ) -> ScriptFindingRecord {
    // One that is not known yet is, once the script is small.
    let failure = ScriptFailure(
      solver: failure.solver, verdict: failure.verdict, cause: seen.cause ?? failure.cause,
      ending: seen.ending ?? failure.ending)
    let bucket =
      result.end == .stopped ? failure.bucketOfUnminimized : failure.bucket(result.script)
    let changed: [String: JSONValue] = [
      "signature": .string(bucket), "cause": .string(failure.cause.rawValue),
      "summary": .string(seen.sentence), "minimized": result.script.size,
      "minimizationEnd": .string(result.end.rawValue),
      "calls": .number((json["calls"]?.int ?? 0) + result.calls),
      "acceptedSteps": .number((json["acceptedSteps"]?.int ?? 0) + result.acceptedSteps),
      "toolVersion": .string(ToolVersion.current),
      "answer": seen.answer?.json ?? .null,
    ]
    var members = (json.members ?? []).filter { $0.key != "ending" }.map { member in
      JSONValue.Member(key: member.key, value: changed[member.key] ?? member.value)
    }
    if let ending = failure.ending { members.append(.init(key: "ending", value: ending.json)) }
    return ScriptFindingRecord(
      signature: bucket, failure: failure, summary: seen.sentence, command: command,
      answer: seen.answer, json: .object(members))
  }

  private init(
    signature: String, failure: ScriptFailure, summary: String, command: String, answer: Answer?,
    json: JSONValue
  ) {
    self.signature = signature
    self.failure = failure
    self.summary = summary
    self.command = command
    self.answer = answer
    self.json = json
  }

  /// The text of `finding.json`.
  package var encoded: [UInt8] { JSONWriter.document(json) }

  /// Reads what replaying needs; never traps, whatever the bytes are.
  package init(decoding bytes: [UInt8]) throws(JSONError) {
    let json = try JSONParser.parse(bytes)
    func text(_ key: String) throws(JSONError) -> String {
      guard let value = json[key] else { throw json.error("expected the key \"\(key)\"") }
      return try value.requiredString("a text")
    }
    guard json["layoutfuzzScriptFinding"]?.int == Self.version else {
      throw json.error("expected a finding against an adapter, version \(Self.version)")
    }
    guard let cause = ScriptFailure.Cause(rawValue: try text("cause")) else {
      throw json.error("expected a known cause")
    }
    self.json = json
    signature = try text("signature")
    failure = ScriptFailure(
      solver: try text("solver"), verdict: FailureKind(name: try text("verdict")), cause: cause,
      ending: try json["ending"].map { (value) throws(JSONError) in try CrashEnding(value) })
    summary = try text("summary")
    command = try text("command")
    answer = try json["answer"].flatMap { (value) throws(JSONError) in
      value == .null ? nil : try Answer(value)
    }
  }
}

extension CrashEnding {
  var json: JSONValue { ["exit": .string(exit), "words": .string(words)] }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "how a process ended", keys: ["exit", "words"])
    let exit = try reader.required("exit")
    let text = try exit.requiredString("exitN or signalN")
    // It becomes a part of the name of a folder.
    guard text.wholeMatch(of: /(exit|signal)[0-9]{1,3}/) != nil else {
      throw exit.error("expected exitN or signalN")
    }
    self.init(exit: text, words: try reader.required("words").requiredString("words"))
  }
}

extension ScriptFindingRecord.Answer {
  var json: JSONValue {
    [
      "step": .number(step), "claim": claim.map { .string($0) } ?? .null,
      "values": .array(values.map { .string($0) }),
    ]
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "an answer", keys: ["step", "claim", "values"])
    let step = try reader.required("step")
    guard let index = step.int, index >= 0 else { throw step.error("expected a step") }
    self.step = index
    let claim = try reader.required("claim")
    self.claim = claim == .null ? nil : try claim.requiredString("what was claimed")
    values = []
    for element in try reader.required("values").requiredArray("a list of values") {
      values.append(try element.requiredString("a value as text"))
    }
  }
}

extension SolverScript {
  fileprivate var size: JSONValue {
    [
      "steps": .number(steps.count), "constraints": .number(constraintCount),
      "variables": .number(variableCount),
    ]
  }
}
