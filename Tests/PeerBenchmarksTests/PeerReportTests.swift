// SPDX-License-Identifier: MIT

import BenchmarkKit
import JSON
import Testing

@testable import PeerBenchmarks

/// Checks both forms of the report.
struct PeerReportTests {
  private var report: PeerReport {
    var report = PeerReport()
    report.programs = ["layoutfuzz 1", "kiwi 1.5.1"]
    report.rows = [
      .init(
        workload: "chain100", phase: .edit, peer: "kiwi", ratio: 12.5, low: 11.25, high: 14,
        ours: 0.02, theirs: 0.25, rounds: 9, steps: 1000),
      .init(
        workload: "cols1000x10", phase: .build, peer: "kiwi", ratio: 600, ours: 100,
        theirs: 60_000, rounds: 3, steps: 1, status: .censored),
      .init(
        workload: "cols1000x10", phase: .build, peer: "highs", ours: 100, rounds: 3, steps: 1,
        status: .skipped("too slow")),
    ]
    report.memory = [
      .init(
        workload: "chain100", peer: "kiwi", ours: 1.5, theirs: 5, oursEmpty: 20, theirsEmpty: 3)
    ]
    report.exponents = [
      .init(
        workload: "chain", phase: .build, exponent: 1.05, low: 1, high: 1.1, sizes: [100, 200],
        times: [0.5, 1], localSlopes: [1])
    ]
    return report
  }

  @Test("the JSON has the documented members")
  func json() throws {
    let text = JSONWriter.document(report.json)
    let value = try JSONParser.parse(text)
    let rows = try #require(value["rows"]?.array)
    let expected = ["workload", "phase", "peer", "ratio", "low", "high", "ours", "theirs", "unit"]
    for row in rows {
      #expect(row.members?.prefix(9).map(\.key) == expected)
      #expect(row["unit"]?.string == "ms")
    }
    #expect(rows[0]["ratio"]?.double == 12.5)
    #expect(rows[1]["censored"]?.bool == true)
    #expect(rows[2]["ratio"] == .null)
    #expect(rows[2]["skipped"]?.string == "too slow")
    let exponents = try #require(value["exponents"]?.array)
    #expect(
      exponents[0].members?.prefix(5).map(\.key)
        == ["workload", "phase", "exponent", "low", "high"])
    #expect(value["memory"]?.array?.first?["unit"]?.string == "MB")
  }

  @Test("a report is read as it was written")
  func reading() throws {
    var whole = report
    whole.machine = MachineFacts(
      cpuModel: "A", cores: 2, memoryMegabytes: 8000, kernel: "6.1", governor: "none")
    whole.build = BuildFacts(commit: "abc", flags: "release", compiler: "swift 6.3")
    whole.rows[0].oursRounds = [0.02, 0.021]
    whole.rows[0].theirsRounds = [0.25, 0.24]
    for report in [report, whole, PeerReport()] {
      #expect(try PeerReport(JSONWriter.document(report.json)) == report)
    }
  }

  @Test(
    "a file that is no report is refused with the place and the expected member",
    arguments: [
      ("", "1:1: "), ("{\"rows\": []}", "expected the JSON of 'layoutbench peers'"),
      ("{\"schema\": 9, \"rows\": []}", "schema 9, this tool knows 1"),
      ("{\"schema\": 1, \"rows\": []}", "1:1: expected an object with 'programs'"),
      (
        "{\"schema\": 1, \"programs\": [], \"rows\": [{\"workload\": 5}]}",
        "expected a string, found a number"
      ),
      (
        "{\"schema\": 1, \"programs\": [], \"rows\": [{\"workload\": \"x\", \"phase\": \"sleep\"}]}",
        "expected one of build, edit, churn"
      ),
    ])
  func damaged(text: String, message: String) {
    do throws(PeerReportError) {
      _ = try PeerReport(Array(text.utf8))
      Issue.record("read: \(text)")
    } catch {
      #expect(error.message.contains(message), "\(error.message)")
    }
  }

  @Test("the answer is first, tables fit 80 columns, and bounds and missing values are marked")
  func text() {
    let lines = report.text.split(separator: "\n").map(String.init)
    #expect(
      lines.first == "layoutfuzz is faster than kiwi on 2 of 2 phases (12.5x to 600x)", "\(lines)")
    let cells = lines.map { $0.split(separator: "  ").map { $0.drop { $0 == " " } } }
    #expect(
      cells.contains([
        "chain100 edit", "20.0 us", "250 us", "12.5x faster", "11.3x to 14.0x faster",
      ]), "\(lines)")
    #expect(
      cells.contains(["cols1000x10 build", "100 ms", "> 60.0 s", "> 600x faster"]), "\(lines)")
    #expect(lines.contains("skipped   cols1000x10: highs: too slow"))
    #expect(lines.contains("Measured on another machine: amoeba (C)"))
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test("answers agree within rounding, and a missing number agrees with none")
  func agreement() {
    let one = WorkloadObjectives(required: 1e-12, strong: 1e-9, weak: 1_000_000)
    #expect(one.disagreement(with: WorkloadObjectives(weak: 1_000_000.5)).isEmpty)
    #expect(one.disagreement(with: WorkloadObjectives(weak: 1_000_002)).count == 1)
    #expect(!one.disagreement(with: WorkloadObjectives(weak: .nan)).isEmpty)
    #expect(!WorkloadObjectives(required: .nan).disagreement(with: WorkloadObjectives()).isEmpty)
    #expect(!WorkloadObjectives(required: 0.1).disagreement(with: WorkloadObjectives()).isEmpty)
  }

  @Test(
    "a word selects the name that it is or the names with it, a pattern whole names",
    arguments: [
      ("chain10", ["chain10"]), ("chain", ["chain10", "chain100"]),
      ("c*0", ["chain10", "chain100"]),
      ("*10", ["chain10", "tree10"]), ("t*e?0", ["tree10"]), ("t*e1?", ["tree10"]),
      ("tree1?,growth", ["tree10", "growth:cols"]),
      ("*", ["chain10", "chain100", "tree10", "growth:cols"]), ("a*a", []),
      ("??????", ["tree10"]), ("nothing", []),
    ] as [(String, [String])])
  func filters(words: String, selected: [String]) {
    let names = ["chain10", "chain100", "tree10", "growth:cols"]
    let filter = NameFilter(words.split(separator: ",").map(String.init))
    let found = zip(names, filter.selects(from: names)).filter(\.1).map(\.0)
    #expect(found == selected)
  }

  @Test("steps are rounded down to 1, 2 or 5 times a power of ten")
  func steps() {
    func common(_ counts: Int...) -> Int? {
      PeerRounds.commonSteps(counts.map { TimedSteps(count: $0, nanoseconds: 1) })
    }
    #expect(common(1000, 1000) == 1000)
    #expect(common(1000, 999) == 500)
    #expect(common(16, 1000) == 10)
    #expect(common(4) == 2)
    #expect(common(1) == 1)
    #expect(PeerRounds.commonSteps([nil, nil]) == nil)
  }
}
