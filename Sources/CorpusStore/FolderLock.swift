// SPDX-License-Identifier: MIT

import Foundation

/// A lock that keeps other processes of the tool out of a folder as long as it lives.
///
/// The system releases it when the process ends in any way.
package final class FolderLock: Sendable {
  /// The reason why a folder cannot be locked.
  package enum Problem: Error, Sendable, Hashable {
    /// Another process holds the lock.
    case inUse
    case unreadable(code: Int32)
  }

  private let descriptor: Int32

  /// - Parameter folder: an existing folder.
  /// - Throws: `.inUse` when another process has the lock, `.unreadable` when the folder cannot be
  ///   opened or locked.
  package init(_ folder: String) throws(Problem) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(code: errno) }
    // After a failure here, `deinit` closes the descriptor, because all properties are set.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EAGAIN ? .inUse : .unreadable(code: errno)
    }
  }

  deinit {
    if descriptor < 0 { return }
    // A process that another thread is starting has a copy of the descriptor for a moment, which
    // would keep the lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
