// SPDX-License-Identifier: MIT

import Synchronization

/// A clock that goes on by one nanosecond each time somebody looks at it.
final class TickingClock: Sendable {
  private let reading = Atomic<UInt64>(0)

  @Sendable func tick() -> UInt64 { reading.add(1, ordering: .relaxed).newValue }
}
