// SPDX-License-Identifier: MIT

import Platform

/// The time of day, for what tells people when something was: no result has any of it.
enum WallClock {
  /// Nanoseconds since 1970; 0 for earlier times.
  static func now() -> UInt64 { SystemClock.wall.now }
}
