// SPDX-License-Identifier: MIT

import JSON

/// The number, day and commit of a night.
package struct NightStamp: Sendable, Hashable {
  /// The number of the night, from 1.
  package var number: Int
  /// The day on which the night began.
  package var date: NightDate
  /// The tested commit; nil if unknown.
  package var commit: String?

  package init(number: Int, date: NightDate, commit: String?) {
    self.number = number
    self.date = date
    self.commit = commit
  }
}

/// A bucket of findings over several nights.
package struct Bucket: Sendable, Hashable {
  /// The state of a bucket after a night.
  package enum State: String, Sendable, Hashable, CaseIterable {
    /// A random case has hit it, or its stored case fails.
    case open
    /// All its stored cases pass, and no random case has hit it.
    case fixed
    /// Open again after it was fixed, or after its known issue expired.
    case reopened
    /// Open, but suppressed by a known issue.
    case known
    /// Its findings were not minimized; now they are, and belong to buckets of their own.
    case moved
  }

  /// The most commits that are listed; the first one is in `first`.
  package static let commitsMax = 20

  /// The name of the bucket.
  package var signature: String
  /// The strategy, program or part of the tool at fault, and the way in which it fails.
  package var failing: FailingPart
  /// The failure in one sentence.
  package var summary: String
  package var state: State
  /// The first night in which it was hit.
  package var first: NightStamp
  /// The last night in which it was hit.
  package var last: NightStamp
  /// The last night after which it was fixed; nil without one.
  package var fixed: NightStamp?
  /// The number of random cases that belong to it, over all nights.
  package var cases = 0
  /// The number of nights in which it was hit.
  package var nights = 0
  /// The last different commits on which it was hit, in order.
  package var commits: [String] = []
  /// The path of the smallest case: relative to the folder of nights for a stored case, else as the
  /// user gave it.
  package var path: String?
  /// Whether nights have stored the case.
  package var isStored: Bool
  /// Whether its findings count as those of open buckets of the same kind, so that no night listed
  /// it as new.
  ///
  /// Only for queues of pending findings.
  package var isAttributed = false

  package init(
    signature: String, failing: FailingPart, summary: String, state: State,
    first: NightStamp, last: NightStamp, path: String? = nil, isStored: Bool = true
  ) {
    self.signature = signature
    self.failing = failing
    self.summary = summary
    self.state = state
    self.first = first
    self.last = last
    self.path = path
    self.isStored = isStored
  }

  /// Whether its answers are correct but cost too much.
  package var isSlower: Bool { failing.verdict.isCost }

  /// Records that a night has hit the bucket.
  package mutating func countSighting(on stamp: NightStamp, cases count: Int) {
    last = stamp
    nights += 1
    let (sum, overflows) = cases.addingReportingOverflow(count)
    cases = overflows ? .max : sum
    guard let commit = stamp.commit else { return }
    commits = (commits.filter { $0 != commit } + [commit]).suffix(Self.commitsMax)
  }
}

// MARK: - JSON

extension NightStamp {
  package var json: JSONValue {
    [
      "night": .number(number), "date": .string(date.description),
      "commit": commit.map { .string($0) } ?? .null,
    ]
  }

  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a night", keys: ["night", "date", "commit"])
    number = try reader.required("night").requiredNightNumber()
    date = try reader.required("date").requiredDay()
    let commit = try reader.required("commit")
    self.commit = commit == .null ? nil : try commit.requiredString("a commit")
  }
}

extension Bucket {
  private static let keys = [
    "bucket", "subject", "verdict", "summary", "state", "first", "last", "fixed", "cases",
    "nights", "commits", "case", "stored", "attributed",
  ]

  /// The keys of earlier versions without a meaning: they are read and ignored.
  private static let retiredKeys = ["template"]

  package var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "bucket", value: .string(signature)),
      .init(key: "subject", value: .string(failing.name)),
      .init(key: "verdict", value: .string(failing.text)),
      .init(key: "summary", value: .string(summary)),
      .init(key: "state", value: .string(state.rawValue)),
      .init(key: "first", value: first.json),
      .init(key: "last", value: last.json),
      .init(key: "fixed", value: fixed?.json ?? .null),
      .init(key: "cases", value: .number(cases)),
      .init(key: "nights", value: .number(nights)),
      .init(key: "commits", value: .array(commits.map { .string($0) })),
      .init(key: "case", value: path.map { .string($0) } ?? .null),
      .init(key: "stored", value: .bool(isStored)),
    ]
    // Only queues have this key: other buckets have the bytes of earlier versions.
    if isAttributed { members.append(.init(key: "attributed", value: true)) }
    return .object(members)
  }

  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a bucket", keys: Self.keys, retired: Self.retiredKeys)
    signature = try reader.required("bucket").requiredString("the name of a bucket")
    failing = FailingPart(
      try reader.required("subject").requiredString("who is wrong"),
      text: try reader.required("verdict").requiredString("the kind of verdict"))
    summary = try reader.required("summary").requiredString("a sentence")
    state = try reader.required("state").requiredCase(of: State.self)
    first = try NightStamp(try reader.required("first"))
    last = try NightStamp(try reader.required("last"))
    let fixed = try reader.required("fixed")
    self.fixed = fixed == .null ? nil : try NightStamp(fixed)
    cases = try reader.required("cases").requiredCount("a number of cases")
    nights = try reader.required("nights").requiredNightNumber()
    for element in try reader.required("commits").requiredArray("a list of commits") {
      commits.append(try element.requiredString("a commit"))
    }
    let path = try reader.required("case")
    self.path = path == .null ? nil : try path.requiredString("the path of a case")
    let stored = try reader.required("stored")
    guard let flag = stored.bool else { throw stored.error("expected true or false") }
    isStored = flag
    if let attributed = reader["attributed"] {
      guard let flag = attributed.bool else { throw attributed.error("expected true or false") }
      isAttributed = flag
    }
  }
}
