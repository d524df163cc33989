// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation

/// A folder to which no other process of the tool writes.
package enum LockedFolder {
  /// Locks a folder.
  ///
  /// `reason` is the message when another process has the lock.
  ///
  /// - Returns: an object that holds the lock during its lifetime.
  /// - Throws: `.unavailable` when another process has the lock, `.badInput` when the folder cannot
  ///   be read.
  package static func lock(_ folder: String, inUse reason: String) throws(CommandFailure)
    -> FolderLock
  {
    do throws(FolderLock.Problem) {
      return try FolderLock(folder)
    } catch {
      switch error {
      case .inUse: throw CommandFailure(.unavailable, at: folder, "\(reason)")
      case .unreadable(let code):
        throw .badInput(at: folder, "cannot read: \(String(cString: strerror(code)))")
      }
    }
  }
}
