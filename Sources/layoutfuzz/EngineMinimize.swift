// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import EngineScripts
import Engines
import JSON
import Judging
import Oracles
import ToolSupport

/// `layoutfuzz minimize --engine`: a smaller script on which a layout engine fails in the same way.
enum EngineMinimize {
  /// The failure of an engine, which minimization keeps.
  private struct Failing {
    let diagnosis: EngineDiagnosis
    let examined: EngineDiagnosis.Examined
  }

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
      throw .usage(
        "\(path) is a script for a layout engine: name it with --engine",
        seeHelpOf: arguments.command)
    }
    defer { for pool in pools { pool.endAll() } }
    guard let failing = try failing(script, path, pools) else {
      Console.complain("stopped before anything was tried")
      return Interruption.exitCode ?? .nothingFound
    }
    let (diagnosis, examined) = (failing.diagnosis, failing.examined)
    let isHang = examined.failure.verdict == .process(.hang)
    let result = try MinimizingOptions.time(arguments).measure(countsRuns: true) { isOver in
      EngineMinimizer.minimize(
        script, runsMax: isHang ? EngineMinimizer.slowRunsMax : EngineMinimizer.runsMax,
        isStopped: { Interruption.signal != 0 || isOver() },
        fails: {
          (try? diagnosis.fails($0, as: examined.failure, runs: examined.rate.runsPerTrial))
            ?? false
        })
    }
    try output.write(result.script.encoded)
    Console.complain(
      "\(examined.failure.engine) \(examined.failure.kind): \(EngineFuzz.size(script)) -> "
        + EngineFuzz.size(result.script)
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
  ) throws(CommandFailure) -> Failing? {
    for pool in pools {
      let runner = EngineRunner(pool)
      let diagnosis = EngineDiagnosis(runner)
      do {
        let truth = try EngineTruth(of: script, runner.offer)
        // A failure that does not come each time needs more than one run.
        for _ in 0..<runsMax {
          guard case .judged(let judgement, _) = try runner.run(script, truth) else { return nil }
          guard let verdict = judgement.failure else { continue }
          let examined = try diagnosis.examine(
            script, verdict: verdict, isStopped: { Interruption.signal != 0 })
          if examined.rate.failures > 0 { return Failing(diagnosis: diagnosis, examined: examined) }
        }
      } catch let failure as EngineRunner.Failure {
        if case .adapter(let problem) = failure { throw .unavailable(problem, EngineProcess.title) }
        throw CommandFailure(.internalError, ["\(path): \(failure)"])
      } catch {
        throw .badInput(at: path, "the exact answers take too long")
      }
    }
    let names = pools.map(\.command.name).joined(separator: ", ")
    throw .badInput(at: path, "nothing to minimize: not wrong on this script: \(names)")
  }

  /// The runs after which an engine is taken to be right on a script.
  private static let runsMax = 20
}
