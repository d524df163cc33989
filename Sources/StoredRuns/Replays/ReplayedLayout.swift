// SPDX-License-Identifier: MIT

import CampaignEngine
import Diagnosis
import Display
import JSON
import Judging
import ToolSupport

/// A replayed case.
package struct ReplayedLayout: ReplayedInput {
  private let stored: StoredCase
  private let answers: [JudgedAnswer]
  private var strategies: [Strategy] = []

  init(_ stored: StoredCase, _ answers: [JudgedAnswer], of strategies: [Strategy] = []) {
    self.stored = stored
    self.answers = answers
    self.strategies = strategies
  }

  /// Runs strategies of other programs, which have their own processes.
  ///
  /// - Throws: when the tool contradicts itself.
  static func run(
    _ stored: StoredCase, _ strategies: [Strategy]
  ) throws(CommandFailure) -> ReplayedLayout {
    do throws(InternalError) {
      let record = try CaseRunner(strategies: strategies).run(
        stored.layoutCase, inParallel: true, repeats: true, costs: stored.costs)
      return ReplayedLayout(stored, record.judgedAnswers, of: strategies)
    } catch {
      throw CommandFailure(.internalError, at: stored.path, "\(error.message)")
    }
  }

  /// Tries a law on a case.
  ///
  /// - Throws: when the tool contradicts itself.
  static func run(_ stored: StoredCase, _ law: LawCheck) throws(CommandFailure) -> ReplayedLayout {
    do throws(InternalError) {
      return ReplayedLayout(stored, try law.run(on: stored.layoutCase).judgedAnswers)
    } catch {
      throw CommandFailure(.internalError, at: stored.path, "\(error.message)")
    }
  }

  package var verdicts: [ReplayVerdicts.Answer] {
    answers.map { ($0.subject, $0.verdict.name, $0.verdict.isFailure) }
  }

  /// The solver of the finding; without a name in the record, any strategy that runs.
  private func accused(_ answer: JudgedAnswer) -> String {
    stored.kind?.accused.name ?? answer.subject
  }

  package var isFinding: Bool { stored.verdict != nil && accusedRan }

  private var accusedRan: Bool { answers.contains { accused($0) == $0.subject } }

  package func lines(_ palette: Palette) -> [String] {
    answers.flatMap { answer in
      ReplayedAnswer(
        path: stored.path, solver: answer.subject, verdict: answer.verdict.name,
        isFailure: answer.verdict.isFailure, sentence: answer.sentence, stored: stored.verdict,
        accused: stored.verdict.map { _ in accused(answer) }, accusedRan: accusedRan
      ).lines(palette)
    }
  }

  package func times(_ palette: Palette) throws(CommandFailure) -> [String] {
    guard let costs = stored.costs else { return [] }
    var lines: [String] = []
    for (strategy, answer) in zip(strategies, answers) where answer.isSlower {
      do throws(InternalError) {
        let outcome = try TimeConfirmation(now: MonotonicClock.now)
          .outcome(of: strategy, on: stored.layoutCase, costs)
        lines.append("\(stored.path): \(strategy.name): " + text(outcome, costs, palette))
      } catch {
        throw CommandFailure(.internalError, at: stored.path, "\(error.message)")
      }
    }
    return lines
  }

  private func text(
    _ outcome: TimeConfirmation.Outcome?, _ costs: CostOracle, _ palette: Palette
  ) -> String {
    guard let outcome else { return "not timed: there is nothing to compare with" }
    let range =
      "\(ShownNumber.ratio(outcome.median)) [\(ShownNumber.ratio(outcome.low)), \(ShownNumber.ratio(outcome.high))]"
    let measured =
      costs.scalings.isEmpty
      ? "\(range) times as long as \(outcome.reference)"
      : "time grows with the power \(range), above \(outcome.reference)"
    return (outcome.isConfirmed ? palette.red("confirmed by time") : "not confirmed by time")
      + ": \(measured) (\(outcome.agreeing) of \(outcome.pairs) pairs agree)"
  }

  package var json: JSONValue {
    [
      "case": .string(stored.path), "stored": stored.verdict.map { .string($0) } ?? .null,
      "strategies": .array(
        answers.map { answer in
          [
            "name": .string(answer.subject), "answer": .string(answer.answer),
            "verdict": .string(answer.verdict.name), "isFailure": .bool(answer.verdict.isFailure),
            "summary": .string(answer.sentence),
            "asStored": stored.verdict.map { .bool($0 == answer.verdict.name) } ?? .null,
          ]
        }),
    ]
  }
}

extension CaseRecord {
  fileprivate var judgedAnswers: [JudgedAnswer] { strategies.map { JudgedAnswer(self, $0) } }
}
