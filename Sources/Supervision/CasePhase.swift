// SPDX-License-Identifier: MIT

import LinearModel

/// The step that a process executes on a case; it decides which part is blamed when the process
/// ends.
package enum CasePhase: Sendable, Hashable {
  /// Between two cases.
  case idle
  case generator
  /// The passes of layout and the lowering.
  case layout
  /// The strategy at this position among those that run.
  case strategy(Int)
  /// The exact oracle, its checker, the judge and the comparison with planted answers.
  case oracle
  case laws
  /// The script that edits the case in a session.
  case session

  /// The phase as one number, which a process that may end at any moment writes in one go.
  package var code: UInt64 {
    switch self {
    case .idle: return 0
    case .generator: return 1
    case .layout: return 2
    case .oracle: return 3
    case .laws: return 4
    case .session: return 5
    case .strategy(let position): return CasePhase.firstStrategy + UInt64(position)
    }
  }

  private static let firstStrategy: UInt64 = 16

  /// - Parameter code: any number: a faulty process may have written it.
  package init(code: UInt64) {
    switch code {
    case 1: self = .generator
    case 2: self = .layout
    case 3: self = .oracle
    case 4: self = .laws
    case 5: self = .session
    case CasePhase.firstStrategy..<(CasePhase.firstStrategy + 1024):
      self = .strategy(Int(code - CasePhase.firstStrategy))
    default: self = .idle
    }
  }
}

/// The end of a process that worked on a case.
package struct CaseDeath: Sendable, Hashable {
  /// The index of the case in its campaign; nil when it worked on no case.
  package let index: Int?
  package let phase: CasePhase
  package let failure: ProcessFailure
  /// Whether a signal of another process has ended it.
  let isFromOutside: Bool

  package init(
    index: Int?, phase: CasePhase, failure: ProcessFailure, isFromOutside: Bool = false
  ) {
    self.index = index
    self.phase = phase
    self.failure = failure
    self.isFromOutside = isFromOutside
  }
}
