// SPDX-License-Identifier: MIT

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
