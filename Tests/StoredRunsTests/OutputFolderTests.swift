// SPDX-License-Identifier: MIT

import CorpusStore
import Foundation
import TestSupport
import Testing
import ToolSupport

@Suite("Folders for results")
struct OutputFolderTests {
  @Test("the trial file of a killed run is gone after the next one")
  func leftTrial() throws {
    let folder = try ScratchFolder()
    // No process has so large a number.
    let left = AtomicFile.temporaryName(of: "\(folder.path)/.layoutfuzz", process: 99_999_999)
    #expect(FileManager.default.createFile(atPath: left, contents: nil))
    #expect(folder.contents.count == 1)
    _ = try OutputFolder.prepare(folder.path)
    #expect(folder.contents.isEmpty)
  }
}
