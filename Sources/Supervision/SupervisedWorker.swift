// SPDX-License-Identifier: MIT

import Clocks
import Foundation
import JSON
import LinearModel
import Platform
import Processes

/// A process of this tool that works for another one, with the page on which it records its
/// progress.
///
/// It has one owner at a time, which the pool ensures. Therefore sending it is safe.
package final class SupervisedWorker: @unchecked Sendable {
  private let child: ChildProcess
  private let slot: ProgressSlot
  private let now: @Sendable () -> UInt64
  /// Whether it has got no request yet.
  ///
  /// If a fresh worker ends, the request itself is the reason.
  package private(set) var isFresh = true

  /// Whether its last request was its first.
  package private(set) var wasFresh = true

  /// The result of an exchange.
  package enum Answer {
    case reply(JSONValue)
    case died(CaseDeath)
    case stopped
  }

  /// - Parameters:
  ///   - command: the path of the program and its arguments.
  ///   - now: nanoseconds since some fixed moment.
  /// - Throws: when the system starts no process.
  init(command: [String], now: @escaping @Sendable () -> UInt64) throws(SpawnError) {
    self.now = now
    slot = try ProgressSlot()
    child = try ChildProcess(program: command, shared: slot.descriptor, now: now)
  }

  var isUsable: Bool { child.isUsable }

  var identifier: Int32 { child.identifier }

  func end() { child.end() }

  /// The end of the bytes that it has written to standard error so far.
  package var errorTail: ErrorTail { child.errorTail }

  /// Sends lines and waits for one line, as long as the worker makes progress.
  ///
  /// - Parameters:
  ///   - bytes: the lines.
  ///   - memoryBytes: the most memory that the worker may hold.
  ///   - limit: returns the longest time without progress; called again and again.
  ///   - isStopped: whether the run is stopped.
  /// - Returns: the reply, the end of the worker, or `.stopped`.
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

  /// Ends the worker because of a reply that cannot be read, for the given reason.
  package func refuse(_ problem: String) -> CaseDeath {
    child.end()
    return CaseDeath(index: nil, phase: .idle, failure: .garbled(problem))
  }

  /// Returns the end of the worker.
  ///
  /// `before` is the sequence of the page at the request. While it is unchanged, the page describes
  /// earlier work.
  private func died(_ failure: ProcessFailure, since before: UInt64) -> Answer {
    let last = slot.sequence == before ? (index: nil, phase: .idle) : slot.last
    return .died(
      CaseDeath(
        index: last.index, phase: last.phase, failure: failure,
        isFromOutside: child.wasEndedFromOutside))
  }
}

/// A watch on the progress and the memory of a worker.
struct ProgressWatch {
  /// The interval of memory readings, in nanoseconds: one reading takes some thousandths of it.
  private static let memoryPeriod: UInt64 = 20_000_000

  private let slot: ProgressSlot
  private let process: Int32
  /// The least time that the process has until its first record.
  private var startNanoseconds: UInt64
  private var sequence: UInt64
  /// The time since the last progress.
  private var quiet: QuietTime
  private var memorySeen: UInt64
  private let waits: () -> QuietTime.Waits

  /// - Parameters:
  ///   - slot: the page on which the process records its progress.
  ///   - pid: the process.
  ///   - now: the reading of the clock at the request.
  ///   - startNanoseconds: the least time that the process has until its first record.
  ///   - waits: returns how long its threads have waited for a processor; nil for the system's
  ///     account.
  init(
    _ slot: ProgressSlot, pid: Int32, now: UInt64, startNanoseconds: UInt64,
    waits: (() -> QuietTime.Waits)? = nil
  ) {
    self.slot = slot
    self.waits = waits ?? { QuietTime.waits(of: pid) }
    process = pid
    self.startNanoseconds = startNanoseconds
    sequence = slot.sequence
    quiet = QuietTime(since: now, waits: self.waits)
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
      quiet = QuietTime(since: now, waits: waits)
      startNanoseconds = 0
    }
    return quiet.reaches(max(limit, startNanoseconds), now: now) ? .hung : nil
  }
}
