// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import EngineScripts
import Engines
import JSON
import Judging
import StoredRuns
import ToolSupport

/// `layoutfuzz minimize --engine`: a smaller script on which a layout engine fails in the same way.
enum EngineMinimize {
  /// Minimizes the script of a file.
  ///
  /// - Throws: `.badInput` when no given engine fails on it.
  static func run(_ path: String, _ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    let script = try script(path)
    let output = try CaseOutput(
      arguments.text("output"), input: path, force: arguments.has("force"), command: "minimize")
    Interruption.watch()
    let pools = try ExternalOptions.engines(arguments)
    guard !pools.isEmpty else {
      let option = (try? StoredEngineScript.load(path))?.record?.programOption
      throw .usage(
        "\(path) is a script for a layout engine; fix: add \(option ?? "--engine NAME=COMMAND")",
        seeHelpOf: arguments.command)
    }
    defer { for pool in pools { pool.endAll() } }
    guard let (diagnosis, examined) = try failing(script, path, pools) else {
      Console.note("stopped before anything was tried")
      return Interruption.exitCode ?? .nothingFound
    }
    let minimized = try MinimizingOptions.time(arguments).measure(countsRuns: true) { isOver in
      diagnosis.minimize(
        script, examined, isStopped: { Interruption.signal != 0 || isOver() })
    }
    let (failure, result) = (minimized.failure, minimized.result)
    try output.write(result.subject.encoded)
    Console.note(
      "\(failure.accused) \(failure.kind): \(EngineFuzz.size(script)) -> "
        + EngineFuzz.size(result.subject)
        + MinimizingOptions.summary(end: result.end.rawValue, calls: result.runs))
    return Interruption.exitCode ?? .nothingFound
  }

  private static func script(_ path: String) throws(CommandFailure) -> EngineScript {
    let bytes = try InputFiles.contents(ofFile: path)
    do throws(JSONError) {
      return try EngineScript(decoding: bytes)
    } catch {
      throw .badInput(path, bytes, error)
    }
  }

  /// Returns the failure of the first engine that fails.
  ///
  /// - Returns: nil when the run is stopped.
  private static func failing(
    _ script: EngineScript, _ path: String, _ pools: [EnginePool]
  ) throws(CommandFailure) -> (EngineDiagnosis, EngineDiagnosis.Examined)? {
    for pool in pools {
      let diagnosis = EngineDiagnosis(EngineRunner(pool))
      let search: EngineDiagnosis.Search
      do throws(EngineRunner.Failure) {
        search = try diagnosis.search(script, isStopped: { Interruption.signal != 0 })
      } catch {
        throw StoredEngineScript.failure(error, at: path)
      }
      switch search {
      case .failing(let examined): return (diagnosis, examined)
      case .right: continue
      case .stopped: return nil
      case .undecided: throw .badInput(at: path, "the exact answers take too long")
      }
    }
    let names = pools.map(\.command.name).joined(separator: ", ")
    throw .badInput(at: path, "nothing to minimize: not wrong on this script: \(names)")
  }
}
