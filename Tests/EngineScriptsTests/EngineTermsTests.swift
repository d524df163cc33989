// SPDX-License-Identifier: MIT

import Choices
import EngineScripts
import ExactNumerics
import LinearModel
import TestSupport
import Testing

/// Checks the forms and changes of constraints that engines offer by name.
@Suite("Forms and changes of constraints of layout engines")
struct EngineTermsTests {
  /// The share of scripts of a hundred that must use each feature, of an engine that offers all.
  private static let floors: KeyValuePairs<String, Int> = [
    "edgeMultipliers": 7, "negativeMultipliers": 5, "acrossAxes": 8, "priorityChanges": 7,
    "requiredChanges": 5, "multiplierChanges": 2, "itemChanges": 5, "rivals": 20,
    "close rivals": 10,
  ]

  private static func scripts(_ offer: EngineOffer) -> Generator<EngineScript> {
    let generator = EngineGenerator(offer)
    return Generator { (source) throws(GenerationStop) in try generator.draw(&source) }
  }

  @Test("each form and change is in a share of the scripts for an engine that offers it")
  func shares() {
    forAll(Self.scripts(.everything), count: 600, quick: 300, kinds: Self.floors) { script, kinds in
      for feature in script.features { kinds.note(feature.rawValue) }
      let gaps = Self.rivals(script)
      if !gaps.isEmpty { kinds.note("rivals") }
      if gaps.contains(1) { kinds.note("close rivals") }
      return .holds
    }
  }

  /// Returns the distances of the priorities of preferences about the same quantity.
  private static func rivals(_ script: EngineScript) -> Set<Double> {
    let wishes = script.constraints.filter { !$0.strength.isRequired && $0.strength.value != 1 }
    var gaps: Set<Double> = []
    for (place, one) in wishes.enumerated() {
      for other in wishes.dropFirst(place + 1)
      where one.first == other.first && one.second == other.second && one.id != other.id {
        gaps.insert((one.strength.value - other.strength.value).magnitude)
      }
    }
    return gaps
  }

  /// A form or change by its feature, with the offer that lacks nothing else.
  private static let words: [(EngineFeature, @Sendable (inout EngineOffer) -> Void)] = [
    (.edgeMultipliers, { $0.hasEdgeMultipliers = false }),
    (.negativeMultipliers, { $0.hasNegativeMultipliers = false }),
    (.acrossAxes, { $0.crossesAxes = false }),
    (.priorityChanges, { $0.changes.remove(.priority) }),
    (.requiredChanges, { $0.changes.remove(.required) }),
    (.multiplierChanges, { $0.changes.remove(.multiplier) }),
    (.itemChanges, { $0.changes.remove(.items) }),
  ]

  @Test("an engine that does not offer a form or a change is not asked for it")
  func unoffered() throws {
    for (feature, remove) in Self.words {
      var offer = EngineOffer.everything
      remove(&offer)
      #expect(try offer != .everything && EngineOffer(offer.json) == offer)
      let all = EngineGenerator(.everything)
      let generator = EngineGenerator(offer)
      for seed in 0..<40 as Range<UInt64> {
        let script = generator.script(seed: seed)
        #expect(!script.features.contains(feature), "\(feature), seed \(seed)")
        #expect(offer.covers(script) && offer.coversChanges(of: script), "\(feature), seed \(seed)")
        // The offer covers a script for all engines only where it lacks the feature.
        let other = all.script(seed: seed)
        #expect(offer.covers(other) == !other.features.contains(feature), "\(feature), \(seed)")
      }
    }
  }

  @Test("each member of a whole offer has an effect, and none that lacks what it needs")
  func needless() {
    #expect(EngineOffer.everything.needless.isEmpty)
    var offer = EngineOffer.everything
    (offer.hasMultipliers, offer.priorities) = (false, [250])
    #expect(
      offer.needless.map(\.member) == [
        "edgeMultipliers", "negativeMultipliers", "changes: priority",
      ])
  }

  @Test("a factor that does not matter becomes 1, one that does becomes positive, and 2 if it can")
  func factors() {
    func factor(_ isWrong: @escaping (Rational) -> Bool) -> Rational? {
      let constraint = EngineConstraint(
        id: 1, EngineItem(1, .width), .equal, EngineItem(0, .width),
        multiplier: Rational(-3, 2))
      let script = EngineScript(
        size: EngineSize(width: Rational(9), height: Rational(9)), views: [EngineView(id: 1)],
        steps: [.add(constraint), .frames])
      return EngineMinimizer.minimize(script, runsMax: 100) { script in
        .init(fails: script.constraints.contains { isWrong($0.multiplier) })
      }.subject.constraints.first?.multiplier
    }
    #expect(factor { _ in true } == .one)
    #expect(factor { $0 != .one } == Rational(2))
    #expect(factor { $0.magnitude == Rational(3, 2) } == Rational(3, 2))
    #expect(factor { $0.signum < 0 } == Rational(-3, 2))
  }

  @Test("a script that changes what an engine does not offer to change is not covered")
  func uncoveredChange() {
    let equal = EngineConstraint(id: 1, EngineItem(1, .width), .equal, EngineItem(2, .width))
    let fixed = EngineConstraint(id: 1, EngineItem(1, .width), .equal, constant: Rational(5))
    let script = EngineScript(
      size: EngineSize(width: Rational(9), height: Rational(9)),
      views: [EngineView(id: 1), EngineView(id: 2)], steps: [.add(equal), .change(fixed), .frames])
    var offer = EngineOffer.everything
    #expect(offer.coversChanges(of: script))
    offer.changes.remove(.items)
    #expect(!offer.coversChanges(of: script))
  }

  /// Two views; the width of the first one is three times the height of the root.
  private static func coupled(_ steps: [EngineScript.Step]) -> EngineScript {
    let width = EngineConstraint(
      id: 1, EngineItem(1, .width), .equal, EngineItem(0, .height), multiplier: Rational(3))
    let left = EngineConstraint(id: 2, EngineItem(1, .left), .equal, EngineItem(0, .left))
    let right = EngineConstraint(
      id: 3, EngineItem(1, .right), .lessThanOrEqual, EngineItem(0, .right), constant: Rational(-6))
    let height = EngineConstraint(
      id: 4, EngineItem(0, .height), .greaterThanOrEqual, EngineItem(1, .height),
      constant: Rational(10))
    return EngineScript(
      size: EngineSize(width: Rational(200), height: Rational(50)), views: [EngineView(id: 1)],
      steps: [width, left, right, height].map { .add($0) } + steps)
  }

  @Test("the sizes of the root of related axes are those that fit to some other size")
  func rootSizes() throws {
    let script = Self.coupled([.frames, .remove(1), .frames])
    let readings = try EngineTruth(of: script, .everything).expectations.compactMap {
      if case .reading(let answer) = $0 { answer } else { nil }
    }
    try #require(readings.count == 2)
    #expect(readings[0].value(1, .width) == Rational(150))
    // The root is at least 10 high, so that the view is at least 30 wide.
    let together = try #require(readings[0].rootSizes)
    #expect(together[.horizontal]?.least == Rational(36))
    #expect(together[.vertical]?.least == Rational(10))
    #expect(together.values.allSatisfy { $0.greatest == nil })
    let apart = try #require(readings[1].rootSizes)
    #expect(apart[.horizontal]?.least == Rational(6) && apart[.vertical]?.least == Rational(10))
  }

  @Test("the planted layout keeps required constraints across axes in each size of the root")
  func planted() {
    var offer = EngineOffer.everything
    offer.operations = [.add, .resize, .change]
    forAll(Self.scripts(offer), count: 1200, quick: 400, kinds: ["across": 4, "resized": 1]) {
      script, kinds in
      guard script.constraints.contains(where: { $0.crossesAxes && $0.strength.isRequired }) else {
        return .holds
      }
      kinds.note("across")
      if script.features.contains(.resize) { kinds.note("resized") }
      for expectation in try EngineTruth(of: script, offer).expectations {
        if case .unjudged = expectation { return .fails("required constraints contradict") }
      }
      return .holds
    }
  }
}
