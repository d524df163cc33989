// SPDX-License-Identifier: MIT

import CaseFormats
import Laws
import LayoutGenerators
import LayoutModel
import Lowering
import Oracles
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging
@testable import MutantHunts

@Suite("Laws")
struct LawTests {
  @Test("each law has its own name, statement and reason, and a fault that it finds")
  func catalog() {
    let laws = LawCatalog.all
    #expect(Set(laws.map(\.name)).count == laws.count)
    #expect(Set(laws.map(\.statement)).count == laws.count)
    #expect(Set(laws.map(\.reason)).count == laws.count)
    for law in laws {
      #expect(
        LoweringFault.allCases.contains { $0.law == law.name }
          || ImportFault.allCases.contains { $0.seenBy.contains(law.name) }, "\(law.name)")
      #expect(LawCatalog.law(named: law.name)?.name == law.name)
    }
    for fault in LoweringFault.allCases {
      #expect(LawCatalog.law(named: fault.law) != nil, "\(fault)")
    }
  }

  @Test(
    "a fault of the lowering breaks its law on its hand-made case, and all but a few no other",
    arguments: LoweringFault.allCases)
  func faults(_ fault: LoweringFault) throws {
    let handMade = fault.handMade
    #expect(handMade.validate().isEmpty)
    var broken: [String] = []
    for law in LawCatalog.all {
      if try LawCheck(law, fault: .lowering(fault)).run(on: handMade).failures.isEmpty { continue }
      broken.append(law.name)
    }
    #expect(broken.contains(fault.law) && Set(broken).isSubset(of: fault.seenBy), "\(broken)")
    #expect(LawTests.shared.contains(fault) == (broken.count > 1), "\(broken)")
  }

  /// The faults whose hand-made case breaks more than one law.
  ///
  /// In a union the second case is moved, too. A constraint that follows from an equality may be a
  /// `<=`. Pixels that are wrong somewhere may be right where a law moves them.
  private static let shared: Set<LoweringFault> = [
    .holdInRootSpace, .siblingCeilingNegated, .pixelsCutOff, .halvesToEven, .halvesFromZero,
  ]

  @Test("each law but one has a fault that no other law finds on its hand-made case")
  func ownFaults() {
    let own = Set(LoweringFault.allCases.filter { !LawTests.shared.contains($0) }.map(\.law))
      .union(ImportFault.allCases.flatMap(\.seenBy))
    // Faults that depend on the place in the root show in unions, too. Faults of rounding show at
    // once.
    #expect(own == Set(LawCatalog.all.map(\.name)).subtracting(["translate"]))
  }

  @Test(
    "a fault of an importer breaks its law on its hand-made case, and no other there",
    arguments: ImportFault.allCases)
  func importFaults(_ fault: ImportFault) throws {
    let handMade = fault.handMade
    #expect(handMade.validate().isEmpty)
    for law in LawCatalog.all {
      let isBroken = try !LawCheck(law, fault: .importing(fault)).run(on: handMade).failures
        .isEmpty
      #expect(isBroken == fault.seenBy.contains(law.name), "\(law.name)")
      #expect(try LawCheck(law).run(on: handMade).failures.isEmpty, "\(law.name)")
    }
  }

  @Test("a fault of the lowering makes no strategy look wrong", arguments: LoweringFault.allCases)
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

  @Test(
    "without faults all laws hold on random cases, and each is checked",
    arguments: TestLength.some(of: [3, 11] as [UInt64], quick: 1))
  func randomCases(seed: UInt64) throws {
    var settings = CampaignSettings(
      seed: seed, caseCount: 120, jobs: 2, strategies: [Strategy.healthy[0]])
    settings.lawFrequency = .always
    let result = try Campaign(settings, now: { 0 }).run()
    #expect(result.findings.isEmpty, "seed \(seed): \(result.findings.map(\.summary))")
    #expect(result.internalErrors.isEmpty)
    for (law, counts) in zip(LawCatalog.all, result.counts.laws) {
      #expect(counts.held > 0, "seed \(seed): \(law.name)")
      #expect(counts.broken == 0)
    }
  }

  @Test("laws do not depend on the number of workers, and change the digest")
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
    "a hunt finds a fault of the lowering by a law and minimizes its case",
    arguments: [
      LoweringFault.rightConstantNegated, .itemsNotCompared, .lowPrioritiesDropped,
      .resizeOnlyGrows,
    ])
  func hunt(_ fault: LoweringFault) throws {
    let mutant = try #require(Mutant.named("lowering.\(fault.rawValue)"))
    let hunt = MutantHunt(
      mutants: [mutant], seeds: [1], nanosecondsMax: .max, jobs: 1, failuresMax: 2, now: { 0 },
      isStopped: { false })
    let found = try #require(hunt.run().first?.canonical)
    #expect(mutant.seenBy.contains(found.kind))
    let smallest = try CaseFile.decode(found.file, file: "found")
    #expect(CaseSize(smallest).elements == found.size)
    #expect(found.size <= mutant.handMadeSize + 2)
    let check = try #require(LawCheck(.init(name: mutant.name, verdict: found.kind)))
    let again = try check.run(on: smallest).failures.first
    #expect(again?.verdict.failureKind == found.kind)
    // The same law holds with the healthy lowering.
    #expect(try LawCheck(check.law).run(on: smallest).failures.isEmpty)
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

  @Test("the stored description of a check is enough to find it again")
  func names() {
    for law in LawCatalog.all {
      let check = LawCheck(law)
      let again = LawCheck(check.failure)
      #expect(again?.failure == check.failure)
      let faulty = LawCheck(law, fault: .lowering(.singlePrecision))
      let found = LawCheck(faulty.failure)
      #expect(found?.world.fault == .lowering(.singlePrecision))
    }
    #expect(LawCheck(.init(name: "lowering", verdict: .lawBroken("none"))) == nil)
    #expect(LawCheck(.init(name: "simplex", verdict: .lawBroken("mirror"))) == nil)
    #expect(LawCheck(.init(name: "lowering", verdict: .wrongValue)) == nil)
  }
}
