// SPDX-License-Identifier: MIT

import LayoutGenerators
import LayoutModel
import Laws
import Lowering
import Oracles
import Testing

@testable import CampaignEngine

@Suite("Laws")
struct LawTests {
  @Test("each law has a name, a statement and a reason of its own, and a fault that it finds")
  func catalog() {
    let laws = LawCatalog.all
    #expect(Set(laws.map(\.name)).count == laws.count)
    #expect(Set(laws.map(\.statement)).count == laws.count)
    #expect(Set(laws.map(\.reason)).count == laws.count)
    for law in laws {
      #expect(LoweringFault.allCases.contains { $0.law == law.name }, "\(law.name)")
      #expect(LawCatalog.law(named: law.name)?.name == law.name)
    }
    for fault in LoweringFault.allCases {
      #expect(LawCatalog.law(named: fault.law) != nil, "\(fault)")
      #expect(fault.origin.contains(":"), "\(fault): a fault and what it is modelled on")
    }
  }

  @Test(
    "a fault of the lowering breaks its law on its hand-made case, and all but two no other there",
    arguments: LoweringFault.allCases)
  func faults(_ fault: LoweringFault) throws {
    let handMade = fault.handMade
    #expect(handMade.validate().isEmpty)
    var broken: [String] = []
    for law in LawCatalog.all {
      if try LawCheck(law, fault: fault).run(on: handMade).failures.isEmpty { continue }
      broken.append(law.name)
    }
    switch fault {
    // In a union the second case is moved, too.
    case .holdInRootSpace: #expect(broken == ["translate", "disjointUnion"])
    // What follows from an equality may be a `<=`.
    case .siblingCeilingNegated: #expect(broken == ["addImplied", "splitEquality"])
    default: #expect(broken == [fault.law])
    }
  }

  @Test("each law has a fault that no other law finds on its hand-made case")
  func ownFaults() {
    let shared: Set<LoweringFault> = [.holdInRootSpace, .siblingCeilingNegated]
    let own = Set(LoweringFault.allCases.filter { !shared.contains($0) }.map(\.law))
    #expect(own == Set(LawCatalog.all.map(\.name)))
  }

  @Test(
    "a fault of the lowering makes no strategy look wrong", arguments: LoweringFault.allCases)
  func noVerdict(_ fault: LoweringFault) throws {
    let record = try CaseRunner(loweringFault: fault).run(fault.handMade)
    #expect(record.failures.isEmpty, "\(record.failures.map(\.verdict))")
  }

  @Test("without faults all laws hold on the hand-made cases", arguments: LoweringFault.allCases)
  func healthy(_ fault: LoweringFault) throws {
    for law in LawCatalog.all {
      let record = try LawCheck(law).run(on: fault.handMade)
      #expect(record.failures.isEmpty, "\(law.name): \(record.failures.map(\.verdict))")
    }
  }

  @Test("without faults all laws hold on random cases, and each is tried", arguments: [3, 11])
  func randomCases(seed: UInt64) throws {
    let settings = CampaignSettings(
      seed: seed, caseCount: 120, jobs: 2, strategies: [Strategy.healthy[0]],
      lawFrequency: .always)
    let result = try Campaign(settings, now: { 0 }).run()
    #expect(result.findings.isEmpty, "seed \(seed): \(result.findings.map(\.summary))")
    #expect(result.internalErrors.isEmpty)
    for (law, counts) in zip(LawCatalog.all, result.counts.laws) {
      #expect(counts.held > 0, "seed \(seed): \(law.name)")
      #expect(counts.broken == 0)
    }
  }

  @Test("laws do not depend on the number of workers, and show in the digest")
  func digest() throws {
    func digest(jobs: Int, laws: [any Law]) throws -> String {
      try Campaign(
        CampaignSettings(seed: 4, caseCount: 96, jobs: jobs, laws: laws), now: { 0 }
      ).run().counts.digest.text
    }
    let one = try digest(jobs: 1, laws: LawCatalog.all)
    #expect(try digest(jobs: 3, laws: LawCatalog.all) == one)
    #expect(try digest(jobs: 1, laws: []) != one)
  }

  @Test(
    "a hunt finds a fault of the lowering by a law and makes its case small",
    arguments: [
      LoweringFault.rightConstantNegated, .itemsNotCompared, .lowPrioritiesDropped,
      .resizeOnlyGrows,
    ])
  func hunt(_ fault: LoweringFault) throws {
    let mutant = try #require(Mutant.named("lowering.\(fault.rawValue)"))
    let hunt = MutantHunt(
      mutants: [mutant], seed: 1, nanosecondsMax: .max, jobs: 1, failuresMax: 2, now: { 0 },
      isStopped: { false })
    let found = try #require(hunt.run().first?.found)
    #expect(found.kind.strategy == mutant.name)
    #expect(found.kind.verdict.hasPrefix(Verdict.lawPrefix))
    #expect(found.smallest.constraints.count <= fault.handMade.constraints.count + 2)
    let check = try #require(
      LawCheck(strategy: found.kind.strategy, verdict: found.kind.verdict))
    let again = try check.run(on: found.smallest).failures.first
    #expect(again?.verdict.failureName == found.kind.verdict)
    // The same law in the healthy lowering holds.
    #expect(try LawCheck(check.law).run(on: found.smallest).failures.isEmpty)
  }

  @Test("a canary of the lowering is caught")
  func canary() throws {
    let mutant = try #require(Mutant.named("lowering.rightConstantNegated"))
    let result = try Campaign(
      CampaignSettings(seed: 5, caseCount: 160, canary: mutant), now: { 0 }
    ).run()
    #expect(result.canary?.caughtBy != nil)
    #expect(result.findings.isEmpty)
  }

  @Test("what is known of a check is enough to find it again")
  func names() {
    for law in LawCatalog.all {
      let check = LawCheck(law)
      let again = LawCheck(strategy: check.kind.strategy, verdict: check.kind.verdict)
      #expect(again?.kind == check.kind)
      let faulty = LawCheck(law, fault: .singlePrecision)
      let found = LawCheck(strategy: faulty.kind.strategy, verdict: faulty.kind.verdict)
      #expect(found?.world.fault == .singlePrecision)
    }
    #expect(LawCheck(strategy: "lowering", verdict: "lawBroken.none") == nil)
    #expect(LawCheck(strategy: "simplex", verdict: "lawBroken.mirror") == nil)
    #expect(LawCheck(strategy: "lowering", verdict: "wrongValue") == nil)
  }
}
