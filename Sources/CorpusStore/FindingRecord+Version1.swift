// SPDX-License-Identifier: MIT

import JSON
import Oracles

/// Version 1 of `finding.json`, in which layouts and scripts had formats of their own.
extension FindingRecord {
  private static let layoutKeys = [
    "layoutfuzz", "signature", "strategy", "verdict", "summary", "seed", "caseIndex", "profile",
    "original", "minimized", "minimizationEnd", "calls", "acceptedSteps", "reducers",
    "indifferent", "explanationIsCut", "toolVersion",
  ]

  /// The keys of retired features, which are read and ignored.
  private static let retiredKeys = ["template"]

  init(layoutOfVersion1 json: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      json, "a finding", keys: Self.layoutKeys, retired: Self.retiredKeys)
    let signature = try reader.required("signature").requiredName("the signature")
    self.init(
      .layout,
      FailureIdentity(
        name: try reader.required("strategy").requiredName("the name of a strategy"),
        verdict: FailureKind(
          name: try reader.required("verdict").requiredName("the kind of verdict"))),
      signature: signature,
      summary: try reader.required("summary").requiredString("the verdict as a sentence"),
      original: try Size(reader.required("original"), of: .layout),
      minimized: try Size(reader.required("minimized"), of: .layout),
      toolVersion: try reader.required("toolVersion").requiredString("the version of the tool"))
    seed = try reader["seed"]?.requiredUnsigned("a seed")
    caseIndex = try reader["caseIndex"]?.requiredCount("the index of a case")
    profile = try reader["profile"]?.requiredString("the name of a profile")
    minimization = Minimization(
      end: try reader.required("minimizationEnd").requiredString("how minimizing ended"),
      calls: try reader.required("calls").requiredCount("a number of calls"),
      acceptedSteps: try reader.required("acceptedSteps").requiredCount("a number of steps"),
      reducers: try reader.required("reducers").requiredList(
        "a list of reducers", ReducerWork.init),
      indifferent: try reader["indifferent"]?.requiredStrings("a list of places") ?? [],
      explanationIsCut: reader["explanationIsCut"]?.bool == true)
  }

  /// Reads the keys that a replay needs; others may be missing or damaged, as in version 1.
  init(scriptOfVersion1 json: JSONValue) throws(JSONError) {
    func text(_ key: String) throws(JSONError) -> String {
      guard let value = json[key] else { throw json.error("expected the key \"\(key)\"") }
      return try value.requiredString("a text")
    }
    guard json["layoutfuzzScriptFinding"]?.int == 1 else {
      throw json.error("expected a finding against an adapter, version 1")
    }
    self.init(
      .script,
      FailureIdentity(
        name: try text("solver"), verdict: FailureKind(name: try text("verdict")), on: .script,
        cause: FailureCause(name: try text("cause")),
        ending: try json["ending"].map(CrashEnding.init)),
      signature: try text("signature"), summary: try text("summary"),
      original: Size(scriptOfVersion1: json["original"]),
      minimized: Size(scriptOfVersion1: json["minimized"]),
      toolVersion: json["toolVersion"]?.string ?? "")
    seed = try? json["seed"]?.requiredUnsigned("a seed")
    caseIndex = try? json["caseIndex"]?.requiredCount("the index of a case")
    profile = json["madeFrom"]?.string
    minimization = Minimization(
      end: json["minimizationEnd"]?.string ?? "",
      calls: (try? json["calls"]?.requiredCount("a number of calls")) ?? 0,
      acceptedSteps: (try? json["acceptedSteps"]?.requiredCount("a number of steps")) ?? 0)
    let command = try text("command")
    if !command.isEmpty {
      program = Program(
        command: command, version: json["solverVersion"]?.string ?? "", offer: json["adapter"])
    }
    if let value = json["answer"], value != .null { answer = try Answer(value) }
  }
}

extension FindingRecord.Size {
  fileprivate init(scriptOfVersion1 json: JSONValue?) {
    self.init(
      ["steps", "constraints", "variables"].map { (name: $0, count: json?[$0]?.int ?? 0) })
  }
}
