// SPDX-License-Identifier: MIT

import Testing

@testable import Choices

@Suite("Sources and generators")
struct GeneratorTests {
  static let nested = Generator<[[Int]]>.list(ofListsOf: .anyInteger)

  @Test("The same seed makes the same choices, in every build")
  func golden() throws {
    var digest: UInt64 = 0
    for seed in 0..<200 as Range<UInt64> {
      var source = ChoiceSource.random(seed: seed)
      _ = try Self.nested.generate(from: &source)
      digest = digest &* 31 &+ source.recording.digest
    }
    #expect(digest == 5_373_494_664_237_705_397)
  }

  @Test("A replay gives the same value and the same recording")
  func replay() throws {
    for seed in 0..<200 as Range<UInt64> {
      var first = ChoiceSource.random(seed: seed)
      let value = try Self.nested.generate(from: &first)
      let stored = try #require(ChoiceSequence(text: first.recording.text))
      var second = ChoiceSource.replay(stored)
      #expect(try Self.nested.generate(from: &second) == value, "seed \(seed)")
      #expect(second.recording.choices == first.recording.choices, "seed \(seed)")
      #expect(second.recording.spans == first.recording.spans, "seed \(seed)")
    }
  }

  @Test("A replay that is too short is an overrun; with a seed it continues at random")
  func overrun() throws {
    let cut = ChoiceSequence(values: [1, 5, 1])
    let list = Generator.anyInteger.list()
    var source = ChoiceSource.replay(cut)
    #expect(throws: GenerationStop.overrun) { try list.generate(from: &source) }
    var longer = ChoiceSource.replay(cut, thenRandom: 1)
    #expect(try list.generate(from: &longer).first == 5)
  }

  @Test("A source gives no more choices than its limit")
  func limit() {
    let endless = Generator<Int> { (source) throws(GenerationStop) in
      while true { _ = try source.bool() }
    }
    var source = ChoiceSource.random(seed: 1, limit: 1000)
    #expect(throws: GenerationStop.overrun) { try endless.generate(from: &source) }
    #expect(source.count == 1000)
  }

  @Test("Values that do not fit become the simplest, so any replay is legal")
  func misfit() throws {
    var source = ChoiceSource.replay(ChoiceSequence(values: [99, -1, 7]))
    #expect(try source.integer(in: 3...9, towards: 4) == 4)
    #expect(try source.bool() == false)
    #expect(try source.index(below: 8) == 7)
  }

  @Test("The exhaustive source gives every value once, the simplest first")
  func exhaustive() throws {
    let generator = Generator<[Int]>.list(of: .integer(in: -1...1), count: 0...2)
    var source = ChoiceSource.exhaustive()
    var seen: [[Int]] = []
    repeat { seen.append(try generator.generate(from: &source)) } while source.advance()
    #expect(seen.count == 1 + 3 + 9)
    #expect(Set(seen).count == seen.count)
    #expect(seen.first == [])
  }

  @Test("Any bytes give a value; empty bytes give the simplest one")
  func bytes() throws {
    var empty = ChoiceSource.bytes([])
    #expect(try Self.nested.generate(from: &empty) == [])
    var numbers = Xoshiro256(seed: 9)
    for length in 0..<300 {
      let input = (0..<length).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
      var source = ChoiceSource.bytes(input)
      _ = try Self.nested.generate(from: &source)
    }
  }

  @Test("Combinators have their documented results")
  func combinators() throws {
    var source = ChoiceSource.random(seed: 11)
    for _ in 0..<300 {
      let even = Generator.integer(in: 0...100).map { $0 * 2 }.filter(limit: 50) { $0 > 20 }
      let number = try even.generate(from: &source)
      #expect(number % 2 == 0 && number > 20)
      let pair = Generator<(Int, [Int])>.pair(
        .integer(in: 1...4), Generator<[Int]>.permutation(of: [1, 2, 3, 4]))
      #expect(try pair.generate(from: &source).1.sorted() == [1, 2, 3, 4])
      let sized = Generator.integer(in: 1...9).bind {
        Generator<[Int]>.list(of: .integer(in: 0...0), count: $0...$0)
      }
      #expect(try (1...9).contains(sized.generate(from: &source).count))
      let one = Generator<Int>.oneOf([.always(1), .element(of: [2, 3])])
      #expect(try (1...3).contains(one.generate(from: &source)))
    }
  }

  @Test("A filter that accepts nothing stops as invalid")
  func hopelessFilter() {
    var source = ChoiceSource.random(seed: 1)
    let hopeless = Generator.anyInteger.filter { _ in false }
    #expect(throws: GenerationStop.invalid) { try hopeless.generate(from: &source) }
  }

  @Test("Drawing only simplest choices gives the simplest value of every combinator")
  func simplest() throws {
    var source = ChoiceSource.exhaustive()
    #expect(try Generator.anyInteger.optional.generate(from: &source) == nil)
    #expect(try source.shuffled([3, 1, 2]) == [3, 1, 2])
    #expect(try Generator<Int>.oneOf([.always(7), .anyInteger]).generate(from: &source) == 7)
    #expect(try source.index(weights: [0, 5, 5]) == 0)
  }

  @Test("Spans nest and cover the choices drawn in them")
  func spans() throws {
    var source = ChoiceSource.replay(ChoiceSequence(values: [1, 1, 5, 0, 1, 0, 0]))
    #expect(try Self.nested.generate(from: &source) == [[5], []])
    let spans = source.recording.spans.map { "\($0.label.rawValue) \($0.depth) \($0.range)" }
    #expect(
      spans == ["1 0 0..<7", "2 1 0..<4", "1 2 1..<4", "2 3 1..<3", "2 1 4..<6", "1 2 5..<6"])
  }
}

extension Generator {
  static func list<Element>(
    of element: Generator<Element>, count: ClosedRange<Int> = 0...Int.max
  ) -> Generator where Value == [Element] { element.list(count: count) }

  static func list<Element>(
    ofListsOf element: Generator<Element>
  ) -> Generator where Value == [[Element]] { element.list().list() }
}

extension Generator where Value == Int {
  /// A generator of any integer, small ones more often.
  static let anyInteger = Generator { (source) throws(GenerationStop) in
    try source.integerOfAnySize()
  }
}
