// SPDX-License-Identifier: MIT

/// The history of edits that a failure on a script needs.
///
/// Findings, buckets and workers name it by `name`. Only this type makes and parses the names.
package enum FailureCause: Sendable, Hashable {
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
  /// A name that this version does not know, in a finding of another one.
  case unknown(String)

  private static let known: [FailureCause] = [
    .alone, .afterEdits, .afterRefusal, .afterExtreme, .sometimes, .unrepeatable, .unexamined,
  ]

  /// The name in findings and buckets, such as `afterEdits`.
  package var name: String {
    switch self {
    case .alone: return "alone"
    case .afterEdits: return "afterEdits"
    case .afterRefusal: return "afterRefusal"
    case .afterExtreme: return "afterExtreme"
    case .sometimes: return "sometimes"
    case .unrepeatable: return "unrepeatable"
    case .unexamined: return "unexamined"
    case .unknown(let name): return name
    }
  }

  /// Creates the cause of this name.
  package init(name: String) {
    self = Self.known.first { $0.name == name } ?? .unknown(name)
  }

  /// Whether this version knows the cause.
  package var isKnown: Bool {
    if case .unknown = self { false } else { true }
  }

  /// The reason why a script that passes does not show that the fault is gone; nil where it does.
  package var doubt: String? {
    switch self {
    case .unrepeatable: "it failed only in a process that had worked on other scripts"
    case .unexamined: "the campaign ended before it was known whether the failure comes again"
    case .alone, .afterEdits, .afterRefusal, .afterExtreme, .sometimes, .unknown: nil
    }
  }
}

extension FailureCause: CustomStringConvertible {
  package var description: String { name }
}

// MARK: - With the kind of failure

extension FailureKind {
  /// Returns the name with the cause, as files have it: `worseThanOptimal-alone`.
  package func name(with cause: FailureCause?) -> String {
    name + (cause.map { "-\($0)" } ?? "")
  }

  /// Returns the kind and the cause that a text names; without a cause if it ends with none that
  /// this version knows.
  package static func parse(_ text: String) -> (kind: FailureKind, cause: FailureCause?) {
    let words = text.split(scalar: "-")
    guard words.count > 1, let cause = words.last.map({ FailureCause(name: String($0)) }),
      cause.isKnown
    else { return (FailureKind(name: text), nil) }
    return (FailureKind(name: words.dropLast().joined(separator: "-")), cause)
  }
}
