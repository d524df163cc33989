// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import ExternalSolvers
import LinearModel
import Scripts
import Testing

@testable import Reproducers

/// Checks numbers beyond doubles: sources for programs that compute in doubles contain none.
@Suite("Sources of hostile scripts")
struct HostileNumberTests {
  private static func number(_ random: inout SplitMix64) throws -> Rational {
    func digits(_ count: Int) -> String {
      var text = "\(1 + random.next() % 9)"
      for _ in 1..<max(1, count) { text += "\(random.next() % 10)" }
      return text
    }
    let lengths = [1, 3, 17, 40, 200, 307, 308, 309, 310, 325, 600]
    let top = digits(lengths[Int(random.next() % UInt64(lengths.count))])
    let bottom = digits(lengths[Int(random.next() % UInt64(lengths.count))])
    let sign = random.next() % 2 == 0 ? "" : "-"
    return try #require(Rational("\(sign)\(top)/\(bottom)"))
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
  func sources() throws {
    let seed: UInt64 = 12
    var random = SplitMix64(seed: seed)
    var written = 0
    for index in 0..<400 {
      let coefficient = try Self.number(&random)
      let constant = try Self.number(&random)
      let (script, truth) = Self.script(coefficient, constant)
      let numbers = [coefficient, constant, constant / coefficient]
      let isSayable =
        numbers.allSatisfy { $0.doubleValue.isFinite }
        && numbers.dropLast().allSatisfy { $0.doubleValue != 0 }
      do throws(SourceRefusal) {
        let text = try SessionTestSource.text(script, truth, title: "hostile")
        #expect(isSayable, "seed \(seed), case \(index)")
        #expect(Self.words(text).isDisjoint(with: ["inf", "nan", "infinity"]), "\(text)")
        #expect(text.contains(".init(\(coefficient.doubleValue), x0)"), "\(text)")
        #expect(text.contains(", .equal, \(constant.doubleValue), "), "\(text)")
        written += 1
      } catch {
        #expect(!isSayable, "seed \(seed), case \(index): \(error.sentence)")
        #expect(
          error.sentence.contains("beyond the largest double")
            || error.sentence.contains("too near to 0"))
      }
    }
    #expect((40..<360).contains(written), "\(written)")
  }

  @Test("requests and sources refuse the same scripts, except for answers")
  func requests() throws {
    var random = SplitMix64(seed: 13)
    for index in 0..<200 {
      let (script, truth) = Self.script(try Self.number(&random), try Self.number(&random))
      let isRefused = (try? SessionTestSource.text(script, truth, title: "hostile")) == nil
      let bytes = try? RequestFile.bytes(script, truth, for: AdapterOffer(hasSessions: true))
      #expect((bytes == nil) == isRefused, "case \(index)")
      if let bytes {
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("inf\"") && !text.contains("nan"), "\(text)")
      }
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
