// SPDX-License-Identifier: MIT

import CaseFormats

/// What a night knows of a bucket.
package struct BucketEvidence: Sendable, Hashable {
  /// What running its stored cases again came to.
  package enum Replay: String, Sendable, Hashable, CaseIterable {
    /// It has none, or none that can be run.
    case notTried
    /// All pass.
    case passes
    /// At least one fails, in whatever way.
    case fails
    /// All were made small and lie in buckets of their own.
    case moved
  }

  package var signature: String
  package var subject: String
  package var verdict: String
  package var summary: String
  /// How many random cases of the night were found to lie in it.
  package var cases: Int
  package var replay: Replay
  /// The smallest case that there is of it now.
  package var path: String?
  package var isStored: Bool
  /// The key of what its stored cases have in common.
  package var template: String?

  package init(
    signature: String, subject: String, verdict: String, summary: String, cases: Int = 0,
    replay: Replay = .notTried, path: String? = nil, isStored: Bool = true,
    template: String? = nil
  ) {
    self.signature = signature
    self.subject = subject
    self.verdict = verdict
    self.summary = summary
    self.cases = cases
    self.replay = replay
    self.path = path
    self.isStored = isStored
    self.template = template
  }

  /// Whether it is there tonight.
  package var isPresent: Bool { cases > 0 || replay == .fails }
}

/// What a night changed about a bucket, or found unchanged.
package struct BucketChange: Sendable, Hashable {
  /// Named as on the page.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// No night has met it before.
    case new
    /// Open as before.
    case stillOpen
    case fixed
    case reopened
    /// There, and a known issue stands for it.
    case known
    /// Nothing waits in it any more: what did was made small and lies in buckets of its own.
    case moved
  }

  package var kind: Kind
  /// As it stands after the night.
  package var bucket: Bucket
  /// How many random cases of the night were found to lie in it.
  package var cases: Int
  package var replay: BucketEvidence.Replay
  /// The issue that stands for it, or for kind `reopened` the one that has expired.
  package var issue: KnownIssues.Issue?

  package init(
    kind: Kind, bucket: Bucket, cases: Int, replay: BucketEvidence.Replay,
    issue: KnownIssues.Issue? = nil
  ) {
    self.kind = kind
    self.bucket = bucket
    self.cases = cases
    self.replay = replay
    self.issue = issue
  }

  /// Whether the bucket is there after the night.
  package var isThere: Bool { kind != .fixed && kind != .moved }
}

/// All buckets that nights have met: the content of `registry.json`.
///
/// What is there tonight is new, still open, reopened (it was fixed, or its known issue has expired) or known; what
/// is not is fixed when all its stored cases pass, and stays as it was when nothing was tried. A bucket from which all
/// was moved is open again, not reopened, where its verdict was open in another bucket. Nothing is forgotten.
package struct BucketRegistry: Sendable, Hashable {
  /// The version of the format, the value of the key `layoutfuzzRegistry`.
  package static let version = 1
  /// The name of the file in the folder of nights.
  package static let fileName = "registry.json"

  /// The last night whose evidence is in it; 0 for none.
  package private(set) var night = 0
  /// In the order of their names.
  package private(set) var buckets: [Bucket] = []

  package init() {}

  package func bucket(named signature: String) -> Bucket? {
    buckets.first { $0.signature == signature }
  }

  /// What evidence of a night changes; `take` makes it so.
  ///
  /// - Parameter evidence: at most one for each bucket.
  /// - Returns: what becomes of each bucket that is there, or was open, in the order of their names.
  package func changes(
    by evidence: [BucketEvidence], _ stamp: NightStamp, known: KnownIssues
  ) -> [BucketChange] {
    let byName = Dictionary(uniqueKeysWithValues: buckets.map { ($0.signature, $0) })
    let facts = Dictionary(uniqueKeysWithValues: evidence.map { ($0.signature, $0) })
    let names = Set(byName.keys).union(facts.keys).sorted()
    let kinds = openKinds
    var changes: [BucketChange] = []
    for name in names {
      let fact = facts[name]
      let issue = known.issue(for: name, on: stamp.date)
      let expired = known.expiredIssue(for: name, on: stamp.date)
      let change: BucketChange?
      if let fact, fact.isPresent {
        change = Self.present(
          byName[name], fact, stamp, issue, expired: expired,
          isOpenElsewhere: kinds.contains(BucketKind(fact)))
      } else {
        change = byName[name].flatMap { Self.absent($0, fact, stamp, issue, expired: expired) }
      }
      if let change { changes.append(change) }
    }
    return changes
  }

  /// The kinds of failures that are open, and that no issue stands for: what is let be must not hide what is not.
  private var openKinds: Set<BucketKind> {
    Set(buckets.filter { $0.state == .open || $0.state == .reopened }.map(BucketKind.init))
  }

  /// Takes in what a night has changed.
  ///
  /// - Precondition: the night comes after the last one.
  package mutating func take(_ changes: [BucketChange], of number: Int) {
    precondition(number > night, "night \(number) is not after night \(night)")
    var byName = Dictionary(uniqueKeysWithValues: buckets.map { ($0.signature, $0) })
    for change in changes { byName[change.bucket.signature] = change.bucket }
    night = number
    buckets = byName.values.sorted { $0.signature < $1.signature }
  }

  private static func present(
    _ old: Bucket?, _ fact: BucketEvidence, _ stamp: NightStamp, _ issue: KnownIssues.Issue?,
    expired: KnownIssues.Issue?, isOpenElsewhere: Bool
  ) -> BucketChange {
    var bucket =
      old
      ?? Bucket(
        signature: fact.signature, subject: fact.subject, verdict: fact.verdict,
        summary: fact.summary, state: .open, first: stamp, last: stamp, isStored: fact.isStored)
    bucket.meet(stamp, cases: fact.cases)
    (bucket.subject, bucket.verdict) = (fact.subject, fact.verdict)
    bucket.summary = fact.summary
    // Of a bucket in the store that is where a case lies now, if any.
    bucket.path = fact.path ?? (fact.isStored ? nil : bucket.path)
    bucket.template = fact.template ?? bucket.template
    let kind: BucketChange.Kind
    switch (old?.state, issue) {
    case (_, .some): (bucket.state, kind) = (.known, .known)
    case (nil, nil): (bucket.state, kind) = (.open, .new)
    case (.open, nil), (.reopened, nil): kind = .stillOpen
    case (.moved, nil) where isOpenElsewhere: (bucket.state, kind) = (.open, .stillOpen)
    case (.fixed, nil), (.known, nil), (.moved, nil):
      (bucket.state, kind) = (.reopened, .reopened)
    }
    return BucketChange(
      kind: kind, bucket: bucket, cases: fact.cases, replay: fact.replay,
      issue: issue ?? (old?.state == .known ? expired : nil))
  }

  /// - Returns: nil for a bucket about which there is nothing to say: it was fixed or emptied before.
  private static func absent(
    _ old: Bucket, _ fact: BucketEvidence?, _ stamp: NightStamp, _ issue: KnownIssues.Issue?,
    expired: KnownIssues.Issue?
  ) -> BucketChange? {
    guard old.state != .fixed, old.state != .moved else { return nil }
    var bucket = old
    let replay = fact?.replay ?? .notTried
    if replay == .moved {
      (bucket.state, bucket.path) = (.moved, nil)
      return BucketChange(kind: .moved, bucket: bucket, cases: 0, replay: replay)
    }
    bucket.path = fact?.path ?? (bucket.isStored ? nil : bucket.path)
    if replay == .passes {
      bucket.state = .fixed
      bucket.fixed = stamp
      return BucketChange(kind: .fixed, bucket: bucket, cases: 0, replay: replay, issue: issue)
    }
    // Nobody has tried it: it stands as it stood, but for issues that come and expire.
    if issue != nil {
      bucket.state = .known
      return BucketChange(kind: .known, bucket: bucket, cases: 0, replay: replay, issue: issue)
    }
    let isBack = old.state == .known
    if isBack { bucket.state = .reopened }
    return BucketChange(
      kind: isBack ? .reopened : .stillOpen, bucket: bucket, cases: 0, replay: replay,
      issue: isBack ? expired : nil)
  }
}

/// Who is wrong and how, in whatever bucket.
private struct BucketKind: Hashable {
  let subject: String
  let verdict: String

  init(_ fact: BucketEvidence) { (subject, verdict) = (fact.subject, fact.verdict) }
  init(_ bucket: Bucket) { (subject, verdict) = (bucket.subject, bucket.verdict) }
}

// MARK: - JSON

extension BucketRegistry {
  /// The text of `registry.json`: the same registry always gives the same bytes.
  package var encoded: [UInt8] {
    JSONWriter.document([
      "layoutfuzzRegistry": .number(Self.version), "night": .number(night),
      "buckets": .array(buckets.map(\.json)),
    ])
  }

  /// Reads the text of `registry.json`; never traps, whatever the bytes are.
  package init(decoding bytes: [UInt8]) throws(JSONError) {
    let reader = try JSONObjectReader(
      try JSONParser.parse(bytes), "a registry",
      keys: ["layoutfuzzRegistry", "night", "buckets"])
    let version = try reader.required("layoutfuzzRegistry")
    guard version.int == Self.version else {
      throw version.error("expected the format version \(Self.version)")
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
