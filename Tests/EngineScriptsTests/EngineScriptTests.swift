// SPDX-License-Identifier: MIT

import EngineScripts
import ExactNumerics
import JSON
import LayoutModel
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
    offer.formats = [.vertical, .spacing, .priorities]
    offer.unit = .one
    (offer.positionRounding, offer.sizeRounding) = (.down, .up)
    return offer
  }

  /// An engine with anchors between edges, which all are required.
  static var anchors: EngineOffer {
    var offer = EngineOffer()
    offer.attributes = [.leading, .trailing, .centerX, .top, .bottom, .centerY]
    offer.relations = [.equal]
    offer.priorities = []
    offer.hasSecondItems = true
    offer.directions = Set(EngineDirection.allCases)
    offer.hints = [.minimum: .required, .maximum: .required]
    offer.unpromisedHints = [.natural]
    offer.rootHints = [.minimum, .natural]
    offer.operations = [.add, .remove, .change, .resize, .hint, .reroot, .drop]
    (offer.needsConnections, offer.hasDistinctPairs, offer.warnsOfConflicts) = (true, true, true)
    return offer
  }

  @Test("an engine with anchors gets connected views and one constraint for each pair of edges")
  func connected() throws {
    var (readings, resized, changed, natural) = (0, 0, 0, 0)
    for script in Self.scripts(150, Self.anchors) {
      let truth = try EngineTruth(of: script, Self.anchors)
      var scene = EngineScene(script)
      for (step, expectation) in zip(script.steps, truth.expectations) {
        if case .add(let constraint) = step, let second = constraint.second {
          #expect(constraint.strength.isRequired && constraint.relation == .equal)
          #expect(!scene.hasConstraint(between: constraint.first, second))
        }
        scene.apply(step)
        if case .change = step { changed += 1 }
        guard step == .frames else { continue }
        #expect(scene.isConnected)
        resized += scene.size == script.size ? 0 : 1
        guard case .reading = expectation else {
          Issue.record("required constraints contradict each other: \(script)")
          continue
        }
        readings += 1
      }
      natural += script.views.count { $0.hints.natural != nil }
    }
    #expect(readings > 300 && resized > 30 && changed > 100 && natural > 50)
  }

  @Test("a reading with a view that nothing connects is not judged if the engine needs that")
  func unconnected() throws {
    let view = EngineView(id: 1)
    let size = EngineSize(width: Rational(10), height: Rational(10))
    let horizontal = EngineConstraint(
      id: 1, EngineItem(1, .leading), .equal, EngineItem(0, .leading), constant: .one)
    let vertical = EngineConstraint(id: 2, EngineItem(1, .top), .equal, EngineItem(0, .top))
    let script = EngineScript(
      size: size, views: [view], steps: [.add(horizontal), .frames, .add(vertical), .frames])
    func judged(_ offer: EngineOffer) throws -> [Bool] {
      try EngineTruth(of: script, offer).expectations.compactMap { expectation in
        switch expectation {
        case .reading: true
        case .unjudged: false
        default: nil
        }
      }
    }
    #expect(try judged(Self.anchors) == [false, true])
    var free = Self.anchors
    free.needsConnections = false
    #expect(try judged(free) == [true, true])
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
    for offer in [EngineOffer.everything, Self.poor, Self.anchors, EngineOffer()] {
      #expect(try EngineOffer(offer.json) == offer)
    }
  }

  @Test("all members of an offer are known")
  func members() throws {
    var offer = EngineOffer.everything
    (offer.priorities, offer.unit, offer.programs) = ([1], .one, ["kiwi-python"])
    #expect(offer.json.members?.map(\.key).sorted() == EngineOffer.memberNames.sorted())
    #expect(offer.hasConstraints && !EngineOffer().hasConstraints)
  }

  @Test("a constraint counts once, however often it changes")
  func constraintCount() {
    let constraint = EngineConstraint(id: 1, .init(1, .left), .equal)
    var other = constraint
    other.constant = .one
    let script = EngineScript(
      size: EngineSize(width: Rational(10), height: Rational(10)), views: [EngineView(id: 1)],
      steps: [.add(constraint), .change(other), .frames, .change(constraint)])
    #expect(script.constraints.count == 3 && script.constraintCount == 1)
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

  @Test(
    "an engine without preferences reads unique layouts that follow the root",
    arguments: [[Relation.equal], [.equal, .greaterThanOrEqual]])
  func resized(relations: [Relation]) throws {
    var offer = Self.poor
    (offer.priorities, offer.hints, offer.formats) = ([], [.minimum: .required], [])
    offer.relations = Set(relations)
    var (readings, unique, following) = (0, 0, 0)
    for script in Self.scripts(150, offer) {
      let truth = try EngineTruth(of: script, offer)
      var scene = EngineScene(script)
      var last: EngineAnswer?
      for (step, expectation) in zip(script.steps, truth.expectations) {
        scene.apply(step)
        guard step == .frames else { continue }
        guard case .reading(let answer) = expectation else {
          Issue.record("required constraints contradict each other: \(script)")
          continue
        }
        readings += 1
        unique += answer.isUnique ? 1 : 0
        if let last, scene.size != script.size, answer.isUnique, last.isUnique,
          last.optimum.point != answer.optimum.point
        {
          following += 1
        }
        last = answer
      }
    }
    #expect(readings > 300 && unique * 10 > readings * 6, "\(unique) of \(readings)")
    #expect(following * 20 > readings, "\(following) of \(readings)")
  }

  @Test("an offer covers the scripts that are generated for it, and a poorer one few of them")
  func covered() {
    for offer in [EngineOffer.everything, Self.poor, Self.anchors] {
      for (seed, script) in Self.scripts(60, offer).enumerated() {
        #expect(offer.covers(script), "seed \(seed)")
      }
    }
    let scripts = Self.scripts(60, .everything)
    #expect(scripts.count { Self.poor.covers($0) } < scripts.count / 2)
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
        case .done, .constraints: break
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
          #expect(verdict.failure == .wrongValue, "\(verdict)")
          shifted += 1
        }
      }
    }
    #expect(shifted > 100)
  }
}
