// SPDX-License-Identifier: MIT

import EngineScripts
import ExternalSolvers
import JSON
import Oracles

/// A fixed list of checks for any adapter of a layout engine: the protocol, and an example for each
/// item of an offer.
///
/// Replies are judged as in a campaign: exactly, with the rounding of the offer.
package struct EngineConformance {
  private let adapter: ConformanceAdapter

  package init(_ adapter: ConformanceAdapter) { self.adapter = adapter }

  /// Runs all checks, each with processes of its own, so that none depends on another.
  ///
  /// - Throws: when the adapter does not start or its handshake fails: then no check is possible.
  package func run() throws(AdapterStartError) -> Conformance.Report {
    let greeting = try adapter.greeting(of: EngineProcess.self)
    var results = [Conformance.Result(name: "handshake", status: .passed, testsAnswers: false)]
    for check in EngineProtocolCheck.all where !adapter.isStopped() {
      let script = EngineProtocolCheck.layout(greeting.offer)
      results.append(
        result(of: check.name, script) { (start) throws(ConformanceProblem) in
          try check.run(EngineTalk(try start()), script, greeting.offer)
        })
    }
    for example in EngineExample.all where !adapter.isStopped() {
      results.append(result(of: example, greeting.offer))
    }
    return Conformance.Report(
      program: greeting.engine, results: results, remarks: greeting.remarks)
  }

  private func result(of example: EngineExample, _ offer: EngineOffer) -> Conformance.Result {
    guard let form = example.form(for: offer) else {
      return Conformance.Result(name: example.name, status: .notOffered)
    }
    return result(of: example.name, form.script) { (start) throws(ConformanceProblem) in
      try run(form, EngineExampleJudge(form.script, offer), start)
    }
  }

  private func result(
    of name: String, _ script: EngineScript,
    _ run: (() throws(ConformanceProblem) -> ConformanceTalk) throws(ConformanceProblem) -> Void
  ) -> Conformance.Result {
    adapter.result(
      of: name, hello: EngineRequest.hello.line(id: 0), testsAnswers: !script.constraints.isEmpty,
      run)
  }

  private func run(
    _ form: EngineExample.Form, _ judge: EngineExampleJudge,
    _ start: () throws(ConformanceProblem) -> ConformanceTalk
  ) throws(ConformanceProblem) {
    let first = EngineTalk(try start())
    switch form.repetition {
    case .once: try judge.check(try first.run(form.script))
    case .after(let before):
      _ = try first.run(before)
      try judge.check(try first.run(form.script))
    case .again:
      try judge.check(try first.run(form.script), try first.run(form.script), isFresh: false)
    case .inNewProcess:
      let replies = try first.run(form.script)
      let second = EngineTalk(try start())
      try judge.check(replies, try second.run(form.script), isFresh: true)
    }
  }
}

/// An exchange of requests and replies with one process of an adapter of a layout engine.
struct EngineTalk {
  private let talk: ConformanceTalk

  init(_ talk: ConformanceTalk) { self.talk = talk }

  /// Sends a line unchanged and returns the line of the reply.
  func line(_ bytes: [UInt8]) throws(ConformanceProblem) -> [UInt8] {
    try talk.lines(bytes, 1)[0]
  }

  /// Checks that the process ends with exit code 0 when its input ends.
  func expectEnd() throws(ConformanceProblem) { try talk.expectEnd() }

  /// Sends the opening and all steps of a script at once.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - ids: the ids of the requests; 1, 2, 3 and so on if nil.
  ///   - notes: members of each request that the protocol does not have.
  /// - Returns: the replies, one for each request.
  /// - Throws: when a reply is missing or not valid.
  func run(
    _ script: EngineScript, ids: [Int]? = nil, notes: [JSONValue.Member] = []
  ) throws(ConformanceProblem) -> [EngineReply] {
    let requests = EngineRequest.all(of: script)
    let ids = ids ?? Array(1...requests.count)
    var bytes: [UInt8] = []
    for (request, id) in zip(requests, ids) {
      bytes += request.line(id: id, notes: notes)
    }
    let lines = try talk.lines(bytes, requests.count)
    var replies: [EngineReply] = []
    for (index, line) in lines.enumerated() {
      switch EngineReply.read(line, id: ids[index], to: requests[index]) {
      case .success(let reply): replies.append(reply)
      case .failure(let problem): throw ConformanceProblem(problem.text)
      }
    }
    return replies
  }
}

/// The judge of the replies to an example.
struct EngineExampleJudge {
  private let script: EngineScript
  private let truth: EngineTruth
  private let judge: EngineReplyJudge

  /// - Precondition: the script is well formed, the offer covers it, and it is small.
  init(_ script: EngineScript, _ offer: EngineOffer) {
    self.script = script
    judge = EngineReplyJudge(offer: offer, limit: .standard)
    do throws(OracleError) {
      truth = try EngineTruth(of: script, offer)
    } catch {
      preconditionFailure("an example has no exact answer: \(error)")
    }
  }

  /// Checks the replies to the opening and to all steps.
  func check(_ replies: [EngineReply]) throws(ConformanceProblem) {
    try check(judge.judgement(replies, truth))
  }

  /// Checks the replies of two runs, and that they agree.
  func check(
    _ first: [EngineReply], _ second: [EngineReply], isFresh: Bool
  ) throws(ConformanceProblem) {
    try check(judge.judgement(first, then: second, truth, isFresh: isFresh))
  }

  private func check(
    _ result: Result<EngineJudgement, OracleError>
  ) throws(ConformanceProblem) {
    guard case .success(let judgement) = result else {
      preconditionFailure("an example cannot be judged: \(result)")
    }
    switch judgement.verdict {
    case .judged(.pass): return
    case .judged(.undecided): throw .undecided
    case .gaveUp(let reason): throw .gaveUp(reason: reason)
    case .judged, .processFailed: throw ConformanceProblem(EngineText(script).sentence(judgement))
    }
  }
}
