// SPDX-License-Identifier: MIT

import LayoutModel

/// Removes one kind of property from the whole case at once: most faults need none of it.
struct BulkReducer: Reducer {
  let name = "bulk"

  func reduce(_ gate: inout SubjectGate<LayoutCase>) {
    let required = gate.current.keepingConstraints(isRequired(gate.current))
    let plain = gate.current.droppingViewExtras()
    gate.testAndCommit(required.droppingViewExtras())
    gate.testAndCommit(required)
    gate.testAndCommit(plain)
    let optional = gate.current.keepingConstraints { [current = gate.current] in
      !current.constraints[$0].priority.isRequired
    }
    gate.testAndCommit(optional)
    removeIntrinsics(&gate)
    gate.testAndCommit(flattened(gate.current))
    gate.testAndCommit(gate.current.changingConstraints { $0.multiplier = 1 })
    gate.testAndCommit(gate.current.changingConstraints { $0.constant = 0 })
    gate.testAndCommit(gate.current.changingConstraints { $0.priority = .required })
    gate.testAndCommit(gate.current.changingConstraints { $0.relation = .equal })
  }

  private func isRequired(_ layoutCase: LayoutCase) -> (Int) -> Bool {
    { layoutCase.constraints[$0].priority.isRequired }
  }

  /// Removes intrinsic sizes with their priorities, then frames at which views are held.
  private func removeIntrinsics(_ gate: inout SubjectGate<LayoutCase>) {
    var proposal = gate.current
    proposal.expectation = nil
    for index in proposal.views.indices {
      let plain = View(id: "", parent: nil)
      proposal.views[index].intrinsicWidth = nil
      proposal.views[index].intrinsicHeight = nil
      proposal.views[index].hugging = plain.hugging
      proposal.views[index].compressionResistance = plain.compressionResistance
    }
    gate.testAndCommit(proposal)
    proposal = gate.current
    proposal.expectation = nil
    for index in proposal.views.indices { proposal.views[index].hold = nil }
    gate.testAndCommit(proposal)
  }

  /// Returns the case with all views directly in the root.
  private func flattened(_ layoutCase: LayoutCase) -> LayoutCase {
    var flat = layoutCase
    flat.expectation = nil
    for index in flat.views.indices.dropFirst() { flat.views[index].parent = 0 }
    return flat
  }
}
