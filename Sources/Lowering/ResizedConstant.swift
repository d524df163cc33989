// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel

/// The right side of a linear constraint that depends on the size of the root.
package struct ResizedConstant: Sendable, Hashable {
  /// The index of the constraint.
  package let row: Int
  package let constant: Rational
}

extension LoweredCase {
  /// Lists the right sides of the linear system that change when the root gets another size.
  ///
  /// They are those of the equations that fix it, since everything that follows the root does so by
  /// a variable.
  ///
  /// - Parameters:
  ///   - old: the previous size, in points.
  ///   - size: the new size, in points.
  ///   - fault: a planted fault; nil for a healthy lowering.
  /// - Returns: one for each axis, width first.
  package func resizing(
    from old: LayoutSize, to size: LayoutSize, fault: LoweringFault? = nil
  ) -> [ResizedConstant] {
    let insets = layoutCase.views[0].alignmentInsets
    let lengths: [(Attribute, LayoutNumber, LayoutNumber, Rational)] = [
      (.width, old.width, size.width, Rational(insets.left) + Rational(insets.right)),
      (.height, old.height, size.height, Rational(insets.top) + Rational(insets.bottom)),
    ]
    return lengths.compactMap { attribute, before, after, outside in
      if fault == .resizeOnlyGrows, after.isLess(than: before) { return nil }
      guard let row = origins.firstIndex(of: .root(attribute)) else { return nil }
      return ResizedConstant(row: row, constant: Rational(after) - outside)
    }
  }
}
