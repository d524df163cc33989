// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import EngineScripts
import Engines
import ExternalSolvers
import JSON
import ObservedRates
import Oracles
import ToolSupport

/// A script for a layout engine on disk, with the record of its finding.
package struct StoredEngineScript: Sendable {
  package let path: String
  package let script: EngineScript
  /// The record in its folder; nil without one.
  package let record: FindingRecord?

  package init(path: String, script: EngineScript, record: FindingRecord?) {
    self.path = path
    self.script = script
    self.record = record
  }

  /// Reads a script and the record of its finding.
  ///
  /// - Throws: `.badInput` with the place in the file and the expected text.
  package static func load(_ path: String) throws(CommandFailure) -> StoredEngineScript {
    let bytes = try InputFiles.contents(ofFile: path)
    do throws(JSONError) {
      let script = try EngineScript(decoding: bytes)
      let record = (try? FindingStore.record(in: PathText.split(path).folder)).flatMap { $0 }
      // The folder of a finding about another subject may have a file of this kind, too.
      return StoredEngineScript(
        path: path, script: script, record: record?.subject == .engine ? record : nil)
    } catch {
      if let other = OwnFile.mismatch(
        path, bytes, expected: [.engineScript], need: "--engine needs a script for a layout engine")
      {
        throw other
      }
      throw .badInput(path, bytes, error)
    }
  }

  // MARK: - Runs

  /// The runs of a finding that came each time, and of a script without a finding.
  private static let runsOfOthers = 2

  /// The number of runs of a replay: more for a failure that came only sometimes.
  package var runs: Int {
    switch record?.cause {
    // Findings of earlier versions have no rate.
    case .sometimes: return record?.rate?.runsPerTrial ?? ObservedRate.runsMax
    case .unexamined: return ObservedRate.runsMax
    default: return Self.runsOfOthers
    }
  }

  /// Returns the engines that replay the script: the accused one if it is given, else all.
  package func accused(of pools: [EnginePool]) -> [EnginePool] {
    let named = pools.filter { $0.command.name == record?.accused.name }
    return named.isEmpty ? pools : named
  }

  /// Runs the script again with an engine.
  ///
  /// - Parameter pool: the processes of the engine.
  /// - Returns: nil when the run is stopped.
  /// - Throws: `.unavailable` when the engine does not start.
  package func replay(_ pool: EnginePool) throws(CommandFailure) -> Replay? {
    let runner = EngineRunner(pool)
    let repetition = EngineRunner.Repetition(showing: record?.verdict)
    guard runner.offer.coversChanges(of: script) else {
      return Replay(
        self, unjudged: "the script changes what the engine does not offer to change",
        by: pool.command.name)
    }
    guard let truth = try? EngineTruth(of: script, runner.offer) else {
      return Replay(
        self, unjudged: "the exact answers take too long", by: pool.command.name)
    }
    let observed: EngineObservation?
    do throws(EngineRunner.Failure) {
      observed = try EngineObservation(runs: runs) { () throws(EngineRunner.Failure) in
        guard case .judged(let judgement, _) = try runner.run(script, truth, repetition) else {
          return nil
        }
        return judgement
      }
    } catch {
      throw Self.failure(error, at: path)
    }
    return observed.map { Replay(self, $0, by: pool.command.name, pool.greeting.engine) }
  }

  /// Returns the failure of a command whose engine does not start, or whose oracle contradicts
  /// itself.
  package static func failure(_ failure: EngineRunner.Failure, at path: String) -> CommandFailure {
    if case .adapter(let problem) = failure { return .unavailable(problem, EngineProcess.title) }
    return CommandFailure(.internalError, ["\(path): \(failure)"])
  }
}
