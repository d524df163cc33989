// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The open files of this process and their limit.
package enum Descriptors {
  /// Occupies those of the three standard streams that are closed, so that no file opened later
  /// takes their numbers.
  ///
  /// Output would else go into that file.
  ///
  /// A stream that was closed stays useless: reading and writing fail, as they would without this.
  package static func reserveStandardStreams() {
    for (number, access) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is this one: those below are open. Without `/dev/null` the stream
      // stays closed.
      _ = open("/dev/null", access)
    }
  }

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
      getrlimit(openFiles, &limit)
      let wanted = limit.rlim_cur.addingReportingOverflow(rlim_t(count - free)).partialValue
      // Any other error is not due to the limit of this process, and a higher limit does not help.
      guard code == EMFILE, wanted > limit.rlim_cur, wanted <= limit.rlim_max else {
        throw Shortage(free: free, needed: count, limit: enough(wanted))
      }
      // Numbers above the old limit may be taken, too: the next try shows whether this is enough.
      limit.rlim_cur = wanted
      guard setrlimit(openFiles, &limit) == 0 else {
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

  #if canImport(Darwin)
    private static let openFiles = RLIMIT_NOFILE
  #else
    private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif
}
