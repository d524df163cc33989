// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel

/// Drawing for engines that need connections with the root, or have only required constraints.
extension EngineDrawer {
  var hasPriorities: Bool {
    offer.priorities?.isEmpty != true && !excluded.contains(.preferences)
  }

  /// Whether a new constraint may relate two items.
  func isFree(_ first: EngineItem, _ second: EngineItem) -> Bool {
    !offer.hasDistinctPairs || !scene.hasConstraint(between: first, second)
  }

  /// The most constraints that are tried to connect a view.
  private static let connectionsMax = 30

  /// Connects each view with the root along each axis, if the engine needs that.
  mutating func connect(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard offer.needsConnections else { return }
    for axis in EngineAxis.allCases {
      for view in scene.views.map(\.id) {
        var attempts = 0
        while !scene.connected(along: axis).contains(view) {
          if attempts == Self.connectionsMax { throw .invalid }
          attempts += 1
          try connect(view, axis, &source)
        }
      }
    }
  }

  /// Tries a required constraint between a view and a connected one.
  private mutating func connect(
    _ view: Int, _ axis: EngineAxis, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    let connected = scene.connected(along: axis)
    let others = [0] + scene.views.map(\.id).filter(connected.contains)
    try relate(
      view, to: others[try source.index(below: others.count)], axis, try relation(&source),
      &source)
  }

  /// Tries a required constraint between edges or centres of two views that the planted layout
  /// keeps.
  mutating func relate(
    _ view: Int, to other: Int, _ axis: EngineAxis, _ relation: Relation,
    _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    let isRelative = try source.bool()
    guard view != other,
      let first = try attribute(axis, isSize: false, isRelative: isRelative, &source),
      let second = try attribute(axis, isSize: false, isRelative: isRelative, &source),
      isFree(EngineItem(view, first), EngineItem(other, second)),
      let constraint = try kept(
        EngineConstraint(
          id: nextConstraint, EngineItem(view, first), relation, EngineItem(other, second)),
        &source)
    else { return }
    nextConstraint += 1
    take(.add(constraint))
  }

  /// Gives a view another planted frame, and changes each constraint that names it.
  mutating func replant(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard let view = try anyView(&source), let old = planted[view.id] else { return }
    func length(_ axis: EngineAxis, _ old: Int) throws(GenerationStop) -> Int {
      let lower = view.hints.minimum.map { Int($0[axis].doubleValue.rounded(.up)) } ?? 0
      let upper = view.hints.maximum.map { Int($0[axis].doubleValue.rounded(.down)) } ?? old + 50
      return upper < lower ? old : lower + (try source.index(below: upper - lower + 1))
    }
    planted[view.id] = (
      try source.index(below: least.width), try source.index(below: least.height),
      try length(.horizontal, old.width), try length(.vertical, old.height)
    )
    for constraint in scene.constraints where constraint.views.contains(view.id) {
      guard let kept = try kept(constraint, &source) else { throw .invalid }
      take(.change(kept))
    }
  }

  /// Reads the layout in another size for which the required constraints can hold.
  mutating func stretch(_ source: inout ChoiceSource) throws(GenerationStop) {
    try connect(&source)
    var size = scene.size
    let couples = scene.couplesAxes
    for axis in EngineAxis.allCases {
      var stretched = scene
      stretched.size = size
      // Of two axes that constraints relate, the second one depends on the size along the first.
      let required =
        couples && axis != EngineAxis.allCases.first
        ? EngineSystem(stretched, offer, free: [axis], onlyRequired: true)
        : EngineSystem.deciding(axis, scene, offer)
      guard let sizes = try? EngineAnswer.rootSizes(axis, required, limit: .standard) else {
        throw .invalid
      }
      let lower = Int(sizes.least.doubleValue.rounded(.up))
      let beyond = Int(size[axis].doubleValue) + 300
      let upper = min(beyond, sizes.greatest.map { Int($0.doubleValue.rounded(.down)) } ?? beyond)
      // The old size need not fit to the other axis.
      if upper < lower, couples { return }
      if upper >= lower {
        size[axis] = Rational(lower + (try source.index(below: upper - lower + 1)))
      }
    }
    let old = scene.size
    take(.resize(size))
    take(.frames)
    take(.resize(old))
  }
}
