// SPDX-License-Identifier: MIT

import LinearModel

extension EngineOffer {
  /// Whether a script asks for nothing that the offer lacks, and every reading of it is judged as
  /// far as the promises of the offer decide.
  ///
  /// The script is well formed. `parts` are the parts of formats that it uses.
  ///
  /// - Complexity: O(steps * views * constraints).
  package func covers(_ script: EngineScript, formats parts: Set<FormatPart> = []) -> Bool {
    guard directions.contains(script.direction), formats.isSuperset(of: parts),
      script.views.allSatisfy(covers)
    else { return false }
    var scene = EngineScene(script)
    var wasRead = false
    for step in script.steps {
      if wasRead, let operation = EngineScript.operation(step), !operations.contains(operation) {
        return false
      }
      if !covers(step, in: scene) { return false }
      let known = scene
      scene.apply(step)
      if !coversAdditions(to: known, in: scene) { return false }
      guard step == .frames else { continue }
      wasRead = true
      if needsConnections, !scene.isConnected { return false }
    }
    return true
  }

  private func covers(_ view: EngineView) -> Bool {
    (isNested || view.parent == 0) && (hasGuides || !view.isGuide)
      && covers(view.hints, ofGuide: view.isGuide)
  }

  private func covers(_ sizes: EngineHints, ofGuide isGuide: Bool) -> Bool {
    EngineHints.Kind.allCases.allSatisfy { kind in
      sizes[kind] == nil || hints(ofGuide: isGuide)[kind] != nil
        || (!isGuide && unpromisedHints.contains(kind))
    }
  }

  private func covers(_ step: EngineScript.Step, in scene: EngineScene) -> Bool {
    switch step {
    case .hint(let view, let sizes):
      return covers(sizes, ofGuide: scene.view(view)?.isGuide == true)
    case .move: return isNested
    case .change(let constraint):
      return covers(constraint) && coversChange(to: constraint, in: scene)
    default: return true
    }
  }

  /// Whether the constraints that a step added are offered.
  private func coversAdditions(to before: EngineScene, in after: EngineScene) -> Bool {
    var scene = before
    let known = Set(before.constraints.map(\.id))
    for constraint in after.constraints where !known.contains(constraint.id) {
      if !covers(constraint) { return false }
      if hasDistinctPairs, let second = constraint.second,
        scene.hasConstraint(between: constraint.first, second)
      {
        return false
      }
      scene.constraints.append(constraint)
    }
    return true
  }

  private func covers(_ constraint: EngineConstraint) -> Bool {
    let strength = constraint.strength
    return attributes.contains(constraint.first.attribute)
      && (constraint.second.map { hasSecondItems && attributes.contains($0.attribute) } ?? true)
      && relations.contains(constraint.relation)
      && covers(factorOf: constraint) && (crossesAxes || !constraint.crossesAxes)
      && (strength.isRequired || priorities.map { $0.contains(strength.value) } ?? true)
  }

  private func covers(factorOf constraint: EngineConstraint) -> Bool {
    if constraint.multiplier == .one { return true }
    return hasMultipliers && (hasEdgeMultipliers || constraint.first.attribute.isSize)
      && (hasNegativeMultipliers || constraint.multiplier.signum > 0)
  }

  /// Whether every change of a script replaces offered parts of a constraint only.
  ///
  /// The script is well formed.
  ///
  /// - Complexity: O(steps * constraints).
  package func coversChanges(of script: EngineScript) -> Bool {
    if changes.count == Change.allCases.count { return true }
    var scene = EngineScene(script)
    for step in script.steps {
      if case .change(let constraint) = step, !coversChange(to: constraint, in: scene) {
        return false
      }
      scene.apply(step)
    }
    return true
  }

  /// Whether a change replaces offered parts only; a constraint that is not in force has none.
  private func coversChange(to constraint: EngineConstraint, in scene: EngineScene) -> Bool {
    guard let old = scene.constraints.first(where: { $0.id == constraint.id }) else { return true }
    return constraint.changes(from: old).isSubset(of: changes)
  }
}

extension EngineConstraint {
  /// Whether it relates a width and a height.
  package var crossesAxes: Bool {
    second.map { $0.attribute.axis != first.attribute.axis } ?? false
  }

  /// Returns the parts, besides constant and relation, in which it differs from another one.
  package func changes(from old: EngineConstraint) -> Set<EngineOffer.Change> {
    var changes: Set<EngineOffer.Change> = []
    if strength.isRequired != old.strength.isRequired {
      changes.insert(.required)
    } else if strength != old.strength {
      changes.insert(.priority)
    }
    if multiplier != old.multiplier { changes.insert(.multiplier) }
    if first != old.first || second != old.second { changes.insert(.items) }
    return changes
  }
}
