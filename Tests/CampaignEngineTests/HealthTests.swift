// SPDX-License-Identifier: MIT

import JSON
import LayoutGenerators
import LayoutModel
import Oracles
import TestSupport
import Testing

@testable import CampaignEngine
@testable import Judging

@Suite("Health and novelty of generators")
struct HealthTests {
  private static func settings(
    seed: UInt64 = 5, cases: Int = 120, jobs: Int = 1, canary: Mutant? = nil
  ) -> CampaignSettings {
    CampaignSettings(seed: seed, caseCount: cases, jobs: jobs, canary: canary, minimizes: false)
  }

  @Test("behaviours are the same for any number of jobs, and add up over any cut")
  func sums() throws {
    let whole = try Campaign(Self.settings(), now: { 0 }).run()
    let parallel = try Campaign(Self.settings(jobs: 3), now: { 0 }).run()
    #expect(whole.counts.behaviours == parallel.counts.behaviours)
    #expect(whole.counts.generators == parallel.counts.generators)
    let runner = BatchRunner(Self.settings())
    for cut in TestLength.choose(quick: [17], full: [1, 17, 60]) {
      // The later part runs first: the order does not matter.
      var behaviours = runner.run(cut..<120).counts.behaviours
      behaviours += runner.run(0..<cut).counts.behaviours
      #expect(behaviours == whole.counts.behaviours, "cut at \(cut)")
    }
  }

  @Test("counts are restored from the messages of workers, and damaged ones are refused")
  func wire() throws {
    let runner = BatchRunner(Self.settings())
    let batch = runner.run(0..<32)
    let read = try CaseBatch(batch.json, empty: runner.emptyBatch)
    #expect(read == batch)
    #expect(read.counts.behaviours.seen > 50)
    var counts = BehaviourCounts(strategyCount: 1, lawCount: 0)
    for bad: JSONValue in [
      [1], [1, 0, 3], [999_999, 1, 3], [1, 1, 3, 1, 1, 3], [-1, 1, 1], "x",
    ] {
      #expect(throws: JSONError.self) { try counts.set(stored: bad) }
      counts = BehaviourCounts(strategyCount: 1, lawCount: 0)
    }
  }

  @Test("the estimate is the share of behaviours seen once, and firsts are the lowest indices")
  func estimate() {
    var counts = BehaviourCounts(strategyCount: 1, lawCount: 0)
    #expect(counts.lastNew == nil)
    #expect(counts.chanceOfNew(after: 0) == 1)
    func tags(_ list: Int...) -> BehaviourTags {
      var tags = BehaviourTags(strategyCount: 1, lawCount: 0)
      for tag in list { tags.insert(tag) }
      return tags
    }
    counts.count(tags(3, 64, 65), case: 4)
    counts.count(tags(3, 64), case: 2)
    counts.count(tags(3, 100), case: 9)
    #expect(counts.seen == 4)
    #expect(counts.seenOnce == 2)
    #expect(counts.chanceOfNew(after: 3) == 2.0 / 3)
    #expect(counts.lastNew == 9)
    #expect(counts.new(since: 3) == 2)
    #expect(counts.new(since: 2) == 4)
    var seen: [Int] = []
    tags(0, 63, 64, 127).forEach { seen.append($0) }
    #expect(seen == [0, 63, 64, 127])
  }

  @Test("the estimate agrees with the second half of a campaign", .exhaustive)
  func estimateHolds() {
    // The rate of new behaviours after n cases is estimated from these n cases alone.
    let runner = BatchRunner(Self.settings(seed: 8))
    let first = runner.run(0..<200).counts
    var both = first
    both += runner.run(200..<400).counts
    let expected = first.behaviours.chanceOfNew(after: 200) * 200
    let found = Double(both.behaviours.seen - first.behaviours.seen)
    // Good's estimate is for the next case; over n more cases it is an upper bound.
    #expect(found <= 2 * expected + 5, "seed 8: \(found) new, \(expected) estimated")
    #expect(expected < 200)
  }

  @Test("every feature has a name, and a default mix shows all features")
  func features() throws {
    let names = GeneratedCase.featureNames
    #expect(Set(names).count == names.count)
    let counts = try Campaign(Self.settings(), now: { 0 }).run().counts.generators
    for (index, name) in names.enumerated() where GeneratedCase.profile(ofFeature: index) == nil {
      #expect(counts.features[index] > 0, "seed 5: \(name)")
      #expect(counts.features[index] < 120, "seed 5: \(name)")
    }
  }
}

@Suite("Warnings about a campaign")
struct HealthWarningTests {
  /// Returns a result with synthetic counts.
  private func result(
    canary: Mutant? = nil, _ changing: (inout CampaignCounts) -> Void
  ) -> CampaignResult {
    var settings = CampaignSettings(seed: 1, caseCount: 1)
    settings.canary = canary
    var counts = CampaignCounts(
      strategyCount: settings.strategies.count, lawCount: settings.laws.count)
    counts.cases = 2000
    for index in counts.profiles.indices { counts.profiles[index] = 2000 }
    for index in counts.generators.features.indices { counts.generators.features[index] = 1 }
    changing(&counts)
    return CampaignResult(
      settings: settings, counts: counts, nanoseconds: 0, findings: [], scriptFindings: [],
      undecided: [], canary: canary.map { .init(name: $0.name, caughtBy: nil) }, internalErrors: [])
  }

  private let idiomatic = Profile.allCases.firstIndex(of: .idiomatic) ?? 0

  @Test("a healthy campaign has none")
  func none() { #expect(result { _ in }.warnings.isEmpty) }

  @Test("a generator is reported if fewer than a fifth of its attempts give a case")
  func generators() {
    #expect(result { $0.generators.redrawn[idiomatic] = 8000 }.warnings.isEmpty)
    #expect(
      result { $0.generators.redrawn[idiomatic] = 8001 }.warnings
        == [.generatorFails(.idiomatic, cases: 2000, draws: 10_001)])
    // Too few attempts prove nothing.
    let few = result {
      $0.profiles[idiomatic] = 1
      $0.generators.redrawn[idiomatic] = 98
    }
    #expect(few.warnings.isEmpty)
  }

  @Test("unjudged cases are reported if they are more than a twentieth")
  func unjudged() {
    #expect(result { $0.generators.unjudged = 100 }.warnings.isEmpty)
    #expect(
      result { $0.generators.unjudged = 101 }.warnings == [.unjudged(cases: 101, of: 2000)])
  }

  @Test("a feature that never occurred is reported if its profile had enough cases")
  func features() {
    let last = GeneratedCase.featureNames.count - 1
    #expect(
      result { $0.generators.features[0] = 0 }.warnings
        == [.featureMissing("margins", cases: 2000)])
    #expect(
      result { $0.generators.features[last] = 0 }.warnings
        == [.featureMissing("wrongHeight", cases: 2000)])
    let seldom = result {
      $0.generators.features[last] = 0
      $0.profiles[idiomatic] = 999
    }
    #expect(seldom.warnings.isEmpty)
  }

  @Test("a law that never applied is reported if it was tried often enough")
  func laws() {
    let name = CampaignSettings(seed: 1, caseCount: 1).laws[3].name
    #expect(
      result { $0.laws[3].notApplicable = 200 }.warnings == [.lawIdle(name, tries: 200)])
    #expect(result { $0.laws[3].notApplicable = 199 }.warnings.isEmpty)
    let once = result {
      $0.laws[3].notApplicable = 400
      $0.laws[3].undecided = 1
    }
    #expect(once.warnings.isEmpty)
  }

  @Test("a canary that solved nothing is reported, and so is a long campaign without one")
  func canaries() throws {
    let mutant = try #require(Mutant.named("simplex.weightedLevels"))
    #expect(result(canary: mutant) { _ in }.warnings == [.canaryIdle("simplex.weightedLevels")])
    #expect(result(canary: mutant) { $0.canaryCases = 1 }.warnings.isEmpty)
    #expect(result { $0.cases = 100_000 }.warnings == [.noCanary(cases: 100_000)])
  }

  @Test("a kind of failure is reported if it is nearly all of several kinds")
  func buckets() {
    func finding(_ verdict: String, _ count: Int) -> CaseFinding {
      let root = LayoutCase(
        name: nil, environment: .init(size: .init(width: 9, height: 9)),
        views: [View(id: "root", parent: nil)], guides: [], constraints: [], table: nil,
        expectation: nil)
      return CaseFinding(
        signature: verdict, failure: .init(name: "naive", verdict: FailureKind(name: verdict)),
        countedAs: [.init(name: "naive", verdict: FailureKind(name: verdict))],
        summary: "",
        firstCase: 0, original: root, smallest: root, path: nil,
        nanoseconds: 0, occurrences: count)
    }
    func warnings(_ findings: [CaseFinding]) -> [HealthWarning] {
      let base = result { _ in }
      return CampaignResult(
        settings: base.settings, counts: base.counts, nanoseconds: 0, findings: findings,
        scriptFindings: [], undecided: [], canary: nil, internalErrors: []
      ).warnings
    }
    #expect(warnings([finding("a", 90), finding("b", 10)]).isEmpty)
    #expect(
      warnings([finding("a", 91), finding("b", 9)])
        == [.oneBucket("naive a", cases: 91, of: 100)])
    #expect(warnings([finding("a", 91)]).isEmpty)
    #expect(warnings([finding("a", 10), finding("b", 1)]).isEmpty)
  }
}
