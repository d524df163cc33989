// SPDX-License-Identifier: MIT

import Choices
import Testing

@Suite("Mutation of choices")
struct ChoiceMutationTests {
  /// Lists of lists, so that spans of one label stand at several depths.
  private static let generator = Generator<Int>.integer(in: 0...99).list(average: 4).list(
    average: 4)

  private static func recording(_ seed: UInt64) throws -> ChoiceSequence {
    var source = ChoiceSource.random(seed: seed)
    _ = try generator.generate(from: &source)
    return source.recording
  }

  @Test("is the same for the same numbers, and replays to a value of the generator")
  func replays() throws {
    for seed in 0..<200 as Range<UInt64> {
      let (parent, donor) = (try Self.recording(seed), try Self.recording(seed + 1000))
      for mutation in ChoiceMutation.allCases {
        var (one, other) = (Xoshiro256(seed: seed), Xoshiro256(seed: seed))
        let values = parent.mutated(by: mutation, with: donor, using: &one)
        #expect(values == parent.mutated(by: mutation, with: donor, using: &other))
        #expect(one == other)
        var source = ChoiceSource.replay(ChoiceSequence(values: values), thenRandom: seed)
        let lists = try Self.generator.generate(from: &source)
        #expect(
          lists.joined().allSatisfy { (0...99).contains($0) }, "seed \(seed), \(mutation)")
      }
    }
  }

  @Test("does to the length what its name says, at the borders of spans")
  func lengths() throws {
    var changed = [ChoiceMutation: Int]()
    for seed in 0..<200 as Range<UInt64> {
      let (parent, donor) = (try Self.recording(seed), try Self.recording(seed + 1000))
      let lengths = Set(parent.spans.filter { $0.label == .element }.map(\.count))
      for mutation in ChoiceMutation.allCases {
        var numbers = Xoshiro256(seed: seed)
        let values = parent.mutated(by: mutation, with: donor, using: &numbers)
        let growth = values.count - parent.count
        if values != parent.values { changed[mutation, default: 0] += 1 }
        switch mutation {
        case .tweak, .regenerate: #expect(growth == 0, "seed \(seed)")
        case .duplicate: #expect(growth == 0 || lengths.contains(growth), "seed \(seed)")
        case .delete: #expect(growth == 0 || lengths.contains(-growth), "seed \(seed)")
        case .cut:
          #expect(growth <= 0, "seed \(seed)")
          if growth < 0 { #expect(values.elementsEqual(parent.values.prefix(values.count))) }
        case .splice: break
        }
      }
    }
    for mutation in ChoiceMutation.allCases {
      #expect(changed[mutation, default: 0] > 100, "\(mutation)")
    }
  }

  @Test("a splice puts in a span of the donor with the same label")
  func splice() throws {
    var spliced = 0
    for seed in 0..<100 as Range<UInt64> {
      let (parent, donor) = (try Self.recording(seed), try Self.recording(seed + 1000))
      var numbers = Xoshiro256(seed: seed)
      let values = parent.mutated(by: .splice, with: donor, using: &numbers)
      let results = parent.spans.lazy.filter { $0.count > 0 }.flatMap { hole in
        donor.spans.lazy.filter { $0.label == hole.label && $0.count > 0 }.map { piece in
          var result = parent.values
          result.replaceSubrange(hole.range, with: donor.values[piece.range])
          return result
        }
      }
      if results.contains(values) { spliced += 1 }
    }
    #expect(spliced > 60, "\(spliced) of 100")
  }

  @Test("refuses to grow without end, and bears an empty sequence")
  func limits() {
    let count = ChoiceSequence.mutatedCountMax
    let choices = ContiguousArray(
      repeating: Choice(value: 0, low: 0, high: 9, towards: 0), count: count)
    var source = ChoiceSource.replay(ChoiceSequence(choices: choices))
    source.beginSpan(.element)
    for _ in 0..<count { _ = try? source.integer(in: 0...9, towards: 0) }
    source.endSpan()
    let full = source.recording
    let empty = ChoiceSequence(values: [])
    for mutation in ChoiceMutation.allCases {
      var numbers = Xoshiro256(seed: 1)
      #expect(full.mutated(by: mutation, with: full, using: &numbers).count <= count)
      #expect(empty.mutated(by: mutation, with: full, using: &numbers).isEmpty)
    }
  }
}
