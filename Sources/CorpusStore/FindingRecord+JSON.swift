// SPDX-License-Identifier: MIT

import JSON
import ObservedRates
import Oracles

/// Version 2 of `finding.json`, the one that is written; version 1 is read by
/// `FindingRecord+Version1`.
extension FindingRecord {
  /// The version of the format, the value of the key `layoutfuzz`.
  package static let version = 2

  /// The text of `finding.json`: the same record always gives the same bytes.
  package var encoded: [UInt8] {
    JSONWriter.document(
      .members([
        ("layoutfuzz", .number(Self.version)), ("subject", .string(subject.rawValue)),
        ("signature", .string(signature)), ("accused", .string(accused.name)),
        ("verdict", .string(verdict.name)), ("cause", cause.map { .string($0.name) }),
        ("rate", rate?.json), ("ending", failure.ending?.json), ("summary", .string(summary)),
        ("seed", seed.map { .number($0) }), ("caseIndex", caseIndex.map { .number($0) }),
        ("profile", profile.map { .string($0) }), ("original", original.json),
        ("minimized", minimized.json), ("minimization", minimization.json),
        ("program", program?.json), ("answer", answer?.json),
        ("judged", judged),
        (
          "authorPrograms",
          authorPrograms.isEmpty ? nil : .array(authorPrograms.map(\.json))
        ),
        ("toolVersion", .string(toolVersion)),
      ]))
  }

  private static let keys = [
    "layoutfuzz", "subject", "signature", "accused", "verdict", "cause", "rate", "ending",
    "summary",
    "seed", "caseIndex", "profile", "original", "minimized", "minimization", "program", "answer",
    "judged", "authorPrograms", "toolVersion",
  ]

  /// Reads the text of `finding.json` of any version; never traps, for any bytes.
  ///
  /// - Throws: the place of the first key or value that is not as expected.
  package init(decoding bytes: [UInt8]) throws(JSONError) {
    let json = try JSONParser.parse(bytes)
    if json["layoutfuzzScriptFinding"] != nil {
      self = try FindingRecord(scriptOfVersion1: json)
      return
    }
    switch json["layoutfuzz"]?.int {
    case 1: self = try FindingRecord(layoutOfVersion1: json)
    case Self.version: self = try FindingRecord(json)
    default:
      throw (json["layoutfuzz"] ?? json).error(
        "expected a finding of format version 1 or \(Self.version)")
    }
  }

  private init(_ json: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(json, "a finding", keys: Self.keys)
    let subject = try reader.required("subject").requiredCase(of: Subject.self)
    let signature = try reader.required("signature").requiredName("the signature")
    let accused = try reader.required("accused").requiredName("the name of a solver")
    let verdict = try reader.required("verdict").requiredName("the kind of verdict")
    var cause: FailureCause?
    switch subject {
    case .layout, .document:
      for key in ["cause", "rate", "ending", "program", "answer", "judged", "authorPrograms"] {
        if let value = reader[key] {
          throw value.error("expected no \(key) of a \(subject.rawValue)")
        }
      }
    case .script, .engine:
      if subject == .engine, let value = reader["ending"] {
        throw value.error("expected no ending of an engine")
      }
      cause = FailureCause(name: try reader.required("cause").requiredName("a cause"))
    }
    self.init(
      subject,
      FailureIdentity(
        name: accused, verdict: FailureKind(name: verdict), on: subject, cause: cause,
        ending: try reader["ending"].map(CrashEnding.init)),
      signature: signature,
      summary: try reader.required("summary").requiredString("the verdict as a sentence"),
      original: try Size(reader.required("original"), of: subject),
      minimized: try Size(reader.required("minimized"), of: subject),
      toolVersion: try reader.required("toolVersion").requiredString("the version of the tool"))
    rate = try reader["rate"].map { (value) throws(JSONError) in try ObservedRate(value) }
    seed = try reader["seed"]?.requiredUnsigned("a seed")
    caseIndex = try reader["caseIndex"]?.requiredCount("the index of a case")
    profile = try reader["profile"]?.requiredString("the name of a profile")
    minimization = try Minimization(reader.required("minimization"))
    program = try reader["program"].map(Program.init)
    answer = try reader["answer"].map(Answer.init)
    judged = reader["judged"]
    authorPrograms =
      try reader["authorPrograms"]?.requiredList("a list of programs", AuthorProgram.init) ?? []
  }
}

extension FindingRecord.Size {
  fileprivate var json: JSONValue {
    .object(parts.map { JSONValue.Member(key: $0.name, value: .number($0.count)) })
  }

  /// - Throws: the place of a part that the subject does not have, or that is missing.
  init(_ value: JSONValue, of subject: FindingRecord.Subject) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a size", keys: subject.partNames)
    self.init([])
    for name in subject.partNames {
      let count = try reader.required(name).requiredCount("a number of \(name)")
      parts.append(Part(name: name, count: count))
    }
  }
}

extension FindingRecord.ReducerWork {
  fileprivate var json: JSONValue {
    ["name": .string(name), "attempts": .number(attempts), "successes": .number(successes)]
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a reducer", keys: ["name", "attempts", "successes"])
    name = try reader.required("name").requiredString("the name of a reducer")
    attempts = try reader.required("attempts").requiredCount("a number of attempts")
    successes = try reader.required("successes").requiredCount("a number of successes")
  }
}

extension FindingRecord.Minimization {
  private static let keys = [
    "end", "calls", "acceptedSteps", "reducers", "indifferent", "explanationIsCut",
  ]

  fileprivate var json: JSONValue {
    .members([
      ("end", .string(end)), ("calls", .number(calls)), ("acceptedSteps", .number(acceptedSteps)),
      ("reducers", reducers.isEmpty ? nil : .array(reducers.map(\.json))),
      ("indifferent", indifferent.isEmpty ? nil : .array(indifferent.map { .string($0) })),
      ("explanationIsCut", explanationIsCut ? true : nil),
    ])
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a minimization", keys: Self.keys)
    self.init(
      end: try reader.required("end").requiredString("how minimization ended"),
      calls: try reader.required("calls").requiredCount("a number of calls"),
      acceptedSteps: try reader.required("acceptedSteps").requiredCount("a number of steps"),
      reducers: try reader["reducers"]?.requiredList(
        "a list of reducers", FindingRecord.ReducerWork.init) ?? [],
      indifferent: try reader["indifferent"]?.requiredStrings("a list of places") ?? [],
      explanationIsCut: try reader["explanationIsCut"]?.requiredBool("true or false") ?? false)
  }
}

extension CrashEnding {
  fileprivate var json: JSONValue { ["exit": .string(exit), "words": .string(words)] }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "how a process ended", keys: ["exit", "words"])
    let exit = try reader.required("exit").requiredString("exitN or signalN")
    // The text becomes a part of the name of a folder.
    guard exit.wholeMatch(of: /(exit|signal)[0-9]{1,3}/) != nil else {
      throw try reader.required("exit").error("expected exitN or signalN")
    }
    self.init(exit: exit, words: try reader.required("words").requiredString("words"))
  }
}

extension FindingRecord.Program {
  fileprivate var json: JSONValue {
    .members([
      ("command", .string(command)), ("version", .string(version)), ("offer", offer),
      ("timeoutNanoseconds", timeoutNanoseconds.map { .number($0) }),
    ])
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a program", keys: ["command", "version", "offer", "timeoutNanoseconds"])
    command = try reader.required("command").requiredString("a command")
    version = try reader.required("version").requiredString("a name and a version")
    offer = reader["offer"]
    timeoutNanoseconds = try reader["timeoutNanoseconds"]
      .map { (value) throws(JSONError) in try value.requiredUnsigned("a time for a case") }
  }
}

extension FindingRecord.Answer {
  package var json: JSONValue {
    [
      "step": .number(step), "claim": claim.map { .string($0) } ?? .null,
      "values": .array(values.map { .string($0) }),
    ]
  }

  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "an answer", keys: ["step", "claim", "values"])
    step = try reader.required("step").requiredCount("a step")
    let claim = try reader.required("claim")
    self.claim = claim == .null ? nil : try claim.requiredString("what was claimed")
    values = try reader.required("values").requiredStrings("a list of values")
  }
}

extension JSONValue {
  /// Returns a text that can be the name of a file, so that a malicious one cannot lead outside of
  /// a folder.
  func requiredName(_ expected: String) throws(JSONError) -> String {
    let text = try requiredString(expected)
    guard Folder.isSafeName(text) else {
      throw error("expected \(expected) in letters, digits, '-', '_' and '.'")
    }
    return text
  }
}
