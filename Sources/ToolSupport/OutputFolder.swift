// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation

/// A folder for results, made and tested before the work starts, so that no long work is lost.
package struct OutputFolder {
  private let path: String
  private let isNew: Bool

  private static let fix = "; fix: give a writable folder with --out"

  /// Makes the folder if it does not exist, and checks that it is writable.
  ///
  /// - Throws: `.cannotWrite` with the path and the reason.
  package static func prepare(_ path: String?) throws(CommandFailure) -> OutputFolder? {
    guard let path else { return nil }
    var isNew = false
    if let code = makeFolders(path, &isNew) {
      throw CommandFailure(
        .cannotWrite, at: path, "cannot write: \(reason(code, path))\(Self.fix)")
    }
    let name = "\(path)/.layoutfuzz"
    AtomicFile.removeAbandoned(of: name)
    let process = ProcessInfo.processInfo.processIdentifier
    let probe = AtomicFile.temporaryName(of: name, process: process)
    // Removes the probe of a killed process with this number; a link or a pipe in its place is not
    // opened.
    unlink(probe)
    let descriptor = open(probe, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw CommandFailure(
        .cannotWrite, at: path, "cannot write: \(reason(errno, path))\(Self.fix)")
    }
    close(descriptor)
    unlink(probe)
    if let obstacle = FindingStore.obstacle(in: path) {
      throw CommandFailure(.cannotWrite, ["\(obstacle)"])
    }
    return OutputFolder(path: path, isNew: isNew)
  }

  /// Returns the reason of a system's error number, with the file that is in the path of a folder.
  private static func reason(_ code: Int32, _ path: String) -> String {
    let words = String(cString: strerror(code))
    guard code == ENOTDIR else { return words }
    let parts = path.split(scalar: "/")
    let folders = parts.indices.map { parts[...$0].joined(separator: "/") }
    let file = folders.first { (try? InputFiles.isFolder($0)) == false }
    return file.map { "'\($0)' is a file, not a folder" } ?? words
  }

  /// Makes the folder and its parents.
  ///
  /// On return, `isNew` is whether the last one is new.
  ///
  /// - Returns: the system's error number for the first one that cannot be made; nil when all
  ///   exist.
  private static func makeFolders(_ path: String, _ isNew: inout Bool) -> Int32? {
    let parts = path.split(scalar: "/")
    for count in 1...parts.count where !parts[count - 1].isEmpty {
      let folder = parts.prefix(count).joined(separator: "/")
      isNew = mkdir(folder, 0o777) == 0
      let code = errno
      // For an existing folder some systems give another error than `EEXIST`.
      if !isNew, access(folder, F_OK) != 0 { return code }
    }
    return nil
  }

  /// Removes a new folder in which nothing was stored.
  package func removeIfEmptyAndNew() {
    // Fails for a folder that is not empty, as intended.
    if isNew { rmdir(path) }
  }
}
