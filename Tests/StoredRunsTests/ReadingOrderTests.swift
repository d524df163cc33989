// SPDX-License-Identifier: MIT

import Choices
import CorpusStore
import Oracles
import Reporting
import Testing

@testable import StoredRuns

@Suite("The reading order of findings")
struct ReadingOrderTests {
  private static func finding(
    _ name: String, verdict: String, subject: String = "simplex", bucket: String? = nil,
    cases: Int = 1
  ) -> ReportFinding {
    let record = FindingRecord(
      .layout, FailureIdentity(.strategy(subject), FailureKind(name: verdict)),
      signature: bucket ?? "\(subject)-\(verdict)-0",
      summary: "", original: .init([]), minimized: .init([("views", 2)]), toolVersion: "")
    var finding = ReportFinding(record, folder: name, meaning: "")
    finding.sentence = name
    finding.occurrences = cases
    return finding
  }

  @Test("the most frequent is first, then the most dissimilar; duplicates are last")
  func example() {
    let findings = [
      Self.finding("rare", verdict: "wrongValue"),
      Self.finding("twin", verdict: "wrongValue", cases: 9),
      Self.finding("frequent", verdict: "wrongValue", cases: 9),
      Self.finding("otherBucket", verdict: "wrongValue", bucket: "simplex-wrongValue-1"),
      Self.finding("otherVerdict", verdict: "wrongConflict"),
      Self.finding("otherSolver", verdict: "crash", subject: "naive"),
      Self.finding("sameSolver", verdict: "crash", subject: "naive.x"),
    ]
    #expect(
      ReadingOrder.sorted(findings).map(\.folder) == [
        "twin", "otherSolver", "otherVerdict", "sameSolver", "otherBucket", "frequent", "rare",
      ])
  }

  @Test("the smallest case of a bucket is the first of its cases")
  func smallest() {
    func finding(_ name: String, size: Int, cases: Int) -> ReportFinding {
      var finding = Self.finding("out/b/\(name)", verdict: "wrongValue", cases: cases)
      finding.minimized = .init([.init(size, "step")])
      return finding
    }
    let sorted = ReadingOrder.sorted([
      finding("large", size: 27, cases: 9), finding("small", size: 3, cases: 1),
      Self.finding("out/c/other", verdict: "crash"),
    ])
    #expect(sorted.map(\.folder) == ["out/b/small", "out/c/other", "out/b/large"])
  }

  @Test(
    "no finding is lost, the order is a fixpoint, and each verdict comes before any twice",
    arguments: 0..<40 as Range<UInt64>)
  func properties(seed: UInt64) {
    var random = Xoshiro256(seed: seed)
    func draw(_ count: UInt64) -> Int { Int(random.next() % count) }
    let verdicts = ["wrongValue", "crash", "wrongConflict", "hang"]
    let findings = (0..<draw(30)).map { index in
      Self.finding(
        "f\(index)", verdict: verdicts[draw(4)], bucket: "b\(draw(5))", cases: draw(4))
    }
    let sorted = ReadingOrder.sorted(findings)
    #expect(sorted.map(\.folder).sorted() == findings.map(\.folder).sorted(), "seed \(seed)")
    #expect(
      ReadingOrder.sorted(sorted).map(\.folder) == sorted.map(\.folder), "seed \(seed)")
    let most = findings.map { $0.caseCount ?? 0 }.max()
    #expect(sorted.first?.caseCount == most, "seed \(seed)")
    // Any other difference counts less than another verdict of the same solver.
    let kinds = Set(findings.map(\.verdict)).count
    #expect(Set(sorted.prefix(kinds).map(\.verdict)).count == kinds, "seed \(seed)")
  }
}
