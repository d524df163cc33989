// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Judging
@testable import MutantHunts

@Suite("Mutants")
struct MutantTests {
  @Test("there are at least sixty, in all parts, each with a unique name")
  func catalog() {
    let names = MutantCatalog.all.map(\.name)
    #expect(names.count >= 60)
    #expect(Set(names).count == names.count)
    for part in Strategy.healthy.map(\.name) + ["lowering", "import"] {
      #expect(names.contains { $0.hasPrefix("\(part).") }, "\(part)")
    }
    for mutant in MutantCatalog.all {
      #expect(!mutant.origin.summary.isEmpty && mutant.origin.history != "", "\(mutant.name)")
      #expect(!mutant.origin.text.hasSuffix("."), "\(mutant.name)")
    }
    #expect(MutantCatalog.all.count { $0.origin.history != nil } >= 30)
  }

  @Test(
    "a mutant fails on its hand-made case in the hunted way, and its healthy strategy does not",
    arguments: MutantCatalog.all.filter { $0.strategy != nil }.map(\.name)
      .filter { !SlowdownCatalog.contains($0) })
  func handMade(name: String) throws {
    let mutant = try #require(Mutant.named(name))
    let handMade = try #require(mutant.handMade)
    #expect(handMade.validate().isEmpty)
    #expect(handMade.constraints.count <= 4)
    let family = try #require(name.split(separator: ".").first.map(String.init))
    let strategies = try [#require(mutant.strategy), #require(Strategy.named(family))]
    let record = try CaseRunner(strategies: strategies).run(handMade)
    #expect(record.strategies[0].verdict.failureKind == mutant.seenBy[0])
    #expect(!record.strategies[1].verdict.isFailure, "\(record.strategies[1].result)")
  }

  @Test("faults of answers are just beyond the tolerance", arguments: AnswerFault.allCases)
  func answers(fault: AnswerFault) throws {
    let strategy = Strategy(name: "simplex", solver: AnswerFaultSolver(fault: fault))
    let judgement = try CaseRunner(strategies: [strategy]).run(fault.handMade.layoutCase)
      .strategies[0].judgement
    #expect(judgement.verdict.failureKind == fault.seenBy[0])
    guard fault != .needlessMember else { return }
    #expect(judgement.measured > judgement.tolerance)
    #expect(judgement.measured <= 3.01 * judgement.tolerance)
  }

  @Test(
    "a hunt finds a mutant and minimizes its case to about the hand-made size",
    arguments: TestLength.some(
      of: [
        "relaxation.singlePrecision", "naive.redundancyRefused", "lowering.sizesRounded",
        "simplex.basicErrorsForgotten", "simplex.levelsNotHeld", "import.ratioInverted",
        "import.verticalSpaceNegated", "import.fractionsRounded",
      ], quick: 3))
  func hunt(name: String) throws {
    let mutant = try #require(Mutant.named(name))
    let hunt = MutantHunt(
      mutants: [mutant], seeds: [1], nanosecondsMax: .max, jobs: 1, failuresMax: 2, now: { 0 },
      isStopped: { false })
    let outcome = try #require(hunt.run().first)
    let found = try #require(outcome.canonical)
    #expect(found.size <= mutant.handMadeSize + 2)
    #expect(found.signature.hasPrefix("\(name)-"))
    #expect(outcome.slippedTo == [])
    #expect(outcome.purity == 1)
    let json = MutantOutcome.json([outcome])["mutants"]?.array?.first
    #expect(json?["found"]?.bool == true)
    #expect(json?["minimizedSize"]?.int == found.size)
    #expect(json?["seenBy"]?.array?.first?.string == found.kind.name)
  }

  /// A trial with given results.
  private struct Told: MutantTrial {
    /// The size of the finding by seed, or nil without a finding.
    let sizes: [Int?]

    func run(_ plan: MutantPlan) -> MutantCatch {
      var caught = MutantCatch(cases: Int(plan.seed) + 1)
      guard let size = sizes[Int(plan.seed)] else { return caught }
      (caught.failures, caught.trueFailures) = (2, size > 2 ? 1 : 2)
      caught.specimen = MutantCatch.Specimen(
        signature: "told-\(size)", kind: size > 3 ? .unknown("other") : .wrongValue, size: size,
        constraints: size, file: [UInt8(size)])
      return caught
    }
  }

  private func outcome(_ sizes: [Int?]) throws -> MutantOutcome {
    let simplex = Strategy.healthy(.simplex)
    let mutant = Mutant(
      name: "told", origin: .invented("nothing"), seenBy: [.wrongValue],
      subject: .strategy(
        simplex, healthy: simplex, handMade: HandMadeCase(views: 0).layoutCase))
    #expect(mutant.handMadeSize == 1)
    let hunt = MutantHunt(
      mutants: [mutant], seeds: sizes.indices.map { UInt64($0) }, nanosecondsMax: .max, jobs: 2,
      now: { 0 }, isStopped: { false }, trial: { _ in Told(sizes: sizes) })
    return try #require(hunt.run().first)
  }

  @Test("over several seeds the most frequent case counts, and differences are reported")
  func seeds() throws {
    let outcome = try outcome([3, 2, 2, 2])
    #expect(outcome.isFound && outcome.foundCount == 4)
    #expect(outcome.canonical?.size == 2)
    #expect(outcome.canonicalShare == 0.75)
    #expect(outcome.sizeAboveHandMade == 2)
    #expect(outcome.purity == 0.875)
    #expect(outcome.medianCases == 3)
    #expect(outcome.slippedTo == [])
  }

  @Test("one seed without a finding makes a mutant not found, and an unlisted kind is reported")
  func misses() throws {
    let missed = try outcome([2, nil])
    #expect(!missed.isFound && missed.foundCount == 1)
    #expect(missed.canonicalShare == 0.5)
    let slipped = try outcome([4, 2])
    #expect(slipped.slippedTo == ["other"])
  }
}
