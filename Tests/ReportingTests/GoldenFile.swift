// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Texts that stay unchanged until new ones are reviewed.
enum GoldenFile {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  /// Compares a text with the file of a name.
  ///
  /// With `LAYOUTFUZZ_RECORD_GOLDEN` in the environment the file is written, and the test still
  /// fails.
  static func check(_ text: String, _ name: String) {
    let file = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["LAYOUTFUZZ_RECORD_GOLDEN"] != nil {
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        Issue.record("\(name) is written: look at it")
      } catch {
        Issue.record(error)
      }
      return
    }
    let known = try? String(contentsOf: file, encoding: .utf8)
    guard known != text else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let others = (known ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    let place = zip(lines, others).prefix { $0 == $1 }.count
    let (new, old) = (line(lines, place), line(others, place))
    Issue.record(
      "\(name), line \(place + 1): \(new), was \(old); LAYOUTFUZZ_RECORD_GOLDEN=1 writes it")
  }

  private static func line(_ lines: [Substring], _ place: Int) -> String {
    place < lines.count ? "'\(lines[place])'" : "the end"
  }
}
