// SPDX-License-Identifier: MIT

import Choices
import LinearModel
import Testing
import Workloads

@testable import PeerBenchmarks

/// Checks workload files, which both sides of a comparison read.
struct WorkloadFileTests {
  @Test(
    "a file is read as it was written",
    arguments: ["chain3", "edges4", "tree7", "flex7", "cols6x3"])
  func roundTrip(name: String) throws {
    let file = WorkloadFile(try #require(Workload.named(name)))
    #expect(try WorkloadFile(parsing: file.text) == file)
  }

  @Test("any numbers survive, to the last bit", arguments: 0..<20)
  func randomRoundTrip(seed: UInt64) throws {
    var source = Xoshiro256(seed: seed)
    func number() -> Double {
      let value = Double(bitPattern: source.next())
      return value.isFinite ? value : 0.1
    }
    let variables = 1 + Int(source.next() % 5)
    let constraints = (0..<6).map { _ in
      WorkloadFile.Constraint(
        terms: (0..<Int(source.next() % 4)).map { _ in
          .init(variable: Int(source.next() % UInt64(variables)), coefficient: number())
        },
        relation: Relation.allCases[Int(source.next() % 3)], constant: number(),
        rank: Workload.Rank.allCases[Int(source.next() % 4)])
    }
    let file = WorkloadFile(
      name: "random", variableCount: variables, editVariable: variables - 1,
      firstSuggestion: number(), constraints: constraints, sweep: [number(), number()],
      churn: [5, 0])
    #expect(try WorkloadFile(parsing: file.text) == file, "seed \(seed)")
  }

  @Test("the format is the documented one")
  func golden() throws {
    let text = WorkloadFile(.chain(1)).text
    let head = """
      layoutbench-workload 1
      name chain1
      variables 4
      edit 0 70.0
      constraints 5
      required == 8.0 1 1.0
      required == 0.0 3 1.0 1 -1.0 2 -1.0
      required >= 20.0 2 1.0
      weak == 100.0 2 1.0
      strong <= -8.0 3 1.0 0 -1.0
      sweep 1000
      50.0
      50.7

      """
    #expect(text.hasPrefix(head), "\(text.prefix(300))")
    #expect(text.contains("\nchurn 1000\n3\n3\n"))
    #expect(text.hasSuffix("\n3\nend\n"))
  }

  @Test("a file that ends too early is refused at any end")
  func truncated() {
    let lines = WorkloadFile(
      name: "short", variableCount: 1, editVariable: 0, firstSuggestion: 1,
      constraints: [.init(terms: [], relation: .equal, constant: 0, rank: .weak)], sweep: [2],
      churn: [0]
    ).text.split(separator: "\n")
    for count in 0..<lines.count {
      let text = lines[..<count].joined(separator: "\n")
      #expect(throws: WorkloadFileError.self, "\(count) lines") { try WorkloadFile(parsing: text) }
    }
  }

  @Test(
    "errors are reported with their line",
    arguments: [
      ("layoutbench-workload 1", "layoutbench-workload 2", 1), ("variables 4", "variables 0", 3),
      ("variables 4", "variables 99999999999", 3), ("edit 0", "edit 4", 4),
      ("edit 0 70.0", "edit 0 nan", 4), ("constraints 5", "constraints -1", 5),
      ("required == 8.0 1 1.0", "required = 8.0 1 1.0", 6),
      ("required == 8.0 1 1.0", "vital == 8.0 1 1.0", 6),
      ("required == 8.0 1 1.0", "required == 8.0 1", 6),
      ("required == 8.0 1 1.0", "required == 8.0 4 1.0", 6),
      ("required == 8.0 1 1.0", "required == inf 1 1.0", 6),
      ("churn 1000\n3", "churn 1000\n5", 1013),
    ])
  func faults(part: String, replacement: String, line: Int) throws {
    let text = WorkloadFile(.chain(1)).text.replacing(part, with: replacement, maxReplacements: 1)
    let error = #expect(throws: WorkloadFileError.self) { try WorkloadFile(parsing: text) }
    #expect(error?.line == line, "\(error?.text ?? "no error")")
  }

  @Test("objectives weight each violation by its strength")
  func objectives() {
    let file = WorkloadFile(
      name: "small", variableCount: 2, editVariable: 0, firstSuggestion: 0,
      constraints: [
        .init(
          terms: [.init(variable: 0, coefficient: 1)], relation: .lessThanOrEqual, constant: 5,
          rank: .required),
        .init(
          terms: [.init(variable: 1, coefficient: 2)], relation: .greaterThanOrEqual, constant: 9,
          rank: .strong),
        .init(
          terms: [.init(variable: 1, coefficient: 1)], relation: .equal, constant: 10, rank: .weak),
        .init(
          terms: [.init(variable: 0, coefficient: 1)], relation: .lessThanOrEqual, constant: 100,
          rank: .medium),
      ], sweep: [], churn: [])
    #expect(
      file.objectives(of: [7, 3], suggestion: 4)
        == WorkloadObjectives(required: 2, strong: 3 + 3, medium: 0, weak: 7))
    #expect(file.objectives(of: [.nan, 3], suggestion: 4).required.isNaN)
  }
}
