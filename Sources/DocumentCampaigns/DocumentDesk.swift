// SPDX-License-Identifier: MIT

import CorpusStore
import JSON
import Minimization
import Processes
import Supervision

/// The processes in which documents are tried, and how their ends become mistakes.
package struct DocumentDesk: Sendable {
  /// The result of trying a document.
  package enum Outcome {
    case result(DocumentProbe.Result)
    /// The campaign is stopped, or the system starts no process.
    case stopped(SpawnError?)
  }

  private let stock: WorkerStock
  private let desk: WorkerDesk

  /// - Parameters:
  ///   - stock: the processes.
  ///   - limits: the limits for one document.
  ///   - laws: the laws that are tried.
  package init(
    _ stock: WorkerStock, limits: WorkerLimits, laws: [DiagnosisLaw] = DiagnosisLaw.allCases
  ) {
    self.stock = stock
    desk = WorkerDesk(stock, greeting: DocumentService.greeting(laws), limits: limits)
  }

  package func endAll() { stock.endAll() }

  /// Tries a document.
  ///
  /// `isOver` is as of `WorkerDesk`.
  package func outcome(
    of document: DocumentMarkup, isOver: () -> Bool = { false }
  ) -> Outcome {
    let read = { (value: JSONValue) throws(JSONError) in try DocumentProbe.Result(value) }
    switch desk.outcome(of: document.json, isOver: isOver, read: read) {
    case .answer(let result): return .result(result)
    case .failed(let failure, let phase):
      var result = DocumentProbe.Result()
      result.mistake = .init(
        part: .init(phase), verdict: .process(failure.kind), sentence: failure.sentence)
      return .result(result)
    case .stopped: return .stopped(nil)
    case .unavailable(let error): return .stopped(error)
    }
  }

  /// Minimizes a document that fails in this way.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - failure: the failure, which each smaller document keeps.
  ///   - isStopped: whether to return the smallest document so far.
  /// - Returns: the smallest document, with the reason why minimization ended.
  package func minimize(
    _ document: DocumentMarkup, _ failure: FailureIdentity, isStopped: @escaping () -> Bool
  ) -> MinimizedSubject<DocumentMarkup> {
    let isHang = failure.verdict == .process(.hang)
    return DocumentMinimizer.minimize(
      document, runsMax: isHang ? DocumentMinimizer.slowRunsMax : DocumentMinimizer.runsMax,
      isStopped: isStopped, fails: { fails($0, as: failure) })
  }

  /// Whether a document fails in this way.
  func fails(_ document: DocumentMarkup, as failure: FailureIdentity) -> Bool {
    guard case .result(let result) = outcome(of: document) else { return false }
    return result.mistake?.failure == failure
  }
}
