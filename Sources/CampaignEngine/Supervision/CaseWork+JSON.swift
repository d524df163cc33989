// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import JSON
import Judging
import LayoutGenerators
import LayoutModel
import LinearModel
import Minimization
import Supervision

/// Requests to a worker and its replies, one line of JSON each.
extension CaseWork {
  private static let keys = [
    "work", "first", "end", "deaths", "case", "strategy", "verdict", "profile", "index", "seed",
    "layout",
    "death", "finding", "folder", "hasCertificate", "script", "failure",
  ]

  var json: JSONValue {
    switch self {
    case .cases(let cases, let deaths):
      return [
        "work": "cases", "first": .number(cases.lowerBound), "end": .number(cases.upperBound),
        "deaths": .array(deaths.map(\.json)),
      ]
    case .origin(let index, let accusation):
      return .object(
        [.init(key: "work", value: "origin"), .init(key: "case", value: .number(index))]
          + accusation.members)
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
    case .describe(let failure):
      return .object([.init(key: "work", value: "describe")] + failure.members)
    case .report(let failure, let record, let folder, let hasCertificate):
      let finding = String(decoding: record.encoded, as: UTF8.self)
      return .object(
        [
          .init(key: "work", value: "report"), .init(key: "finding", value: .string(finding)),
          .init(key: "folder", value: .string(folder)),
          .init(key: "hasCertificate", value: .bool(hasCertificate)),
        ] + failure.members)
    case .script(let index): return ["work": "script", "case": .number(index)]
    case .examine(let script): return ["work": "examine", "script": script.text]
    case .probeScript(let script, let failure):
      return ["work": "probeScript", "script": script.text, "failure": .array(failure.words)]
    case .reportScript(let script, let record, let folder):
      let finding = String(decoding: record.encoded, as: UTF8.self)
      return [
        "work": "reportScript", "script": script.text, "finding": .string(finding),
        "folder": .string(folder),
      ]
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
    case "origin":
      self = .origin(
        case: try reader.required("case").requiredIndex("the index of a case"),
        try Accusation(reader))
    case "probe":
      self = .probe(try Accusation(reader), try reader.required("layout").layout())
    case "judge":
      self = .judge(
        try reader.required("layout").layout(),
        reader["verdict"] == nil ? nil : try Accusation(reader), try Self.deaths(reader))
    case "describe": self = .describe(try Failure(reader))
    case "report":
      let text = try reader.required("finding").requiredString("the text of a finding")
      self = .report(
        try Failure(reader), try FindingRecord(decoding: Array(text.utf8)),
        folder: try reader.required("folder").requiredString("a folder"),
        hasCertificate: reader["hasCertificate"]?.bool == true)
    case "script":
      self = .script(case: try reader.required("case").requiredIndex("the index of a case"))
    case "examine": self = .examine(try reader.required("script").script())
    case "probeScript":
      self = .probeScript(
        try reader.required("script").script(),
        try ScriptFailure(try reader.required("failure")))
    case "reportScript":
      let text = try reader.required("finding").requiredString("the text of a finding")
      self = .reportScript(
        try reader.required("script").script(), try ScriptFindingRecord(decoding: Array(text.utf8)),
        folder: try reader.required("folder").requiredString("a folder"))
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

extension CaseWork.Failure {
  fileprivate var members: [JSONValue.Member] {
    let death = death.map { $0.json } ?? .null
    return accusation.members + [
      .init(key: "layout", value: CaseFile.value(of: layoutCase)),
      .init(key: "death", value: death),
    ]
  }

  fileprivate init(_ reader: JSONObjectReader) throws(JSONError) {
    let death = try reader.required("death")
    self.init(
      accusation: try Accusation(reader), layoutCase: try reader.required("layout").layout(),
      death: death.content == .null ? nil : try ProcessFailure(death))
  }
}

extension CaseWorkResult {
  var json: JSONValue {
    switch self {
    case .cases(let batch): return ["cases": batch.json]
    case .origin(let origin):
      return [
        "origin": origin.map {
          [
            "layout": CaseFile.value(of: $0.layoutCase),
            "constraints": .array($0.hints.constraints.map { .number($0) }),
            "views": .array($0.hints.views.map { .number($0) }),
          ]
        } ?? .null
      ]
    case .probe(let fails): return ["probe": .bool(fails)]
    case .judged(let answers): return ["judged": .array(answers.map(\.json))]
    case .description(let description):
      return [
        "description": description.map {
          [
            "sentence": .string($0.sentence),
            "certificate": $0.certificate.map { .string(String(decoding: $0, as: UTF8.self)) }
              ?? .null,
          ]
        } ?? .null
      ]
    case .report(let text): return ["report": text.map { .string($0) } ?? .null]
    case .script(let script): return ["script": script?.text ?? .null]
    case .examined(let examination): return ["examined": examination?.json ?? .null]
    case .contradiction(let message): return ["contradiction": .string(message)]
    }
  }

  /// - Parameter empty: what no case has come to in the campaign.
  init(_ value: JSONValue, empty: CaseBatch) throws(JSONError) {
    guard let member = value.members?.first else { throw value.error("expected a result") }
    let isNull = member.value.content == .null
    switch member.key {
    case "cases":
      self = .cases(try CaseBatch(member.value, empty: empty))
    case "origin": self = .origin(isNull ? nil : try FailureOrigin(member.value))
    case "probe": self = .probe(member.value.bool == true)
    case "judged":
      var answers: [JudgedAnswer] = []
      for element in try member.value.requiredArray("answers") {
        answers.append(try JudgedAnswer(element))
      }
      self = .judged(answers)
    case "description":
      self = .description(isNull ? nil : try FindingDescription(member.value))
    case "report": self = .report(member.value.string)
    case "script": self = .script(isNull ? nil : try member.value.script())
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
      "verdict": .string(verdict), "isFailure": .bool(isFailure),
      "cause": cause.map { .string($0.rawValue) } ?? .null, "sentence": .string(sentence),
      "answer": answer?.json ?? .null,
    ]
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "what came of a script",
      keys: ["verdict", "isFailure", "cause", "sentence", "answer"])
    let (cause, answer) = (try reader.required("cause"), try reader.required("answer"))
    self.init(
      verdict: try reader.required("verdict").requiredString("the kind of verdict"),
      isFailure: reader["isFailure"]?.bool == true,
      cause: cause == .null ? nil : try cause.requiredCase(of: ScriptFailure.Cause.self),
      sentence: try reader.required("sentence").requiredString("a sentence"),
      answer: answer == .null ? nil : try ScriptFindingRecord.Answer(answer))
  }
}

extension FailureOrigin {
  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "the origin of a failure", keys: ["layout", "constraints", "views"])
    layoutCase = try reader.required("layout").layout()
    hints = MinimizationHints(
      constraints: try reader.required("constraints").requiredNumbers("constraints"),
      views: try reader.required("views").requiredNumbers("views"))
  }
}

extension FindingDescription {
  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a description", keys: ["sentence", "certificate"])
    sentence = try reader.required("sentence").requiredString("a sentence")
    certificate = reader["certificate"]?.string.map { Array($0.utf8) }
  }
}

extension Accusation {
  fileprivate var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init(key: "strategy", value: .string(kind.strategy)),
      .init(key: "verdict", value: .string(kind.verdict.name)),
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
        strategy: try reader.required("strategy").requiredString("who is wrong"),
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
  /// A case that is part of something larger.
  func layout() throws(JSONError) -> LayoutCase {
    do throws(CaseFileError) {
      return try CaseFile.decode(self, file: "")
    } catch {
      throw self.error("\(error)")
    }
  }
}
