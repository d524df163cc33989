// SPDX-License-Identifier: MIT

import Diagnosis
import JSON
import Judging
import LayoutModel
import LinearModel
import Oracles
import Supervision

/// What one strategy answered to a case and what is said about that, without the numbers: what a
/// worker can tell of a case that is no part of a campaign.
package struct JudgedAnswer: Sendable, Hashable {
  /// The name of the strategy, or of the part of the tool that did not come to an end.
  package let subject: String
  /// The class of the answer, as `optimal`.
  package let answer: String
  /// The kind of verdict, as `worseThanOptimal`.
  package let verdict: String
  package let isFailure: Bool
  /// The verdict in one sentence without a full stop.
  package let sentence: String

  private var failure: FailureKind? { isFailure ? FailureKind(name: verdict) : nil }

  /// The failure as findings name it; nil when nothing fails.
  package var kind: FailureSignature.Kind? {
    failure.map { FailureSignature.Kind(strategy: subject, verdict: $0) }
  }

  /// Whether the process that worked on the case ended.
  package var endsProcess: Bool { failure?.endsProcess ?? false }

  /// Whether it is right and took too much work.
  package var isSlower: Bool { failure?.isCost ?? false }

  package init(_ record: CaseRecord, _ strategy: StrategyRecord) {
    subject = strategy.strategy
    answer = strategy.answer.name
    verdict = strategy.verdict.name
    isFailure = strategy.verdict.isFailure
    sentence = FindingSummary(record, strategy).sentence
  }

  /// What is said of a part of the tool that does not come to an end on the case.
  package init(part: String, _ failure: ProcessFailure) {
    subject = part
    answer = AnswerClass.gaveUp.name
    verdict = failure.name
    isFailure = true
    sentence = failure.sentence
  }
}

/// How judging a case ended.
package enum CaseJudgement: Sendable {
  /// Of the strategies in their order; after them, of the parts of the tool that did not come to an
  /// end.
  case answers([JudgedAnswer])
  /// The tool contradicts itself.
  case contradiction(String)
  /// The run is stopped.
  case stopped
  /// No process comes to an end with the case, and none says where it was.
  case unavailable(String)
}

extension WorkerPool {
  /// The most processes for one case: it has fewer phases in which it can end one.
  private static let attemptsMax = 160

  /// Lets the strategies of the settings answer a case twice each, and judges what they say.
  ///
  /// One that ends its process is not asked again, after it has done so in a process that has done
  /// nothing else: what earlier cases left may end one, too.
  ///
  /// - Parameter finding: what is known of the case, which says whether costs are judged; nil when
  ///   nothing is.
  package func judge(
    _ layoutCase: LayoutCase, _ finding: FailureSignature.Kind? = nil, profile: String? = nil
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
        // It says nothing of where it was.
        if death.phase == .idle { return .unavailable(death.failure.sentence) }
        deaths.append(death)
        suspicion = Suspicion()
      }
    }
    return .unavailable("no worker comes to an end with the case")
  }
}

extension CaseService {
  /// - Parameter deaths: what is known to end its process.
  func judged(
    _ layoutCase: LayoutCase, _ accusation: Accusation?, _ deaths: [CaseDeath]
  ) -> CaseWorkResult {
    let known = CaseDeaths(deaths, of: Self.onlyIndex)
    guard known[.layout] == nil else { return .judged([]) }
    let costs = accusation.flatMap {
      CostOracle($0.kind.verdict, profile: $0.profile)
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

  /// The index of a case that is the only one.
  private static var onlyIndex: Int { 0 }
}

extension JudgedAnswer {
  private static let keys = ["subject", "answer", "verdict", "isFailure", "sentence"]

  var json: JSONValue {
    [
      "subject": .string(subject), "answer": .string(answer), "verdict": .string(verdict),
      "isFailure": .bool(isFailure), "sentence": .string(sentence),
    ]
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "an answer", keys: Self.keys)
    subject = try reader.required("subject").requiredString("who has answered")
    answer = try reader.required("answer").requiredString("the class of the answer")
    verdict = try reader.required("verdict").requiredString("the kind of verdict")
    let flag = try reader.required("isFailure")
    guard let isFailure = flag.bool else { throw flag.error("expected true or false") }
    self.isFailure = isFailure
    sentence = try reader.required("sentence").requiredString("a sentence")
  }
}
