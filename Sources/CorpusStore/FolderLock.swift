// SPDX-License-Identifier: MIT

import Foundation

/// Keeps other processes of the tool out of a folder for as long as it lives.
///
/// The system takes it away when the process ends, however that is.
package final class FolderLock: Sendable {
  /// Why a folder cannot be locked.
  package enum Problem: Error, Sendable, Hashable {
    /// Another process has it.
    case inUse
    case unreadable(code: Int32)
  }

  private let descriptor: Int32

  /// - Parameter folder: is there.
  package init(_ folder: String) throws(Problem) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(code: errno) }
    // What ends here is closed by `deinit`, as everything is that has all its properties.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EAGAIN ? .inUse : .unreadable(code: errno)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
