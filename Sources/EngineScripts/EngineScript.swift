// SPDX-License-Identifier: MIT

/// A sequence of operations on a live layout of an engine, which reads frames in between.
///
/// A script contains no answers: they follow exactly from what is in force at each reading.
package struct EngineScript: Sendable, Hashable {
  /// One operation.
  package enum Step: Sendable, Hashable {
    /// Adds a constraint. An engine that promises so refuses a required one that contradicts those
    /// in force, without any change.
    case add(EngineConstraint)
    /// Removes a constraint; does nothing when it is not in force.
    case remove(Int)
    /// Replaces the constraint with the same id; does nothing when it is not in force.
    case change(EngineConstraint)
    /// Replaces the sizes that a view asks for.
    case hint(view: Int, EngineHints)
    /// Gives the root another size.
    case resize(EngineSize)
    /// Moves a view, with all below it, to another superview; its constraints stay in force.
    case move(view: Int, parent: Int)
    /// Moves the whole layout into another window, which changes nothing.
    case reroot
    /// Removes a view, all below it, and every constraint that names one of them.
    case drop(view: Int)
    /// Reads the frames, the size hints of the root and the messages of the engine.
    case frames
  }

  /// The size of the root at first.
  package var size: EngineSize
  package var direction: EngineDirection
  /// The views at first, superviews before those in them.
  package var views: [EngineView]
  package var steps: [Step]

  package init(
    size: EngineSize, direction: EngineDirection = .leftToRight, views: [EngineView], steps: [Step]
  ) {
    self.size = size
    self.direction = direction
    self.views = views
    self.steps = steps
  }

  /// All constraints that its steps add, and those to which its steps change them.
  package var constraints: [EngineConstraint] {
    steps.compactMap { step in
      switch step {
      case .add(let constraint), .change(let constraint): return constraint
      default: return nil
      }
    }
  }

  /// The operation of a step, as offers name it; nil for a reading.
  package static func operation(_ step: Step) -> EngineOffer.Operation? {
    switch step {
    case .add: return .add
    case .remove: return .remove
    case .change: return .change
    case .hint: return .hint
    case .resize: return .resize
    case .move: return .move
    case .reroot: return .reroot
    case .drop: return .drop
    case .frames: return nil
    }
  }
}
