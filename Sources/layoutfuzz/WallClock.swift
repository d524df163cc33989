// SPDX-License-Identifier: MIT

import Platform

/// The time of day, for dates shown to people; no result depends on it.
enum WallClock {
  /// Nanoseconds since 1970; 0 for earlier times.
  static func now() -> UInt64 { SystemClock.wall.now }
}
