// SPDX-License-Identifier: MIT

import Choices
import TestSupport
import Testing

@Suite("Properties over generated values")
struct ForAllTests {
  private static let lists = Generator<Int>.integer(in: 0...1000).list(count: 0...50)
  private static let drawnLists = Generator.drawn { draws in
    draws.list(0...9) { $0.below(1000) }
  }

  @Test("a counterexample is the smallest one, with the seed that found it")
  func counterexample() throws {
    let run = search(Self.lists, seeds: 0..<200) { list in
      .when(!list.contains { $0 > 700 }, else: "above 700")
    }
    let found = try #require(run.counterexample)
    #expect(found.value == [701] && found.problem == "above 700")
    #expect(found.improvements > 0)
    // The seed finds it again.
    let again = search(Self.lists, seeds: found.seed..<found.seed + 1) { list in
      .when(!list.contains { $0 > 700 }, else: "above 700")
    }
    #expect(again.counterexample?.value == [701])
  }

  @Test("values to which the property does not apply do not count")
  func notApplicable() {
    let run = search(Self.lists, seeds: 0..<200) { list in
      list.count.isMultiple(of: 2) ? .holds : .notApplicable
    }
    #expect(run.counterexample == nil && (40..<160).contains(run.checked))
  }

  @Test("an error that a property throws is a failure, and is minimized as one")
  func thrown() throws {
    let run = search(Self.lists, seeds: 0..<200) { list in
      if list.count > 3 { throw GenerationStop.invalid }
      return .holds
    }
    let found = try #require(run.counterexample)
    #expect(found.value == [0, 0, 0, 0] && found.problem == "threw invalid")
  }

  @Test("a property of several claims fails with the first false one, minimized for any of them")
  func claims() throws {
    let run = search(Self.drawnLists, seeds: 0..<200) { list in
      try claim(list.count <= 6, "long")
      try claim(list.filter { $0 > 700 }, is: [])
      return .holds
    }
    let found = try #require(run.counterexample)
    #expect(found.value == [701] && found.problem == " expected [], actual [701]")
  }

  @Test("draws of a plain function are replayed, and a source that stops discards the value")
  func draws() throws {
    var source = ChoiceSource.random(seed: 5)
    let list = try Self.drawnLists.generate(from: &source)
    var again = ChoiceSource.replay(source.recording)
    #expect(try Self.drawnLists.generate(from: &again) == list && !list.isEmpty)
    var short = ChoiceSource.random(seed: 5, limit: list.count)
    #expect(throws: GenerationStop.overrun) { try Self.drawnLists.generate(from: &short) }
  }

  @Test("kinds are counted up to the failure, and not while it is minimized")
  func kinds() {
    let run = search(Self.lists, seeds: 0..<200) { list, kinds in
      kinds.note(list.isEmpty ? "empty" : "list")
      return .when(list.count < 20, else: "long")
    }
    #expect(run.counterexample?.value.count == 20)
    #expect(run.kinds["empty"] + run.kinds["list"] == run.checked && run.kinds["none"] == 0)
  }

  @Test("a failure and a property that says too little are recorded as issues")
  func issues() {
    withKnownIssue { forAll(Self.lists) { .when($0.count < 5, else: "long") } }
    withKnownIssue { forAll(Self.lists) { _ in .notApplicable } }
    withKnownIssue {
      forAll(Self.lists, kinds: ["long": 50]) { list, kinds in
        if list.count > 40 { kinds.note("long") }
        return .holds
      }
    }
    forAll(Self.lists, kinds: ["short": 50]) { list, kinds in
      if list.count < 20 { kinds.note("short") }
      return .holds
    }
    forAll(Self.lists) { .when($0.sorted() == $0.sorted().sorted(), else: "not sorted") }
  }
}
