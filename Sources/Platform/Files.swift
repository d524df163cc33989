// SPDX-License-Identifier: MIT

import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Flushing written data to the disk, so that it survives a power cut.
package enum FileFlush {
  /// - Returns: whether the system flushed it; the reason of a failure is in `errno`.
  package static func toDisk(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      // On Darwin `fsync` ends when the drive has the data, before they are safe.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
  }
}

/// Open files without a name.
package enum NamelessFile {
  private static let made = Atomic<Int>(0)

  /// Creates an empty file.
  ///
  /// - Returns: its descriptor; -1 when the system refuses it, with the reason in `errno`.
  package static func make() -> Int32 {
    #if canImport(Darwin)
      // `shm_open` is variadic in C, and Swift cannot call it. The system replaces the blank.
      let blank = String(repeating: "X", count: 6)
      let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
      var name = Array("\(folder)/layoutfuzz-page-\(blank)".utf8CString)
      let descriptor = mkstemp(&name)
      if descriptor >= 0 { unlink(&name) }
    #else
      let name = "/layoutfuzz-\(getpid())-\(made.add(1, ordering: .relaxed).newValue)"
      // A process number may be reused: removes the name that an earlier process may have left.
      shm_unlink(name)
      let descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
      if descriptor >= 0 { shm_unlink(name) }
    #endif
    return descriptor
  }

  /// Fills an empty file with zeros, whose memory the system allocates now.
  ///
  /// - Returns: the system's error number; 0 for success.
  package static func fill(_ descriptor: Int32, bytes: Int) -> Int32 {
    #if canImport(Darwin)
      let written = write(descriptor, [UInt8](repeating: 0, count: bytes), bytes)
      return written == bytes ? 0 : written < 0 ? errno : ENOSPC
    #else
      while true {
        let code = posix_fallocate(descriptor, 0, off_t(bytes))
        if code != EINTR { return code }
      }
    #endif
  }
}
