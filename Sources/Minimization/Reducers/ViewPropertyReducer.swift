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
    { $0.kind = $1.kind },
    { $0.hold = nil },
    { $0.intrinsicWidth = nil },
    { $0.intrinsicHeight = nil },
    { $0.hugging = $1.hugging },
    { $0.hugging.horizontal = $1.hugging.horizontal },
    { $0.hugging.vertical = $1.hugging.vertical },
    { $0.compressionResistance = $1.compressionResistance },
    { $0.compressionResistance.horizontal = $1.compressionResistance.horizontal },
    { $0.compressionResistance.vertical = $1.compressionResistance.vertical },
    { $0.margins = $1.margins },
    { view, _ in view.margins = .zero },
    { $0.alignmentInsets = $1.alignmentInsets },
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
