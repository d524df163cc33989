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
    /// Adds the constraints of a text; the reply lists them. As a whole it is refused like an
    /// added constraint.
    case format(EngineFormat)
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
  ///
  /// - Complexity: O(views + steps), and O(steps * views) if there are formats.
  package var constraints: [EngineConstraint] {
    var scene = EngineScene(self)
    let hasFormats = steps.contains(where: \.isFormat)
    var constraints: [EngineConstraint] = []
    for step in steps {
      switch step {
      case .add(let constraint), .change(let constraint): constraints.append(constraint)
      case .format(let format): constraints += (try? format.constraints(in: scene)) ?? []
      default: break
      }
      if hasFormats { scene.apply(step) }
    }
    return constraints
  }

  /// The number of constraints that it adds, however often its steps change them.
  ///
  /// - Complexity: as of `constraints`.
  package var constraintCount: Int { Set(constraints.map(\.id)).count }

  /// The operation of a step, as offers name it, `add` for a format; nil for a reading.
  package static func operation(_ step: Step) -> EngineOffer.Operation? {
    switch step {
    case .add, .format: return .add
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

extension EngineScript.Step {
  /// Whether it adds the constraints of a text.
  package var isFormat: Bool {
    if case .format = self { true } else { false }
  }
}
