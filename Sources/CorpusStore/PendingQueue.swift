// SPDX-License-Identifier: MIT

import Display
import Oracles

/// A queue of findings of one kind of failure that wait for minimization.
///
/// It has the place of a bucket on disk and in the records of campaigns, but it is none: the shapes
/// of its cases do not identify the fault. Its findings may belong to any bucket of the same kind.
/// Only this type makes and recognizes its name.
package struct PendingQueue: Sendable, Hashable {
  private static let end = "-unminimized"
  /// The ends of kinds whose cause is not known, and may be any.
  private static let openEnds = [FailureCause.unexamined, .unrepeatable].map { "-\($0)" }

  /// The wrong part and its failure, such as `simplex-wrongValue` and `kiwi-crash-alone-exit3`.
  package let kind: String

  /// - Parameter kind: the wrong part and its failure.
  package init(kind: String) { self.kind = kind }

  /// Nil when `name` is that of a bucket.
  package init?(named name: some StringProtocol) {
    guard name.ends(with: Self.end) else { return nil }
    kind = Self.text(name, without: Self.end)
  }

  package var name: String { kind + Self.end }

  /// The beginning of the names of all buckets to which its findings may belong: the kind, without
  /// a cause that is not known.
  package var stem: String {
    Self.openEnds.first(where: kind.ends).map { Self.text(kind, without: $0) } ?? kind
  }

  /// Whether its findings are never minimized, because they did not show again.
  ///
  /// So it is no better known later: it is compared by its own name, as a bucket.
  package var isUnrepeatable: Bool { kind.ends(with: "-\(FailureCause.unrepeatable)") }

  /// Whether findings that are pending here may belong to a bucket, or to another queue once they
  /// are examined.
  package func mayBecome(_ bucket: String) -> Bool {
    bucket.begins(with: "\(stem)-") && bucket != name
  }

  /// Returns a text without its end, which is not cut inside of a character of Swift.
  private static func text(_ text: some StringProtocol, without end: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.dropLast(end.unicodeScalars.count)))
  }
}
