// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LayoutEngine
import LayoutGenerators
import LayoutModel
import Lowering
import Oracles
import Solvers
import TestSupport
import Testing

@testable import Judging

/// Compares the places known from generating a case with those that the layout passes and the
/// oracle find.
@Suite("Planted places")
struct PlantedPlacesTests {
  private func layout(_ layoutCase: LayoutCase) throws -> Layout {
    let settled = LayoutEngine.settle(layoutCase, solver: SimplexSolver())
    let solution = try #require(settled.result.outcome.solution)
    return settled.lowered.layout(from: solution, rounded: false)
  }

  @Test("The oracle agrees with every planted truth, and a moved view is noticed")
  func agreement() {
    let cases = caseGenerator(profile: .idiomatic)
    forAll(cases, count: 120, quick: 120, kinds: ["moved": 50]) { planted, kinds in
      var made = planted
      let lowered = CaseRunner.plain(made.layoutCase)
      let answer = try ExactOracle.solve(lowered.system)
      if let problem = made.disagreement(with: answer, of: lowered) { return .fails("\(problem)") }
      guard var wrong = made.stretches.last else { return .holds }
      wrong.axis = wrong.axis == .horizontal ? .vertical : .horizontal
      (wrong.low, wrong.size) = (wrong.size, wrong.low)
      made.stretches = [wrong]
      if made.disagreement(with: answer, of: lowered) != nil { kinds.note("moved") }
      return .holds
    }
  }

  @Test("S7: in a box of minimal height the banner leaves the list a height that is not negative")
  func lowBox() throws {
    // The only case of half a million without enough space, as this campaign draws it.
    let made = try CaseSource(seed: 20_261_122).generate(525_533)
    let lowered = CaseRunner.plain(made.layoutCase)
    #expect(made.disagreement(with: try ExactOracle.solve(lowered.system), of: lowered) == nil)
  }

  @Test("No planted stretch has a negative size", arguments: Profile.allCases)
  func sizes(profile: Profile) {
    // Without a unique layout there is no place to plant.
    let plants = ![.ambiguous, .competing, .conflicting].contains(profile)
    forAll(
      caseGenerator(profile: profile), count: 400, quick: 400, kinds: ["stretch": plants ? 100 : 0]
    ) { made, kinds in
      try claim(made.stretches.allSatisfy { $0.size >= 0 }, "a stretch has a negative size")
      try claim(plants || made.stretches.isEmpty, "a place is planted")
      kinds.note("stretch", times: made.stretches.count)
      return .holds
    }
  }

  @Test("S7: each step of an animation has its planted place, and all equalities hold on the way")
  func animations() throws {
    for seed in 0..<60 as Range<UInt64> {
      let steps = try #require(animationGenerator().value(seed: seed))
      var last: Layout?
      for (number, step) in steps.enumerated() {
        let lowered = CaseRunner.plain(step.layoutCase)
        let answer = try ExactOracle.solve(lowered.system)
        #expect(step.disagreement(with: answer, of: lowered) == nil, "seed \(seed) step \(number)")
        let layout = try self.layout(step.layoutCase)
        if let last {
          try checkWay(from: (steps[number - 1], last), to: (step, layout), "seed \(seed)")
        }
        last = layout
      }
    }
  }

  /// Checks that between two steps a new layout with interpolated sizes and constants has the
  /// interpolated frames.
  private func checkWay(
    from start: (GeneratedCase, Layout), to end: (GeneratedCase, Layout), _ name: String
  ) throws {
    var between = start.0.layoutCase
    for quarter in 1...3 as ClosedRange<Int64> {
      for index in between.constraints.indices {
        let one = start.0.layoutCase.constraints[index]
        let other = end.0.layoutCase.constraints[index]
        #expect(one.first == other.first && one.second == other.second, "\(name)")
        between.constraints[index].constant = try #require(
          LayoutNumber(
            quotientOf: Int128(one.constant.numerator) * Int128(4 - quarter)
              * Int128(other.constant.denominator)
              + Int128(other.constant.numerator) * Int128(quarter)
              * Int128(one.constant.denominator),
            by: 4 * Int128(one.constant.denominator) * Int128(other.constant.denominator)))
      }
      // Priorities jump, so a broken preference has no interpolated place.
      let jumps = zip(start.0.layoutCase.constraints, end.0.layoutCase.constraints)
        .contains { $0.priority != $1.priority }
      if jumps { return }
      let frames = LayoutAnimation.frames(
        from: start.1, to: end.1, at: Double(quarter) / 4)
      for (frame, fresh) in zip(frames, try layout(between).frames) {
        let differences = [
          frame.x - fresh.x, frame.y - fresh.y, frame.width - fresh.width,
          frame.height - fresh.height,
        ]
        #expect(differences.allSatisfy { abs($0) < 1e-9 }, "\(name): \(frame), \(fresh)")
      }
    }
  }
}
