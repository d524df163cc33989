// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Digests
import Display
import ExternalSolvers
import JSON
import Judging
import LayoutModel
import Lowering
import Oracles
import Reproducers
import Scripts
import ToolSupport

/// A script converted to files for other programs: requests to an adapter, or a test of a session.
package struct ConvertedScript {
  private let stored: StoredScript
  private let bytes: [UInt8]

  /// Reads a script, with its finding.
  ///
  /// - Returns: nil for an input that is not a script.
  /// - Throws: `.badInput` with the place in the file and the expected text.
  package init?(_ path: String) throws(CommandFailure) {
    guard path.ends(with: ".json"), let bytes = try? InputFiles.contents(ofFile: path),
      SolverScript.isScript(bytes)
    else { return nil }
    self.bytes = bytes
    stored = try StoredScript(path, bytes)
  }

  // MARK: - Formats

  /// Returns a test of a session, in Swift.
  ///
  /// - Throws: when the exact oracle gives up, and when the source has no place for a number or a
  ///   name of the script.
  package func test() throws(CommandFailure) -> [UInt8] {
    let truth = try Self.truth(stored.path) { () throws(OracleError) in
      try ScriptTruth(ofTransactions: stored.script)
    }
    var head: [String] = []
    if let finding = stored.finding {
      head = [Printable.line(stored.path)] + lines(finding)
      if SessionTarget(named: finding.accused.name) != SessionTarget() {
        head.append(
          "This tests the solver session of the package, not \(finding.accused): it passes"
            + " while the session is right on this script.")
      }
    }
    do throws(SourceRefusal) {
      return Array(
        try SessionTestSource.text(stored.script, truth, title: name, head: head).utf8)
    } catch {
      throw refused(.source(error))
    }
  }

  /// Returns requests to an adapter, with their expected answers.
  ///
  /// - Throws: when the program of the finding does not take the script, and when the exact oracle
  ///   gives up.
  package func requests() throws(CommandFailure) -> [UInt8] {
    guard !stored.script.needsSession else { throw refused(.needsSession) }
    let truth = try Self.truth(stored.path) { () throws(OracleError) in
      try ScriptTruth(of: stored.script)
    }
    let offer = try offer()
    do throws(RequestFile.Refusal) {
      return try RequestFile.bytes(
        stored.script, truth, for: offer, about: stored.finding.map(lines) ?? [])
    } catch {
      throw refused(error)
    }
  }

  /// Returns a program that needs only kiwi.
  ///
  /// - Throws: as `requests`, and for a format that is not of solvers.
  package func program(_ format: ProgramFormat) throws(CommandFailure) -> [UInt8] {
    let truth = try Self.truth(stored.path) { () throws(OracleError) in
      try ScriptTruth(of: stored.script)
    }
    let offer = try offer()
    do throws(SourceRefusal) {
      return Array(
        try KiwiProgram.text(
          stored.script, truth, format, for: offer,
          failing: stored.isOriginal ? nil : stored.finding?.answer?.step,
          about: stored.finding.map(lines) ?? []
        ).utf8)
    } catch {
      throw refused(.source(error))
    }
  }

  /// Returns the requests that the program of the finding supports.
  private func offer() throws(CommandFailure) -> AdapterOffer {
    let assumed = AdapterOffer(hasSessions: true)
    guard let finding = stored.finding else {
      if let problem = stored.findingProblem { complainOfAssuming(problem) }
      return assumed
    }
    do throws(JSONError) {
      if let offer = try finding.offer() { return offer }
    } catch {
      throw .badInput("\(folder)/finding.json:\(error.location): error: \(error.message)")
    }
    if SessionTarget(named: finding.accused.name) == nil {
      complainOfAssuming("finding.json does not say what its program can be asked")
    }
    return assumed
  }

  private func complainOfAssuming(_ why: String) {
    Console.note(
      "layoutfuzz: \(stored.path): note: \(Printable.line(why)); the requests are for a program with"
        + " sessions that distinguishes all priorities")
  }

  private func refused(_ refusal: RequestFile.Refusal) -> CommandFailure {
    switch refusal {
    case .needsSession:
      return .badInput(
        at: stored.path,
        "has steps that only a session takes, for which there are no requests: "
          + "--to swift-test writes them")
    case .source(let refusal): return .badInput(at: stored.path, "\(refusal.sentence)")
    case .tooManyPriorities:
      return .badInput(
        at: stored.path, "more priorities than the program of the finding distinguishes")
    }
  }

  /// Returns a layout as one request.
  ///
  /// The expected answer follows from the rows of the request, not from the layout. Rows without
  /// variables are not sent, and a program is not wrong because it does not know them.
  ///
  /// `label` is the name of the layout in messages. `found` is the finding in the head; nil for a
  /// layout without one.
  ///
  /// - Throws: when the exact oracle gives up or contradicts itself.
  package static func requests(
    _ layoutCase: LayoutCase, _ label: String, _ found: ReproducerHead?
  ) throws(CommandFailure) -> [UInt8] {
    let lowered = CaseRunner.plain(layoutCase)
    complainOfEmptyRows(lowered, label)
    let script = SolverScript(lowered.system)
    let right = try proved(label) { () throws(OracleError) in
      RightAnswer(try ScriptSystem(whole: script))
    }
    // The request to solve comes after all constraints.
    let truth = script.steps.map { step -> StepTruth in
      if case .solve = step { .answer(right) } else { .skipped }
    }
    do throws(RequestFile.Refusal) {
      return try RequestFile.bytes(
        script, truth, for: AdapterOffer(hasSessions: false),
        about: (found.map { [label] + $0.lines } ?? []).map(Printable.line))
    } catch .source(let refusal) {
      throw .badInput(at: label, "\(refusal.sentence)")
    } catch {
      throw CommandFailure(.internalError, at: label, "a layout is no script: \(error)")
    }
  }

  private static func complainOfEmptyRows(_ lowered: LoweredCase, _ label: String) {
    let system = lowered.system
    let empty = (0..<system.constraintCount).filter { system.cells(of: $0).isEmpty }
    if empty.isEmpty { return }
    let names = empty.map { lowered.originID(of: $0) }.joined(separator: ", ")
    Console.note(
      "layoutfuzz: \(label): note: constraints without variables are not asked for, and what is"
        + " expected is right without them: " + Printable.line(names))
  }

  // MARK: - Truth

  private static func truth(
    _ label: String, _ work: () throws(OracleError) -> ScriptTruth
  ) throws(CommandFailure) -> [StepTruth] {
    try proved(label) { () throws(OracleError) in try work().expectations.map(StepTruth.init) }
  }

  private static func proved<Value>(
    _ label: String, _ work: () throws(OracleError) -> Value
  ) throws(CommandFailure) -> Value {
    do throws(OracleError) {
      return try work()
    } catch .limitReached {
      throw .badInput(at: label, "\(ScriptWork.sentence)")
    } catch {
      throw CommandFailure(.internalError, at: label, "judging contradicts itself: \(error)")
    }
  }

  // MARK: - Texts

  private var folder: String {
    PathText.split(stored.path).folder
  }

  /// The bucket with the beginning of the script's id, as for layouts; the name of the file for a
  /// script without a finding.
  private var name: String {
    if let finding = stored.finding {
      return "\(finding.signature)-\(ContentHash.text(bytes, digits: 8))"
    }
    return Printable.line(PathText.split(stored.path).name)
  }

  private func lines(_ finding: FindingRecord) -> [String] {
    // The sentence refers to steps of the minimized script.
    let isMinimized = !stored.isOriginal
    let wrong =
      "Wrong: \(finding.accused) (\(finding.failure.kind))"
      + (isMinimized
        ? ": " + ReproducerHead.cut(Printable.line(finding.summary))
        : "; this is the original script, before minimization")
    var origin = "Found by: "
    if let seed = finding.seed, let index = finding.caseIndex {
      origin += "seed \(seed), case \(index), "
      if let profile = finding.profile {
        origin += "seeded from \(ReproducerHead.cut(Printable.line(profile))), "
      }
    }
    let replay = "Replay: " + finding.replayCommand(of: isMinimized ? folder : stored.path)
    var lines = [
      "Finding: \(finding.signature)", wrong,
      origin + "layoutfuzz \(finding.toolVersion)", replay,
    ]
    if let program = finding.program {
      lines.insert("Solver: \(ReproducerHead.cut(program.version))", at: 2)
    }
    if stored.path.ends(with: "case.script.json"), ReproducerHead.isEdited(bytes, in: folder) {
      lines.append("Changed: the script was edited since; what was found need not be so any more")
    }
    return lines.map(Printable.line)
  }
}

extension StepTruth {
  fileprivate init(_ expectation: ScriptTruth.Expectation) {
    switch expectation {
    case .done: self = .done
    case .refused(let system): self = .refused(RightAnswer(system))
    case .refusedNumber: self = .refused(nil)
    case .either: self = .either
    case .skipped: self = .skipped
    case .answer(let system): self = .answer(RightAnswer(system))
    case .anything: self = .anything
    }
  }
}

extension RightAnswer {
  fileprivate init(_ system: ScriptSystem) {
    let optimum = system.answer.optimum.map { optimum in
      Optimum(
        levels: optimum.levels.map { (strength: $0.strength, least: $0.optimum) },
        point: optimum.point, isUnique: optimum.isUnique)
    }
    self.init(
      rows: system.rows, optimum: optimum,
      tolerance: Conditioning(of: system.answer, in: system.system).tolerance)
  }
}
