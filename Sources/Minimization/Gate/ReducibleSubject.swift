// SPDX-License-Identifier: MIT

import LayoutModel

/// An input of a program under test that can be minimized.
package protocol ReducibleSubject {
  /// The order of simplicity.
  associatedtype Size: Comparable
  /// The identity of a subject among those of a minimization.
  associatedtype Key: Hashable

  var reducedSize: Size { get }
  /// Returns the identity of the subject, whose size is known.
  func key(_ size: Size) -> Key
  /// Whether it is well formed; others are never tried.
  var isValid: Bool { get }
}

extension LayoutCase: ReducibleSubject {
  package var reducedSize: CaseSize { CaseSize(self) }
  package func key(_ size: CaseSize) -> [UInt64] { size.fingerprint }
}
