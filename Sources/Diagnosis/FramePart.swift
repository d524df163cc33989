// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel
import Lowering

/// One number of a frame as a row over the variables.
///
/// It is a place in the superview, a size, or a size of scroll content.
package struct FramePart: Sendable, Hashable {
  /// The measured quantity.
  package enum Kind: UInt8, Sendable, Hashable {
    case origin, size, contentSize
  }

  /// The index of the view.
  package let view: Int
  package let axis: Axis
  package let kind: Kind
  package let terms: [LinearSystem.Term]
  /// The value in the current layout.
  package let value: Rational

  /// Returns all parts of all frames, view by view, with their values at a point.
  package static func all(of lowered: LoweredCase, at point: [Rational]) -> [FramePart] {
    var parts: [FramePart] = []
    parts.reserveCapacity(4 * lowered.viewVariables.count)
    for (view, first) in lowered.viewVariables.enumerated() {
      let parent = lowered.layoutCase.views[view].parent.map { lowered.viewVariables[$0] }
      for offset in 0..<4 {
        var terms = [LinearSystem.Term(.one, VariableID(first + offset))]
        var value = point[first + offset]
        if let parent, offset < 2 {
          terms.append(.init(-.one, VariableID(parent + offset)))
          value -= point[parent + offset]
        }
        parts.append(
          FramePart(
            view: view, axis: offset % 2 == 0 ? .horizontal : .vertical,
            kind: offset < 2 ? .origin : .size, terms: terms, value: value))
      }
      let content = lowered.contentVariables[view]
      for axis in Axis.allCases where content >= 0 {
        let variable = content + Int(axis.rawValue)
        parts.append(
          FramePart(
            view: view, axis: axis, kind: .contentSize,
            terms: [.init(.one, VariableID(variable))], value: point[variable]))
      }
    }
    return parts
  }

  /// Returns the value at another point.
  package func value(at point: [Rational]) -> Rational {
    var value = Rational.zero
    for term in terms { value += term.coefficient * point[term.variable.index] }
    return value
  }

  /// The name of the part in a sentence: `x position`, `height`, `content width`.
  package var name: String {
    switch kind {
    case .origin: return axis.originName
    case .size: return axis.sizeName
    case .contentSize: return "content \(axis.sizeName)"
    }
  }
}
