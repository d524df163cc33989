// SPDX-License-Identifier: MIT

import Foundation

/// A folder for results, made before the work starts, so that hours of it are not lost for want of a place.
struct OutputFolder {
  private let path: String
  private let isNew: Bool

  /// Makes the folder if there is none, and tries whether it can be written to.
  ///
  /// - Throws: `.cannotWrite` with the path and the reason.
  static func prepare(_ path: String?) throws(CommandFailure) -> OutputFolder? {
    guard let path else { return nil }
    let isNew = makeFolders(path)
    let probe = "\(path)/.layoutfuzz-\(ProcessInfo.processInfo.processIdentifier)"
    let descriptor = open(probe, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw CommandFailure(
        .cannotWrite, ["\(path): cannot write: \(String(cString: strerror(errno)))"])
    }
    close(descriptor)
    unlink(probe)
    return OutputFolder(path: path, isNew: isNew)
  }

  /// Makes the folder and those above it.
  ///
  /// - Returns: whether the last one is new. What could not be made shows when it is written to.
  private static func makeFolders(_ path: String) -> Bool {
    var isNew = false
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      isNew = mkdir(String(path[..<end]), 0o777) == 0
    }
    return isNew
  }

  /// Leaves no trace when there was nothing to store.
  func removeIfEmptyAndNew() {
    // Fails when the folder is not empty, which is meant.
    if isNew { rmdir(path) }
  }
}
