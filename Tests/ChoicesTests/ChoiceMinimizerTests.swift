// SPDX-License-Identifier: MIT

import Testing

@testable import Choices

@Suite("Minimizing choices")
struct ChoiceMinimizerTests {
  static let nested = Generator.anyInteger.list().list()

  func failingStart(_ seed: UInt64, _ fails: ([[Int]]) -> Bool) throws -> ChoiceSequence {
    for offset in 0..<10_000 as Range<UInt64> {
      var source = ChoiceSource.random(seed: seed &* 10_007 &+ offset)
      let value = try Self.nested.generate(from: &source)
      if fails(value) { return source.recording }
    }
    throw GenerationStop.invalid
  }

  @Test("A result fails, is no larger than the start, and is a fixpoint")
  func fixpoint() throws {
    func fails(_ lists: [[Int]]) -> Bool {
      lists.joined().contains { $0 > 40 } && lists.joined().contains { $0 < -7 }
    }
    for seed in 0..<20 as Range<UInt64> {
      let start = try failingStart(seed, fails)
      let found = ChoiceMinimizer.minimize(start, of: Self.nested, stillFails: fails)
      let result = try #require(found)
      #expect(fails(result.value), "seed \(seed)")
      #expect(result.sequence <= start, "seed \(seed)")
      let again = ChoiceMinimizer.minimize(result.sequence, of: Self.nested, stillFails: fails)
      #expect(try #require(again).sequence == result.sequence, "seed \(seed)")
      #expect(try #require(again).improvements == 0, "seed \(seed)")
    }
  }

  @Test("Every accepted step is smaller than the one before, and none runs twice")
  func steps() throws {
    var seen: Set<[[Int]]> = []
    var repeats = 0
    let start = try failingStart(3) { $0.joined().contains { $0 > 1000 } }
    let result = ChoiceMinimizer.minimize(start, of: Self.nested) { lists in
      if !seen.insert(lists).inserted { repeats += 1 }
      return lists.joined().contains { $0 > 1000 }
    }
    #expect(repeats == 0)
    #expect(try #require(result).executions == seen.count)
    #expect(try #require(result).value == [[1001]])
  }

  @Test("The same start gives the same result in the same number of runs")
  func deterministic() throws {
    let start = try failingStart(5) { Set($0.joined()).count >= 4 }
    let ends = (0..<3).map { _ in
      ChoiceMinimizer.minimize(start, of: Self.nested) { Set($0.joined()).count >= 4 }
    }
    let first = try #require(ends[0])
    for end in ends {
      #expect(end?.sequence == first.sequence)
      #expect(end?.executions == first.executions)
    }
  }

  @Test("A limit ends the search with the best result so far")
  func limited() throws {
    let start = try failingStart(7) { Set($0.joined()).count >= 6 }
    let limits = ChoiceMinimizer<[[Int]]>.Limits(executions: 10)
    let found = ChoiceMinimizer.minimize(start, of: Self.nested, limits: limits) {
      Set($0.joined()).count >= 6
    }
    let result = try #require(found)
    #expect(result.executions == 10)
    #expect(!result.isMinimal)
    #expect(Set(result.value.joined()).count >= 6)
  }

  @Test("No pass runs the generator beyond its limit", arguments: [1, 5, 20, 100])
  func generationLimit(limit: Int) throws {
    let start = try failingStart(5) { Set($0.joined()).count >= 4 }
    let limits = ChoiceMinimizer<[[Int]]>.Limits(generations: limit)
    let found = ChoiceMinimizer.minimize(start, of: Self.nested, limits: limits) { _ in true }
    #expect(try #require(found).generations <= limit)
  }

  @Test("After a request to stop, no further pass begins")
  func stopped() throws {
    let start = try failingStart(5) { Set($0.joined()).count >= 4 }
    var requests = 0
    let found = ChoiceMinimizer.minimize(
      start, of: Self.nested,
      isStopped: {
        requests += 1
        return true
      }, stillFails: { _ in true })
    #expect(try #require(found).generations == 1)
    // One request before each of the 14 passes, and one after each round.
    #expect(requests <= 20, "\(requests) requests")
  }

  @Test("A recording that does not fail, or is invalid, is not minimized")
  func nothingToDo() {
    let passing = ChoiceSequence(values: [0])
    #expect(ChoiceMinimizer.minimize(passing, of: Self.nested) { !$0.isEmpty } == nil)
    let cut = ChoiceSequence(values: [1])
    #expect(ChoiceMinimizer.minimize(cut, of: Self.nested) { _ in true } == nil)
  }

  @Test("Extreme numbers do not trap")
  func extremes() throws {
    let pair = Generator<(Int, Int)>.pair(.anyInteger, .anyInteger)
    for values: [Int64] in [
      [.min, .max], [.max, .min], [.min, .min], [.max, .max], [-1, .min],
    ] {
      let start = ChoiceSequence(values: values)
      let result = ChoiceMinimizer.minimize(start, of: pair) { $0 != 0 && $1 != 0 }
      #expect(try #require(result).value == (1, 1))
    }
  }
}
