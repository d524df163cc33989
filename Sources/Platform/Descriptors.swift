// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The open files that this process has, and may have.
package enum Descriptors {
  /// Occupies those of the three standard streams that are closed, so that no file opened later
  /// takes their numbers: what is printed would go into it.
  ///
  /// A stream that was closed stays useless: reading and writing fail, as they would without this.
  package static func reserveStandardStreams() {
    for (number, access) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is this one: those below are open. What the system has no file for
      // stays closed.
      _ = open("/dev/null", access)
    }
  }

  /// A process was given too few open files.
  package struct Shortage: Error, Sendable, Hashable, CustomStringConvertible {
    /// How many more are allowed.
    package let free: Int
    package let needed: Int
    /// The limit that would do.
    package let limit: Int

    package var description: String {
      "\(free) more open files are allowed, \(needed) are needed: raise the limit ('ulimit -n \(limit)')"
    }
  }

  /// Files that other threads open for a moment: how many there are when the limit is tried depends
  /// on the time.
  private static let spare = 4

  /// Ensures that so many more files can be opened, and raises this process's own limit for that
  /// where it may.
  package static func ensureRoom(for count: Int) throws(Shortage) {
    while true {
      let (free, code) = room(for: count)
      if free >= count { return }
      var limit = rlimit()
      getrlimit(openFiles, &limit)
      let wanted = limit.rlim_cur.addingReportingOverflow(rlim_t(count - free)).partialValue
      // No limit of this process is to blame for any other error, and a higher one does not help.
      guard code == EMFILE, wanted > limit.rlim_cur, wanted <= limit.rlim_max else {
        throw Shortage(free: free, needed: count, limit: enough(wanted))
      }
      // Numbers above the old limit may be taken, too: whether this is enough shows by trying.
      limit.rlim_cur = wanted
      guard setrlimit(openFiles, &limit) == 0 else {
        throw Shortage(free: free, needed: count, limit: enough(wanted))
      }
    }
  }

  private static func enough(_ wanted: rlim_t) -> Int {
    Int(clamping: wanted.addingReportingOverflow(rlim_t(spare)).partialValue)
  }

  /// Returns how many of so many more files can be opened, by trying, and the error of the first
  /// that cannot.
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
