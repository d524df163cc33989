// SPDX-License-Identifier: MIT

import CorpusStore
import Judging
import Oracles

/// A collector that turns failing subjects into findings: it diagnoses, minimizes and stores them.
///
/// The first scripts of each kind of verdict are diagnosed, and the first subjects of each failure
/// are minimized. After that ever fewer are, in case there is a second fault behind the first.
package struct FindingCollector<Look: FailureExamination> {
  private var list: FindingList<Look.Subject>
  private var verdicts: VerdictCounts
  private var suppressed: SuppressedCases
  /// The seed of the campaign; nil for a case without a seed.
  private let seed: UInt64?
  /// Nil when findings are not minimized.
  private let terms: MinimizingTerms?
  /// Whether findings are examined further after all cases, so that a first look may be short.
  private let hasRounds: Bool
  /// Stores arriving findings while a subject is examined; nil when nothing does.
  private let wait: (any FoldingWait)?

  /// - Parameters:
  ///   - seed: the seed of the campaign; nil for a case without a seed.
  ///   - outputFolder: the folder for findings; nil keeps nothing on disk.
  ///   - suppressions: the known issues, whose failures are only counted; nil for none.
  ///   - start: the collector of the campaign that is resumed.
  ///   - terms: the limits of minimization; nil when findings are not minimized.
  ///   - hasRounds: whether findings are examined further after all cases.
  ///   - wait: stores arriving findings while a subject is examined; nil when nothing does.
  package init(
    seed: UInt64?, outputFolder: String?, suppressions: Suppressions? = nil,
    from start: CollectorState<Look.Subject> = .init(), minimizing terms: MinimizingTerms?,
    hasRounds: Bool, during wait: (any FoldingWait)? = nil
  ) {
    list = FindingList(outputFolder: outputFolder, from: start.list)
    verdicts = start.verdicts
    suppressed = SuppressedCases(suppressions, from: start.suppressed)
    self.terms = terms
    self.hasRounds = hasRounds
    self.seed = seed
    self.wait = wait
  }

  /// The findings in order of the case that first showed them.
  package var findings: [Finding<Look.Subject>] { list.findings }
  /// The folders of findings that were made, in order.
  package var newFolders: [String] { list.newFolders }

  package var state: CollectorState<Look.Subject> {
    CollectorState(list: list.state, verdicts: verdicts, suppressed: suppressed.state)
  }

  /// Counts a script that fails in this way.
  ///
  /// - Parameters:
  ///   - verdict: the kind of verdict.
  ///   - program: the name of the solver or engine.
  /// - Returns: whether the script is to be examined.
  package mutating func wants(_ verdict: FailureKind, by program: String) -> Bool {
    if suppressed.takes(verdict, of: program) { return false }
    return VerdictCounts.isExamined(verdicts.count(verdict, by: program), verdict)
  }

  /// Examines a failing script and stores its finding.
  ///
  /// - Parameters:
  ///   - look: the examination of the script.
  ///   - elapsed: returns the nanoseconds since the start.
  /// - Returns: the diagnosis.
  /// - Throws: the path that cannot be written, and why.
  package mutating func collect(
    _ look: Look, _ elapsed: () -> UInt64
  ) throws(WriteError) -> Look.Diagnosis {
    let draft = try list.begin(look.subject)
    // The rates of one fault would take the time of all others, so a later round measures them.
    let measuresRate = !hasRounds
    let diagnosed = awaited(by: wait) { look.diagnosed(measuringRate: measuresRate) }
    if suppressed.takes(diagnosed.failure) {
      verdicts.forgive(look.verdict, by: look.program)
      list.discard(draft)
      return diagnosed
    }
    let number = list.count(diagnosed.failure)
    let minimizes = openTerms != nil && (diagnosed.isRare || !diagnosed.isUnexamined)
    guard FindingList<Look.Subject>.isWorthExamining(number, minimizes: minimizes) else {
      list.discard(draft)
      return diagnosed
    }
    try store(look, diagnosed, draft, elapsed)
    return diagnosed
  }

  /// The limits of minimization; nil when findings are not minimized, or not any more.
  private var openTerms: MinimizingTerms? { terms?.time?.isOver == true ? nil : terms }

  /// Examines a diagnosed failure and stores its finding, unless it is suppressed.
  private mutating func store(
    _ look: Look, _ diagnosed: Look.Diagnosis, _ draft: FindingStore.Draft?,
    _ elapsed: () -> UInt64
  ) throws(WriteError) {
    let terms = openTerms
    let (seed, folder) = (seed, draft?.folder)
    let share = hasRounds ? terms?.limitedToFirstShare(of: look.verdict) : terms
    let examined = awaited(by: wait) {
      look.examined(diagnosed, seed: seed, minimizing: share, folder: folder)
    }
    // A smaller script may have shown that the failure only comes sometimes.
    if examined.failure != diagnosed.failure, suppressed.takes(examined.failure) {
      verdicts.forgive(look.verdict, by: look.program)
      list.discard(draft)
      return
    }
    if suppressed.takes(bucket: examined.files.record.signature) {
      list.discard(draft)
      return
    }
    try list.add(
      examined, of: look.subject, draft, case: look.index, countedAs: diagnosed.failure,
      nanoseconds: elapsed())
  }

  // MARK: - Later rounds

  /// Examines a pending finding further.
  ///
  /// The old folder stays in place, so that a kill loses nothing.
  ///
  /// - Parameters:
  ///   - pending: the finding.
  ///   - folder: its folder, of which it may have several; nil when nothing is kept on disk.
  ///   - look: the examination of its smallest script so far.
  ///   - original: the script as it was found.
  ///   - stored: its record so far; nil when nothing is kept on disk.
  ///   - share: the number of runs that may minimize it; nil for the usual one.
  /// - Returns: whether the finding has another place now, or is suppressed.
  /// - Throws: the path that cannot be written, and why.
  package mutating func resume(
    _ pending: Finding<Look.Subject>, in folder: String?, _ look: Look, original: Look.Subject,
    after stored: FindingRecord?, share: Int?
  ) throws(WriteError) -> Bool {
    let terms = openTerms?.limited(to: share)
    let seed = seed
    let diagnosed = awaited(by: wait) { look.diagnosed(measuringRate: true) }
    if diagnosed.isUnexamined { return false }
    let draft = try list.begin(original)
    var examined = awaited(by: wait) {
      look.examined(diagnosed, seed: seed, minimizing: terms, folder: draft?.folder)
    }
    if let stored {
      examined.resume(stored)
    } else {
      examined.files.record.original = original.recordSize
    }
    if suppressed.takes(examined.failure)
      || suppressed.takes(bucket: examined.files.record.signature)
    {
      list.discard(draft)
      list.remove(pending.signature, in: folder)
      return true
    }
    return try list.replace(pending, in: folder, with: examined, of: original, draft)
  }
}

// MARK: - Failures that are known without a diagnosis

extension FindingCollector where Look: KnownFailureExamination {
  /// Counts a failure.
  ///
  /// - Returns: its number among those of its kind, from 1.
  package mutating func count(_ failure: FailureIdentity) -> Int { list.count(failure) }

  /// Whether the failure of this number is to be examined.
  package func wants(_ number: Int) -> Bool {
    FindingList<Look.Subject>.isWorthExamining(number, minimizes: openTerms != nil)
  }

  /// Examines a subject whose failure was counted, and stores its finding.
  ///
  /// - Parameters:
  ///   - look: the examination of the subject.
  ///   - elapsed: returns the nanoseconds since the start.
  /// - Throws: the path that cannot be written, and why.
  package mutating func examine(_ look: Look, _ elapsed: () -> UInt64) throws(WriteError) {
    let draft = try list.begin(look.subject)
    if let draft { wait?.looking(into: look.index, draft) }
    try store(look, look.known, draft, elapsed)
  }
}
