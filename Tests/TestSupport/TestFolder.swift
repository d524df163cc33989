// SPDX-License-Identifier: MIT

import Foundation

/// Folders that tests write to.
///
/// All folders of a process are in one folder, which is removed when the process ends.
package enum TestFolder {
  private static let prefix = "layoutfuzz-tests-"

  /// The folder of this process.
  package static let root: URL = {
    let parent = FileManager.default.temporaryDirectory
    removeAbandoned(in: parent)
    let folder = parent.appendingPathComponent(
      "\(prefix)\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      preconditionFailure("\(folder.path): \(error)")
    }
    let registered = atexit { TestFolder.remove(TestFolder.root) }
    precondition(registered == 0, "nothing can be done at the end of the process")
    return folder
  }()

  /// Returns a new folder.
  package static func make() throws -> URL {
    let folder = root.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Removes the folders of killed processes.
  private static func removeAbandoned(in parent: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let owner = name.dropFirst(prefix.count).prefix { $0 != "-" }
      guard let process = pid_t(owner), kill(process, 0) != 0, errno == ESRCH else { continue }
      remove(parent.appendingPathComponent(name))
    }
  }

  /// Removes a folder, also one with folders without write permission.
  private static func remove(_ folder: URL) {
    if (try? FileManager.default.removeItem(at: folder)) != nil { return }
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    for name in names ?? [] {
      let path = folder.appendingPathComponent(name).path
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { chmod(path, 0o700) }
    }
    try? FileManager.default.removeItem(at: folder)
  }
}
