// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#endif

/// The return of freed memory to the system.
///
/// glibc keeps freed blocks of up to 32 MB: it raises the size from which it returns a block at
/// once to that of the largest block that was freed. A large document needs arrays of many sizes
/// one after the other, so up to a third of the memory of the process would be such blocks.
package enum FreedMemory {
  /// The size from which a freed block goes back to the system at once, in bytes.
  private static let returnedBytesMin: CInt = 1 << 17

  /// Has large blocks returned as soon as they are freed, in this process.
  ///
  /// Where the C library has no such setting, nothing changes.
  package static func returnLargeBlocks() {
    #if canImport(Glibc)
      typealias Setting = @convention(c) (CInt, CInt) -> CInt
      // The module map of glibc leaves malloc.h out. The numbers are its M_MMAP_THRESHOLD and
      // M_TRIM_THRESHOLD, which are part of its binary interface.
      guard let symbol = dlsym(nil, "mallopt") else { return }
      let set = unsafeBitCast(symbol, to: Setting.self)
      _ = set(-3, returnedBytesMin)
      _ = set(-1, 2 * returnedBytesMin)
    #endif
  }
}
