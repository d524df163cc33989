// SPDX-License-Identifier: MIT

/// The consecutive ends of processes that did the same work, each of them new and with no other
/// work.
///
/// They show whether the work is the reason.
///
/// The work is the reason when it ends two of them in a row in the same phase, or eight in any. An
/// end by a signal from outside, or before the process has begun, is no evidence against the work
/// (`CaseDeath.isDisturbance`). `BackOff` counts those ends.
package struct Suspicion: Sendable {
  /// The number of consecutive ends in the same phase that confirm the suspicion.
  private static let endsMin = 2
  /// The number of ends in any phase that confirm it, too.
  ///
  /// Else a request that ends each process in another way would be tried forever.
  private static let endsMax = 8

  private var last: CaseDeath?
  private var count = 0
  private var total = 0

  /// - Parameter death: the end of a process that had done other work before. A hang or excess
  ///   memory counts, since this process measured it; a crash may be due to the earlier work.
  package init(after death: CaseDeath? = nil) {
    if let death, death.isMeasured { note(death) }
  }

  /// Records one more end.
  ///
  /// - Parameters:
  ///   - death: the end of the process.
  ///   - wasFresh: whether the process had done no other work.
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

  /// Whether this process has measured the failure.
  fileprivate var isMeasured: Bool {
    switch failure {
    case .hung, .outOfMemory: return !isDisturbance
    case .crashed, .garbled: return false
    }
  }

  /// Whether the work may be innocent: the process was ended from outside, or before it had begun.
  package var isDisturbance: Bool {
    // An unreadable reply is due to the work, whatever phase the process recorded last.
    if case .garbled = failure { return false }
    return isFromOutside || phase == .idle
  }
}
