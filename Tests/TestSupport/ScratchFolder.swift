// SPDX-License-Identifier: MIT

import Foundation

/// A temporary folder of one test, removed at the end.
package final class ScratchFolder {
  package let path: String

  package init() throws {
    let url = TestFolder.root.appendingPathComponent(
      "scratch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// All files and folders below, sorted, relative to the folder.
  package var contents: [String] {
    (FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []).sorted()
  }

  package func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
  }

  package func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }
}
