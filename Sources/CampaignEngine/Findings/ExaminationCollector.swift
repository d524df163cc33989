// SPDX-License-Identifier: MIT

import CorpusStore
import Judging

/// A collector that turns failing scripts into findings: it diagnoses, minimizes and stores them.
///
/// The first scripts of each kind of verdict are diagnosed, and the first of each cause are
/// minimized. After that ever fewer are, in case there is a second fault behind the first.
package struct ExaminationCollector<Look: FailureExamination> {
  private var list: FindingList<Look.Subject>
  private var verdicts: VerdictCounts
  private var suppressed: SuppressedCases
  /// The seed of the campaign; nil for a case without a seed.
  private let seed: UInt64?
  /// Nil when findings are not minimized.
  private let terms: MinimizingTerms?
  /// Stores arriving findings while a script is examined; nil when nothing does.
  private let wait: (any FoldingWait)?

  /// - Parameters:
  ///   - seed: the seed of the campaign; nil for a case without a seed.
  ///   - outputFolder: the folder for findings; nil keeps nothing on disk.
  ///   - suppressions: the known issues, whose failures are only counted; nil for none.
  ///   - start: the collector of the campaign that is resumed.
  ///   - terms: the limits of minimization; nil when findings are not minimized.
  ///   - wait: stores arriving findings while a script is examined; nil when nothing does.
  package init(
    seed: UInt64?, outputFolder: String?, suppressions: Suppressions? = nil,
    from start: CollectorState<Look.Subject> = .init(), minimizing terms: MinimizingTerms?,
    during wait: (any FoldingWait)? = nil
  ) {
    list = FindingList(outputFolder: outputFolder, from: start.list)
    verdicts = start.verdicts
    suppressed = SuppressedCases(suppressions, from: start.suppressed)
    self.terms = terms
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
    return VerdictCounts.isExamined(verdicts.count(verdict, by: program))
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
    let diagnosed = awaited(by: wait) { look.diagnosed() }
    if suppressed.takes(diagnosed.failure) {
      verdicts.forgive(look.verdict, by: look.program)
      list.discard(draft)
      return diagnosed
    }
    let number = list.count(diagnosed.failure)
    let terms = terms?.time?.isOver == true ? nil : terms
    let minimizes = terms != nil && !diagnosed.isUnexamined
    guard FindingList<Look.Subject>.isWorthExamining(number, minimizes: minimizes) else {
      list.discard(draft)
      return diagnosed
    }
    let (seed, folder) = (seed, draft?.folder)
    let examined = awaited(by: wait) {
      look.examined(diagnosed, seed: seed, minimizing: terms, folder: folder)
    }
    // A smaller script may have shown that the failure only comes sometimes.
    if examined.failure != diagnosed.failure, suppressed.takes(examined.failure) {
      verdicts.forgive(look.verdict, by: look.program)
      list.discard(draft)
      return diagnosed
    }
    if suppressed.takes(bucket: examined.files.record.signature) {
      list.discard(draft)
      return diagnosed
    }
    try list.add(
      examined, of: look.subject, draft, case: look.index, countedAs: diagnosed.failure,
      nanoseconds: elapsed())
    return diagnosed
  }
}
