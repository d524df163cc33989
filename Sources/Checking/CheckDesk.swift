// SPDX-License-Identifier: MIT

import Diagnosis
import JSON
import Pools
import Processes
import Supervision
import ToolSupport

/// A dispatcher that checks several files at a time, in supervised workers, or in this process with
/// `--in-process`.
package struct CheckDesk: Sendable {
  private let service: CheckService
  private let jobs: Int
  private let limits: WorkerLimits
  /// The limits that the user set, by option.
  private let given: Set<String>
  /// The workers; nil when files are checked in this process.
  private let workers: (stock: WorkerStock, desk: WorkerDesk)?

  /// The end of a run over files.
  enum End {
    /// All files were checked, or the user stopped the run.
    case done
    /// The system cannot start any more processes.
    case unavailable(CommandFailure)
  }

  /// - Throws: usage errors; `.unavailable` when no worker can be started.
  package init(_ arguments: ParsedArguments, fileCount: Int) throws(CommandFailure) {
    service = try CheckService(arguments)
    jobs = min(try arguments.jobs(), max(1, fileCount))
    let limits = try SupervisionOptions.limits(arguments)
    self.limits = limits ?? WorkerLimits()
    given = Set(arguments.given)
    guard let limits else {
      workers = nil
      return
    }
    let stock = try SupervisionOptions.stock(SupervisionOptions.checkWorkers, jobs: jobs)
    workers = (stock, WorkerDesk(stock, greeting: service.greeting, limits: limits))
  }

  /// Checks files and folds their results in order.
  func check(_ paths: [String], fold: (CheckedFile) -> OrderedPool.Step) -> End {
    run(
      paths, request: { .check(path: $0) },
      read: { (value) throws(JSONError) in try CheckedFile(value) },
      inProcess: { service.checked($0) },
      failed: { CheckedFile(path: $0, outcome: .failed($1)) }, fold: fold)
  }

  /// Compares frames of documents and folds the results in order.
  func fidelity(_ paths: [String], fold: (FidelityReport) -> Void) -> End {
    run(
      paths, request: { .fidelity(path: $0) },
      read: { (value) throws(JSONError) in try FidelityReport(stored: value) },
      inProcess: { service.fidelity($0) },
      failed: { FidelityReport(failedFile: $0, reason: $1.message) },
      fold: {
        fold($0)
        return .next
      })
  }

  private func run<Result: Sendable>(
    _ paths: [String], request: @escaping @Sendable (String) -> CheckService.Request,
    read: @escaping @Sendable (JSONValue) throws(JSONError) -> Result,
    inProcess: @escaping @Sendable (String) -> Result,
    failed: (String, CheckReport.Finding) -> Result, fold: (Result) -> OrderedPool.Step
  ) -> End {
    defer { workers?.stock.endAll() }
    var end = End.done
    OrderedPool(jobs: jobs).run(
      count: paths.count, shouldStop: { Interruption.signal != 0 },
      unit: { (index) -> WorkerDesk.Outcome<Result> in
        guard let desk = workers?.desk else { return .answer(inProcess(paths[index])) }
        return desk.outcome(of: request(paths[index]).json, read: read)
      },
      fold: { index, outcome in
        switch outcome {
        case .answer(let result): return fold(result)
        case .failed(let failure, _):
          return fold(failed(paths[index], .failed(failure, limits, given, in: paths[index])))
        // Files after this one may be finished.
        case .stopped: return .next
        case .unavailable(let error):
          end = .unavailable(SupervisionOptions.unavailable(error))
          return .stop
        }
      })
    return end
  }
}
