// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  // `mach_task_self_` is a variable of the header.
  @preconcurrency import Darwin
#else
  import Glibc
#endif

/// The file of the running program.
package enum Executable {
  /// The path that starts this program again and reads its file.
  ///
  /// On Linux it works even when another file has replaced the program since.
  package static let path: String = {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _ = _NSGetExecutablePath(nil, &size)
      var name = [CChar](repeating: 0, count: Int(size) + 1)
      guard _NSGetExecutablePath(&name, &size) == 0, let real = realpath(&name, nil) else {
        return CommandLine.arguments[0]
      }
      defer { free(real) }
      return String(cString: real)
    #else
      return "/proc/self/exe"
    #endif
  }()
}

/// The system's handling of a crash of this process.
package enum CrashHandling {
  /// Turns off core files and the system's crash reports for this process.
  ///
  /// A core file is as large as the memory of the process, and a report delays its end.
  package static func leaveNothing() {
    var none = rlimit()
    setrlimit(number(RLIMIT_CORE), &none)
    #if canImport(Darwin)
      task_set_exception_ports(
        mach_task_self_, exception_mask_t(EXC_MASK_CORPSE_NOTIFY), mach_port_t(MACH_PORT_NULL),
        EXCEPTION_DEFAULT, THREAD_STATE_NONE)
    #endif
  }
}

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
    typealias Setting = @convention(c) (CInt, CInt) -> CInt
    // The module map of glibc leaves malloc.h out. Its numbers are part of the binary interface.
    let (trimThreshold, mmapThreshold): (CInt, CInt) = (-1, -3)
    guard let symbol = dlsym(nil, "mallopt") else { return }
    let set = unsafeBitCast(symbol, to: Setting.self)
    let isSet = set(mmapThreshold, mappedBytesMin) == 1 && set(trimThreshold, trimmedBytesMin) == 1
    assert(isSet, "mallopt refuses its own settings")
  }
}
