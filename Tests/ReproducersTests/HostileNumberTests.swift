// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import ExternalSolvers
import LinearModel
import Scripts
import TestSupport
import Testing

@testable import Reproducers

/// Checks numbers beyond doubles: sources for programs that compute in doubles contain none.
@Suite("Sources of hostile scripts")
struct HostileNumberTests {
  private static func number(_ draws: inout Draws) -> Rational {
    func digits(_ count: Int) -> String {
      "\(1 + draws.below(9))" + (1..<count).map { _ in "\(draws.below(10))" }.joined()
    }
    let lengths = [1, 3, 17, 40, 200, 307, 308, 309, 310, 325, 600]
    let top = digits(draws.pick(lengths))
    let bottom = digits(draws.pick(lengths))
    // A text of digits is a number, so 0 stands for a defect of the reader.
    return Rational("\(draws.chance() ? "-" : "")\(top)/\(bottom)") ?? .zero
  }

  /// Returns a script of one constraint on one variable, with the correct answer.
  private static func script(
    _ coefficient: Rational, _ constant: Rational
  ) -> (SolverScript, [StepTruth]) {
    let row = SolverScript.Constraint(
      id: 0, [.init(coefficient, VariableID(0))], .equal, constant, strength: Strength(500))
    let answer = RightAnswer(
      rows: [row],
      optimum: .init(
        levels: [(strength: Strength(500), least: .zero)], point: [constant / coefficient],
        isUnique: true), tolerance: 1e-6)
    return (SolverScript(variableCount: 1, steps: [.add(row), .solve]), [.done, .answer(answer)])
  }

  /// Returns the words of a source, without its comments.
  private static func words(_ text: String) -> Set<Substring> {
    var words = Set<Substring>()
    for line in text.split(separator: "\n") where !line.contains("//") {
      for word in line.split(whereSeparator: { !$0.isLetter }) { words.insert(word) }
    }
    return words
  }

  @Test("a test in Swift has the nearest doubles of all numbers, or is refused if one has none")
  func sources() {
    forAll(Self.pairs, count: 2_000, kinds: ["written": 10, "refused": 10]) { pair, kinds in
      let (coefficient, constant) = pair
      let (script, truth) = Self.script(coefficient, constant)
      let numbers = [coefficient, constant, constant / coefficient]
      let isSayable =
        numbers.allSatisfy { $0.doubleValue.isFinite }
        && numbers.dropLast().allSatisfy { $0.doubleValue != 0 }
      let text: String
      do throws(SourceRefusal) {
        text = try SessionTestSource.text(script, truth, title: "hostile")
      } catch {
        kinds.note("refused")
        try claim(!isSayable, "refused: \(error.sentence)")
        return .when(
          error.sentence.contains("beyond the largest double")
            || error.sentence.contains("too near to 0"), else: error.sentence)
      }
      kinds.note("written")
      try claim(isSayable, "written with \(numbers.map(\.doubleValue))")
      try claim(Self.words(text).isDisjoint(with: ["inf", "nan", "infinity"]), text)
      try claim(text.contains(".init(\(coefficient.doubleValue), x0)"), text)
      return .when(text.contains(", .equal, \(constant.doubleValue), "), else: text)
    }
  }

  private static let pairs = Generator.drawn { draws in (number(&draws), number(&draws)) }

  @Test("requests and sources refuse the same scripts, except for answers")
  func requests() {
    forAll(Self.pairs, count: 1_000, kinds: ["requests": 10]) { pair, kinds in
      let (script, truth) = Self.script(pair.0, pair.1)
      let isRefused = (try? SessionTestSource.text(script, truth, title: "hostile")) == nil
      let bytes = try? RequestFile.bytes(script, truth, for: AdapterOffer(hasSessions: true))
      try claim((bytes == nil) == isRefused, "requests \(bytes == nil ? "refused" : "written")")
      guard let bytes else { return .holds }
      kinds.note("requests")
      let text = String(decoding: bytes, as: UTF8.self)
      return .when(!text.contains("inf\"") && !text.contains("nan"), else: text)
    }
  }

  @Test("many readings of many variables are refused before they are written")
  func size() throws {
    let row = SolverScript.Constraint(
      id: 0, [.init(.one, VariableID(9_999))], .equal, .one, strength: Strength(500))
    let script = SolverScript(
      variableCount: 10_000,
      steps: [.add(row)] + [SolverScript.Step](repeating: .solve, count: 1_000))
    let truth = [StepTruth.done] + [StepTruth](repeating: .anything, count: 1_000)
    do throws(SourceRefusal) {
      _ = try SessionTestSource.text(script, truth, title: "long")
      Issue.record("20 million names were written")
    } catch {
      #expect(error.sentence.contains("10000 variables"), "\(error.sentence)")
    }
  }
}
