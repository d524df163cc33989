// SPDX-License-Identifier: MIT

import EngineScripts
import Oracles

/// The judge of an engine's replies to a script, by the exact answers.
struct EngineReplyJudge: Sendable {
  let offer: EngineOffer
  let limit: OracleLimit

  /// Judges two runs of the same steps, and compares their readings if both are right.
  func judgement(
    _ first: [EngineReply], then second: [EngineReply], _ truth: EngineTruth, isFresh: Bool
  ) -> Result<EngineJudgement, OracleError> {
    for replies in [first, second] {
      let result = judgement(replies, truth)
      guard case .success(let judgement) = result, judgement.verdict == .judged(.pass) else {
        return result
      }
    }
    let judge = EngineJudge(offer)
    var passed = EngineJudgement(.judged(.pass))
    passed.replies = second
    for (index, expectation) in truth.expectations.enumerated() {
      guard case .reading(let answer) = expectation,
        case .reading(let one) = first[index + 1], case .reading(let other) = second[index + 1]
      else { continue }
      passed.readings += 2
      if let difference = judge.difference(one, other, answer, isFresh: isFresh) {
        var judgement = passed
        (judgement.verdict, judgement.step) = (.judged(difference), index)
        return .success(judgement)
      }
    }
    return .success(passed)
  }

  /// Judges the replies to the opening and to all steps of a script.
  func judgement(
    _ all: [EngineReply], _ truth: EngineTruth
  ) -> Result<EngineJudgement, OracleError> {
    judgement(on: all.dropFirst(), truth, opened: all.first).map { judgement in
      var judgement = judgement
      judgement.replies = all
      return judgement
    }
  }

  private func judgement(
    on replies: ArraySlice<EngineReply>, _ truth: EngineTruth, opened: EngineReply?
  ) -> Result<EngineJudgement, OracleError> {
    if case .gaveUp(let reason)? = opened { return .success(EngineJudgement(.gaveUp(reason))) }
    let judge = EngineJudge(offer)
    var summary = EngineJudgement(.judged(.pass))
    for (index, reply) in replies.enumerated() {
      if case .gaveUp(let reason) = reply {
        var judgement = EngineJudgement(.gaveUp(reason), step: index)
        if case .reading = truth.expectations[index] { judgement.hasSolution = true }
        return .success(judgement)
      }
      var verdict = EngineVerdict.pass
      switch (truth.expectations[index], reply) {
      case (.refused, .done): verdict = .acceptedContradiction
      case (.done, .refused), (.constraints, .refused): verdict = .refusedWrongly
      case (.refused, .constraints): verdict = .acceptedContradiction
      case (.constraints(let expected), .constraints(let actual)):
        verdict = judge.verdict(on: actual, expected)
      case (.reading, .contradiction): verdict = .claimedContradiction
      case (_, .unread(let reason)): verdict = .unreadFormat(reason)
      case (.reading(let answer), .reading(let reading)):
        summary.readings += 1
        do throws(OracleError) {
          verdict = try judge.verdict(on: reading, answer, limit: limit)
        } catch {
          return .failure(error)
        }
      case (.unjudged, .reading(let reading)) where !offer.warnsOfConflicts:
        if let message = reading.messages.first { verdict = .message(message) }
      default: break
      }
      if verdict.failure != nil {
        var judgement = EngineJudgement(.judged(verdict), step: index)
        judgement.readings = summary.readings
        return .success(judgement)
      }
      if verdict == .undecided { summary.verdict = .judged(.undecided) }
    }
    return .success(summary)
  }
}
