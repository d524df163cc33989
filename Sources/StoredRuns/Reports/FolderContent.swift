// SPDX-License-Identifier: MIT

import Display
import Foundation
import Nights
import ToolSupport

/// The content of a folder without results of `fuzz`, for a message.
struct FolderContent {
  /// The content in a few words.
  let summary: String
  /// The command that shows the content; nil when none does.
  let command: String?

  /// Returns nil for an empty folder, or one that cannot be read.
  init?(_ folder: String) {
    let found = try? FileManager.default.contentsOfDirectory(atPath: folder)
    let names = (found ?? []).filter { !$0.begins(with: ".") }.sorted()
    if names.isEmpty { return nil }
    let word = ShellWord.path(folder)
    let cases = names.count { $0 == "case.json" || $0.ends(with: ".case.json") }
    let documents = names.count { InputFiles.isDocument($0) }
    if names.contains("plan.json") {
      summary = "the plan of a campaign"
      command = "layoutfuzz campaign merge --dir \(word)"
    } else if names.contains(Night.fileName) || names.contains(BucketRegistry.fileName) {
      summary = "records of nights, which stored no finding here"
      command = names.contains("index.html") ? "open \(word)/index.html in a browser" : nil
    } else if documents > 0 {
      summary = ShownNumber.counted(documents, "layout document")
      command = "layoutfuzz check \(word)"
    } else if cases > 0 {
      summary = ShownNumber.counted(cases, "case file")
      command = "layoutfuzz replay \(word)"
    } else {
      summary = ShownNumber.counted(names.count, "other file")
      command = nil
    }
  }
}
