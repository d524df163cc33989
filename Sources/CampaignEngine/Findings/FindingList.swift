// SPDX-License-Identifier: MIT

import CorpusStore
import JSON

/// The findings of a campaign about one kind of subject, in the order of their first cases, with
/// their store.
///
/// One fault fails on many subjects. The first few failures of each kind are examined, and after
/// that ever fewer, in case there is a second fault behind the first. All others are only counted.
package struct FindingList<Subject: CampaignSubject>: Sendable {
  package private(set) var findings: [Finding<Subject>] = []
  /// The folders of findings that were created, in order.
  package private(set) var newFolders: [String] = []
  private var counts: [FailureIdentity: Int] = [:]
  private var store: FindingStore?

  /// - Parameters:
  ///   - outputFolder: the folder of the `findings` folder; nil keeps nothing on disk.
  ///   - start: the list of the campaign that is resumed.
  package init(outputFolder: String?, from start: State = State()) {
    findings = start.findings
    counts = Dictionary(uniqueKeysWithValues: start.failures.map { ($0.failure, $0.count) })
    store = outputFolder.map { FindingStore(output: $0) }
  }

  // MARK: - Counting

  /// Counts a failure.
  ///
  /// - Returns: its number among those of its kind, from 1.
  package mutating func count(_ failure: FailureIdentity) -> Int {
    let count = counts[failure, default: 0] + 1
    counts[failure] = count
    for index in findings.indices where findings[index].countedAs.contains(failure) {
      findings[index].occurrences = occurrences(findings[index].countedAs)
    }
    return count
  }

  private func occurrences(_ failures: [FailureIdentity]) -> Int {
    max(1, failures.reduce(0) { $0 + counts[$1, default: 0] })
  }

  /// Whether the failure of this number is examined: the first four of its kind, then the 8th, the
  /// 16th, ...
  package static func isWorthExamining(_ number: Int, minimizes: Bool) -> Bool {
    // Unminimized subjects of one kind cannot be distinguished: one is enough.
    guard minimizes else { return number == 1 }
    return number <= FindingStore.foldersPerBucket || number & (number - 1) == 0
  }

  // MARK: - Storing

  /// Writes a subject before any trial on it.
  ///
  /// - Returns: nil when nothing is kept on disk.
  /// - Throws: the path that cannot be written, and why.
  package func begin(_ original: Subject) throws(WriteError) -> FindingStore.Draft? {
    try store.map { (store) throws(WriteError) in
      try store.begin(bytes: original.fileBytes, as: Subject.kind.originalName)
    }
  }

  /// Removes a draft that no finding needs; nothing for nil.
  package func discard(_ draft: FindingStore.Draft?) {
    if let draft { store?.discard(draft) }
  }

  /// Stores a failure and adds it to its bucket.
  ///
  /// - Parameters:
  ///   - examined: the smallest subject and the files about it.
  ///   - original: the subject as it was found.
  ///   - draft: the original on disk; nil when nothing is kept there.
  ///   - index: the index of the case that showed it.
  ///   - counted: the failure under which it was counted; nil for that of the smallest subject.
  ///   - nanoseconds: the time since the start of the campaign.
  /// - Throws: the path that cannot be written, and why.
  package mutating func add(
    _ examined: ExaminedFailure<Subject>, of original: Subject, _ draft: FindingStore.Draft?,
    case index: Int, countedAs counted: FailureIdentity? = nil, nanoseconds: UInt64
  ) throws(WriteError) {
    let counted = counted ?? examined.failure
    var outcome: FindingStore.Outcome?
    if let draft {
      outcome = try store?.finish(draft, examined.files, report: examined.page)
      if case .new(let folder) = outcome { newFolders.append(folder) }
    }
    let place = outcome?.place
    let signature = examined.files.record.signature
    if let known = findings.firstIndex(where: { $0.signature == signature }) {
      findings[known].members += 1
      if !findings[known].countedAs.contains(counted) {
        findings[known].countedAs.append(counted)
        findings[known].occurrences = occurrences(findings[known].countedAs)
      }
      if let place, !findings[known].folders.contains(place) {
        findings[known].folders.append(place)
      }
      if outcome?.folder != nil || store == nil {
        findings[known].takeSmaller(finding(examined, of: original, outcome, counted, case: index))
      }
      return
    }
    var finding = finding(examined, of: original, outcome, counted, case: index)
    finding.nanoseconds = nanoseconds
    finding.folders = [place].compactMap { $0 }
    findings.append(finding)
  }

  /// Removes a member of a pending finding from the list, and the finding without a folder.
  ///
  /// The smallest one of those left takes its place, so that the finding names no folder that is
  /// removed.
  mutating func remove(_ signature: String, in folder: String?) {
    guard let index = findings.firstIndex(where: { $0.signature == signature }) else { return }
    findings[index].members -= 1
    findings[index].folders.removeAll { $0 == folder }
    // Further members were only counted.
    if findings[index].folders.isEmpty {
      findings.remove(at: index)
    } else if let folder, let store, findings[index].isStored(in: folder) {
      findings[index].takeSmallestMember(in: store.directory)
    }
  }

  /// Replaces a pending finding by a failure that was examined further.
  ///
  /// - Parameters:
  ///   - pending: the finding.
  ///   - folder: the folder of the member that is replaced; nil when nothing is kept on disk.
  ///   - examined: the smallest subject and the files about it.
  ///   - original: the subject as it was found.
  ///   - draft: the original on disk; nil when nothing is kept there.
  /// - Returns: whether the finding has another place now.
  /// - Throws: the path that cannot be written, and why.
  mutating func replace(
    _ pending: Finding<Subject>, in folder: String?, with examined: ExaminedFailure<Subject>,
    of original: Subject, _ draft: FindingStore.Draft?
  ) throws(WriteError) -> Bool {
    let order = findings.firstIndex { $0.signature == pending.signature } ?? findings.count
    remove(pending.signature, in: folder)
    let count = findings.count
    try add(
      examined, of: original, draft, case: pending.firstCase, countedAs: pending.countedAs[0],
      nanoseconds: pending.nanoseconds)
    if findings.count > count { findings.insert(findings.removeLast(), at: min(order, count)) }
    return examined.files.record.signature != pending.signature
      || folder.map { place in !findings.contains { $0.folders.contains(place) } } ?? false
  }

  private func finding(
    _ examined: ExaminedFailure<Subject>, of original: Subject,
    _ outcome: FindingStore.Outcome?, _ counted: FailureIdentity, case index: Int
  ) -> Finding<Subject> {
    let record = examined.files.record
    return Finding(
      signature: record.signature, failure: examined.failure, countedAs: [counted],
      summary: record.summary,
      step: record.answer?.step, rate: record.rate, firstCase: index, original: original,
      smallest: examined.smallest,
      path: outcome?.folder.map { "\($0)/\(Subject.kind.fileName)" }, nanoseconds: 0,
      occurrences: occurrences([counted]))
  }

  // MARK: - State

  /// The content of a list in the progress of an unfinished campaign.
  package struct State: Sendable {
    var findings: [Finding<Subject>] = []
    /// The number of failures of each kind, in the order of their names.
    var failures: [(failure: FailureIdentity, count: Int)] = []

    package init() {}
  }

  package var state: State {
    let failures = counts.map { (failure: $0.key, count: $0.value) }
    var state = State()
    state.findings = findings
    state.failures = failures.sorted { $0.failure.isOrdered(before: $1.failure) }
    return state
  }
}

extension FindingList.State {
  private static var keys: [String] { ["findings", "failures"] }

  /// The findings with their subjects, and the number of failures of each kind.
  package var json: JSONValue {
    [
      "findings": .array(findings.map(\.json)),
      "failures": .array(failures.map { [$0.failure.json, .number($0.count)] }),
    ]
  }

  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a list of findings", keys: Self.keys)
    for element in try reader.required("failures").requiredArray("failures") {
      let words = try element.requiredArray("a failure and its count", count: 2)
      failures.append(
        (
          try FailureIdentity(json: words[0], on: Subject.kind),
          try words[1].requiredIndex("a count")
        ))
    }
    guard Set(failures.map(\.failure)).count == failures.count else {
      throw value.error("expected each failure once")
    }
    for element in try reader.required("findings").requiredArray("findings") {
      var finding = try Finding<Subject>(json: element)
      let counted = failures.filter { finding.countedAs.contains($0.failure) }
      finding.occurrences = max(1, counted.reduce(0) { $0 + $1.count })
      findings.append(finding)
    }
  }
}
