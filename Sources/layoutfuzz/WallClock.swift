// SPDX-License-Identifier: MIT

import Foundation

/// The time of day, for what tells people when something was: no result has any of it.
enum WallClock {
  /// Nanoseconds since 1970.
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
