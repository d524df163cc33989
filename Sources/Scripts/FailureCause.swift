// SPDX-License-Identifier: MIT

/// The history of edits that a failure on a script needs.
package enum FailureCause: String, Sendable, Hashable, CaseIterable {
  /// No history: the final system or layout, made without edits, fails in the same way.
  case alone
  /// Edits that are no longer in force, or their order.
  case afterEdits
  /// An operation that was rightly refused; only of solvers.
  case afterRefusal
  /// An infinity, NaN, or an absurdly large number; only of solvers.
  case afterExtreme
  /// The failure occurs in some runs of the same script only.
  case sometimes
  /// The failure does not occur again in a new process.
  case unrepeatable
  /// The cause is not known: the campaign was stopped, or the program did not start again, before
  /// the examination, or the examination ended the process.
  case unexamined

  /// The reason why a script that passes does not show that the fault is gone; nil where it does.
  package var doubt: String? {
    switch self {
    case .unrepeatable: "it failed only in a process that had worked on other scripts"
    case .unexamined: "the campaign ended before it was known whether the failure comes again"
    case .alone, .afterEdits, .afterRefusal, .afterExtreme, .sometimes: nil
    }
  }
}
