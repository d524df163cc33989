// SPDX-License-Identifier: MIT

import Foundation
import Platform

/// Memory that two processes share: an open file without a name, which a child inherits.
package enum SharedMemory {
  /// Creates such a file of zeros.
  ///
  /// All of its pages are allocated at the start. A page without memory would raise a signal later.
  ///
  /// - Returns: a descriptor under a high number, inherited only by processes that are started with
  ///   it.
  package static func make(bytes: Int) throws(SpawnError) -> Int32 {
    let made = NamelessFile.make()
    guard made >= 0 else { throw SpawnError(code: errno) }
    defer { close(made) }
    let descriptor = try ProcessStart.moved(made)
    let refused = NamelessFile.fill(descriptor, bytes: bytes)
    guard refused == 0 else {
      close(descriptor)
      throw SpawnError(code: refused)
    }
    return descriptor
  }
}
