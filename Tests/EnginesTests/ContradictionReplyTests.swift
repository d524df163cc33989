// SPDX-License-Identifier: MIT

import EngineScripts
import Oracles
import Testing

@testable import Engines

/// The replies of an engine that has no layout to read.
@Suite("Replies without a layout")
struct ContradictionReplyTests {
  private static var offer: EngineOffer {
    var offer = EngineOffer.everything
    offer.refuses = false
    return offer
  }

  /// A script whose last constraint may contradict the one before.
  private static func script(contradicts: Bool) -> EngineScript {
    let last = EngineExample.add(4, 1, .width, contradicts ? 60 : 50)
    return EngineExample.script([EngineExample.add(3, 1, .width, 50), last, .frames])
  }

  private static func judgement(
    _ last: EngineReply, contradicts: Bool
  ) throws -> (EngineJudgement, sentence: String) {
    let script = script(contradicts: contradicts)
    let truth = try EngineTruth(of: script, offer)
    let judgement = try EngineReplyJudge(offer: offer, limit: .standard)
      .judgement([.done, .done, .done, last], truth).get()
    return (judgement, EngineText(script).sentence(judgement))
  }

  @Test("a contradiction is a claim, which is wrong if the constraints can hold")
  func claim() throws {
    let right = try Self.judgement(.contradiction, contradicts: true)
    #expect(right.0.verdict == .judged(.pass))
    let wrong = try Self.judgement(.contradiction, contradicts: false)
    #expect(wrong.0.failure == .wrongInfeasible && wrong.0.step == 2)
    #expect(wrong.sentence.contains("claims that required constraints contradict each other"))
  }

  @Test("an engine that gives up claims nothing, and the text names layouts that have a solution")
  func givingUp() throws {
    for contradicts in [true, false] {
      let (judgement, sentence) = try Self.judgement(.gaveUp("no room"), contradicts: contradicts)
      #expect(judgement.failure == nil && judgement.hasSolution == !contradicts)
      #expect(sentence.contains("on a layout that has a solution: no room") == !contradicts)
    }
  }

  @Test("only a reading can be answered with a contradiction")
  func replies() {
    let line = Array("{\"id\": 1, \"status\": \"contradiction\"}".utf8)
    let read = EngineReply.read(line, id: 1, to: .step(.frames))
    #expect((try? read.get()) == .contradiction)
    #expect((try? EngineReply.read(line, id: 1, to: .step(.reroot)).get()) == nil)
  }
}
