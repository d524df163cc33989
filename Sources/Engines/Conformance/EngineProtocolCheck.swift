// SPDX-License-Identifier: MIT

import EngineScripts
import ExternalSolvers
import JSON

/// A check of the rules of the protocol, which hold for every offer, with one layout.
struct EngineProtocolCheck: Sendable {
  let name: String
  let run: @Sendable (EngineTalk, EngineScript, EngineOffer) throws(ConformanceProblem) -> Void

  init(
    _ name: String,
    run:
      @escaping @Sendable (
        EngineTalk, EngineScript, EngineOffer
      ) throws(ConformanceProblem) -> Void
  ) {
    self.name = name
    self.run = run
  }

  /// Returns a layout that an offer covers and that has frames to judge, or a layout without views
  /// if there is none.
  static func layout(_ offer: EngineOffer) -> EngineScript {
    let simple = EngineExample.all.lazy.compactMap { $0.form(for: offer)?.script }
    return simple.first { !$0.views.isEmpty } ?? EngineExample.script([], [.frames])
  }

  private static func check(
    _ replies: [EngineReply], _ script: EngineScript, _ offer: EngineOffer
  ) throws(ConformanceProblem) {
    try EngineExampleJudge(script, offer).check(replies)
  }

  static let all = [
    EngineProtocolCheck("the id of each request is repeated") {
      (talk, script, offer) throws(ConformanceProblem) in
      // The largest id is the largest integer that every double can hold.
      let ids = (0...script.steps.count).map { 9_007_199_254_740_991 - 7 * $0 }
      try check(try talk.run(script, ids: ids), script, offer)
    },
    EngineProtocolCheck("200 readings at once are answered in order") {
      (talk, script, offer) throws(ConformanceProblem) in
      var script = script
      script.steps += [EngineScript.Step](repeating: .frames, count: 200)
      try check(try talk.run(script), script, offer)
    },
    EngineProtocolCheck("unknown members are ignored") {
      (talk, script, offer) throws(ConformanceProblem) in
      let notes = [JSONValue.Member(key: "later", value: ["of": ["text", 1]])]
      try check(try talk.run(script, notes: notes), script, offer)
    },
    EngineProtocolCheck("an unknown operation is given up") {
      (talk, script, offer) throws(ConformanceProblem) in
      try check(try talk.run(script), script, offer)
      let line = Array("{\"id\": 5, \"op\": \"frobnicate\"}\n".utf8)
      switch EngineReply.read(try talk.line(line), id: 5, to: .step(.reroot)) {
      case .success(.gaveUp): break
      case .success: throw ConformanceProblem(expected: "gaveUp", actual: "another status")
      case .failure(let problem): throw ConformanceProblem(problem.text)
      }
      try check(try talk.run(script), script, offer)
    },
    EngineProtocolCheck("the process ends when its input ends") {
      (talk, script, offer) throws(ConformanceProblem) in
      try check(try talk.run(script), script, offer)
      try talk.expectEnd()
    },
  ]
}
