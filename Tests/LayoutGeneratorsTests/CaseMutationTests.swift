// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import Testing

@testable import LayoutGenerators

@Suite("Mutated cases")
struct CaseMutationTests {
  @Test("changed choices always replay to a well-formed case", arguments: ChoiceMutation.allCases)
  func choices(mutation: ChoiceMutation) throws {
    let generator = mixedCaseGenerator()
    var parents: [ChoiceSequence] = []
    var (made, differing) = (0, 0)
    for seed in 0..<200 as Range<UInt64> {
      var source = ChoiceSource.random(seed: seed)
      guard let parent = try? generator.generate(from: &source) else { continue }
      parents.append(source.recording)
      var numbers = Xoshiro256(seed: seed)
      let donor = parents[numbers.index(below: parents.count)]
      let values = source.recording.mutated(by: mutation, with: donor, using: &numbers)
      var replay = ChoiceSource.replay(ChoiceSequence(values: values), thenRandom: seed)
      guard let child = try? generator.generate(from: &replay) else { continue }
      made += 1
      if child.layoutCase != parent.layoutCase { differing += 1 }
      let problems = child.layoutCase.validate()
      #expect(problems.isEmpty, "\(mutation), seed \(seed): \(problems)")
    }
    #expect(made >= 190, "\(mutation): \(made) of 200 lead to a case")
    #expect(differing > 100, "\(mutation): \(differing) of \(made) differ from their parent")
  }

  @Test("changed cases are well formed, and nearly all of them are not what they were made of")
  func cases() throws {
    var (made, differing) = (0, 0)
    for seed in 0..<300 as Range<UInt64> {
      guard let parent = mixedCaseGenerator().value(seed: seed)?.layoutCase else { continue }
      var (one, other) = (Xoshiro256(seed: seed), Xoshiro256(seed: seed))
      let child = parent.mutated(using: &one)
      #expect(child == parent.mutated(using: &other), "seed \(seed)")
      guard let child else { continue }
      made += 1
      if child != parent { differing += 1 }
      #expect(child.isValid, "seed \(seed)")
      #expect(child.views == parent.views && child.guides == parent.guides, "seed \(seed)")
    }
    #expect(made > 200, "\(made) of 300")
    #expect(differing > 180, "\(differing) of \(made) differ")
  }

  @Test("a case without constraints has nothing to change; what was expected is gone")
  func edges() {
    let environment = LayoutCase.Environment(size: LayoutSize(width: 100, height: 100))
    var plain = LayoutCase(environment: environment, views: [View(id: "root", parent: nil)])
    plain.expectation = Expectation(status: .unique)
    var numbers = Xoshiro256(seed: 1)
    #expect(plain.mutated(using: &numbers) == nil)
    plain.constraints = (1...9).map { index in
      LayoutConstraint(id: "c\(index)", first: Anchor(.view(0), .width), constant: 100)
    }
    for _ in 0..<20 { #expect(plain.mutated(using: &numbers)?.expectation == nil) }
  }
}
