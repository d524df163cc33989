// SPDX-License-Identifier: MIT

import Synchronization

/// The operations that several exact solutions may spend together: those of one question, as
/// whether a conflict is irreducible, or those of the check of one file.
///
/// One limit for each of many solutions is none for all of them.
package final class OperationMeter: Sendable {
  private let operationsLeft: Atomic<Int>
  /// What this meter is a part of; nil when it is no part.
  private let whole: OperationMeter?

  /// - Parameters:
  ///   - operations: how many there are to spend.
  ///   - whole: a meter that all of them are taken from, too.
  package init(operations: Int, of whole: OperationMeter? = nil) {
    operationsLeft = Atomic(operations)
    self.whole = whole
  }

  /// How many operations are left; negative when the last work took more than there were.
  package var left: Int {
    let own = operationsLeft.load(ordering: .relaxed)
    return whole.map { min(own, $0.left) } ?? own
  }

  package func spend(_ operations: Int) {
    operationsLeft.subtract(operations, ordering: .relaxed)
    whole?.spend(operations)
  }
}

extension OperationMeter: Hashable {
  package static func == (one: OperationMeter, other: OperationMeter) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
