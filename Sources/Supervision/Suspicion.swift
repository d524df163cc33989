// SPDX-License-Identifier: MIT

/// The ends of processes that did the same work, each of them new and with nothing else to do:
/// whether the work is the reason.
///
/// It is when it ends two of them in a row in the same phase, or eight in any. The end of a process
/// by a signal from outside, or before it had begun, says nothing of the work, however often it
/// comes (`CaseDeath.isDisturbance`): `BackOff` counts it.
package struct Suspicion: Sendable {
  /// How many ends in a row are a confirmation.
  private static let endsMin = 2
  /// How many ends of any kind are a confirmation, too: a request that ends each process in another
  /// way would be tried for ever.
  private static let endsMax = 8

  private var last: CaseDeath?
  private var count = 0
  private var total = 0

  /// - Parameter death: how a process ended that had done other work before. A hang and too much
  ///   memory were measured by this process and count; a crash may come from the work before.
  package init(after death: CaseDeath? = nil) {
    if let death, death.isMeasured { note(death) }
  }

  /// Takes down one more end.
  ///
  /// - Parameter wasFresh: whether the process had done no other work.
  /// - Returns: whether the work is the reason.
  package mutating func confirms(_ death: CaseDeath, wasFresh: Bool = true) -> Bool {
    if death.isDisturbance { return false }
    guard wasFresh else {
      self = Suspicion(after: death)
      return false
    }
    note(death)
    return count >= Self.endsMin || total >= Self.endsMax
  }

  private mutating func note(_ death: CaseDeath) {
    count = last.map(death.resembles) ?? false ? count + 1 : 1
    total += 1
    last = death
  }
}

extension CaseDeath {
  fileprivate func resembles(_ other: CaseDeath) -> Bool {
    index == other.index && phase == other.phase && failure.kind == other.failure.kind
  }

  /// Whether this process has measured what was wrong.
  fileprivate var isMeasured: Bool {
    switch failure {
    case .hung, .outOfMemory: return !isDisturbance
    case .crashed, .garbled: return false
    }
  }

  /// Whether the process itself may have done nothing wrong: it was ended from outside, or before
  /// it had begun.
  package var isDisturbance: Bool {
    // A reply that cannot be read is the work's, whatever the process noted last.
    if case .garbled = failure { return false }
    return isFromOutside || phase == .idle
  }
}
