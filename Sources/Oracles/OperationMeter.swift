// SPDX-License-Identifier: MIT

import Synchronization

/// The operations that several exact solutions may use together.
///
/// They are the solutions of one question, such as whether a conflict is irreducible, or those of
/// the check of one file.
///
/// A limit for each of many solutions does not limit their sum.
package final class OperationMeter: Sendable {
  private let operationsLeft: Atomic<Int>
  /// The meter that contains this one; nil for none.
  private let whole: OperationMeter?

  /// - Parameters:
  ///   - operations: the available operations.
  ///   - whole: a meter from which all of them are deducted, too.
  package init(operations: Int, of whole: OperationMeter? = nil) {
    operationsLeft = Atomic(operations)
    self.whole = whole
  }

  /// The remaining operations; negative when the last work took more than there were.
  package var left: Int {
    let own = operationsLeft.load(ordering: .relaxed)
    return whole.map { min(own, $0.left) } ?? own
  }

  /// Deducts operations from this meter and from those that contain it.
  ///
  /// Threads may call it at once. More operations than are left make `left` negative.
  package func spend(_ operations: Int) {
    operationsLeft.subtract(operations, ordering: .relaxed)
    whole?.spend(operations)
  }
}

extension OperationMeter: Hashable {
  /// Whether both are the same meter, not whether as much is left.
  package static func == (one: OperationMeter, other: OperationMeter) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
