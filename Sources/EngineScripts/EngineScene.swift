// SPDX-License-Identifier: MIT

import ExactNumerics

/// The views and constraints in force after some steps of a script.
package struct EngineScene: Sendable, Hashable {
  package var size: EngineSize
  package var direction: EngineDirection
  /// The live views in order of their creation.
  package var views: [EngineView]
  /// The constraints in force in order of their addition.
  package var constraints: [EngineConstraint] = []

  /// The scene before the first step.
  package init(_ script: EngineScript) { self.init(script, addingViews: true) }

  init(_ script: EngineScript, addingViews: Bool) {
    size = script.size
    direction = script.direction
    views = addingViews ? script.views : []
  }

  /// Returns a live view; nil for the root and for unknown ids.
  package func view(_ id: Int) -> EngineView? { views.first { $0.id == id } }

  /// Whether an id is that of the root or of a live view.
  package func has(_ id: Int) -> Bool { id == 0 || view(id) != nil }

  /// Returns the ids of a view and of all views below it.
  package func tree(below id: Int) -> Set<Int> {
    var found: Set<Int> = [id]
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for view in views where found.contains(view.parent) && found.insert(view.id).inserted {
        isGrowing = true
      }
    }
    return found
  }

  /// Whether required constraints connect each view with the root along each axis.
  ///
  /// - Complexity: O(views * constraints).
  package var isConnected: Bool {
    EngineAxis.allCases.allSatisfy { axis in
      let connected = connected(along: axis)
      return views.allSatisfy { connected.contains($0.id) }
    }
  }

  /// Whether a required constraint relates a width and a height: then no axis has an answer alone.
  package var couplesAxes: Bool {
    constraints.contains { $0.strength.isRequired && $0.crossesAxes }
  }

  /// Returns the root and the views that required constraints connect with it along an axis.
  package func connected(along axis: EngineAxis) -> Set<Int> {
    let pairs = constraints.filter {
      $0.strength.isRequired && $0.second != nil && $0.first.attribute.axis == axis
        && !$0.first.attribute.isSize
    }.map(\.views)
    var found: Set<Int> = [0]
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for pair in pairs where pair.contains(where: found.contains) {
        for view in pair where found.insert(view).inserted { isGrowing = true }
      }
    }
    return found
  }

  /// Whether a constraint in force has the same two items, in either order.
  package func hasConstraint(between first: EngineItem, _ second: EngineItem) -> Bool {
    constraints.contains { Set([$0.first, $0.second]) == [first, second] }
  }

  /// Carries out a step that is not refused.
  package mutating func apply(_ step: EngineScript.Step) {
    switch step {
    case .add(let constraint): constraints.append(constraint)
    case .format(let format): constraints += (try? format.constraints(in: self)) ?? []
    case .remove(let id): constraints.removeAll { $0.id == id }
    case .change(let constraint):
      if let index = constraints.firstIndex(where: { $0.id == constraint.id }) {
        constraints[index] = constraint
      }
    case .hint(let view, let hints):
      if let index = views.firstIndex(where: { $0.id == view }) { views[index].hints = hints }
    case .resize(let size): self.size = size
    case .move(let view, let parent):
      if let index = views.firstIndex(where: { $0.id == view }) { views[index].parent = parent }
    case .drop(let view):
      let gone = tree(below: view)
      views.removeAll { gone.contains($0.id) }
      constraints.removeAll { $0.views.contains(where: gone.contains) }
    case .reroot, .frames: break
    }
  }

  /// A script that makes this scene anew and reads its frames.
  package var fresh: EngineScript {
    // A moved view may come before its superview.
    var ordered: [EngineView] = []
    var known: Set<Int> = [0]
    while ordered.count < views.count {
      let next = views.filter { !known.contains($0.id) && known.contains($0.parent) }
      precondition(!next.isEmpty, "a view is in itself")
      ordered += next
      known.formUnion(next.map(\.id))
    }
    return EngineScript(
      size: size, direction: direction, views: ordered,
      steps: constraints.map { .add($0) } + [.frames])
  }
}

extension EngineScene {
  /// Whether a scene differs in the parents of views at most: its linear system is the same, since
  /// all numbers are in the coordinates of the root.
  func hasSameRows(as other: EngineScene) -> Bool {
    size == other.size && direction == other.direction && constraints == other.constraints
      && views.count == other.views.count
      && zip(views, other.views).allSatisfy { view, same in
        view.id == same.id && view.isGuide == same.isGuide && view.hints == same.hints
      }
  }
}
