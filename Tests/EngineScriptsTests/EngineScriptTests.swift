// SPDX-License-Identifier: MIT

import EngineScripts
import ExactNumerics
import JSON
import LinearModel
import Oracles
import Testing

@Suite("Scripts for layout engines")
struct EngineScriptTests {
  /// The scripts of seeds, for an engine that can do everything and for a poor one.
  private static func scripts(_ count: Int, _ offer: EngineOffer) -> [EngineScript] {
    let generator = EngineGenerator(offer)
    return (0..<count).map { generator.script(seed: UInt64($0)) }
  }

  /// An engine with few abilities, which rounds to whole points.
  static var poor: EngineOffer {
    var offer = EngineOffer()
    offer.attributes = [.left, .right, .top, .bottom, .width, .height]
    offer.relations = Set(Relation.allCases)
    offer.priorities = [750, 500, 250]
    offer.hasSecondItems = true
    offer.hints = [.minimum: .required, .natural: Strength(500)]
    offer.operations = [.add, .remove, .resize]
    offer.unit = .one
    (offer.positionRounding, offer.sizeRounding) = (.down, .up)
    return offer
  }

  @Test("a script is well formed and reads back from its text", arguments: [true, false])
  func texts(isPoor: Bool) throws {
    for script in Self.scripts(100, isPoor ? Self.poor : .everything) {
      #expect(script.problem == nil)
      #expect(try EngineScript(decoding: script.encoded) == script)
    }
  }

  @Test("an offer reads back from its text")
  func offers() throws {
    for offer in [EngineOffer.everything, Self.poor, EngineOffer()] {
      #expect(try EngineOffer(offer.json) == offer)
    }
  }

  @Test("an offer of no priorities gets required constraints only")
  func required() throws {
    var offer = Self.poor
    (offer.priorities, offer.hints) = ([], [:])
    #expect(try EngineOffer(offer.json) == offer)
    let scripts = Self.scripts(100, offer)
    #expect(scripts.allSatisfy { $0.constraints.allSatisfy(\.strength.isRequired) })
    #expect(scripts.contains { !$0.constraints.isEmpty })
  }

  @Test("scripts ask for nothing that the offer lacks")
  func offered() {
    for script in Self.scripts(100, Self.poor) {
      #expect(script.direction == .leftToRight)
      for constraint in script.constraints {
        #expect(constraint.multiplier == .one)
        #expect(
          constraint.strength.isRequired || [750, 500, 250].contains(constraint.strength.value))
        for item in [constraint.first] + (constraint.second.map { [$0] } ?? []) {
          #expect(Self.poor.attributes.contains(item.attribute))
        }
      }
      for step in script.steps {
        if let operation = EngineScript.operation(step) {
          #expect(Self.poor.operations.contains(operation))
        }
      }
      #expect(script.views.allSatisfy { $0.parent == 0 && !$0.isGuide && $0.hints.maximum == nil })
    }
  }

  @Test("the planted layout keeps required constraints satisfiable, and most layouts are unique")
  func planted() throws {
    var (readings, unique, refused) = (0, 0, 0)
    for script in Self.scripts(120, .everything) {
      let truth = try EngineTruth(of: script, .everything)
      for expectation in truth.expectations {
        switch expectation {
        case .unjudged: Issue.record("required constraints contradict each other: \(script)")
        case .refused: refused += 1
        case .done: break
        case .reading(let answer):
          readings += 1
          unique += answer.isUnique ? 1 : 0
        }
      }
    }
    #expect(refused > 2)
    #expect(Double(unique) / Double(readings) >= 0.7, "\(unique) of \(readings)")
  }

  /// Returns the right answer to a reading, rounded as promised.
  static func right(_ answer: EngineAnswer, _ offer: EngineOffer) -> EngineReading {
    func rounded(_ value: Rational, _ rounding: EngineOffer.Rounding) -> Double {
      let double = value.doubleValue
      if offer.unit.isZero { return double }
      switch rounding {
      case .down: return double.rounded(.down)
      case .up: return double.rounded(.up)
      case .nearest: return double.rounded()
      }
    }
    var reading = EngineReading(frames: [:])
    for view in answer.system.scene.views.map(\.id) {
      reading.frames[view] = .init(
        x: rounded(answer.value(view, .x), offer.positionRounding),
        y: rounded(answer.value(view, .y), offer.positionRounding),
        width: rounded(answer.value(view, .width), offer.sizeRounding),
        height: rounded(answer.value(view, .height), offer.sizeRounding))
    }
    for kind in offer.rootHints {
      reading.hints[kind] = .init(
        width: answer.rootSizes?[.horizontal]?.least.doubleValue ?? 0,
        height: answer.rootSizes?[.vertical]?.least.doubleValue ?? 0)
    }
    return reading
  }

  @Test("right answers pass, and shifted numbers do not", arguments: [true, false])
  func judged(isPoor: Bool) throws {
    let offer = isPoor ? Self.poor : .everything
    let judge = EngineJudge(offer)
    var shifted = 0
    for script in Self.scripts(60, offer) {
      for case .reading(let answer) in try EngineTruth(of: script, offer).expectations {
        let reading = Self.right(answer, offer)
        #expect(try judge.verdict(on: reading, answer) == .pass, "\(script)")
        for view in answer.system.scene.views.map(\.id) where answer.isSettled(view, .x) {
          var wrong = reading
          wrong.frames[view]?.x += isPoor ? 3 : 0.001
          let verdict = try judge.verdict(on: wrong, answer)
          #expect(verdict.name == "wrongValue", "\(verdict)")
          shifted += 1
        }
      }
    }
    #expect(shifted > 100)
  }
}
