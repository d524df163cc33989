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
  /// The size from which a block is mapped by itself and returned when it is freed, in bytes.
  private static let mappedBytesMin: CInt = 1 << 17
  /// The size from which the free end of the heap is returned, in bytes; in glibc's own ratio.
  private static let trimmedBytesMin = 2 * mappedBytesMin

  /// Has large blocks, and the free end of the heap, returned as soon as they are freed.
  ///
  /// Where the C library has no such setting, nothing changes.
  package static func returnLargeBlocks() {
    #if canImport(Glibc)
      typealias Setting = @convention(c) (CInt, CInt) -> CInt
      // The module map of glibc leaves malloc.h out. Its numbers are part of the binary interface.
      let (trimThreshold, mmapThreshold): (CInt, CInt) = (-1, -3)
      guard let symbol = dlsym(nil, "mallopt") else { return }
      let set = unsafeBitCast(symbol, to: Setting.self)
      let isSet =
        set(mmapThreshold, mappedBytesMin) == 1 && set(trimThreshold, trimmedBytesMin) == 1
      assert(isSet, "mallopt refuses its own settings")
    #endif
  }
}
