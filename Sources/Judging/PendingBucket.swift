// SPDX-License-Identifier: MIT

import Display

/// The bucket of the findings of one kind whose minimization was cut short.
///
/// All of them share it: their shapes do not identify the fault, and would be new ones every time.
/// Only this type makes and recognizes its name.
package struct PendingBucket: Sendable, Hashable {
  private static let end = "-unminimized"

  /// The wrong part and its failure, which begin the names of all buckets of this kind.
  package let kind: String

  /// - Parameter kind: the wrong part and its failure, such as `simplex-wrongValue`.
  package init(kind: String) { self.kind = kind }

  /// Nil when `name` is that of another bucket.
  package init?(named name: some StringProtocol) {
    guard name.ends(with: Self.end) else { return nil }
    kind = String(
      String.UnicodeScalarView(name.unicodeScalars.dropLast(Self.end.unicodeScalars.count)))
  }

  package var name: String { kind + Self.end }

  /// Whether findings that were pending here may be in a bucket after their minimization.
  package func mayBecome(_ bucket: String) -> Bool {
    bucket.begins(with: "\(kind)-") && bucket != name
  }
}
