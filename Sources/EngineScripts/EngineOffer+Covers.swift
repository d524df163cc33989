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
    case .change(let constraint): return covers(constraint)
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
      && (hasMultipliers || constraint.multiplier == .one)
      && (strength.isRequired || priorities.map { $0.contains(strength.value) } ?? true)
  }
}
