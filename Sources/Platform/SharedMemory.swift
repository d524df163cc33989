// SPDX-License-Identifier: MIT

import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Memory that two processes share: an open file without a name, which a child inherits.
package enum SharedMemory {
  /// Creates such a file of zeros.
  ///
  /// All of its pages are allocated at the start. A page without memory would raise a signal later.
  ///
  /// - Returns: a descriptor under a high number, inherited only by processes that are started with
  ///   it.
  package static func make(bytes: Int) throws(SpawnError) -> Int32 {
    let made = try nameless()
    defer { close(made) }
    let descriptor = try ProcessStart.moved(made)
    let refused = fill(descriptor, bytes)
    guard refused == 0 else {
      close(descriptor)
      throw SpawnError(code: refused)
    }
    return descriptor
  }

  #if canImport(Darwin)
    // `shm_open` is variadic in C, and Swift cannot call it.
    private static func nameless() throws(SpawnError) -> Int32 {
      let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
      // The system replaces these by letters.
      let blank = String(repeating: "X", count: 6)
      var name = Array("\(folder)/layoutfuzz-page-\(blank)".utf8CString)
      let made = mkstemp(&name)
      guard made >= 0 else { throw SpawnError(code: errno) }
      unlink(&name)
      return made
    }

    private static func fill(_ descriptor: Int32, _ bytes: Int) -> Int32 {
      let zeros = [UInt8](repeating: 0, count: bytes)
      let written = write(descriptor, zeros, bytes)
      if written == bytes { return 0 }
      return written < 0 ? errno : ENOSPC
    }
  #else
    private static let made = Atomic<Int>(0)

    private static func nameless() throws(SpawnError) -> Int32 {
      let name = "/layoutfuzz-\(getpid())-\(made.add(1, ordering: .relaxed).newValue)"
      // A process number may be reused: removes the name that an earlier process may have left.
      shm_unlink(name)
      let made = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
      guard made >= 0 else { throw SpawnError(code: errno) }
      shm_unlink(name)
      return made
    }

    private static func fill(_ descriptor: Int32, _ bytes: Int) -> Int32 {
      while true {
        let code = posix_fallocate(descriptor, 0, off_t(bytes))
        if code != EINTR { return code }
      }
    }
  #endif
}
