// SPDX-License-Identifier: MIT

import JSON

extension CampaignRecord {
  /// The text of `campaign.json`: the same record always gives the same bytes.
  package var encoded: [UInt8] { JSONWriter.document(json) }

  /// The record as a JSON value, as reports contain it.
  package var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("layoutfuzzCampaign", .number(Self.version)), ("toolVersion", .string(toolVersion)),
      ("seed", .number(seed)), ("cases", .number(cases)), ("digest", .string(digest)),
      ("nanoseconds", .number(nanoseconds)), ("profiles", .counts(profiles)),
      ("strategies", .array(strategies.map(\.json))), ("laws", .array(laws.map(\.json))),
      ("discards", .number(discards)), ("undecided", .number(undecided)),
      ("findings", .array(occurrences.map(\.json))), ("health", .array(health.map(\.json))),
      ("warnings", .array(warnings.map { .string($0) })),
      ("canary", canary?.json ?? .null),
      ("internalErrors", .array(internalFailures.map(\.json))),
    ]
    if !unjudged.isEmpty { members.append(("withoutVerdict", .strings(unjudged))) }
    return .object(members.map { JSONValue.Member(key: $0.key, value: $0.value) })
  }

  private static let keys = [
    "layoutfuzzCampaign", "toolVersion", "seed", "cases", "digest", "nanoseconds", "profiles",
    "strategies", "laws", "discards", "undecided", "findings", "health", "warnings", "canary",
    "internalErrors", "withoutVerdict",
  ]

  /// Reads the text of `campaign.json`; never traps, for any bytes.
  package init(decoding bytes: [UInt8]) throws(JSONError) {
    let reader = try JSONObjectReader(
      try JSONParser.parse(bytes), "the record of a campaign", keys: Self.keys)
    let version = try reader.required("layoutfuzzCampaign")
    guard version.int == Self.version else {
      throw version.error("expected the format version \(Self.version)")
    }
    toolVersion = try reader.required("toolVersion").requiredString("the version of the tool")
    seed = try reader.required("seed").requiredUnsigned("a seed")
    cases = try reader.required("cases").requiredCount("a number of cases")
    digest = try reader.required("digest").requiredString("a digest")
    nanoseconds = try reader.required("nanoseconds").requiredUnsigned("a time in nanoseconds")
    profiles = try reader.required("profiles").requiredCounts()
    strategies = try Row.list(try reader.required("strategies"))
    laws = try Row.list(try reader.required("laws"))
    // Campaigns of earlier versions did not count them.
    discards = try reader["discards"]?.requiredCount("a number of discards") ?? 0
    undecided = try reader.required("undecided").requiredCount("a number of answers")
    occurrences = []
    for element in try reader.required("findings").requiredArray("a list of findings") {
      occurrences.append(try Occurrence(element))
    }
    // Records of earlier versions have neither.
    if let rows = reader["health"] { health = try Row.list(rows) }
    warnings = try reader["warnings"]?.requiredStrings("a list of sentences") ?? []
    let canary = try reader.required("canary")
    self.canary = canary == .null ? nil : try Canary(canary)
    for element in try reader.required("internalErrors").requiredArray("a list of errors") {
      internalFailures.append(try InternalFailure(element))
    }
    unjudged = try reader["withoutVerdict"]?.requiredStrings("a list of names") ?? []
  }
}

extension CampaignRecord.Row {
  fileprivate var json: JSONValue { ["name": .string(name), "counts": .counts(counts)] }

  fileprivate static func list(_ value: JSONValue) throws(JSONError) -> [CampaignRecord.Row] {
    var rows: [CampaignRecord.Row] = []
    for element in try value.requiredArray("a list of rows") {
      let reader = try JSONObjectReader(element, "a row", keys: ["name", "counts"])
      rows.append(
        CampaignRecord.Row(
          try reader.required("name").requiredString("a name"),
          try reader.required("counts").requiredCounts()))
    }
    return rows
  }
}

extension CampaignRecord.Occurrence {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "signature", value: .string(signature)),
      .init(key: "cases", value: .number(cases)),
      .init(key: "firstCase", value: .number(firstCase)),
    ]
    if let inBucket { members.append(.init(key: "inBucket", value: .number(inBucket))) }
    if let examined { members.append(.init(key: "examined", value: .number(examined))) }
    if let folders {
      members.append(.init(key: "folders", value: .array(folders.map { .string($0) })))
    }
    return .object(members)
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a finding",
      keys: ["signature", "cases", "firstCase", "inBucket", "examined", "folders"])
    signature = try reader.required("signature").requiredString("the signature")
    cases = try reader.required("cases").requiredCount("a number of cases")
    firstCase = try reader.required("firstCase").requiredCount("the index of a case")
    inBucket = try reader["inBucket"]?.requiredCount("a number of cases")
    examined = try reader["examined"]?.requiredCount("a number of cases")
    folders = try reader["folders"]?.requiredStrings("folders of findings")
  }
}

extension CampaignRecord.Canary {
  package var json: JSONValue {
    ["name": .string(name), "cases": .number(cases), "caught": .bool(isCaught)]
  }

  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a canary", keys: ["name", "cases", "caught"])
    name = try reader.required("name").requiredString("a name")
    cases = try reader.required("cases").requiredCount("a number of cases")
    let caught = try reader.required("caught")
    guard let flag = caught.bool else { throw caught.error("expected true or false") }
    isCaught = flag
  }
}

extension CampaignRecord.InternalFailure {
  fileprivate var json: JSONValue {
    [
      "case": .number(caseIndex), "message": .string(message),
      "path": path.map { .string($0) } ?? .null,
    ]
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "an internal error", keys: ["case", "message", "path"])
    caseIndex = try reader.required("case").requiredCount("the index of a case")
    message = try reader.required("message").requiredString("what is wrong")
    let place = try reader.required("path")
    path = place == .null ? nil : try place.requiredString("a path")
  }
}

extension JSONValue {
  fileprivate static func counts(_ counts: [CampaignRecord.Count]) -> JSONValue {
    .object(counts.map { Member(key: $0.name, value: .number($0.value)) })
  }

  fileprivate func requiredCounts() throws(JSONError) -> [CampaignRecord.Count] {
    guard let members else { throw error("expected numbers by name, found \(kindText)") }
    var counts: [CampaignRecord.Count] = []
    for member in members {
      counts.append(.init(member.key, try member.value.requiredCount("a number")))
    }
    return counts
  }
}
