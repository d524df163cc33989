// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Diagnosis
import Judging
import Oracles
import ToolSupport

/// Replays of layouts.
extension Replay {
  init(_ stored: StoredCase, _ answers: [JudgedAnswer]) {
    self.init(path: stored.path, stored: stored.failure, answers.map { ReplayedAnswer($0) })
  }

  /// Runs strategies of other programs, which have their own processes.
  ///
  /// - Throws: when the tool contradicts itself.
  init(_ stored: StoredCase, by strategies: [Strategy]) throws(CommandFailure) {
    do throws(InternalError) {
      let record = try CaseRunner(strategies: strategies).run(
        stored.layoutCase, inParallel: true, repeats: true, costs: stored.costs)
      self.init(stored, record.judgedAnswers)
    } catch {
      throw CommandFailure(.internalError, at: stored.path, "\(error.message)")
    }
  }

  /// Tries a law on a case.
  ///
  /// - Throws: when the tool contradicts itself.
  init(_ stored: StoredCase, _ law: LawCheck) throws(CommandFailure) {
    do throws(InternalError) {
      self.init(stored, try law.run(on: stored.layoutCase).judgedAnswers)
    } catch {
      throw CommandFailure(.internalError, at: stored.path, "\(error.message)")
    }
  }

  /// Runs a case that ended the process of a part of the tool, in a new worker process.
  ///
  /// - Throws: when there is no such part of the tool, and when no process can be started.
  init(
    _ stored: StoredCase, ending kind: FailureIdentity, _ start: WorkerStart
  ) throws(CommandFailure) {
    let workers = try start(stored.settings(replaying: kind))
    defer { workers.endAll() }
    let death = workers.death(on: stored.layoutCase, kind, index: stored.caseIndex)
    let answer = ReplayedAnswer(
      kind.accused.name, death.map { .failure(.process($0.kind)) } ?? .pass,
      death?.sentence ?? "the part completes the case")
    self.init(path: stored.path, stored: kind, [answer])
  }

  /// Measures the times of strategies that are slower by their counters.
  ///
  /// - Parameters:
  ///   - stored: the case.
  ///   - strategies: the strategies of the answers, in their order.
  ///   - now: returns nanoseconds since some fixed moment.
  /// - Returns: the same replay with these times.
  /// - Throws: when the tool contradicts itself.
  func timed(
    _ stored: StoredCase, _ strategies: [Strategy], now: @escaping @Sendable () -> UInt64
  ) throws(CommandFailure) -> Replay {
    guard let costs = stored.costs else { return self }
    var answers = answers
    for (index, strategy) in strategies.enumerated().prefix(answers.count)
    where answers[index].verdict.failure?.isCost == true {
      do throws(InternalError) {
        let outcome = try TimeConfirmation(now: now)
          .outcome(of: strategy, on: stored.layoutCase, costs)
        answers[index].time = ReplayedTime(outcome: outcome, isOfGrowth: !costs.scalings.isEmpty)
      } catch {
        throw CommandFailure(.internalError, at: stored.path, "\(error.message)")
      }
    }
    return Replay(path: path, stored: self.stored, answers)
  }
}

extension ReplayedAnswer {
  fileprivate init(_ answer: JudgedAnswer) {
    // A process that ended has claimed nothing.
    let endsProcess = answer.verdict.failure?.endsProcess == true
    self.init(
      answer.subject, answer.verdict, answer.sentence, claim: endsProcess ? nil : answer.answer)
  }
}

extension CaseRecord {
  fileprivate var judgedAnswers: [JudgedAnswer] { strategies.map { JudgedAnswer(self, $0) } }
}
