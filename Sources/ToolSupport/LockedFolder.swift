// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation

/// A folder to which no other process of the tool writes.
package enum LockedFolder {
  /// - Parameter reason: the message when another process has the lock.
  /// - Returns: an object that holds the lock during its lifetime.
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
