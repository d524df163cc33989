// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel
import Oracles

/// Constraints that leave one of several optimal layouts.
extension EngineDrawer {
  /// Returns weak preferences that leave one of the optimal layouts, and that all hold in it.
  ///
  /// Preferences with freely drawn constants would often tie: the sum of two distances has many
  /// optima.
  mutating func pins() -> [EngineConstraint] {
    if offer.priorities?.isEmpty == true { return [] }
    let weakest = Strength(offer.priorities?.min() ?? 1)
    var system = EngineSystem(scene, offer).system
    var pins: [EngineConstraint] = []
    while pins.count < system.variableCount {
      guard let loose = LooseNumber(in: system) else { return pins }
      let place = Rational(Int(loose.middle.doubleValue.rounded()))
      guard let pin = pin(scene.views[loose.view].id, loose.part, at: place, weakest)
      else { return pins }
      // A rounded place may be out of reach: then this preference has a violation, and may tie.
      system.addBound(VariableID(loose.variable), .equal, pin.constant, strength: weakest)
      pins.append(pin)
      nextConstraint += 1
    }
    return pins
  }

  /// Returns the preference that a part of a frame has a value; nil when the engine has no such
  /// constraint.
  private func pin(
    _ view: Int, _ part: EngineSystem.Part, at value: Rational, _ strength: Strength
  ) -> EngineConstraint? {
    let attribute: EngineAttribute
    switch part {
    case .x: attribute = .left
    case .y: attribute = .top
    case .width: attribute = .width
    case .height: attribute = .height
    }
    let needsRoot = part == .x || part == .y
    guard offer.attributes.contains(attribute), !needsRoot || offer.hasSecondItems else {
      return nil
    }
    return EngineConstraint(
      id: nextConstraint, EngineItem(view, attribute), .equal,
      needsRoot ? EngineItem(0, attribute) : nil, constant: value, strength: strength)
  }

  /// The most equations that are tried to make a layout unique.
  private static let equationsMax = 60

  /// Adds required equations until the layout is unique, for engines without preferences.
  ///
  /// They relate edges, so that the layout follows the root when that is stretched.
  mutating func determine(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard offer.hasSecondItems else { return }
    for _ in 0..<Self.equationsMax {
      guard let loose = LooseNumber(in: EngineSystem(scene, offer).system) else { return }
      let others = [0] + scene.views.map(\.id)
      try relate(
        scene.views[loose.view].id, to: others[try source.index(below: others.count)],
        loose.part.axis, .equal, &source)
    }
  }
}

/// A number of a frame that differs between two optimal layouts.
private struct LooseNumber {
  /// The number of the variable.
  let variable: Int
  /// The middle of its two values.
  let middle: Rational

  /// Returns the first such number; nil when the layout is unique, impossible or too costly.
  init?(in system: LinearSystem) {
    guard let optimum = try? ExactOracle.solve(system).optimum,
      case .ambiguous(let second) = optimum.uniqueness,
      let loose = optimum.point.indices.first(where: { optimum.point[$0] != second[$0] })
    else { return nil }
    variable = loose
    middle = (optimum.point[loose] + second[loose]) * Rational(1, 2)
  }

  /// The position of the view.
  var view: Int { variable / EngineSystem.Part.allCases.count }
  var part: EngineSystem.Part {
    EngineSystem.Part.allCases[variable % EngineSystem.Part.allCases.count]
  }
}

extension EngineSystem.Part {
  fileprivate var axis: EngineAxis { self == .x || self == .width ? .horizontal : .vertical }
}
