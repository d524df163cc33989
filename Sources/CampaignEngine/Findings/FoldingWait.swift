// SPDX-License-Identifier: MIT

/// A thread that has other work while a long piece of work runs: the fold thread stores arriving
/// findings.
package protocol FoldingWait: AnyObject {
  func during<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value
}

/// Runs `work`, on a background thread when `wait` has other work meanwhile.
package func awaited<Value: Sendable>(
  by wait: (any FoldingWait)?, _ work: @escaping @Sendable () -> Value
) -> Value {
  wait?.during(work) ?? work()
}
