// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Supervision

/// The watch on a worker: the time in which it waits for a processor is no hang.
@Suite struct ProgressWatchTests {
  private static let millisecond: UInt64 = 1_000_000

  /// Returns whether a worker with a limit of 100 ms hangs at each time, in milliseconds.
  private func hangs(
    at times: [UInt64], waited share: UInt64, progressAt progress: UInt64? = nil
  ) throws -> [Bool] {
    let (slot, clock) = (try ProgressSlot(), Clock())
    var watch = ProgressWatch(
      slot, pid: getpid(), now: 0, startNanoseconds: 0,
      waits: { [1: clock.now * share / 10] })
    return times.map { time in
      clock.now = time * Self.millisecond
      if time == progress { slot.note(1, .layout) }
      return watch.failure(
        now: clock.now, limit: 100 * Self.millisecond, memoryBytes: .max) != nil
    }
  }

  private final class Clock {
    var now: UInt64 = 0
  }

  @Test("a worker that waits for a processor is quiet for less time than has passed")
  func waiting() throws {
    #expect(try hangs(at: [60, 99, 100, 200], waited: 0) == [false, false, true, true])
    #expect(try hangs(at: [60, 100, 400, 999], waited: 9) == [false, false, false, true])
    #expect(try hangs(at: [60, 100, 400], waited: 10) == [false, false, false])
  }

  @Test("after progress the time and the waits count anew")
  func progress() throws {
    let hangs = try hangs(
      at: [60, 90, 150, 189, 190], waited: 0, progressAt: 90)
    #expect(hangs == [false, false, false, false, true])
  }
}
