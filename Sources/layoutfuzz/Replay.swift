// SPDX-License-Identifier: MIT

import CampaignEngine
import Diagnosis
import Display
import JSON
import Judging
import StoredRuns
import Supervision
import ToolSupport

/// A replayed case.
struct Replay {
  private let stored: StoredCase
  let answers: [JudgedAnswer]
  private var strategies: [Strategy] = []

  init(_ stored: StoredCase, _ answers: [JudgedAnswer], of strategies: [Strategy] = []) {
    self.stored = stored
    self.answers = answers
    self.strategies = strategies
  }

  /// Runs strategies of other programs, which have their own processes.
  static func run(
    _ stored: StoredCase, _ strategies: [Strategy]
  ) throws(CommandFailure) -> Replay {
    do throws(InternalError) {
      let record = try CaseRunner(strategies: strategies).run(
        stored.layoutCase, inParallel: true, repeats: true, costs: stored.costs)
      return Replay(stored, record.judgedAnswers, of: strategies)
    } catch {
      throw CommandFailure(.internalError, ["\(stored.path): \(error.message)"])
    }
  }

  static func run(_ stored: StoredCase, _ law: LawCheck) throws(CommandFailure) -> Replay {
    do throws(InternalError) {
      return Replay(stored, try law.run(on: stored.layoutCase).judgedAnswers)
    } catch {
      throw CommandFailure(.internalError, ["\(stored.path): \(error.message)"])
    }
  }

  var isWrong: Bool { answers.contains(where: \.isFailure) }

  func lines(_ palette: Palette) -> [String] {
    answers.map { answer in
      let start = "\(stored.path): \(answer.subject): "
      if answer.isFailure {
        let change = stored.verdict.map {
          $0 == answer.verdict ? ", as stored" : ", stored as \($0)"
        }
        return start + palette.red(answer.verdict + (change ?? "")) + ": \(answer.sentence)"
      }
      let change = change(of: answer)
      guard ReplayVerdicts.isVerdict(answer.verdict) else {
        return start + palette.bold(answer.verdict + change) + ": \(answer.sentence)"
      }
      return start + palette.green(answer.verdict + change)
    }
  }

  /// Returns the difference of an answer from the stored verdict, which may be about another
  /// strategy.
  private func change(of answer: JudgedAnswer) -> String {
    guard let verdict = stored.verdict else { return "" }
    if let accused = stored.kind?.strategy, accused != answer.subject {
      return "; stored as \(verdict) of \(accused), which was not run"
    }
    return ", no longer \(verdict)"
  }

  /// Returns the measured times of each strategy that is slower by its counters.
  func times(_ palette: Palette) throws(CommandFailure) -> [String] {
    guard let costs = stored.costs else { return [] }
    var lines: [String] = []
    for (strategy, answer) in zip(strategies, answers) where answer.isSlower {
      do throws(InternalError) {
        let outcome = try TimeConfirmation(now: MonotonicClock.now)
          .outcome(of: strategy, on: stored.layoutCase, costs)
        lines.append("\(stored.path): \(strategy.name): " + text(outcome, costs, palette))
      } catch {
        throw CommandFailure(.internalError, ["\(stored.path): \(error.message)"])
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

  var json: JSONValue {
    [
      "case": .string(stored.path), "stored": stored.verdict.map { .string($0) } ?? .null,
      "strategies": .array(
        answers.map { answer in
          [
            "name": .string(answer.subject), "answer": .string(answer.answer),
            "verdict": .string(answer.verdict), "isFailure": .bool(answer.isFailure),
            "summary": .string(answer.sentence),
            "asStored": stored.verdict.map { .bool($0 == answer.verdict) } ?? .null,
          ]
        }),
    ]
  }
}

extension CaseRecord {
  fileprivate var judgedAnswers: [JudgedAnswer] { strategies.map { JudgedAnswer(self, $0) } }
}

/// The processes that replay cases; those for the same strategies are reused for the next case.
final class ReplayWorkers {
  private let arguments: ParsedArguments
  private var names: [String] = []
  private var pool: WorkerPool?

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  func endAll() { pool?.endAll() }

  /// Runs built-in strategies on a case in a worker process, so that one that ends its process does
  /// not end the tool.
  ///
  /// - Returns: nil when the run is stopped.
  /// - Throws: when the tool contradicts itself, and when no process can be started.
  func judge(
    _ stored: StoredCase, _ strategies: [Strategy]
  ) throws(CommandFailure) -> [JudgedAnswer]? {
    let judgement = try workers(for: strategies).judge(
      stored.layoutCase, stored.kind, profile: stored.profile)
    switch judgement {
    case .answers(let answers): return answers
    case .stopped: return nil
    case .contradiction(let message):
      throw CommandFailure(.internalError, ["\(stored.path): \(message)"])
    case .unavailable(let problem):
      throw CommandFailure(.unavailable, ["\(stored.path): cannot be run: \(problem)"])
    }
  }

  /// - Returns: nil when the run is stopped.
  func replay(
    _ stored: StoredCase, _ strategies: [Strategy]
  ) throws(CommandFailure) -> Replay? {
    try judge(stored, strategies).map { Replay(stored, $0, of: strategies) }
  }

  private func workers(for strategies: [Strategy]) throws(CommandFailure) -> WorkerPool {
    if let pool, names == strategies.map(\.name) { return pool }
    pool?.endAll()
    let made = try SupervisionOptions.workers(
      for: CampaignSettings(replaying: strategies),
      try SupervisionOptions.limits(arguments) ?? WorkerLimits())
    names = strategies.map(\.name)
    pool = made
    return made
  }
}
