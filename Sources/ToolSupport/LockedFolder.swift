// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation

/// A folder that no other process of the tool writes to.
package enum LockedFolder {
  /// - Parameter reason: what is said when another process has it.
  /// - Returns: what holds the lock while it lives.
  package static func lock(_ folder: String, inUse reason: String) throws(CommandFailure)
    -> FolderLock
  {
    do throws(FolderLock.Problem) {
      return try FolderLock(folder)
    } catch {
      switch error {
      case .inUse: throw CommandFailure(.unavailable, ["\(folder): \(reason)"])
      case .unreadable(let code):
        throw .badInput("\(folder): cannot read: \(String(cString: strerror(code)))")
      }
    }
  }
}
