// SPDX-License-Identifier: MIT

import CorpusStore
import Oracles

/// The other work of the thread that folds, while a long piece of work runs: it stores findings as
/// they arrive, and shows the progress.
package protocol FoldingWait: AnyObject {
  /// The failure under examination.
  var examinations: ExaminationProgress { get }
  /// Stores all arrivals so far.
  func storeArrived()
  /// Discards the drafts of cases before `index` that have not become findings.
  func settle(before index: Int)
  func during<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value
  /// Records that the subject of a case is being examined, whose other drafts are no longer needed.
  func looking(into index: Int, _ draft: FindingStore.Draft)
}

extension FoldingWait {
  /// Keeps all drafts until the case is settled.
  package func looking(into index: Int, _ draft: FindingStore.Draft) {}

  /// Records that the examination of a failure begins.
  package func examine(_ verdict: FailureKind, of accused: String) {
    examinations.begin("\(accused) \(verdict)")
  }
}

/// Runs `work`, on a background thread when `wait` has other work meanwhile.
package func awaited<Value: Sendable>(
  by wait: (any FoldingWait)?, _ work: @escaping @Sendable () -> Value
) -> Value {
  wait?.during(work) ?? work()
}
