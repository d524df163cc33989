// SPDX-License-Identifier: MIT

import JSON
import LinearModel
import Processes

/// A desk that sends requests to supervised processes of this tool, one request at a time each.
///
/// A request is blamed for the end of a process by the rule of `Suspicion`: when it ends two new
/// ones in a row. A single end may come from outside, or depend on the earlier work of the process;
/// then the next answer counts. After a disturbance the request is tried again (`BackOff`), until
/// the stock gives up.
package struct WorkerDesk: Sendable {
  /// The result of a request.
  package enum Outcome<Answer: Sendable>: Sendable {
    case answer(Answer)
    /// The request ends each process that works on it, during this phase.
    case failed(ProcessFailure, CasePhase)
    /// The run is stopped, or the stock has given up (`WorkerStock.problem`).
    case stopped
    /// The system starts no process.
    case unavailable(SpawnError)
  }

  private let stock: WorkerStock
  private let greeting: [UInt8]
  private let limits: WorkerLimits

  /// - Parameters:
  ///   - stock: the processes.
  ///   - greeting: the first line that each process gets.
  ///   - limits: the limits of one request.
  package init(_ stock: WorkerStock, greeting: JSONValue, limits: WorkerLimits) {
    self.stock = stock
    self.greeting = greeting.lineOfText
    self.limits = limits
  }

  /// Sends a request and returns its outcome.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - isOver: whether the time of the run is over: after a disturbance, the request is not sent
  ///     again.
  ///   - read: reads a reply. A reply that it refuses counts as the end of its process.
  /// - Returns: the outcome.
  package func outcome<Answer: Sendable>(
    of request: JSONValue, isOver: () -> Bool = { false },
    read: (JSONValue) throws(JSONError) -> Answer
  ) -> Outcome<Answer> {
    let line = request.lineOfText
    var (suspicion, backOff) = (Suspicion(), BackOff(limits.backOff))
    do throws(SpawnError) {
      var worker = try stock.borrow()
      while true {
        switch ask(line, worker, read) {
        case .answer(let answer): return .answer(answer)
        case .stopped: return .stopped
        case .died(let death) where death.isDisturbance:
          guard !isOver(), stock.rest(&backOff, after: death) else { return .stopped }
        case .died(let death):
          if suspicion.confirms(death, wasFresh: worker.wasFresh) {
            return .failed(death.failure, death.phase)
          }
        }
        worker = try stock.start()
      }
    } catch {
      return stock.isEnding ? .stopped : .unavailable(error)
    }
  }

  private enum Exchange<Answer> {
    case answer(Answer)
    case died(CaseDeath)
    case stopped
  }

  private func ask<Answer>(
    _ line: [UInt8], _ worker: SupervisedWorker, _ read: (JSONValue) throws(JSONError) -> Answer
  ) -> Exchange<Answer> {
    defer { stock.giveBack(worker) }
    let bytes = worker.isFresh ? greeting + line : line
    let reply = worker.ask(
      bytes, memoryBytes: limits.memoryBytes, limit: { limits.caseNanoseconds },
      isStopped: { stock.isEnding })
    switch reply {
    case .stopped: return .stopped
    case .died(let death): return .died(death)
    case .reply(let value):
      do throws(JSONError) {
        return .answer(try read(value))
      } catch {
        return .died(worker.refuse(error.message))
      }
    }
  }
}
