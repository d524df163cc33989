// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel

/// Drawing of changes of constraints in force.
extension EngineDrawer {
  /// Changes a constraint, or all of a view for an engine without preferences.
  mutating func change(_ source: inout ChoiceSource) throws(GenerationStop) {
    if !features.changes.isEmpty, try source.bool(3, in: 4), try changePart(&source) { return }
    if hasPriorities {
      try changeConstant(&source)
    } else {
      try replant(&source)
    }
  }

  /// Changes the constant of a constraint, or its relation, too.
  private mutating func changeConstant(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard !scene.constraints.isEmpty else { return }
    var constraint = scene.constraints[try source.index(below: scene.constraints.count)]
    if try source.bool(1, in: 3) { constraint.relation = try relation(&source) }
    if constraint.strength.isRequired {
      guard let kept = try kept(constraint, &source) else { return }
      constraint = kept
    } else {
      constraint.constant = try preferred(constraint, &source)
    }
    take(.change(constraint))
  }

  /// Changes the priority, the factor or the items of a constraint.
  ///
  /// - Returns: false when no constraint has the drawn part, or the planted layout keeps no such
  ///   change.
  private mutating func changePart(
    _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Bool {
    let parts = EngineOffer.Change.allCases.filter { part in
      features.changes.contains(part) && scene.constraints.contains { canChange(part, of: $0) }
    }
    guard !parts.isEmpty else { return false }
    let part = parts[try source.index(below: parts.count)]
    var fitting = scene.constraints.filter { canChange(part, of: $0) }
    if part == .priority {
      // Where two preferences compete, their priorities count.
      let rivals = fitting.filter { one in
        fitting.contains { $0.id != one.id && $0.first == one.first && $0.second == one.second }
      }
      if !rivals.isEmpty, try source.bool(3, in: 4) { fitting = rivals }
    }
    let old = fitting[try source.index(below: fitting.count)]
    var new = old
    switch part {
    case .priority:
      let others = strengths.filter { $0 != old.strength }
      new.strength = others[try source.index(below: others.count)]
    case .required where old.strength.isRequired:
      new.strength = strengths[try source.index(below: strengths.count)]
    case .required: new.strength = .required
    case .multiplier:
      let others = factors.filter { $0 != old.multiplier }
      new.multiplier = others[try source.index(below: others.count)]
    case .items:
      guard let (first, second) = try items(&source) else { return false }
      (new.first, new.second) = (first, second)
      if !hasFactor(new) { new.multiplier = .one }
    }
    let changed = new.changes(from: old)
    guard !changed.isEmpty, changed.isSubset(of: features.changes) else { return false }
    if new.strength.isRequired {
      guard let kept = try kept(new, &source) else { return false }
      new = kept
    } else if part == .items {
      new.constant = try preferred(new, &source)
    }
    take(.change(new))
    return true
  }

  private func canChange(_ part: EngineOffer.Change, of constraint: EngineConstraint) -> Bool {
    switch part {
    case .priority:
      !constraint.strength.isRequired && strengths.contains { $0 != constraint.strength }
    case .required: !strengths.isEmpty && features.hasPreferences
    case .multiplier: hasFactor(constraint)
    case .items: true
    }
  }
}
