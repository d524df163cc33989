// SPDX-License-Identifier: MIT

import Choices
import Clocks
import Synchronization
import Testing

@Suite("Clocks that jump back")
struct ClockReadingTests {
  /// Returns a number of any size, often at an edge.
  private static func reading(_ random: inout SplitMix64) -> UInt64 {
    let edges: [UInt64] = [0, 1, .max - 1, .max]
    if random.next() % 4 == 0 { return edges[Int(random.next() % 4)] }
    return random.next() >> (random.next() % 64)
  }

  @Test("differences, sums and rests of any two readings stay in range, and agree if not clamped")
  func arithmetic() {
    let seed: UInt64 = 3
    var random = SplitMix64(seed: seed)
    for _ in 0..<10_000 {
      let (one, other) = (Self.reading(&random), Self.reading(&random))
      #expect(one.elapsed(since: other) == (one > other ? one - other : 0), "seed \(seed)")
      #expect(one.reduced(by: other) <= one)
      #expect(one.later(by: other) >= max(one, other))
      if one.later(by: other) < .max { #expect(one.later(by: other).elapsed(since: one) == other) }
    }
  }

  @Test("times before the first moment of a clock, and beyond its last one, are those moments")
  func edges() {
    #expect(UInt64(seconds: -1, nanoseconds: 999_999_999) == 999_999_999)
    #expect(UInt64(seconds: .min, nanoseconds: 0) == 0)
    #expect(UInt64(seconds: .max, nanoseconds: 1) == .max)
    #expect(UInt64(seconds: 2, nanoseconds: 5) == 2_000_000_005)
  }

  @Test("a steady clock never falls, and counts exactly the time in which its source rises")
  func steady() {
    let seed: UInt64 = 5
    let random = Mutex(SplitMix64(seed: seed))
    let last = Mutex<UInt64>(0)
    let clock = SteadyClock {
      let next = random.withLock { Self.reading(&$0) >> 16 }
      last.withLock { $0 = next }
      return next
    }
    var source = last.withLock { $0 }
    var steady = source
    for _ in 0..<10_000 {
      let reading = clock.now()
      let next = last.withLock { $0 }
      #expect(reading == steady.later(by: next.elapsed(since: source)), "seed \(seed)")
      (source, steady) = (next, reading)
    }
  }
}
