// SPDX-License-Identifier: MIT

import LayoutModel

/// Distances from the edges of a rectangle toward its inside, in points, for reckoning.
struct EdgeInsets: Sendable, Hashable {
  var top = 0.0
  var left = 0.0
  var bottom = 0.0
  var right = 0.0

  init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  init(all value: Double) { self.init(top: value, left: value, bottom: value, right: value) }

  subscript(edge: Edge) -> Double {
    get {
      switch edge {
      case .top: return top
      case .left: return left
      case .bottom: return bottom
      case .right: return right
      }
    }
    set {
      switch edge {
      case .top: top = newValue
      case .left: left = newValue
      case .bottom: bottom = newValue
      case .right: right = newValue
      }
    }
  }

  var layoutInsets: LayoutInsets {
    func number(_ value: Double) -> LayoutNumber {
      DocumentNumber.rounded(value, places: 3) ?? .zero
    }
    return LayoutInsets(
      top: number(top), left: number(left), bottom: number(bottom), right: number(right))
  }

  enum Edge: Int, CaseIterable {
    case top, left, bottom, right

    /// The edge that an attribute measures in left-to-right reading, margins counted as their edge.
    init?(_ attribute: Attribute) {
      switch attribute {
      case .top, .topMargin: self = .top
      case .left, .leading, .leftMargin, .leadingMargin: self = .left
      case .bottom, .bottomMargin: self = .bottom
      case .right, .trailing, .rightMargin, .trailingMargin: self = .right
      default: return nil
      }
    }
  }
}
