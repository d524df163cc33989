// SPDX-License-Identifier: MIT

import Foundation
import JSON
import LinearModel
import Platform
import Processes

/// A process of this tool that does work for another one, with the page on which it takes down what
/// it works on.
///
/// One owner at a time, as the pool sees to; that is what makes sending it safe.
package final class SupervisedWorker: @unchecked Sendable {
  private let child: ChildProcess
  private let slot: ProgressSlot
  private let now: @Sendable () -> UInt64
  /// Whether it has been asked for nothing yet: what ends it then is the request itself.
  package private(set) var isFresh = true

  /// Whether the work that it was asked for last was its first.
  package private(set) var wasFresh = true

  /// How an exchange ended.
  package enum Answer {
    case reply(JSONValue)
    case died(CaseDeath)
    case stopped
  }

  /// - Parameter command: the path of the program and its arguments.
  init(command: [String], now: @escaping @Sendable () -> UInt64) throws(SpawnError) {
    self.now = now
    slot = try ProgressSlot()
    child = try ChildProcess(program: command, shared: slot.descriptor, now: now)
  }

  var isUsable: Bool { child.isUsable }

  var identifier: Int32 { child.identifier }

  func end() { child.end() }

  /// The end of what it has written to standard error so far.
  package var errorTail: ErrorTail { child.errorTail }

  /// Sends lines and waits for one line, for as long as the worker gets on.
  ///
  /// - Parameter limit: the longest time without progress; asked again and again.
  package func ask(
    _ bytes: [UInt8], memoryBytes: Int, limit: () -> UInt64, isStopped: () -> Bool
  ) -> Answer {
    wasFresh = isFresh
    isFresh = false
    let before = slot.sequence
    var watch = ProgressWatch(
      slot, pid: child.identifier, now: now(),
      startNanoseconds: wasFresh ? WorkerLimits.startNanoseconds : 0)
    let exchange = child.exchange(
      bytes, lines: 1, deadline: UInt64.max, isStopped: isStopped,
      watch: { watch.failure(now: now(), limit: limit(), memoryBytes: memoryBytes) })
    switch exchange {
    case .stopped: return .stopped
    case .failed(let failure): return died(failure, since: before)
    case .lines(let lines):
      guard let value = try? JSONParser.parse(lines[0]) else {
        child.end()
        return died(.garbled("a line that is no JSON"), since: before)
      }
      return .reply(value)
    }
  }

  /// What is wrong with a reply that nobody can read.
  package func refuse(_ problem: String) -> CaseDeath {
    child.end()
    return CaseDeath(index: nil, phase: .idle, failure: .garbled(problem))
  }

  /// - Parameter before: the sequence of the page when the worker was asked: what is on it is of
  ///   earlier work as long as it has not changed.
  private func died(_ failure: ProcessFailure, since before: UInt64) -> Answer {
    let last = slot.sequence == before ? (index: nil, phase: .idle) : slot.last
    return .died(
      CaseDeath(
        index: last.index, phase: last.phase, failure: failure,
        isFromOutside: child.wasEndedFromOutside))
  }
}

/// Watches whether a worker gets on, and how much memory it holds.
private struct ProgressWatch {
  /// Memory is looked at so often, in nanoseconds: reading it takes some thousandths of that.
  private static let memoryPeriod: UInt64 = 20_000_000

  private let slot: ProgressSlot
  private let process: Int32
  /// How long the process may at least take until it takes something down.
  private var startNanoseconds: UInt64
  private var sequence: UInt64
  private var since: UInt64
  private var memorySeen: UInt64

  init(_ slot: ProgressSlot, pid: Int32, now: UInt64, startNanoseconds: UInt64) {
    self.slot = slot
    process = pid
    self.startNanoseconds = startNanoseconds
    sequence = slot.sequence
    since = now
    memorySeen = now
  }

  mutating func failure(now: UInt64, limit: UInt64, memoryBytes: Int) -> ProcessFailure? {
    if now.elapsed(since: memorySeen) >= Self.memoryPeriod {
      memorySeen = now
      if let held = ProcessMemory.held(by: process), held > memoryBytes { return .outOfMemory }
    }
    let sequence = slot.sequence
    if sequence != self.sequence {
      self.sequence = sequence
      since = now
      startNanoseconds = 0
    }
    return now.elapsed(since: since) >= max(limit, startNanoseconds) ? .hung : nil
  }
}
