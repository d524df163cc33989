// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import Judging

/// The facts of one night about a bucket.
package struct BucketEvidence: Sendable, Hashable {
  /// The result of replaying its stored cases.
  package enum Replay: String, Sendable, Hashable, CaseIterable {
    /// It has no stored case, or none that can be run.
    case notTried
    /// All pass.
    case passes
    /// At least one fails, in any way.
    case fails
    /// No claim is made about one of them, and none fails.
    case undecided
    /// All were minimized and belong to buckets of their own.
    case moved
  }

  package var signature: String
  package var failing: FailingPart
  package var summary: String
  /// The number of random cases of the night that belong to it.
  package var cases: Int
  package var replay: Replay
  /// The path of its smallest existing case.
  package var path: String?
  package var isStored: Bool
  /// The bucket in which its findings were pending before this night; nil for none.
  package var pendingIn: String?
  /// The number of random cases of that bucket that are known to belong here; all of them, if no
  /// case belongs elsewhere.
  package var pendingCases = 0

  package init(
    signature: String, failing: FailingPart, summary: String, cases: Int = 0,
    replay: Replay = .notTried, path: String? = nil, isStored: Bool = true
  ) {
    self.signature = signature
    self.failing = failing
    self.summary = summary
    self.cases = cases
    self.replay = replay
    self.path = path
    self.isStored = isStored
  }

  /// Whether the bucket fails tonight.
  package var isPresent: Bool { cases > 0 || replay == .fails }
}

/// The result of a night for a bucket: its change, or that it is unchanged.
package struct BucketChange: Sendable, Hashable {
  /// The kind of change, named as on the page.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// No earlier night has hit it.
    case new
    /// Open as before.
    case stillOpen
    case fixed
    case reopened
    /// Present, but suppressed by a known issue.
    case known
    /// No finding is pending in it any more: all were minimized and belong to buckets of their own.
    case moved
  }

  package var kind: Kind
  /// The bucket after the night.
  package var bucket: Bucket
  /// The number of random cases of the night that belong to it.
  package var cases: Int
  package var replay: BucketEvidence.Replay
  /// The issue that suppresses it, or for kind `reopened` the one that has expired.
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

  /// Whether the bucket still fails after the night.
  package var isThere: Bool { kind != .fixed && kind != .moved }
}

/// All buckets that nights have hit: the content of `registry.json`.
///
/// A bucket that fails tonight is new, still open, reopened (it was fixed, or its known issue has
/// expired) or known. Another bucket is fixed when all its stored cases pass, and unchanged when
/// none was tried. No bucket is removed.
///
/// A queue of pending findings has an entry, too. Its findings may belong to any open bucket of
/// their kind of failure, so they are still open while there is one. They are new or reopened only
/// if there is none. Once minimized, a finding is compared by its bucket.
package struct BucketRegistry: Sendable, Hashable {
  /// The version of the format, the value of the key `layoutfuzzRegistry`.
  ///
  /// Versions 1 to 3 are also read: version 1 has no seals, version 2 has no hashes of records,
  /// version 3 has no attributed queues.
  package static let version = 4
  /// The name of the file in the folder of nights.
  package static let fileName = "registry.json"

  /// The last night whose evidence is included; 0 for none.
  package internal(set) var night = 0
  /// The buckets in the order of their names.
  package internal(set) var buckets: [Bucket] = []
  /// The findings in the store after that night, in the order of their folders; nil in registries
  /// of version 1.
  package internal(set) var seals: [FindingSeal]?
  /// The hash of the history that the night wrote; nil in registries of version 1.
  package internal(set) var historyHash: String?

  /// The records of nights in their folders after that night, in order; nil in registries of
  /// earlier versions of the tool.
  package internal(set) var records: [RecordSeal]?

  package init() {}

  /// The lowest version that has all members: a registry that was read is written as it was.
  var leastVersion: Int {
    guard isSealed else { return 1 }
    if buckets.contains(where: \.isAttributed) { return Self.version }
    return records?.contains(where: \.hasHashes) == true ? 3 : 2
  }

  /// Whether it has the hashes of the files next to it.
  package var isSealed: Bool { seals != nil && historyHash != nil }

  /// Returns the bucket of this name; nil when no night has hit it.
  ///
  /// - Complexity: O(buckets).
  package func bucket(named signature: String) -> Bucket? {
    buckets.first { $0.signature == signature }
  }

  /// Returns the changes that evidence of a night causes; `take` applies them.
  ///
  /// - Parameters:
  ///   - evidence: the evidence, at most one for each bucket.
  ///   - stamp: the night.
  ///   - known: the known issues.
  /// - Returns: the change of each bucket that fails or was open, in the order of their names.
  package func changes(
    by evidence: [BucketEvidence], _ stamp: NightStamp, known: KnownIssues
  ) -> [BucketChange] {
    let byName = Dictionary(uniqueKeysWithValues: buckets.map { ($0.signature, $0) })
    let facts = Dictionary(uniqueKeysWithValues: evidence.map { ($0.signature, $0) })
    let parts = openParts
    var changes: [BucketChange] = []
    for name in inOrder(Set(byName.keys).union(facts.keys)) {
      let fact = facts[name]
      let issue = known.issue(for: name, on: stamp.date)
      let expired = known.expiredIssue(for: name, on: stamp.date)
      let change: BucketChange?
      if let fact, fact.isPresent {
        let isOpenElsewhere =
          PendingQueue(named: name).map { Self.isOpenElsewhere($0, changes) }
          ?? parts.contains(fact.failing)
        change = Self.present(
          byName[name] ?? Self.origin(of: fact, in: byName), fact, stamp, issue, expired: expired,
          isOpenElsewhere: isOpenElsewhere)
      } else {
        change = byName[name].flatMap { Self.absent($0, fact, stamp, issue, expired: expired) }
      }
      if let change { changes.append(change) }
    }
    return changes.sorted { $0.bucket.signature < $1.bucket.signature }
  }

  /// Returns names in the order in which their changes are found, so that each queue comes after
  /// what it may belong to: buckets, open queues that a night listed as new, other open queues, all
  /// others.
  private func inOrder(_ names: Set<String>) -> [String] {
    let open = buckets.filter(\.isOpen)
    let listed = Set(open.filter { !$0.isAttributed }.map(\.signature))
    let attributed = Set(open.filter(\.isAttributed).map(\.signature))
    func rank(_ name: String) -> Int {
      if PendingQueue(named: name) == nil { return 0 }
      return listed.contains(name) ? 1 : attributed.contains(name) ? 2 : 3
    }
    let ranked = names.map { (rank: rank($0), name: $0) }
    return ranked.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.map(\.name)
  }

  /// Whether findings of a queue may belong to an open bucket, or to another queue, that is listed
  /// anyway.
  ///
  /// A suppressed bucket must not hide one that is not suppressed. A queue that only counts as
  /// another one stands for nothing itself.
  private static func isOpenElsewhere(_ queue: PendingQueue, _ changes: [BucketChange]) -> Bool {
    !queue.isUnrepeatable
      && changes.contains { change in
        guard change.isThere, change.kind != .known, change.bucket.isStored,
          !change.bucket.isAttributed
        else { return false }
        let name = change.bucket.signature
        return queue.mayBecome(name) || PendingQueue(named: name)?.mayBecome(queue.name) == true
      }
  }

  /// Returns the entry of the queue in which the findings of a bucket were pending, under the name
  /// of the bucket; nil if they are listed for the first time.
  private static func origin(of fact: BucketEvidence, in buckets: [String: Bucket]) -> Bucket? {
    guard let queue = fact.pendingIn.flatMap({ buckets[$0] }), !queue.isAttributed else {
      return nil
    }
    return queue.renamed(by: fact)
  }

  /// The failing parts that are open and not suppressed.
  ///
  /// A suppressed bucket must not hide one that is not suppressed.
  private var openParts: Set<FailingPart> {
    Set(buckets.filter(\.isOpen).map(\.failing))
  }

  /// Applies the changes of a night.
  ///
  /// - Precondition: the night comes after the last one.
  package mutating func take(_ changes: [BucketChange], of number: Int) {
    (seals, historyHash, records) = (nil, nil, nil)
    precondition(number > night, "night \(number) is not after night \(night)")
    var byName = Dictionary(uniqueKeysWithValues: buckets.map { ($0.signature, $0) })
    for change in changes { byName[change.bucket.signature] = change.bucket }
    night = number
    buckets = byName.values.sorted { $0.signature < $1.signature }
  }

  /// Records the hashes of the files that a night leaves next to the registry.
  ///
  /// - Parameters:
  ///   - findings: the seals of the stored findings.
  ///   - history: the history.
  ///   - records: the records of nights in their folders, in order.
  package mutating func seal(
    _ findings: [FindingSeal], history: NightHistory, records: [RecordSeal]? = nil
  ) {
    seals = findings
    historyHash = ContentHash.text(history.encoded)
    self.records = records
  }

  private static func present(
    _ old: Bucket?, _ fact: BucketEvidence, _ stamp: NightStamp, _ issue: KnownIssues.Issue?,
    expired: KnownIssues.Issue?, isOpenElsewhere: Bool
  ) -> BucketChange {
    var bucket =
      old
      ?? Bucket(
        signature: fact.signature, failing: fact.failing, summary: fact.summary, state: .open,
        first: stamp, last: stamp, isStored: fact.isStored)
    bucket.countSighting(on: stamp, cases: fact.cases)
    bucket.failing = fact.failing
    bucket.summary = fact.summary
    // The path of a stored bucket is that of an existing case, if any.
    bucket.path = fact.path ?? (fact.isStored ? nil : bucket.path)
    let isQueue = PendingQueue(named: fact.signature) != nil
    let isOpen = old?.isOpen == true
    let kind: BucketChange.Kind
    switch (old?.state, issue) {
    case (_, .some): (bucket.state, kind) = (.known, .known)
    // The bucket to which its findings seemed to belong is fixed.
    case (.open, nil) where bucket.isAttributed && !isOpenElsewhere:
      (bucket.isAttributed, bucket.first, kind) = (false, stamp, .new)
    case (.open, nil), (.reopened, nil): kind = .stillOpen
    case (nil, nil) where isQueue && isOpenElsewhere, (.moved, nil) where isOpenElsewhere,
      // A stored case that fails again is the old finding, not another one of its kind.
      (.fixed, nil) where isQueue && isOpenElsewhere && fact.replay != .fails:
      (bucket.state, kind) = (.open, .stillOpen)
    case (nil, nil): (bucket.state, kind) = (.open, .new)
    case (.fixed, nil), (.known, nil), (.moved, nil):
      (bucket.state, kind) = (.reopened, .reopened)
    }
    if isQueue, !isOpen { bucket.isAttributed = kind == .stillOpen }
    return BucketChange(
      kind: kind, bucket: bucket, cases: fact.cases, replay: fact.replay,
      issue: issue ?? (old?.state == .known ? expired : nil))
  }

  /// - Returns: nil for a bucket without a report, since it was fixed or emptied before.
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
    // Its cases were not tried: its state changes only with issues that appear and expire.
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

extension Bucket {
  /// Whether it is open and not suppressed.
  fileprivate var isOpen: Bool { state == .open || state == .reopened }

  /// Returns the bucket of pending findings, renamed to that of their minimized findings, with its
  /// dates.
  fileprivate func renamed(by fact: BucketEvidence) -> Bucket {
    var bucket = self
    bucket.signature = fact.signature
    bucket.cases = min(cases, max(1, fact.pendingCases))
    return bucket
  }
}
