// SPDX-License-Identifier: MIT

import Clocks
import Display
import Foundation
import Pools

/// Lines on standard error that show that a long step still runs.
package enum Heartbeat {
  /// The time between two lines, in nanoseconds.
  package static let pauseDefault = 10_000_000_000

  /// Does some work, with a line after each pause in it.
  ///
  /// A system without room for a thread gets no lines.
  ///
  /// - Parameters:
  ///   - name: the name of the step, which each line begins with.
  ///   - pause: the time between two lines, in nanoseconds.
  ///   - print: prints a line.
  ///   - work: the step; no line is printed after its end.
  /// - Returns: the value of `work`.
  /// - Throws: the error of `work`.
  package static func during<Result, Failure: Error>(
    _ name: String, pause: Int = pauseDefault,
    print: @escaping @Sendable (String) -> Void = { Console.note($0) },
    work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let end = DispatchSemaphore(value: 0)
    let start = MonotonicClock.now()
    let thread = OwnThread(stackBytes: 1 << 18) {
      while end.wait(timeout: .now() + .nanoseconds(pause)) == .timedOut {
        let elapsed = MonotonicClock.now().elapsed(since: start)
        print("\(name): \(ShownNumber.duration(nanoseconds: elapsed)), still running")
      }
    }
    defer {
      end.signal()
      thread?.join()
    }
    return try work()
  }
}
