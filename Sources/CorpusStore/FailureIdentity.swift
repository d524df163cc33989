// SPDX-License-Identifier: MIT

import JSON
import Oracles

/// The identity of a failure of any subject: who fails, in which way and why.
///
/// It is the same for a subject and for every smaller one that shows the same fault. So
/// minimization keeps it, and the names of buckets begin with it.
package struct FailureIdentity: Sendable, Hashable {
  package let accused: Accused
  package let verdict: FailureKind
  /// The history that the failure needs; nil exactly where the accused works on no history.
  package let cause: FailureCause?
  /// The way in which the process of another program ended.
  ///
  /// Nil for other failures, for the project's own session, and in findings of earlier versions,
  /// where it stands for any ending.
  package let ending: CrashEnding?
  /// A text that distinguishes faults of one part of `check`; nil for others, and in the record of
  /// a finding, whose bucket has it.
  package let detail: String?

  package init(
    _ accused: Accused, _ verdict: FailureKind, cause: FailureCause? = nil,
    ending: CrashEnding? = nil, detail: String? = nil
  ) {
    assert(accused.hasHistory == (cause != nil), "the cause of a failure of \(accused)")
    self.accused = accused
    self.verdict = verdict
    self.cause = cause
    self.ending = ending
    self.detail = detail
  }

  /// Creates the failure of the names in a file or message.
  package init(
    name: String, verdict: FailureKind, on subject: FindingRecord.Subject = .layout,
    cause: FailureCause? = nil, ending: CrashEnding? = nil, detail: String? = nil
  ) {
    self.init(
      Accused(name: name, verdict: verdict, on: subject), verdict, cause: cause, ending: ending,
      detail: detail)
  }

  /// Creates the failure of a strategy; nil when the verdict is none.
  package init?(strategy: String, verdict: Verdict) {
    guard let kind = verdict.failureKind else { return nil }
    self.init(.strategy(strategy), kind)
  }

  /// The verdict with its cause, as `worseThanOptimal-alone`.
  package var kind: String { verdict.name(with: cause) }

  /// The beginning of the names of its buckets: `kiwi-crash-alone-exit3`.
  package var stem: String {
    "\(accused)-\(kind)" + (ending.map { "-\($0.exit)" } ?? "")
  }

  /// The queue of subjects whose minimization was cut short.
  package var pendingQueue: PendingQueue { PendingQueue(kind: stem) }

  /// The failure as the files of nights have it.
  package var failing: FailingPart { FailingPart(accused.name, verdict, cause) }

  /// Whether it comes first in an order that does not depend on hashes.
  package func isOrdered(before other: FailureIdentity) -> Bool {
    JSONWriter.line(json).lexicographicallyPrecedes(JSONWriter.line(other.json))
  }
}

// MARK: - JSON

extension FailureIdentity {
  /// The failure inside a larger file, as a list of words.
  package var json: JSONValue {
    let words: [String?] = [
      accused.name, verdict.name, cause?.name, ending?.exit, ending?.words, detail,
    ]
    return .strings(words.compactMap { $0 })
  }

  /// - Parameters:
  ///   - json: the words.
  ///   - subject: the kind of subject that fails.
  /// - Throws: when the value is no such list of words.
  package init(json: JSONValue, on subject: FindingRecord.Subject) throws(JSONError) {
    let words = try json.requiredStrings("a failure")
    let hasEnding = subject == .script && words.count == 5
    guard words.count == (subject == .layout ? 2 : 3) || hasEnding else {
      throw json.error("expected the words of a failure (\(subject.rawValue))")
    }
    let verdict = FailureKind(name: words[1])
    let hasCause = subject == .script || subject == .engine
    let cause = hasCause ? FailureCause(name: words[2]) : nil
    if let cause, !cause.isKnown { throw json.error("unknown cause '\(cause)'") }
    self.init(
      name: words[0], verdict: verdict, on: subject, cause: cause,
      ending: hasEnding ? CrashEnding(exit: words[3], words: words[4]) : nil,
      detail: subject == .document ? words[2] : nil)
  }
}
