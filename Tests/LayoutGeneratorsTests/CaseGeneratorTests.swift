// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import TestSupport
import Testing

@testable import LayoutGenerators

@Suite("Generated cases")
struct CaseGeneratorTests {
  @Test("Every case is well formed, for any profile", arguments: Profile.allCases)
  func valid(profile: Profile) {
    // At most 2 of 200 seeds stop.
    forAll(caseGenerator(profile: profile), count: 200, quick: 200, floor: 99) { made in
      let errors = made.layoutCase.validate()
      try claim(errors.isEmpty, "\(errors)")
      try claim(made.profile, is: profile)
      return .holds
    }
  }

  /// Cases of all profiles, with the layouts that they were planted on.
  private static let planted = Generator<(GeneratedCase, Witness)> {
    (source) throws(GenerationStop) in
    let profile = Profile.allCases[try source.index(below: Profile.allCases.count)]
    return try drawCase(profile, &source)
  }

  @Test("Required constraints hold exactly on the witness, except for planted conflicts")
  func witnessed() {
    let count = 100 * Profile.allCases.count
    forAll(Self.planted, count: count, quick: count, kinds: ["constraint": 500]) {
      planted, kinds in
      let (made, witness) = planted
      var excepted: [Int] = []
      if case .conflict(let members) = made.truth { excepted = members }
      let layoutCase = made.layoutCase
      for (index, constraint) in layoutCase.constraints.enumerated()
      where constraint.priority.isRequired && !excepted.contains(index) {
        let holds = witness.holds(constraint, in: layoutCase)
        try claim(holds == true, "\(constraint.id) is broken")
        kinds.note("constraint")
      }
      for view in layoutCase.views.indices {
        for axis in Axis.allCases {
          try claim(!witness.views[view][axis].size.isNegative, "view \(view) is negative")
        }
      }
      return .holds
    }
  }

  @Test("The choices of a case generate the same case again")
  func replay() {
    let generator = mixedCaseGenerator()
    let recorded = Generator<(GeneratedCase, ChoiceSequence)> { (source) throws(GenerationStop) in
      (try generator.generate(from: &source), source.recording)
    }
    forAll(recorded, count: 300, quick: 300, floor: 97) { made, choices in
      guard let stored = ChoiceSequence(encoded: choices.encoded) else {
        return .fails("the stored choices cannot be read")
      }
      var second = ChoiceSource.replay(stored)
      return .when(
        try generator.generate(from: &second) == made, else: "the replay makes another case")
    }
  }

  @Test("Any bytes and any damaged replay give a well-formed case or a stop")
  func arbitrary() throws {
    let generator = mixedCaseGenerator()
    var numbers = Xoshiro256(seed: 77)
    for round in 0..<300 {
      let bytes = (0..<Int(numbers.upTo(400))).map { _ in UInt8(truncatingIfNeeded: numbers.next())
      }
      var source = ChoiceSource.bytes(bytes)
      if let made = try? generator.generate(from: &source) {
        #expect(made.layoutCase.validate().isEmpty, "round \(round)")
      }
      var recorded = ChoiceSource.random(seed: UInt64(round))
      _ = try? generator.generate(from: &recorded)
      var values = recorded.recording.values
      for _ in 0..<3 where !values.isEmpty {
        let position = Int(numbers.upTo(UInt64(values.count - 1)))
        values[position] = Int64(truncatingIfNeeded: numbers.next() >> numbers.upTo(63))
      }
      var damaged = ChoiceSource.replay(values: values)
      if let made = try? generator.generate(from: &damaged) {
        #expect(made.layoutCase.validate().isEmpty, "round \(round)")
      }
    }
  }

  @Test("Choices that are omitted, doubled, cut off or of another case give cases, too")
  func restructured() throws {
    let generator = mixedCaseGenerator()
    var numbers = Xoshiro256(seed: 78)
    var donor: ContiguousArray<Int64> = [0]
    var made = 0
    for round in 0..<300 {
      var recorded = ChoiceSource.random(seed: UInt64(round))
      _ = try? generator.generate(from: &recorded)
      var values = recorded.recording.values
      let (one, other) = (
        Int(numbers.upTo(UInt64(values.count))), Int(numbers.upTo(UInt64(values.count)))
      )
      let range = min(one, other)..<max(one, other)
      switch round % 4 {
      case 0: values.removeSubrange(range)
      case 1: values.insert(contentsOf: Array(values[range]), at: range.upperBound)
      case 2: values.removeSubrange(range.lowerBound...)
      default: values.replaceSubrange(range, with: donor.suffix(range.count))
      }
      donor = recorded.recording.values
      var changed = ChoiceSource.replay(
        ChoiceSequence(values: values), thenRandom: UInt64(round))
      guard let child = try? generator.generate(from: &changed) else { continue }
      made += 1
      #expect(child.layoutCase.validate().isEmpty, "round \(round), seed 78")
    }
    #expect(made >= 280, "\(made) of 300 lead to a case")
  }

  @Test("The simplest choices give the smallest case")
  func simplest() throws {
    for profile in Profile.allCases {
      var source = ChoiceSource.exhaustive()
      let made = try caseGenerator(profile: profile).generate(from: &source)
      #expect(made.layoutCase.views.count <= 3, "\(profile)")
      #expect(made.layoutCase.constraints.count <= 8, "\(profile)")
    }
  }

  @Test("The same seeds make the same choices in every build")
  func golden() {
    let generator = mixedCaseGenerator()
    var digest: UInt64 = 0
    for seed in 0..<200 as Range<UInt64> {
      var source = ChoiceSource.random(seed: seed)
      _ = try? generator.generate(from: &source)
      digest = digest &* 31 &+ source.recording.digest
    }
    #expect(digest == 1_594_173_634_688_637_374)
  }

  @Test("Profiles occur in their shares, sizes are mostly small and sometimes large")
  func mix() {
    let generator = mixedCaseGenerator()
    var counts: [Profile: Int] = [:]
    var sizes: [Int] = []
    for seed in 0..<1000 as Range<UInt64> {
      guard let made = generator.value(seed: seed) else { continue }
      counts[made.profile, default: 0] += 1
      sizes.append(made.layoutCase.views.count)
    }
    sizes.sort()
    for profile in Profile.allCases {
      let share = counts[profile, default: 0]
      let expected = 10 * profileWeight(profile)
      #expect(abs(share - expected) < expected / 3 + 20, "\(profile): \(share), not \(expected)")
    }
    #expect((6...10).contains(sizes[sizes.count / 2]), "median \(sizes[sizes.count / 2])")
    #expect(sizes.filter { $0 >= 60 }.count >= 3)
  }
}
