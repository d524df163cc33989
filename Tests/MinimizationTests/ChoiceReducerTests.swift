// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import Minimization
import Testing

@Suite("Minimizing a generated case through its choices")
struct ChoiceReducerTests {
  /// A generator of cases with one view and a list of widths.
  private static let generator = Generator<LayoutCase> { (source) throws(GenerationStop) in
    var result = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 320, height: 480)),
      views: [View(id: "root", parent: nil), View(id: "a", parent: 0)])
    while try source.bool(4, in: 5) {
      source.beginSpan(.element)
      let width = try source.integer(in: 0...1000)
      let isHeight = try source.bool()
      source.endSpan()
      result.constraints.append(
        LayoutConstraint(
          id: "c\(result.constraints.count)",
          first: Anchor(.view(1), isHeight ? .height : .width), constant: LayoutNumber(width)))
    }
    return result
  }

  private static func hasFault(_ layoutCase: LayoutCase) -> Bool {
    layoutCase.constraints.contains { LayoutNumber(100).isLess(than: $0.constant) }
  }

  private func start() throws -> (layoutCase: LayoutCase, origin: ChoiceOrigin) {
    for seed: UInt64 in 0..<1000 {
      var source = ChoiceSource.random(seed: seed)
      let layoutCase = try Self.generator.generate(from: &source)
      if layoutCase.constraints.count > 8 && Self.hasFault(layoutCase) {
        return (
          layoutCase, ChoiceOrigin(sequence: source.recording, generator: Self.generator)
        )
      }
    }
    throw GenerationStop.invalid
  }

  @Test("Choices are reduced first, through the same gate, to the same result")
  func sameResult() throws {
    let (layoutCase, origin) = try start()
    let with = Minimizer.minimize(layoutCase, origin: origin, stillFails: Self.hasFault)
    let without = Minimizer.minimize(layoutCase, stillFails: Self.hasFault)
    #expect(with.layoutCase == without.layoutCase)
    #expect(with.statistics.first?.reducer == "choices")
    #expect((with.statistics.first?.successes ?? 0) > 0)
    #expect(with.calls == with.statistics.reduce(1) { $0 + $1.attempts })
  }

  @Test("Choices that do not generate the start case are left alone")
  func foreignChoices() throws {
    let (layoutCase, _) = try start()
    let foreign = ChoiceOrigin(
      sequence: ChoiceSequence(values: [1, 5, 0, 0]), generator: Self.generator)
    let result = Minimizer.minimize(layoutCase, origin: foreign, stillFails: Self.hasFault)
    #expect(result.statistics.first?.attempts == 0)
    #expect(result.layoutCase.constraints.count == 1)
  }
}
