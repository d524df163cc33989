// SPDX-License-Identifier: MIT

import CorpusStore

/// A thread that has other work while a long piece of work runs: the fold thread stores arriving
/// findings.
package protocol FoldingWait: AnyObject {
  func during<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value
  /// Records that the subject of a case is being examined, whose other drafts are no longer needed.
  func looking(into index: Int, _ draft: FindingStore.Draft)
}

extension FoldingWait {
  /// Keeps all drafts until the case is settled.
  package func looking(into index: Int, _ draft: FindingStore.Draft) {}
}

/// Runs `work`, on a background thread when `wait` has other work meanwhile.
package func awaited<Value: Sendable>(
  by wait: (any FoldingWait)?, _ work: @escaping @Sendable () -> Value
) -> Value {
  wait?.during(work) ?? work()
}
