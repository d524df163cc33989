// SPDX-License-Identifier: MIT

import CorpusStore
import Diagnosis
import JSON
import Judging
import LayoutModel
import LinearModel
import Oracles
import Supervision

/// The answer of one strategy to a case and its verdict, without the values.
///
/// A worker reports it on a case outside of a campaign.
package struct JudgedAnswer: Sendable, Hashable {
  /// The name of the strategy, or of the part of the tool that did not finish.
  package let subject: String
  /// The class of the answer, such as `optimal`.
  package let answer: String
  package let verdict: VerdictKind
  /// The verdict in one sentence without a full stop.
  package let sentence: String

  /// The failure as findings name it; nil without a failure.
  package var failure: FailureIdentity? {
    verdict.failure.map { FailureIdentity(name: subject, verdict: $0) }
  }

  package init(_ record: CaseRecord, _ strategy: StrategyRecord) {
    subject = strategy.strategy
    answer = strategy.answer.name
    verdict = VerdictKind(strategy.verdict)
    sentence = FindingSummary(record, strategy).sentence
  }

  /// Creates the report on a part of the tool that does not finish on the case.
  package init(part: String, _ failure: ProcessFailure) {
    subject = part
    answer = AnswerClass.gaveUp.name
    verdict = .failure(.process(failure.kind))
    sentence = failure.sentence
  }
}

/// The result of judging a case.
package enum CaseJudgement: Sendable {
  /// The answers of the strategies in their order, then the parts of the tool that did not finish.
  case answers([JudgedAnswer])
  /// The tool contradicts itself.
  case contradiction(String)
  /// The run is stopped.
  case stopped
  /// Every process ends on the case without recording a phase, or the attempts are used up; with
  /// the reason.
  case unavailable(String)
}

extension WorkerPool {
  /// The most processes for one case, which has fewer phases in which it can end one.
  private static let attemptsMax = 160

  /// Runs the strategies of the settings on a case twice each, and judges their answers.
  ///
  /// A strategy that ends a process is tried again in a process without other work, since earlier
  /// cases may have ended the first. If it ends that, too, it is not tried again.
  ///
  /// - Parameters:
  ///   - layoutCase: the case.
  ///   - finding: the known failure of the case, which decides whether costs are judged; nil
  ///     without one.
  ///   - profile: the name of the case's profile; nil if unknown.
  /// - Returns: the judged answers in the order of the strategies, or the reason why there are
  ///   none.
  package func judge(
    _ layoutCase: LayoutCase, _ finding: FailureIdentity? = nil, profile: String? = nil
  ) -> CaseJudgement {
    let accusation = finding.map {
      Accusation($0, profile: profile.flatMap { .init(rawValue: $0) })
    }
    var deaths: [CaseDeath] = []
    var alone = false
    var suspicion = Suspicion()
    for _ in 0..<Self.attemptsMax {
      let (outcome, isFresh) = tried(.judge(layoutCase, accusation, deaths), alone: alone)
      switch outcome {
      case .done(.judged(let answers)):
        guard !answers.isEmpty || !deaths.isEmpty else {
          return .unavailable("a worker says nothing of the case")
        }
        let parts = CasePhase.parts.compactMap { part in
          deaths.first { $0.phase == part }.map {
            JudgedAnswer(part: part.partName ?? "", $0.failure)
          }
        }
        return .answers(answers + parts)
      case .done(.contradiction(let message)): return .contradiction(message)
      case .done: return .unavailable("a worker answers what it was not asked")
      case .stopped: return problem.map { .unavailable($0) } ?? .stopped
      case .died(let death):
        alone = true
        guard suspicion.confirms(death, wasFresh: isFresh) else { continue }
        // The phase is unknown.
        if death.phase == .idle { return .unavailable(death.failure.sentence) }
        deaths.append(death)
        suspicion = Suspicion()
      }
    }
    return .unavailable("no worker finished the case")
  }
}

extension CaseService {
  /// - Parameters:
  ///   - layoutCase: the case.
  ///   - accusation: the known failure of the case; nil without one.
  ///   - deaths: the phases that are known to end its process.
  /// - Returns: `.judged` with the answers, which are none if the layout is known to end the
  ///   process; `.contradiction` for an error of the tool.
  func judged(
    _ layoutCase: LayoutCase, _ accusation: Accusation?, _ deaths: [CaseDeath]
  ) -> CaseWorkResult {
    let known = CaseDeaths(deaths, of: Self.onlyIndex)
    guard known[.layout] == nil else { return .judged([]) }
    let costs = accusation.flatMap {
      CostOracle($0.failure.verdict, profile: $0.profile)
    }
    do throws(InternalError) {
      let record = try CaseRunner(strategies: settings.strategies).without(known).run(
        layoutCase, repeats: true, costs: costs, withoutOracle: known[.oracle] != nil,
        onPhase: { onPhase(Self.onlyIndex, $0) })
      return .judged(record.strategies.map { JudgedAnswer(record, $0) })
    } catch {
      return .contradiction(error.message)
    }
  }

  /// The index of the only case.
  private static var onlyIndex: Int { 0 }
}

extension JudgedAnswer {
  private static let keys = ["subject", "answer", "verdict", "sentence"]

  var json: JSONValue {
    [
      "subject": .string(subject), "answer": .string(answer), "verdict": .string(verdict.name),
      "sentence": .string(sentence),
    ]
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "an answer", keys: Self.keys)
    subject = try reader.required("subject").requiredString("who has answered")
    answer = try reader.required("answer").requiredString("the class of the answer")
    verdict = VerdictKind(
      name: try reader.required("verdict").requiredString("the kind of verdict"))
    sentence = try reader.required("sentence").requiredString("a sentence")
  }
}
