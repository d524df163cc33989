// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Brings what was written to the disk, so that it outlives a power cut.
package enum FileFlush {
  /// Flushes an open file.
  ///
  /// - Returns: whether the system did; `errno` says why not.
  package static func toDisk(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      // Here `fsync` ends when the drive has the data, not when they are safe.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
  }
}
