// SPDX-License-Identifier: MIT

extension EngineScript {
  /// The features that the script uses, except contradictions and the parts of formats.
  ///
  /// A view, constraint or format before the first reading is no use of `add`.
  package var features: Set<EngineFeature> {
    var used: Set<EngineFeature> = direction == .rightToLeft ? [.rightToLeft] : []
    for view in views {
      if view.isGuide { used.insert(.guides) }
      if view.parent != 0 { used.insert(.nesting) }
      used.formUnion(view.hints.features)
    }
    var wasRead = false
    var scene = EngineScene(self)
    for step in steps {
      defer { scene.apply(step) }
      if let operation = EngineScript.operation(step), operation != .add || wasRead {
        used.formUnion(EngineFeature.allCases.filter { $0.operation == operation })
      }
      switch step {
      case .change(let constraint): used.formUnion(scene.changes(to: constraint))
      case .format: used.insert(.formats)
      case .hint(_, let hints): used.formUnion(hints.features)
      case .move(_, let parent) where parent != 0: used.insert(.nesting)
      case .frames: wasRead = true
      default: break
      }
    }
    return constraints.reduce(into: used) { $0.formUnion($1.features) }
  }
}

extension EngineScene {
  /// Returns the changes of parts of a constraint; none if it is not in force.
  fileprivate func changes(to constraint: EngineConstraint) -> Set<EngineFeature> {
    guard let old = constraints.first(where: { $0.id == constraint.id }) else { return [] }
    let changes = constraint.changes(from: old)
    return Set(EngineFeature.allCases.filter { $0.change.map(changes.contains) ?? false })
  }
}

extension EngineHints {
  fileprivate var features: Set<EngineFeature> {
    Set(EngineFeature.allCases.filter { feature in feature.sizes.map { self[$0] != nil } ?? false })
  }
}

extension EngineConstraint {
  fileprivate var features: Set<EngineFeature> {
    var used: Set<EngineFeature> = []
    if relation != .equal { used.insert(.inequalities) }
    if !strength.isRequired { used.insert(.preferences) }
    if multiplier != .one {
      used.insert(.multipliers)
      if !first.attribute.isSize { used.insert(.edgeMultipliers) }
    }
    if multiplier.signum < 0 { used.insert(.negativeMultipliers) }
    if crossesAxes { used.insert(.acrossAxes) }
    let attributes = [first.attribute, second?.attribute]
    if attributes.contains(.centerX) || attributes.contains(.centerY) { used.insert(.centers) }
    return used
  }
}
