// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file of the running program.
package enum Executable {
  /// The path that starts this program again and reads its file.
  ///
  /// On Linux it works even when another file has replaced the program since.
  package static let path = onDisk

  #if canImport(Darwin)
    /// The path of the program with links resolved.
    package static let location: String? = {
      var size: UInt32 = 0
      _ = _NSGetExecutablePath(nil, &size)
      var name = [CChar](repeating: 0, count: Int(size) + 1)
      guard _NSGetExecutablePath(&name, &size) == 0, let real = realpath(&name, nil) else {
        return nil
      }
      defer { free(real) }
      return String(cString: real)
    }()

    private static var onDisk: String { location ?? CommandLine.arguments[0] }
  #else
    /// The path of the program with links resolved; nil where the system does not show it.
    package static let location = SystemText.link("/proc/self/exe").map {
      String(decoding: $0, as: UTF8.self)
    }

    private static var onDisk: String { "/proc/self/exe" }
  #endif
}
