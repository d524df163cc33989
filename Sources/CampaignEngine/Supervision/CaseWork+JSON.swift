// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import JSON
import Judging
import LayoutGenerators
import LayoutModel
import LinearModel
import Minimization
import Oracles
import Scripts
import Supervision

/// Requests to a worker and its replies, one line of JSON each.
extension CaseWork {
  private static let keys = [
    "work", "first", "end", "deaths", "strategy", "verdict", "profile", "index", "seed",
    "layout", "death", "compares", "script", "failure",
  ]

  var json: JSONValue {
    switch self {
    case .cases(let cases, let deaths):
      return [
        "work": "cases", "first": .number(cases.lowerBound), "end": .number(cases.upperBound),
        "deaths": .array(deaths.map(\.json)),
      ]
    case .probe(let accusation, let layoutCase):
      return .object(
        [
          .init(key: "work", value: "probe"),
          .init(key: "layout", value: CaseFile.value(of: layoutCase)),
        ] + accusation.members)
    case .judge(let layoutCase, let accusation, let deaths):
      return .object(
        [
          .init(key: "work", value: "judge"),
          .init(key: "layout", value: CaseFile.value(of: layoutCase)),
          .init(key: "deaths", value: .array(deaths.map(\.json))),
        ] + (accusation?.members ?? []))
    case .describe(let accusation, let layoutCase, let end, let compares):
      return .object(
        [
          .init(key: "work", value: "describe"), .init(key: "compares", value: .bool(compares)),
          .init(key: "layout", value: CaseFile.value(of: layoutCase)),
          .init(key: "death", value: end.map { $0.json } ?? .null),
        ] + accusation.members)
    case .examine(let script): return ["work": "examine", "script": script.json]
    case .probeScript(let script, let failure):
      return ["work": "probeScript", "script": script.json, "failure": failure.json]
    }
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a request", keys: Self.keys)
    let work = try reader.required("work")
    switch try work.requiredString("a kind of work") {
    case "cases":
      let first = try reader.required("first").requiredIndex("the first case")
      let end = try reader.required("end").requiredIndex("the end of the cases")
      guard first <= end else { throw value.error("expected the end after the first case") }
      self = .cases(first..<end, try Self.deaths(reader))
    case "probe":
      self = .probe(try Accusation(reader), try reader.required("layout").layout())
    case "judge":
      self = .judge(
        try reader.required("layout").layout(),
        reader["verdict"] == nil ? nil : try Accusation(reader), try Self.deaths(reader))
    case "describe":
      let death = try reader.required("death")
      self = .describe(
        try Accusation(reader), try reader.required("layout").layout(),
        endedBy: death.content == .null ? nil : try ProcessFailure(death),
        compares: try reader.required("compares").requiredBool("true or false"))
    case "examine": self = .examine(try SolverScript(json: try reader.required("script")))
    case "probeScript":
      self = .probeScript(
        try SolverScript(json: try reader.required("script")),
        try FailureIdentity(json: try reader.required("failure"), on: .script))
    default: throw work.error("unknown work")
    }
  }

  private static func deaths(_ reader: JSONObjectReader) throws(JSONError) -> [CaseDeath] {
    var deaths: [CaseDeath] = []
    for element in try reader["deaths"]?.requiredArray("deaths") ?? [] {
      deaths.append(try CaseDeath(element))
    }
    return deaths
  }
}

extension CaseWorkResult {
  var json: JSONValue {
    switch self {
    case .cases(let batch): return ["cases": batch.json]
    case .probe(let fails): return ["probe": .bool(fails)]
    case .judged(let answers): return ["judged": .array(answers.map(\.json))]
    case .description(let description):
      return ["description": description?.json ?? .null]
    case .examined(let examination): return ["examined": examination?.json ?? .null]
    case .contradiction(let message): return ["contradiction": .string(message)]
    }
  }

  /// - Parameters:
  ///   - value: the JSON.
  ///   - empty: the counts of no cases in the campaign.
  /// - Throws: when the value is no result.
  init(_ value: JSONValue, empty: CaseBatch) throws(JSONError) {
    guard let member = value.members?.first else { throw value.error("expected a result") }
    let isNull = member.value.content == .null
    switch member.key {
    case "cases":
      self = .cases(try CaseBatch(member.value, empty: empty))
    case "probe": self = .probe(member.value.bool == true)
    case "judged":
      var answers: [JudgedAnswer] = []
      for element in try member.value.requiredArray("answers") {
        answers.append(try JudgedAnswer(element))
      }
      self = .judged(answers)
    case "description":
      self = .description(isNull ? nil : try FindingDescription(member.value))
    case "examined": self = .examined(isNull ? nil : try ScriptExamination(member.value))
    case "contradiction":
      self = .contradiction(try member.value.requiredString("what contradicts what"))
    default: throw value.error("unknown result \"\(member.key)\"")
    }
  }
}

extension ScriptExamination {
  fileprivate var json: JSONValue {
    [
      "verdict": .string(verdict.name),
      "cause": cause.map { .string($0.name) } ?? .null,
      "answer": answer?.json ?? .null, "description": description.json,
    ]
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "what came of a script",
      keys: ["verdict", "cause", "answer", "description"])
    let (cause, answer) = (try reader.required("cause"), try reader.required("answer"))
    self.init(
      verdict: VerdictKind(
        name: try reader.required("verdict").requiredString("the kind of verdict")),
      cause: cause == .null ? nil : try cause.requiredFailureCause(),
      answer: answer == .null ? nil : try FindingRecord.Answer(answer),
      description: try FindingDescription(reader.required("description")))
  }
}

extension FindingDescription {
  fileprivate var json: JSONValue {
    .members([
      ("sentence", .string(sentence)), ("facts", .strings(facts)),
      ("sections", .strings(sections)),
      ("certificate", certificate.map { .string(String(decoding: $0, as: UTF8.self)) }),
    ])
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a description", keys: ["sentence", "facts", "sections", "certificate"])
    self.init(
      try reader.required("sentence").requiredString("a sentence"),
      facts: try reader.required("facts").requiredStrings("facts"),
      sections: try reader.required("sections").requiredStrings("sections"))
    certificate = reader["certificate"]?.string.map { Array($0.utf8) }
  }
}

extension Accusation {
  fileprivate var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init(key: "strategy", value: .string(failure.accused.name)),
      .init(key: "verdict", value: .string(failure.verdict.name)),
    ]
    if let profile { members.append(.init(key: "profile", value: .string(profile.rawValue))) }
    if let index { members.append(.init(key: "index", value: .number(index))) }
    if let seed { members.append(.init(key: "seed", value: .string("\(seed)"))) }
    return members
  }

  fileprivate init(_ reader: JSONObjectReader) throws(JSONError) {
    let seed = try reader["seed"].map { (value) throws(JSONError) in
      guard let seed = value.string.flatMap({ UInt64($0) }) else {
        throw value.error("expected a seed")
      }
      return seed
    }
    self.init(
      .init(
        name: try reader.required("strategy").requiredString("who is wrong"),
        verdict: try reader.required("verdict").requiredFailureKind()),
      profile: try reader["profile"]?.requiredCase(of: Profile.self),
      index: try reader["index"]?.requiredIndex("the index of a case"), seed: seed)
  }
}

extension CaseDeath {
  /// The JSON `[index, phase, "failure", "text"]`.
  fileprivate var json: JSONValue {
    [index.map { .number($0) } ?? .null, .number(phase.code), failure.json]
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let words = try value.requiredArray("a death", count: 3)
    self.init(
      index: words[0].content == .null ? nil : try words[0].requiredIndex("the index of a case"),
      phase: CasePhase(code: UInt64(try words[1].requiredIndex("a phase"))),
      failure: try ProcessFailure(words[2]))
  }
}

extension ProcessFailure {
  /// The JSON `["crash", "signal 4 (SIGILL)"]`.
  fileprivate var json: JSONValue {
    switch self {
    case .crashed(let text), .garbled(let text): return [.string(name), .string(text)]
    case .hung, .outOfMemory: return [.string(name), ""]
    }
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let words = try value.requiredArray("how a process ended", count: 2)
    let text = try words[1].requiredString("how a process ended")
    let all = [ProcessFailure.crashed(text), .garbled(text), .hung, .outOfMemory]
    guard let found = all.first(where: { $0.name == words[0].string }) else {
      throw value.error("unknown way to end")
    }
    self = found
  }
}

extension JSONValue {
  /// Returns a case that is part of a larger value.
  func layout() throws(JSONError) -> LayoutCase {
    do throws(CaseFileError) {
      return try CaseFile.decode(self, file: "")
    } catch {
      throw self.error("\(error)")
    }
  }
}
