// SPDX-License-Identifier: MIT

import Choices
import Synchronization

/// A clock that jumps back and forward at random, also to the smallest and largest times.
final class BackwardClock: Sendable {
  private let random: Mutex<SplitMix64>

  init(seed: UInt64) { random = Mutex(SplitMix64(seed: seed)) }

  @Sendable func now() -> UInt64 {
    random.withLock { random in
      switch random.next() % 8 {
      case 0: return 0
      case 1: return .max
      default: return random.next() >> (random.next() % 64)
      }
    }
  }
}
