// SPDX-License-Identifier: MIT

import JSON

/// The tally in the format of earlier versions. Findings about layouts stood next to the counts,
/// with the accused and the verdict under keys of their own. Scripts were texts inside the JSON.
extension TallyState {
  /// Whether an earlier version wrote the value.
  static func isVersion1(_ value: JSONValue) -> Bool { value["findings"] != nil }

  /// Returns the tally in the current format.
  ///
  /// - Throws: the first value that does not have the format of an earlier version.
  static func upgraded(_ value: JSONValue) throws(JSONError) -> JSONValue {
    let reader = try JSONObjectReader(
      value, "the tally of a campaign",
      keys: ["cases", "failingCases", "findings", "failures", "scripts"])
    let scripts = try JSONObjectReader(
      try reader.required("scripts"), "scripts", keys: ["findings", "verdicts", "failures"])
    return [
      "counts": try reader.required("cases"), "failingCases": try reader.required("failingCases"),
      "cases": try list(reader, upgradedLayout),
      "scripts": [
        "findings": try list(scripts, upgradedScript), "verdicts": try scripts.required("verdicts"),
      ],
    ]
  }

  /// Returns a list of findings from the adjacent keys `findings` and `failures`.
  private static func list(
    _ reader: JSONObjectReader, _ upgraded: (JSONValue) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    var findings: [JSONValue] = []
    for element in try reader.required("findings").requiredArray("findings") {
      findings.append(try upgraded(element))
    }
    var failures: [JSONValue] = []
    for element in try reader.required("failures").requiredArray("failures") {
      let words = try element.requiredArray("a failure and its count")
      guard let count = words.last else { throw element.error("expected a failure and its count") }
      // Failures of scripts were nested arrays, and those of layouts were not.
      failures.append(
        words.count == 2 ? element : .array([.array(words.dropLast()), count]))
    }
    return ["findings": .array(findings), "failures": .array(failures)]
  }

  private static func upgradedLayout(_ value: JSONValue) throws(JSONError) -> JSONValue {
    let reader = try JSONObjectReader(
      value, "a finding",
      keys: [
        "signature", "strategy", "verdict", "summary", "firstCase", "original", "smallest", "path",
        "members", "folders",
      ])
    let failure = [try reader.required("strategy"), try reader.required("verdict")]
    return try finding(
      reader, failure: .array(failure), original: try reader.required("original"),
      smallest: try reader.required("smallest"))
  }

  private static func upgradedScript(_ value: JSONValue) throws(JSONError) -> JSONValue {
    let reader = try JSONObjectReader(
      value, "a finding of a script",
      keys: [
        "signature", "failure", "summary", "firstCase", "original", "smallest", "path",
        "nanoseconds", "members", "folders",
      ])
    return try finding(
      reader, failure: try reader.required("failure"),
      original: try parsed(try reader.required("original")),
      smallest: try parsed(try reader.required("smallest")))
  }

  private static func finding(
    _ reader: JSONObjectReader, failure: JSONValue, original: JSONValue, smallest: JSONValue
  ) throws(JSONError) -> JSONValue {
    .members([
      ("signature", try reader.required("signature")), ("failure", failure),
      ("summary", try reader.required("summary")),
      ("firstCase", try reader.required("firstCase")), ("original", original),
      ("smallest", smallest), ("path", reader["path"]?.string.map { .string($0) }),
      // Findings about layouts had no time.
      ("nanoseconds", reader["nanoseconds"] ?? .number(0)),
      ("members", reader["members"] ?? .number(1)), ("folders", reader["folders"] ?? .array([])),
    ])
  }

  /// Returns the value of a script that was a text inside the JSON.
  private static func parsed(_ value: JSONValue) throws(JSONError) -> JSONValue {
    do {
      return try JSONParser.parse(Array(try value.requiredString("the text of a script").utf8))
    } catch {
      throw value.error("expected a script: \(error)")
    }
  }
}
