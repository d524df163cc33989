// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import Minimization

@Suite("Numbers that do not matter")
struct IndifferentNumbersTests {
  private let start: LayoutCase = {
    var result = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 100, height: 100)),
      views: [View(id: "root", parent: nil)])
    for id in ["c1", "c2"] {
      result.constraints.append(
        LayoutConstraint(id: id, first: Anchor(.view(0), .width), constant: 0))
    }
    return result
  }()

  private func places(_ stillFails: @escaping (LayoutCase) -> Bool) -> [String] {
    IndifferentNumbers.places(
      in: start, isStopped: { false }, bench: TrialBench(stillFails: stillFails)) ?? []
  }

  private func constants(_ layoutCase: LayoutCase) -> [LayoutNumber] {
    layoutCase.constraints.map(\.constant)
  }

  @Test("A failure for all numbers has only indifferent numbers")
  func all() {
    #expect(
      places { _ in true } == [
        "the constant of c1", "the constant of c2", "the width of the root",
        "the height of the root",
      ])
  }

  @Test("A number that needs its value matters")
  func one() {
    let found = places { self.constants($0)[1] == 0 }
    #expect(!found.contains("the constant of c2"))
    #expect(found.contains("the constant of c1"))
  }

  @Test("Numbers that need to be equal matter, both of them")
  func equal() {
    let found = places { self.constants($0)[0] == self.constants($0)[1] }
    #expect(found == ["the width of the root", "the height of the root"])
  }

  @Test("Of two numbers, one of which may be any, only one is listed")
  func either() {
    let found = places { self.constants($0).contains(0) }
    #expect(found.filter { $0.contains("constant") } == ["the constant of c1"])
  }

  @Test("A stop during the search is reported, and no number is listed")
  func cut() {
    func fails(_ layoutCase: LayoutCase) -> Bool { layoutCase.constraints.count >= 2 }
    let whole = Minimizer.minimize(start, explains: true, stillFails: fails)
    #expect(whole.end == .fixpoint && !whole.explanationIsCut && !whole.indifferent.isEmpty)
    var runs = 0
    func counted(_ layoutCase: LayoutCase) -> Bool {
      runs += 1
      return fails(layoutCase)
    }
    _ = Minimizer.minimize(start, explains: true, stillFails: counted)
    // The stop comes at each moment after the smallest case is known.
    for limit in whole.calls..<runs {
      runs = 0
      let result = Minimizer.minimize(
        start, explains: true, isStopped: { runs > limit }, stillFails: counted)
      #expect(result.end == .fixpoint && result.explanationIsCut, "after \(limit) runs")
      #expect(result.indifferent.isEmpty && result.layoutCase == whole.layoutCase)
    }
  }

  @Test("No number is listed unless requested, and the search does not count in the budget")
  func unasked() {
    let plain = Minimizer.minimize(start, stillFails: { $0.constraints.count >= 2 })
    let told = Minimizer.minimize(
      start, explains: true, stillFails: { $0.constraints.count >= 2 })
    #expect(plain.indifferent.isEmpty)
    #expect(!told.indifferent.isEmpty)
    #expect(plain.calls == told.calls)
    #expect(plain.layoutCase == told.layoutCase)
  }
}
