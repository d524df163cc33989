// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import JSON

extension BucketRegistry {
  /// The text of `registry.json`: the same registry always gives the same bytes.
  package var encoded: [UInt8] {
    var members: [JSONValue.Member] = [
      .init(key: "layoutfuzzRegistry", value: .number(leastVersion)),
      .init(key: "night", value: .number(night)),
    ]
    if let seals, let historyHash {
      members.append(.init(key: "history", value: .string(historyHash)))
      members.append(.init(key: "findings", value: .array(seals.map(\.json))))
      if let records {
        members.append(.init(key: "records", value: .array(records.map(\.json))))
      }
    }
    members.append(.init(key: "buckets", value: .array(buckets.map(\.json))))
    if isSealed {
      let seal = ContentHash.text(JSONWriter.document(.object(members)))
      members.append(.init(key: "seal", value: .string(seal)))
    }
    return JSONWriter.document(.object(members))
  }

  /// Reads the text of `registry.json`; never traps, for any bytes.
  ///
  /// A registry of version 2 or later is unchanged only if it encodes to the same bytes: its last
  /// member is the hash of all others.
  package init(decoding bytes: [UInt8]) throws(JSONError) {
    let reader = try JSONObjectReader(
      try JSONParser.parse(bytes), "a registry",
      keys: ["layoutfuzzRegistry", "night", "history", "findings", "records", "buckets", "seal"])
    let version = try reader.required("layoutfuzzRegistry")
    guard let number = version.int, (1...Self.version).contains(number) else {
      throw version.error("expected the format version 1 to \(Self.version)")
    }
    if number == 1, let seal = reader["seal"] {
      throw seal.error("a registry of version 1 has no seal")
    }
    if number > 1 {
      historyHash = try reader.required("history").requiredString("the hash of a history")
      var seals: [FindingSeal] = []
      for element in try reader.required("findings").requiredArray("a list of findings") {
        seals.append(try FindingSeal(element))
      }
      self.seals = seals
      if let list = reader["records"] { records = try RecordSeal.list(list) }
    }
    night = try reader.required("night").requiredNightNumber()
    for element in try reader.required("buckets").requiredArray("a list of buckets") {
      let bucket = try Bucket(element)
      guard (buckets.last?.signature).map({ $0 < bucket.signature }) ?? true else {
        throw element.error("expected the buckets in the order of their names, each once")
      }
      buckets.append(bucket)
    }
  }
}

extension BucketChange {
  package var json: JSONValue {
    [
      "change": .string(kind.rawValue), "casesTonight": .number(cases),
      "replay": .string(replay.rawValue), "issue": issue?.json ?? .null, "bucket": bucket.json,
    ]
  }

  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a change", keys: ["change", "casesTonight", "replay", "issue", "bucket"])
    kind = try reader.required("change").requiredCase(of: Kind.self)
    cases = try reader.required("casesTonight").requiredCount("a number of cases")
    replay = try reader.required("replay").requiredCase(of: BucketEvidence.Replay.self)
    let issue = try reader.required("issue")
    self.issue = issue == .null ? nil : try KnownIssues.Issue(issue)
    bucket = try Bucket(try reader.required("bucket"))
  }
}
