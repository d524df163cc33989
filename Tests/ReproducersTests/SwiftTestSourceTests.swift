// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Lowering
import MadePackage
import Oracles
import Reproducers
import Scripts
import TestSupport
import Testing

@testable import Judging

@Suite("Tests in Swift", .timeLimit(.minutes(30)))
struct SwiftTestSourceTests {
  private typealias Expected = SwiftTestSource.Expected

  /// A case with its expected answer.
  private struct Sample {
    let lowered: LoweredCase
    let expected: Expected
    let kind: String

    init?(_ index: Int, of source: CaseSource) throws {
      let record = try CaseRunner().run(try source.generate(index).layoutCase)
      // Cases that rounding spoils, or that make a solver give up, are not used.
      guard record.strategies.first?.verdict == .pass, let answer = record.answer else {
        return nil
      }
      lowered = record.lowered
      if let optimum = answer.optimum {
        kind = optimum.isUnique ? "unique" : "ambiguous"
        expected = .optimal(
          levels: optimum.levels.map(\.optimum), only: optimum.isUnique ? optimum.point : nil)
      } else {
        kind = "conflict"
        expected = .conflict(try record.conflict().map(\.index))
      }
    }

    func text(_ title: String, expected other: Expected? = nil) throws -> String {
      try SwiftTestSource.text(
        lowered.system, SystemNames(lowered), expected: other ?? expected, title: title,
        head: ["\(title)\n#error(\"ended\")\r\u{2028}", "/* \"\"\" \\"])
    }

    /// An answer that differs from the correct one.
    var wrong: Expected {
      switch expected {
      case .optimal(let levels, let only):
        var other = only
        other?[0] = (only?[0] ?? .zero) + Rational(1)
        return .optimal(levels: levels.map { $0 + Rational(1) }, only: other)
      case .conflict(let rows): return .conflict(Array(rows.dropFirst()))
      }
    }
  }

  @Test(
    "tests of generated cases compile and pass, and those with a wrong expectation fail",
    .exhaustive)
  func compiledAndRun() throws {
    let seed: UInt64 = 46
    let source = CaseSource(seed: seed)
    var files: [String: String] = [:]
    var found: [String: Int] = [:]
    for index in 0..<200 where files.count < 6 {
      guard let sample = try Sample(index, of: source), found[sample.kind, default: 0] < 1 else {
        continue
      }
      found[sample.kind, default: 0] += 1
      files["Case\(index)Tests.swift"] = try sample.text("case \(index) is right \"\\(x) */")
      files["Wrong\(index)Tests.swift"] = try sample.text(
        "case \(index) is wrong", expected: sample.wrong)
    }
    #expect(found == ["unique": 1, "ambiguous": 1, "conflict": 1], "seed \(seed)")
    files["Case9999Tests.swift"] = try Self.session("case 9999 is right", least: 1)
    files["Wrong9998Tests.swift"] = try Self.session("case 9998 is wrong", least: 2)
    let output = try MadePackage.ofProduct.test(files)
    for name in files.keys.sorted() {
      let index = name.filter(\.isNumber)
      let isRight = name.hasPrefix("Case")
      let start = "Test \"case \(index) is \(isRight ? "right" : "wrong")"
      let end = isRight ? " passed after " : " failed after "
      let line = output.split(separator: "\n").last { $0.contains(start) } ?? ""
      #expect(line.contains(end), "seed \(seed), \(name): \(output.suffix(4000))")
    }
  }

  @Test("a test that may return early states it in its head", arguments: [true, false])
  func extreme(isExtreme: Bool) throws {
    let strong = Strength(750)
    let value = isExtreme ? Double.infinity : 3
    let script = SolverScript(
      variableCount: 1,
      steps: [
        .suggest(variable: 0, value: value, strength: strong), .solve,
        .suggest(variable: 0, value: 2, strength: strong), .solve,
      ])
    let right = RightAnswer(
      rows: [], optimum: .init(levels: [], point: [Rational(2)], isUnique: true), tolerance: 1e-6)
    let truth: [StepTruth] = [.done, isExtreme ? .anything : .answer(right), .done, .answer(right)]
    let text = try SessionTestSource.text(script, truth, title: "extreme")
    let head = text.split(separator: "@Test", maxSplits: 1).first ?? ""
    #expect(head.contains("in force at step 2. ") == isExtreme, "\(head)")
    #expect(head.contains("is not looked at then") == isExtreme, "\(head)")
    #expect(text.contains("else { return }") == isExtreme, "\(text)")
    #expect(
      head.split(separator: "\n").allSatisfy { $0.hasPrefix("//") || $0.hasPrefix("import ") },
      "\(head)")
  }

  /// Returns a session with a refusal, several answers, an infinity and the end of an edit.
  ///
  /// `least` is the minimal sum of the violations of `x0 == 0` and `x0 == 1`; the correct one is 1.
  private static func session(_ title: String, least: Int) throws -> String {
    func row(
      _ id: Int, _ constant: Int, _ strength: Strength = .required
    ) -> SolverScript.Constraint {
      .init(
        id: id, [.init(.one, VariableID(0))], .equal, Rational(constant), strength: strength)
    }
    let (weak, strong) = (Strength(250), Strength(750))
    let script = SolverScript(
      variableCount: 1,
      steps: [
        .add(row(0, 0, weak)), .add(row(1, 1, weak)), .solve, .add(row(2, 4)), .add(row(3, 5)),
        .solve, .remove(2), .suggest(variable: 0, value: .infinity, strength: strong), .solve,
        .suggest(variable: 0, value: 7, strength: strong), .solve, .endSuggestion(variable: 0),
        .setActive(0, false), .solve,
      ])
    func answer(
      _ rows: [SolverScript.Constraint], _ point: Int?, _ levels: [(Strength, Int)] = [],
      isUnique: Bool = true
    ) -> RightAnswer {
      .init(
        rows: rows,
        optimum: point.map {
          .init(
            levels: levels.map { (strength: $0.0, least: Rational($0.1)) }, point: [Rational($0)],
            isUnique: isUnique)
        }, tolerance: 1e-6)
    }
    let both = [row(0, 0, weak), row(1, 1, weak)]
    let truth: [StepTruth] = [
      .done, .done, .answer(answer(both, 0, [(weak, least)], isUnique: false)), .done, .done,
      .refused(answer(both + [row(2, 4), row(3, 5)], nil)), .skipped, .done, .refused(nil), .done,
      .answer(answer(both, 7)), .done, .done, .answer(answer([row(1, 1, weak)], 1)),
    ]
    return try SessionTestSource.text(
      script, truth, title: title, head: ["\(title)\n#error(\"ended\")\r\u{2028}"])
  }
}
