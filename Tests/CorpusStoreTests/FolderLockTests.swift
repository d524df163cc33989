// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation
import TestSupport
import Testing

@Suite("Locks of folders")
struct FolderLockTests {
  @Test("one process holds a folder at a time, until it ends; a path that is no folder is reported")
  func locks() throws {
    let folder = TestFolder.root.appendingPathComponent(
      "lock-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: FolderLock.Problem.unreadable(code: ENOENT)) { try FolderLock(folder.path) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var first: FolderLock? = try FolderLock(folder.path)
    for _ in 0..<3 {
      #expect(throws: FolderLock.Problem.inUse) { try FolderLock(folder.path) }
    }
    #expect(first != nil)
    first = nil
    _ = try FolderLock(folder.path)
    let file = folder.appendingPathComponent("f")
    try Data().write(to: file)
    #expect(throws: FolderLock.Problem.unreadable(code: ENOTDIR)) { try FolderLock(file.path) }
  }
}
