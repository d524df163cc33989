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
  @Test(
    "a copy of the descriptor, as a starting process has it for a moment, does not keep the lock")
  func copies() throws {
    let folder = try TestFolder.make()
    var first: FolderLock? = try FolderLock(folder.path)
    var own = stat()
    #expect(stat(folder.path, &own) == 0)
    let copies = (3..<1024 as Range<Int32>).compactMap { descriptor -> Int32? in
      var other = stat()
      guard fstat(descriptor, &other) == 0, other.st_ino == own.st_ino, other.st_dev == own.st_dev
      else { return nil }
      return dup(descriptor)
    }
    defer { for copy in copies { close(copy) } }
    #expect(!copies.isEmpty && first != nil)
    first = nil
    _ = try FolderLock(folder.path)
  }
}
