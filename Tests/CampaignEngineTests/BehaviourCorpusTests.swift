// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import Testing

@testable import CampaignEngine

@Suite("Corpus of behaviours")
struct BehaviourCorpusTests {
  private static let tagCount = 40

  private static func layoutCase(_ width: Int) -> LayoutCase {
    LayoutCase(
      environment: LayoutCase.Environment(
        size: LayoutSize(width: LayoutNumber(width), height: 1)),
      views: [View(id: "root", parent: nil)])
  }

  /// Random traces, some of one size.
  private static func traces(_ count: Int, seed: UInt64) -> [CaseTrace] {
    var numbers = Xoshiro256(seed: seed)
    return (0..<count).map { index in
      let tags = (0..<tagCount).filter { numbers.upTo(UInt64($0) + 2) == 0 }
      return CaseTrace(index: index, size: Int(numbers.upTo(9)), tags: tags)
    }
  }

  private static func corpus(_ traces: [CaseTrace]) -> BehaviourCorpus {
    var corpus = BehaviourCorpus(tagCount: tagCount)
    for trace in traces {
      corpus.add(trace) { BehaviourCorpus.Entry(trace, layoutCase(trace.index), nil) }
    }
    return corpus
  }

  @Test("keeps the smallest case of each behaviour, in whatever order cases come")
  func smallest() {
    for seed in 1...10 as ClosedRange<UInt64> {
      let traces = Self.traces(120, seed: seed)
      var numbers = Xoshiro256(seed: seed)
      let orders = [traces, traces.reversed(), traces.shuffled(using: &numbers)]
      for order in orders {
        let corpus = Self.corpus(order)
        for tag in 0..<Self.tagCount {
          let showing = traces.filter { $0.tags.contains(tag) }
          let best = showing.min { ($0.size, $0.index) < ($1.size, $1.index) }
          #expect(corpus.holder(of: tag) == best?.index, "seed \(seed), tag \(tag)")
          #expect(corpus.cases[tag] == showing.count, "seed \(seed), tag \(tag)")
        }
        let kept = Set((0..<Self.tagCount).compactMap(corpus.holder)).sorted()
        #expect(corpus.entries.map(\.trace.index) == kept, "seed \(seed)")
        #expect(corpus.entries.allSatisfy { $0.layoutCase == Self.layoutCase($0.trace.index) })
      }
    }
  }

  @Test("a case that cannot be made again is counted, and not kept")
  func unmade() {
    var corpus = BehaviourCorpus(tagCount: 4)
    corpus.add(CaseTrace(index: 0, size: 1, tags: [1, 2])) { nil }
    #expect(corpus.cases == [0, 1, 1, 0])
    #expect(corpus.entries.isEmpty && corpus.holder(of: 1) == nil)
    #expect(ParentLottery(corpus) == nil)
  }

  @Test(
    "parents are drawn with odds of one to size times the cases that showed the rarest behaviour")
  func odds() throws {
    // Cases 0, 1 and 2 are the smallest of a behaviour that one, two and four cases showed; all showed tag 0. Case 3 is
    // twice the size of case 0, and as rare.
    var traces = [
      CaseTrace(index: 0, size: 1, tags: [0, 1]), CaseTrace(index: 1, size: 1, tags: [0, 2]),
      CaseTrace(index: 2, size: 1, tags: [0, 3]), CaseTrace(index: 3, size: 2, tags: [0, 4]),
    ]
    for (index, tag) in [2, 3, 3, 3].enumerated() {
      traces.append(CaseTrace(index: 4 + index, size: 9, tags: [0, tag]))
    }
    let lottery = try #require(ParentLottery(Self.corpus(traces)))
    var numbers = Xoshiro256(seed: 17)
    var drawn = [0, 0, 0, 0]
    for _ in 0..<9000 { drawn[lottery.draw(using: &numbers).trace.index] += 1 }
    // The deviations are below 48.
    for (count, expected) in zip(drawn, [4000, 2000, 1000, 2000]) {
      #expect(abs(count - expected) < 190, "\(drawn), seed 17")
    }
  }
}
