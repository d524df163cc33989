// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel

/// Drawing of constraints that no format makes.
extension EngineDrawer {
  /// Draws a constraint between two views, or a view and the root, or on a size alone.
  ///
  /// - Parameters:
  ///   - isRequired: whether the planted layout must keep it; else it gets an optional priority.
  ///   - source: the choices.
  /// - Returns: a constraint with the next id; nil when the draw leads to none.
  /// - Throws: `GenerationStop` when the choices end.
  mutating func constraint(
    isRequired: Bool, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> EngineConstraint? {
    guard let (first, second) = try items(&source) else { return nil }
    var constraint = EngineConstraint(
      id: nextConstraint, first, try relation(&source), second)
    constraint.multiplier = try multiplier(of: constraint, &source)
    if isRequired {
      guard let kept = try kept(constraint, &source) else { return nil }
      constraint = kept
    } else {
      guard !strengths.isEmpty else { return nil }
      constraint.strength = strengths[try source.index(below: strengths.count)]
      constraint.constant = try preferred(constraint, &source)
    }
    nextConstraint += 1
    return constraint
  }

  /// Draws the constant of a preference.
  func preferred(
    _ constraint: EngineConstraint, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Rational {
    // The root or a size falls as the second one grows: a small sum would be below zero.
    if constraint.multiplier.signum < 0 {
      return Rational(try source.integer(in: 0...600, towards: 0))
    }
    let isSize = constraint.first.attribute.isSize && constraint.second == nil
    return Rational(try source.integer(in: isSize ? 0...300 : -60...150, towards: 0))
  }

  /// Draws the items of a constraint; nil when the draw leads to none.
  func items(
    _ source: inout ChoiceSource
  ) throws(GenerationStop) -> (first: EngineItem, second: EngineItem?)? {
    guard !scene.views.isEmpty, !axes.isEmpty else { return nil }
    let axis = axes[try source.index(below: axes.count)]
    // Most factors, and all constraints across axes, are those of sizes.
    let isSize = try source.bool(1, in: features.hasMultipliers || features.crossesAxes ? 2 : 3)
    let isRelative = try source.bool()
    guard
      let name = try attribute(axis, isSize: isSize, isRelative: isRelative, &source)
    else { return nil }
    let first = EngineItem(scene.views[try source.index(below: scene.views.count)].id, name)
    let wantsSecond = try source.bool(2, in: 3)
    guard offer.hasSecondItems, !isSize || wantsSecond else {
      return isSize ? (first, nil) : nil
    }
    let isAcross =
      isSize && features.crossesAxes && axes.count > 1 ? try source.bool(2, in: 3) : false
    let other = isAcross ? axes.first { $0 != axis } ?? axis : axis
    let place = try source.index(below: scene.views.count + 1)
    guard
      let otherName = try attribute(other, isSize: isSize, isRelative: isRelative, &source)
    else { return nil }
    let second = EngineItem(place == 0 ? 0 : scene.views[place - 1].id, otherName)
    // Of one view, only the width and the height can be related.
    if second.view == first.view, !isAcross { return nil }
    return isFree(first, second) ? (first, second) : nil
  }

  /// Whether the factor of the second item of a constraint may differ from one in this script.
  func hasFactor(_ constraint: EngineConstraint) -> Bool {
    guard features.hasMultipliers, let second = constraint.second else { return false }
    if second.attribute.isSize { return true }
    // Where distances count to the left, engines may count the places, too.
    let isMirrored = scene.direction == .rightToLeft && offer.leading == .mirrored
    let isRelative = constraint.first.attribute.isRelative || second.attribute.isRelative
    return features.hasEdgeMultipliers && !(isMirrored && isRelative)
  }

  /// Draws the factor of the second item.
  func multiplier(
    of constraint: EngineConstraint, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Rational {
    guard hasFactor(constraint), try source.bool() else { return .one }
    let isNegative = features.hasNegativeMultipliers ? try source.bool(1, in: 3) : false
    let fitting = factors.filter { $0 != .one && ($0.signum < 0) == isNegative }
    return fitting[try source.index(below: fitting.count)]
  }

  /// The factors of this script.
  var factors: [Rational] {
    let positive = [Rational.one, Rational(2), Rational(1, 2), Rational(3, 2), Rational(3)]
    return features.hasNegativeMultipliers ? positive + positive.map { -$0 } : positive
  }

  /// Returns the other priority of this script with the smallest difference; nil without one.
  private func nearest(to strength: Strength) -> Strength? {
    strengths.filter { $0 != strength }.min {
      ($0.value - strength.value).magnitude < ($1.value - strength.value).magnitude
    }
  }

  /// Adds a preference that competes with another one at the same or a neighbouring priority.
  ///
  /// - Returns: false when there is none to compete with.
  mutating func addRival(_ source: inout ChoiceSource) throws(GenerationStop) -> Bool {
    let others = scene.constraints.filter { strengths.contains($0.strength) }
    guard !others.isEmpty, !offer.hasDistinctPairs else { return false }
    var rival = others[try source.index(below: others.count)]
    if try source.bool(3, in: 4), let nearest = nearest(to: rival.strength) {
      rival.strength = nearest
    }
    rival.constant += Rational(try source.integer(in: -60...60, towards: 0))
    if rival.second == nil, rival.constant.signum < 0 { rival.constant = .zero }
    rival.id = nextConstraint
    nextConstraint += 1
    take(.add(rival))
    return true
  }
}
