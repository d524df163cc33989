// SPDX-License-Identifier: MIT

import Synchronization

/// A clock that advances by one nanosecond at each reading.
final class TickingClock: Sendable {
  private let reading = Atomic<UInt64>(0)

  @Sendable func tick() -> UInt64 { reading.add(1, ordering: .relaxed).newValue }
}
