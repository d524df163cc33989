// SPDX-License-Identifier: MIT

import Testing

@testable import Choices

/// Checks the problems of github.com/jlink/shrinking-challenge.
///
/// Hypothesis publishes its results there, and the mean number of property executions over 100
/// seeds. As there, executions are counted from the first failing value, which is included.
@Suite("Shrinking challenge")
struct ShrinkingChallengeTests {
  struct Outcome {
    var results: [String: Int] = [:]
    var executions = 0
    var mean: Double { Double(executions) / 100 }
  }

  /// Finds the first failing value for each of 100 seeds and minimizes it.
  func run<Value>(
    _ generator: Generator<Value>, fails: @escaping (Value) -> Bool
  ) throws -> Outcome {
    var outcome = Outcome()
    for seed in 0..<100 as Range<UInt64> {
      var numbers = SplitMix64(seed: seed)
      while true {
        var source = ChoiceSource.random(seed: numbers.next())
        guard let value = try? generator.generate(from: &source), fails(value) else { continue }
        let found = ChoiceMinimizer.minimize(
          source.recording, of: generator, stillFails: fails)
        let result = try #require(found)
        #expect(result.isMinimal, "seed \(seed)")
        outcome.results["\(result.value)", default: 0] += 1
        outcome.executions += result.executions
        break
      }
    }
    return outcome
  }

  static let list = Generator.anyInteger.list()

  @Test("reverse: [0, 1]")
  func reverse() throws {
    let outcome = try run(Self.list) { $0 != $0.reversed() }
    #expect(outcome.results == ["[0, 1]": 100])
    #expect(outcome.mean <= 46, "\(outcome.mean)")
  }

  @Test("lengthlist: [900]")
  func lengthList() throws {
    let generator = Generator.integer(in: 1...100).bind { length in
      Generator.integer(in: 0...1000).list(count: length...length)
    }
    let outcome = try run(generator) { $0.contains { $0 >= 900 } }
    #expect(outcome.results == ["[900]": 100])
    #expect(outcome.mean <= 85, "\(outcome.mean)")
  }

  @Test("bound5: [-1] and [-32768]")
  func bound5() throws {
    let short = Generator.integer(in: -32768...32767).list(count: 0...1)
      .filter { $0.reduce(0, +) < 256 }
    let generator = Generator<[[Int]]> { (source) throws(GenerationStop) in
      var lists: [[Int]] = []
      for _ in 0..<5 { lists.append(try short.generate(from: &source)) }
      return lists
    }
    let outcome = try run(generator) { lists in
      let sum = lists.joined().reduce(Int16(0)) { $0 &+ Int16(truncatingIfNeeded: $1) }
      return sum >= 5 * 256
    }
    #expect(outcome.results == ["[[], [], [], [-1], [-32768]]": 100])
    #expect(outcome.mean <= 137, "\(outcome.mean)")
  }

  @Test("large union list: [[0, 1, -1, 2, -2]]")
  func largeUnionList() throws {
    let outcome = try run(Self.list.list()) { Set($0.joined()).count >= 5 }
    #expect(outcome.results == ["[[0, 1, -1, 2, -2]]": 100])
    #expect(outcome.mean <= 341, "\(outcome.mean)")
  }

  @Test("deletion: ([0, 0], 0)")
  func deletion() throws {
    let generator = Generator<([Int], Int)>.pair(Self.list, .integer(in: 0...10))
    let outcome = try run(generator) { list, index in
      guard index < list.count, let first = list.firstIndex(of: list[index]) else { return false }
      var rest = list
      rest.remove(at: first)
      return rest.contains(list[index])
    }
    #expect(outcome.results == ["([0, 0], 0)": 100])
    #expect(outcome.mean <= 133, "\(outcome.mean)")
  }

  @Test("coupling: [1, 0]")
  func coupling() throws {
    let outcome = try run(Generator.integer(in: 0...10).list()) { list in
      guard list.allSatisfy({ $0 < list.count }) else { return false }
      return list.indices.contains { $0 != list[$0] && list[list[$0]] == $0 }
    }
    #expect(outcome.results == ["[1, 0]": 100])
    #expect(outcome.mean <= 140, "\(outcome.mean)")
  }

  @Test("distinct: [0, 1, -1]")
  func distinct() throws {
    let outcome = try run(Self.list) { Set($0).count >= 3 }
    #expect(outcome.results == ["[0, 1, -1]": 100])
    #expect(outcome.mean <= 249, "\(outcome.mean)")
  }

  @Test("nestedlists: one list of eleven zeros")
  func nestedLists() throws {
    let outcome = try run(Self.list.list()) { $0.map(\.count).reduce(0, +) > 10 }
    #expect(outcome.results == ["[[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]": 100])
    #expect(outcome.mean <= 150, "\(outcome.mean)")
  }
}
