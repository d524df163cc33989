// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// A pool of threads of Dispatch that run numbered units of work, with a fold of the results in
/// order of number.
///
/// The fold runs on the calling thread, one result at a time. Therefore it needs no locks and sees
/// the same sequence for any number of workers. At most `window` results are queued, whatever the
/// speed of the workers, which bounds the memory.
package struct OrderedPool: Sendable {
  /// The number of units that run at a time; fewer where the system has no room for as many
  /// threads.
  package let jobs: Int

  /// - Precondition: `jobs > 0`.
  package init(jobs: Int) {
    precondition(jobs > 0, "a pool needs at least one worker, not \(jobs)")
    self.jobs = jobs
  }

  /// The answer of a fold: continue or stop.
  package enum Step: Sendable {
    case next
    /// Drop the results that are not folded yet, and return.
    case stop
  }

  /// Runs units by number from 0 and folds each result.
  ///
  /// - Parameters:
  ///   - count: the number of units; nil for no end.
  ///   - shouldStop: called before each unit. Once it returns true, no further unit starts, and
  ///     running units are finished and folded.
  ///   - unit: returns the result of a unit; called on a worker (on the calling thread when `jobs`
  ///     is 1).
  ///   - whileWaiting: called on the calling thread whenever it has to wait for the next result, at
  ///     least once a second; when `jobs` is 1, after each unit.
  ///   - fold: takes the results in order of number; called on the calling thread.
  package func run<Output: Sendable>(
    count: Int?, shouldStop: @escaping @Sendable () -> Bool,
    unit: @escaping @Sendable (Int) -> Output, whileWaiting: () -> Void = {},
    fold: (Int, Output) -> Step
  ) {
    if jobs == 1 { return runInTurn(count, shouldStop, unit, whileWaiting, fold) }
    let board = Board<Output>(count: count, window: jobs * 4)
    let team = Parallel.team(of: jobs) {
      while let number = board.claim(shouldStop) { board.post(unit(number), number) }
    }
    guard let team else { return runInTurn(count, shouldStop, unit, whileWaiting, fold) }
    while let (number, output) = board.takeNext(whileWaiting) {
      if case .stop = fold(number, output) {
        board.close()
        break
      }
    }
    team.wait()
  }

  /// Runs units by number from 0 and gathers their results.
  ///
  /// - Parameters:
  ///   - count: the number of units.
  ///   - unit: as of `run`; no further unit starts after an error.
  ///   - onProgress: receives the number of results so far, on the calling thread.
  /// - Returns: the results in order of number.
  /// - Throws: the error of the first unit with one.
  package func gather<Output: Sendable, Failure: Error>(
    count: Int, unit: @escaping @Sendable (Int) throws(Failure) -> Output,
    onProgress: (Int) -> Void = { _ in }
  ) throws(Failure) -> [Output] {
    var outputs: [Output] = []
    var failure: Failure?
    run(
      count: count, shouldStop: { false },
      unit: { number in Result { () throws(Failure) in try unit(number) } },
      fold: { _, result in
        switch result {
        case .success(let output): outputs.append(output)
        case .failure(let error):
          failure = error
          return .stop
        }
        onProgress(outputs.count)
        return .next
      })
    if let failure { throw failure }
    return outputs
  }

  /// Runs the units on the calling thread, so that a pool inside a unit of another pool needs no
  /// further thread.
  private func runInTurn<Output>(
    _ count: Int?, _ shouldStop: () -> Bool, _ unit: (Int) -> Output, _ whileWaiting: () -> Void,
    _ fold: (Int, Output) -> Step
  ) {
    var number = 0
    while number != count, !shouldStop() {
      let output = unit(number)
      whileWaiting()
      if case .stop = fold(number, output) { return }
      number += 1
    }
  }
}

/// The state that the workers of a pool and its caller share.
private final class Board<Output: Sendable>: Sendable {
  private struct State {
    var claimed = 0
    var taken = 0
    var isClosed = false
    var waiting: [Int: Output] = [:]
  }

  private let state = Mutex(State())
  private let count: Int?
  /// One signal for each unit that may be claimed.
  private let slots = DispatchSemaphore(value: 0)
  /// One signal for each change that the caller may be waiting for.
  private let changes = DispatchSemaphore(value: 0)

  init(count: Int?, window: Int) {
    self.count = count
    for _ in 0..<window { slots.signal() }
  }

  /// Returns the number of the next unit, or nil when no further unit starts.
  func claim(_ shouldStop: () -> Bool) -> Int? {
    slots.wait()
    let stop = shouldStop()
    let number: Int? = state.withLock { state in
      if stop || state.claimed == count { state.isClosed = true }
      if state.isClosed { return nil }
      state.claimed += 1
      return state.claimed - 1
    }
    if number == nil {
      // The next worker and the caller must learn of it, too.
      slots.signal()
      changes.signal()
    }
    return number
  }

  func post(_ output: Output, _ number: Int) {
    state.withLock { $0.waiting[number] = output }
    changes.signal()
  }

  /// Waits for the next result in order and returns it; nil when all started units are taken.
  func takeNext(_ whileWaiting: () -> Void) -> (Int, Output)? {
    while true {
      let (next, isDone): ((Int, Output)?, Bool) = state.withLock { state in
        guard let output = state.waiting.removeValue(forKey: state.taken) else {
          return (nil, state.isClosed && state.taken == state.claimed)
        }
        state.taken += 1
        return ((state.taken - 1, output), false)
      }
      if let next {
        slots.signal()
        return next
      }
      if isDone { return nil }
      whileWaiting()
      _ = changes.wait(timeout: .now() + .seconds(1))
    }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    slots.signal()
  }
}
