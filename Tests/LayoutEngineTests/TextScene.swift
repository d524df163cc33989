// SPDX-License-Identifier: MIT

import LayoutEngine
import LayoutModel
import Lowering
import Solvers
import TextMeasurement

/// A builder of cases with labels, constraint by constraint.
struct TextScene {
  var layoutCase: LayoutCase

  init(width: LayoutNumber, height: LayoutNumber = 2000, scale: Int = 2) {
    layoutCase = LayoutCase(
      environment: LayoutCase.Environment(
        size: LayoutSize(width: width, height: height), scale: scale),
      views: [View(id: "root", parent: nil)])
  }

  mutating func add(_ view: View) -> Int {
    layoutCase.views.append(view)
    return layoutCase.views.count - 1
  }

  mutating func label(
    _ id: String, _ text: TextContent, parent: Int = 0, hugging: Priority = Priority(250),
    resistance: Priority = Priority(750)
  ) -> Int {
    var view = View(id: id, parent: parent, kind: .label)
    view.text = text
    view.hugging = AxisPriorities(horizontal: hugging, vertical: hugging)
    view.compressionResistance = AxisPriorities(horizontal: resistance, vertical: resistance)
    return add(view)
  }

  mutating func constrain(
    _ first: Int, _ attribute: Attribute, _ relation: LayoutConstraint.Relation = .equal,
    _ second: Int? = nil, _ other: Attribute? = nil, multiplier: LayoutNumber = 1,
    constant: LayoutNumber = 0, priority: Priority = .required
  ) {
    layoutCase.constraints.append(
      LayoutConstraint(
        id: "c\(layoutCase.constraints.count)", first: Anchor(.view(first), attribute),
        relation: relation, second: second.map { Anchor(.view($0), other ?? attribute) },
        multiplier: multiplier, constant: constant, priority: priority))
  }

  /// Pins left and right to the superview, with the inset.
  mutating func pinSides(_ view: Int, to parent: Int = 0, inset: LayoutNumber = 0) {
    constrain(view, .left, .equal, parent, constant: inset)
    constrain(parent, .right, .equal, view, constant: inset)
  }

  func settle(passLimit: Int = LayoutEngine.passLimit) -> SettledLayout {
    LayoutEngine.settle(layoutCase, solver: SimplexSolver(), passLimit: passLimit)
  }
}

extension SettledLayout {
  /// The frames of the last pass, not rounded; nil if it found none.
  var layout: Layout? {
    result.outcome.solution.map { lowered.layout(from: $0, rounded: false) }
  }

  func fits(of layoutCase: LayoutCase) -> [TextFit] {
    layout.map { TextFit.all(in: $0, of: layoutCase) } ?? []
  }
}

extension Layout.Frame {
  /// Whether all four numbers are within a 1000th of a point.
  func isNear(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Bool {
    abs(self.x - x) < 0.001 && abs(self.y - y) < 0.001 && abs(self.width - width) < 0.001
      && abs(self.height - height) < 0.001
  }
}

extension TextFit {
  /// Whether the natural size was computed for another width than the view has, and its height is
  /// wrong for that reason.
  ///
  /// This is the rotation bug of fixed preferred widths (AUTOLAYOUT 6.2, 6.4).
  var disagreesWithSolvedWidth: Bool {
    preferredWidth != nil && !natural.height.isSameValue(as: needed.height)
  }
}
