// SPDX-License-Identifier: MIT

import Digests
import Foundation
import Platform

/// A hash of the tool's file, which identifies the build: a copy on another machine is the same
/// build.
package enum ToolBuild {
  /// Returns the hash as 16 hexadecimal digits.
  package static func hash() throws(CommandFailure) -> String {
    let path = Executable.path
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(path) }
    let size = Int(status.st_size)
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
    else { throw unreadable(path) }
    defer { munmap(start, size) }
    var hash = StableHash()
    hash.combine(UnsafeRawBufferPointer(start: start, count: size))
    let digits = String(hash.finalize(), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func unreadable(_ path: String) -> CommandFailure {
    .badInput(at: path, "cannot read: \(String(cString: strerror(errno)))")
  }
}
