// SPDX-License-Identifier: MIT

import LayoutModel

/// Makes views plain: without all properties at once, then property by property.
struct ViewPropertyReducer: Reducer {
  let name = "viewProperties"

  func reduce(_ gate: inout SubjectGate<LayoutCase>) {
    for index in gate.current.views.indices {
      let view = gate.current.views[index]
      let plain = View(id: view.id, parent: view.parent)
      if view == plain || propose(index, plain, &gate) { continue }
      for simplify in Self.simplifications {
        var simpler = gate.current.views[index]
        simplify(&simpler, plain)
        propose(index, simpler, &gate)
      }
      for axis in Axis.allCases { sayByConstraint(index, axis, &gate) }
    }
  }

  /// Replaces an intrinsic size or a held frame by a constraint.
  private func sayByConstraint(_ index: Int, _ axis: Axis, _ gate: inout SubjectGate<LayoutCase>) {
    let isHorizontal = axis == .horizontal
    let view = gate.current.views[index]
    var plain = view
    plain.hold = nil
    plain.kind = .view
    if isHorizontal { plain.intrinsicWidth = nil } else { plain.intrinsicHeight = nil }
    let intrinsic = isHorizontal ? view.intrinsicWidth : view.intrinsicHeight
    let held = isHorizontal ? view.hold?.frame.width : view.hold?.frame.height
    guard let size = intrinsic ?? held else { return }
    let preferred: Priority = gate.current.constraints.contains { $0.priority == 500 } ? 750 : 500
    let priorities: [Priority] = intrinsic == nil ? [.required] : [.required, preferred]
    for priority in priorities {
      for relation in [LayoutConstraint.Relation.equal, .greaterThanOrEqual] {
        var proposal = gate.current
        proposal.expectation = nil
        proposal.views[index] = plain
        proposal.constraints.append(
          LayoutConstraint(
            id: proposal.freshConstraintID,
            first: Anchor(.view(index), isHorizontal ? .width : .height), relation: relation,
            constant: size, priority: priority))
        if gate.testAndCommit(proposal) { return }
      }
    }
  }

  private static let simplifications: [@Sendable (inout View, View) -> Void] = [
    { view, plain in view.kind = plain.kind },
    { view, _ in view.hold = nil },
    { view, _ in view.intrinsicWidth = nil },
    { view, _ in view.intrinsicHeight = nil },
    { view, plain in view.hugging = plain.hugging },
    { view, plain in view.hugging.horizontal = plain.hugging.horizontal },
    { view, plain in view.hugging.vertical = plain.hugging.vertical },
    { view, plain in view.compressionResistance = plain.compressionResistance },
    { view, plain in view.compressionResistance.horizontal = plain.compressionResistance.horizontal
    },
    { view, plain in view.compressionResistance.vertical = plain.compressionResistance.vertical },
    { view, plain in view.margins = plain.margins },
    { view, _ in view.margins = .zero },
    { view, plain in view.alignmentInsets = plain.alignmentInsets },
    { view, _ in view.firstBaselineOffset = nil },
    { view, _ in view.lastBaselineOffset = nil },
    { view, _ in view.stack = nil },
    { view, _ in view.flow = nil },
    { view, _ in if view.flow != nil { view.flow = FlowGrid() } },
    { view, _ in view.flow?.itemSize = .standard },
    { view, _ in view.flow?.insets = .zero },
    { view, _ in view.text = nil },
    { view, _ in view.text?.string = "" },
    { view, _ in view.text?.string = "a" },
    { view, _ in view.text?.measured = [] },
    { view, _ in if let text = view.text { view.text = TextContent(text.string) } },
    { view, _ in if let stack = view.stack { view.stack = StackLayout(axis: stack.axis) } },
    { view, _ in view.stack?.distribution = .fill },
    { view, _ in view.stack?.alignment = .fill },
    { view, _ in view.stack?.spacing = 0 },
    { view, _ in view.stack?.usesSystemSpacing = false },
    { view, _ in view.stack?.isBaselineRelative = false },
    { view, _ in view.stack?.isMarginsRelative = false },
    { view, _ in view.stack?.toolkit = .uiKit },
    { view, _ in view.customSpacing = nil },
    { view, _ in view.isHidden = false },
    { view, _ in view.isArranged = true },
    { view, _ in view.marginRules = .standard },
    { view, _ in view.direction = nil },
    { view, _ in view.annotations = nil },
    { view, _ in view.recordedFrame = nil },
    { view, _ in view.hold?.mask = [] },
    { view, _ in if view.hold?.mask.isEmpty == true { view.hold?.superviewSize = nil } },
  ]

  @discardableResult
  private func propose(_ index: Int, _ view: View, _ gate: inout SubjectGate<LayoutCase>) -> Bool {
    guard view != gate.current.views[index] else { return false }
    var proposal = gate.current
    proposal.expectation = nil
    proposal.views[index] = view
    return gate.testAndCommit(proposal)
  }
}

extension LayoutCase {
  /// An unused id of a constraint.
  fileprivate var freshConstraintID: String {
    var number = constraints.count + 1
    while constraints.contains(where: { $0.id == "c\(number)" }) { number += 1 }
    return "c\(number)"
  }
}

/// Makes the environment plain: 100 by 100 points, scale 1, left to right.
struct EnvironmentReducer: Reducer {
  let name = "environment"

  func reduce(_ gate: inout SubjectGate<LayoutCase>) {
    propose(&gate) { $0 = LayoutCase.Environment(size: LayoutSize(width: 100, height: 100)) }
    propose(&gate) { $0.scale = 1 }
    propose(&gate) { $0.safeArea = .zero }
    propose(&gate) { $0.readableWidth = LayoutCase.Environment.standardReadableWidth }
    propose(&gate) { $0.direction = .leftToRight }
    // Constants with the size of the root have to change with it.
    let size = gate.current.environment.size
    propose(&gate, constants: [size.width, size.height]) {
      $0.size = LayoutSize(width: 100, height: 100)
    }
    for side: LayoutNumber in [100, 10, 1000] {
      propose(&gate) { $0.size.width = side }
      propose(&gate) { $0.size.height = side }
    }
  }

  private func propose(
    _ gate: inout SubjectGate<LayoutCase>, constants: [LayoutNumber] = [],
    _ change: (inout LayoutCase.Environment) -> Void
  ) {
    var proposal = gate.current.changingConstraints {
      if constants.contains($0.constant) { $0.constant = 100 }
    }
    change(&proposal.environment)
    gate.testAndCommit(proposal)
  }
}
