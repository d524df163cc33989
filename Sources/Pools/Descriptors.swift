// SPDX-License-Identifier: MIT

import Foundation
import Platform

/// The limit of this process on open files.
package enum Descriptors {
  /// The error of a limit that allows too few open files.
  package struct Shortage: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of files that can still be opened.
    package let free: Int
    package let needed: Int
    /// The limit that is high enough.
    package let limit: Int

    package var description: String {
      "\(free) more open files are allowed, \(needed) are needed; fix: ulimit -n \(limit)"
    }
  }

  /// The number of files that other threads open briefly.
  ///
  /// How many are open when the limit is tried depends on the time.
  private static let spare = 4

  /// Ensures that `count` more files can be opened.
  ///
  /// Raises the limit of this process if necessary and allowed.
  package static func ensureRoom(for count: Int) throws(Shortage) {
    while true {
      let (free, code) = room(for: count)
      if free >= count { return }
      var limit = rlimit()
      getrlimit(SystemNumber.openFiles, &limit)
      let wanted = limit.rlim_cur.addingReportingOverflow(rlim_t(count - free)).partialValue
      // Any other error is not due to the limit of this process, and a higher limit does not help.
      guard code == EMFILE, wanted > limit.rlim_cur, wanted <= limit.rlim_max else {
        throw Shortage(free: free, needed: count, limit: enough(wanted))
      }
      // Numbers above the old limit may be taken, too: the next try shows whether this is enough.
      limit.rlim_cur = wanted
      guard setrlimit(SystemNumber.openFiles, &limit) == 0 else {
        throw Shortage(free: free, needed: count, limit: enough(wanted))
      }
    }
  }

  private static func enough(_ wanted: rlim_t) -> Int {
    Int(clamping: wanted.addingReportingOverflow(rlim_t(spare)).partialValue)
  }

  /// Tries to open `count` more files.
  ///
  /// Returns how many succeed, and the error of the first failure.
  private static func room(for count: Int) -> (free: Int, code: Int32) {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < count {
      let descriptor = opened.first.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } ?? nullFile()
      guard descriptor >= 0 else { return (opened.count, errno) }
      opened.append(descriptor)
    }
    return (opened.count, 0)
  }

  private static func nullFile() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }
}
