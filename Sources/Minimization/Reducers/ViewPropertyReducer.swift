// SPDX-License-Identifier: MIT

import LayoutModel

/// Makes views plain: all they carry at once, then property by property.
struct ViewPropertyReducer: Reducer {
  let name = "viewProperties"

  func reduce(_ gate: inout MinimizationGate) {
    for index in gate.current.views.indices {
      let view = gate.current.views[index]
      let plain = View(id: view.id, parent: view.parent)
      if view == plain || propose(index, plain, &gate) { continue }
      for simplify in Self.simplifications {
        var simpler = gate.current.views[index]
        simplify(&simpler, plain)
        propose(index, simpler, &gate)
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
  ]

  @discardableResult
  private func propose(_ index: Int, _ view: View, _ gate: inout MinimizationGate) -> Bool {
    guard view != gate.current.views[index] else { return false }
    var proposal = gate.current
    proposal.expectation = nil
    proposal.views[index] = view
    return gate.testAndCommit(proposal)
  }
}

/// Makes the surroundings plain: 100 by 100 points, scale 1, left to right.
struct EnvironmentReducer: Reducer {
  let name = "environment"

  func reduce(_ gate: inout MinimizationGate) {
    propose(&gate) { $0 = LayoutCase.Environment(size: LayoutSize(width: 100, height: 100)) }
    propose(&gate) { $0.scale = 1 }
    propose(&gate) { $0.direction = .leftToRight }
    for side: LayoutNumber in [100, 10, 1000] {
      propose(&gate) { $0.size.width = side }
      propose(&gate) { $0.size.height = side }
    }
  }

  private func propose(
    _ gate: inout MinimizationGate, _ change: (inout LayoutCase.Environment) -> Void
  ) {
    var proposal = gate.current
    proposal.expectation = nil
    change(&proposal.environment)
    gate.testAndCommit(proposal)
  }
}
