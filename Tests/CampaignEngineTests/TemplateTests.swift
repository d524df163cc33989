// SPDX-License-Identifier: MIT

import Choices
import CorpusStore
import Foundation
import LayoutModel
import Testing

@testable import CampaignEngine

@Suite("Templates of minimized cases")
struct TemplateTests {
  /// Generated cases small enough that a search through them comes to its end.
  private static let cases: [LayoutCase] = {
    let source = CaseSource(seed: 11)
    let all = (0..<800).compactMap { try? source.generate($0).layoutCase }
    let small = all.filter { (1...9).contains($0.constraints.count) && $0.table == nil }
    return Array(small.prefix(60))
  }()

  /// The case with other names, its constraints in another order, and more of both around it.
  private static func larger(_ layoutCase: LayoutCase, _ choices: inout Xoshiro256) -> LayoutCase {
    var changed = layoutCase
    for index in changed.views.indices { changed.views[index].id = "view-\(index)" }
    for index in changed.guides.indices { changed.guides[index].id = "guide-\(index)" }
    for index in changed.constraints.indices { changed.constraints[index].id = "row-\(index)" }
    changed.expectation = nil
    changed.views.append(View(id: "another", parent: 0))
    let priority = changed.constraints[0].priority
    changed.constraints.append(
      LayoutConstraint(
        id: "one more", first: Anchor(.view(changed.views.count - 1), .height), constant: 9,
        priority: priority))
    changed.constraints.shuffle(using: &choices)
    return changed
  }

  private static func otherNumbers(
    _ layoutCase: LayoutCase, _ choices: inout Xoshiro256
  ) -> LayoutCase {
    var changed = layoutCase
    for index in changed.constraints.indices where Bool.random(using: &choices) {
      changed.constraints[index].constant = LayoutNumber(Int.random(in: 500...900, using: &choices))
    }
    changed.environment.size.width = 321
    return changed
  }

  @Test("a template matches its case, whatever the names, the order, and what is around it")
  func ownCase() {
    var choices = Xoshiro256(seed: 5)
    #expect(Self.cases.count == 60)
    for (index, layoutCase) in Self.cases.enumerated() {
      let template = CaseTemplate(layoutCase)
      #expect(template.matches(layoutCase), "case \(index)")
      let larger = Self.larger(layoutCase, &choices)
      #expect(larger.isValid, "case \(index)")
      #expect(template.matches(larger), "case \(index)")
      #expect(!CaseTemplate(larger).matches(layoutCase), "case \(index): it has less")
    }
  }

  @Test("a generalised template matches all its cases, and what it matched before")
  func generalised() throws {
    var choices = Xoshiro256(seed: 6)
    for (index, layoutCase) in Self.cases.enumerated() {
      let exact = CaseTemplate(layoutCase)
      let other = Self.larger(Self.otherNumbers(layoutCase, &choices), &choices)
      #expect(!exact.matches(other), "case \(index): the width of the root is another")
      let wider = try #require(exact.generalised(by: other), "case \(index)")
      #expect(wider.valueCount < exact.valueCount, "case \(index)")
      let third = Self.otherNumbers(layoutCase, &choices)
      let widest = try #require(wider.generalised(by: third), "case \(index)")
      for matched in [layoutCase, other] {
        #expect(wider.matches(matched) && widest.matches(matched), "case \(index)")
      }
      #expect(widest.matches(third), "case \(index)")
      #expect(wider.generalised(by: layoutCase) == wider, "case \(index): it is one of its cases")
    }
  }

  @Test("a generalised template matches no passing case, and too few of them generalise nothing")
  func passing() {
    var choices = Xoshiro256(seed: 7)
    let count = BucketTemplate.passingMin
    for (index, layoutCase) in Self.cases.enumerated() {
      let members = [layoutCase, Self.otherNumbers(layoutCase, &choices)].map {
        BucketTemplate.Member($0, indifferent: [])
      }
      let near = Self.otherNumbers(layoutCase, &choices)
      // One constraint less than all of the members have.
      var far = layoutCase
      far.constraints.removeLast()
      let good = BucketTemplate(members, passing: Array(repeating: far, count: count))
      #expect(good.isGeneralised && !good.matches(far), "case \(index)")
      let few = BucketTemplate(members, passing: Array(repeating: far, count: count - 1))
      #expect(!few.isGeneralised, "case \(index)")
      let passing = Array(repeating: far, count: count) + [near]
      let careful = BucketTemplate(members, passing: passing)
      #expect(!careful.isGeneralised || !passing.contains(where: careful.matches), "case \(index)")
      for member in members {
        #expect(good.matches(member.layoutCase) && careful.matches(member.layoutCase))
      }
    }
  }

  // MARK: - Examples

  private static func pair(
    width: LayoutNumber, multiplier: LayoutNumber = 1, second: Priority = 500,
    in parent: Int = 0
  ) -> LayoutCase {
    LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 10, height: 20)),
      views: [
        View(id: "root", parent: nil), View(id: "a", parent: 0), View(id: "b", parent: parent),
      ],
      constraints: [
        LayoutConstraint(id: "w", first: Anchor(.view(1), .width), constant: width, priority: 400),
        LayoutConstraint(
          id: "l", first: Anchor(.view(2), .left), relation: .lessThanOrEqual,
          second: Anchor(.view(1), .left), multiplier: multiplier, constant: 3, priority: second),
      ])
  }

  @Test("numbers, multipliers, the order of priorities and the tree count; a side does not")
  func counts() {
    let template = CaseTemplate(Self.pair(width: 7))
    #expect(template.matches(Self.pair(width: 7)))
    #expect(!template.matches(Self.pair(width: 8)))
    #expect(!template.matches(Self.pair(width: 7, multiplier: 2)))
    #expect(template.matches(Self.pair(width: 7, second: 401)), "still above 400")
    #expect(!template.matches(Self.pair(width: 7, second: 400)))
    #expect(!template.matches(Self.pair(width: 7, second: .required)))
    #expect(template.matches(Self.pair(width: 7, in: 1)), "deeper in the root")
    #expect(!CaseTemplate(Self.pair(width: 7, in: 1)).matches(Self.pair(width: 7)))
    var turned = Self.pair(width: 7)
    turned.constraints[1].first = Anchor(.view(1), .left)
    turned.constraints[1].second = Anchor(.view(2), .left)
    turned.constraints[1].relation = .greaterThanOrEqual
    turned.constraints[1].constant = -3
    #expect(template.matches(turned))
    turned.constraints[1].constant = 3
    #expect(!template.matches(turned))
  }

  @Test("numbers that do not matter may be any")
  func indifferent() {
    let places = ["the constant of w", "the height of the root"]
    let template = CaseTemplate(Self.pair(width: 7), indifferent: places)
    var other = Self.pair(width: 99)
    other.environment.size.height = 5
    #expect(template.matches(other))
    other.environment.size.width = 11
    #expect(!template.matches(other))
    let text = template.lineTexts
    #expect(text.contains("environment size.1 any") && text.contains("1.width == any, optional 2"))
  }

  @Test("names, order and numbers that do not matter leave the key, which is that of every run")
  func key() {
    let template = CaseTemplate(Self.pair(width: 7), indifferent: ["the constant of w"])
    #expect(template.key == "8d2edbc0")
    var other = Self.pair(width: 30)
    other.constraints.swapAt(0, 1)
    other.views[1].id = "z"
    #expect(CaseTemplate(other, indifferent: ["the constant of w"]).key == template.key)
    #expect(CaseTemplate(other).key != template.key)
  }

  // MARK: - Campaigns

  @Test("keys are the same for any number of workers, and buckets have those of what is stored")
  func campaign() throws {
    let mutant = try #require(Mutant.named("naive.flippedConstant"))
    let strategy = try #require(mutant.strategy)
    var texts: [[String: [UInt8]]] = []
    for jobs in [1, 2] {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("layoutfuzz-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      var settings = CampaignSettings(
        seed: 3, caseCount: 192, strategies: [strategy], outputFolder: folder, laws: [])
      settings.jobs = jobs
      let result = try Campaign(settings, now: { 0 }).run()
      #expect(result.findings.first?.occurrences ?? 0 > 8, "later failures are only counted")
      let store = try NightStore(folder)
      let keys = BucketTemplate.keys(of: store.storedFindings, in: store)
      #expect(Set(keys.keys) == Set(result.findings.map(\.signature)))
      var records: [String: [UInt8]] = [:]
      for stored in store.storedFindings {
        let path = "\(folder)/\(stored.folder)"
        let loaded = try FindingStore.load(path: path)
        let record = try #require(loaded.record)
        #expect(
          record.template
            == CaseTemplate(loaded.layoutCase, indifferent: record.indifferent).key)
        records[stored.folder] = record.encoded
      }
      texts.append(records)
    }
    #expect(!texts[0].isEmpty && texts[0] == texts[1])
  }

  @Test("of the failing cases of a fault it is told which templates they match")
  func trial() throws {
    let mutant = try #require(Mutant.named("naive.flippedConstant"))
    let trial = try #require(TemplateTrial(mutant, seed: 1, casesMax: 400))
    #expect(trial.failures.count == TemplateTrial.learned + TemplateTrial.judged)
    for failure in trial.failures {
      let signature = FailureSignature(failure.kind, minimized: failure.small.layoutCase)
      #expect(signature.bucket == failure.bucket)
    }
    let comparison = TemplateComparison([trial])
    for width in TemplateComparison.Width.allCases {
      let figures = comparison.figures(width)
      #expect(figures.right + figures.neighbours + figures.unmatched == TemplateTrial.judged)
      #expect(figures.buckets > 0 && figures.compared == 0, "there is no other fault")
    }
    #expect(TemplateTrial(try #require(MutantCatalog.all.last), seed: 1, casesMax: 1) == nil)
  }
}
