// SPDX-License-Identifier: MIT

import LayoutModel

/// Distances from the edges of a rectangle toward its inside, in points, for computations.
struct EdgeInsets: Sendable, Hashable {
  var top = 0.0
  var left = 0.0
  var bottom = 0.0
  var right = 0.0
}

extension EdgeInsets {
  init(all value: Double) { self.init(top: value, left: value, bottom: value, right: value) }

  var layoutInsets: LayoutInsets {
    func number(_ value: Double) -> LayoutNumber {
      DocumentNumber.rounded(value, places: 3) ?? .zero
    }
    return LayoutInsets(
      top: number(top), left: number(left), bottom: number(bottom), right: number(right))
  }
}
