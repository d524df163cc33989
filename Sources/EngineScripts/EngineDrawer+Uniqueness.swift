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
    let weakest = Strength(offer.priorities?.min() ?? 1)
    var system = EngineSystem(scene, offer).system
    var pins: [EngineConstraint] = []
    while pins.count < system.variableCount {
      guard let loose = LooseNumber.all(in: system).first else { return pins }
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

  /// The most rounds of equations that are tried to make a layout unique.
  private static let roundsMax = 20

  /// Adds required equations until the layout is unique, for engines without preferences.
  ///
  /// They relate edges, so that the layout follows the root when that is stretched. A round has one
  /// equation for each view along each axis, since to find the loose ones takes an exact solution.
  mutating func determine(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard offer.hasSecondItems else { return }
    let others = [0] + scene.views.map(\.id)
    var (loose, known): ([LooseNumber], Int?) = ([], nil)
    for _ in 0..<Self.roundsMax {
      // A round may add nothing: then the same numbers are loose.
      if known != nextConstraint {
        loose = LooseNumber.all(in: EngineSystem(scene, offer).system)
        known = nextConstraint
      }
      if loose.isEmpty { return }
      var related: Set<Int> = []
      for number in loose {
        let isHorizontal = number.part.axis == .horizontal
        guard related.insert(2 * number.view + (isHorizontal ? 0 : 1)).inserted else { continue }
        try relate(
          scene.views[number.view].id, to: others[try source.index(below: others.count)],
          number.part.axis, .equal, &source)
      }
    }
  }
}

/// A number of a frame that differs between two optimal layouts.
private struct LooseNumber {
  /// The number of the variable.
  let variable: Int
  /// The middle of its two values.
  let middle: Rational

  /// Returns all such numbers in order; none when the layout is unique, impossible or too costly.
  static func all(in system: LinearSystem) -> [LooseNumber] {
    // The truth of the script proves its answers: a draw needs no proof.
    guard let optima = ExactOracle.unprovedOptima(of: system) else { return [] }
    return zip(optima.one, optima.other).enumerated().filter { $0.element.0 != $0.element.1 }.map {
      LooseNumber(variable: $0.offset, middle: ($0.element.0 + $0.element.1) * Rational(1, 2))
    }
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
