// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// One number of a frame as a row over the variables.
///
/// It is a place in the superview, a size, or a size of scroll content.
package struct FramePart: MeasuredRow, Sendable, Hashable {
  /// The measured quantity.
  package enum Kind: UInt8, Sendable, Hashable {
    case origin, size, contentSize
  }

  // Large screens have hundreds of thousands of parts: 32 bits each.
  private let viewIndex: Int32
  private let variable: Int32
  /// The variable that is subtracted, or -1 for none.
  private let subtracted: Int32
  package let axis: Axis
  package let kind: Kind

  /// The index of the view.
  package var view: Int { Int(viewIndex) }

  private init(
    view: Int, _ axis: Axis, _ kind: Kind, variable: Int, minus subtracted: Int? = nil
  ) {
    viewIndex = Int32(view)
    self.variable = Int32(variable)
    self.subtracted = Int32(subtracted ?? -1)
    self.axis = axis
    self.kind = kind
  }

  /// Returns all parts of all frames, view by view.
  package static func all(of lowered: LoweredCase) -> [FramePart] {
    var parts: [FramePart] = []
    parts.reserveCapacity(4 * lowered.viewVariables.count)
    for (view, first) in lowered.viewVariables.enumerated() {
      let parent = lowered.layoutCase.views[view].parent.map { lowered.viewVariables[$0] }
      for offset in 0..<4 {
        let axis: Axis = offset % 2 == 0 ? .horizontal : .vertical
        let isOrigin = offset < 2
        parts.append(
          FramePart(
            view: view, axis, isOrigin ? .origin : .size, variable: first + offset,
            minus: isOrigin ? parent.map { $0 + offset } : nil))
      }
      let content = lowered.contentVariables[view]
      for axis in Axis.allCases where content >= 0 {
        parts.append(
          FramePart(view: view, axis, .contentSize, variable: content + Int(axis.rawValue)))
      }
    }
    return parts
  }

  /// The part as a row over the variables.
  package var terms: [LinearSystem.Term] {
    let first = LinearSystem.Term(.one, VariableID(Int(variable)))
    if subtracted < 0 { return [first] }
    return [first, .init(-.one, VariableID(Int(subtracted)))]
  }

  /// Returns the value at a point.
  package func value(at point: [Rational]) -> Rational {
    let value = point[Int(variable)]
    return subtracted < 0 ? value : value - point[Int(subtracted)]
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

extension FreedomSpace {
  /// Whether a part of a frame is the same in every right layout.
  package func isSettled(_ part: FramePart) -> Bool {
    directions.allSatisfy { part.value(at: $0).isZero }
  }
}
