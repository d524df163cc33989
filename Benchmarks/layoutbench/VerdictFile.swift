// SPDX-License-Identifier: MIT

import Foundation
import JSON

/// The file with the exit code of a command with a verdict, for callers that cannot see it.
///
/// It is removed first, so that a killed command does not leave the code of the one before.
struct VerdictFile {
  private let store: RunStore

  /// The subcommands with a verdict, which always store their exit code.
  private static let judging = [
    RunCommand.subcommand, CompareCommand.subcommand, SelftestCommand.subcommand,
  ].map(\.syntax.name)

  /// Makes the file of a command line; nil for a subcommand without a verdict, and for a request
  /// for help.
  ///
  /// - Parameter words: the whole command line, which may be wrong.
  init?(_ words: [String]) {
    guard let name = words.first,
      !["-h", "--help", "--help-all"].contains(where: words.contains),
      VerdictFile.judging.contains(name)
    else { return nil }
    var folder: String?
    for (index, word) in words.enumerated() {
      if word == "--dir", index + 1 < words.count { folder = words[index + 1] }
      if word.hasPrefix("--dir=") { folder = String(word.dropFirst("--dir=".count)) }
    }
    store = RunStore(folder: folder)
  }

  /// Removes the file of an earlier command.
  func clear() throws(CommandFailure) {
    guard FileManager.default.fileExists(atPath: store.verdictFile) else { return }
    do {
      try FileManager.default.removeItem(atPath: store.verdictFile)
    } catch {
      throw CommandFailure(.cannotWrite, ["\(store.verdictFile): \(error.localizedDescription)"])
    }
  }

  /// Writes the code, unless the command has written the file itself.
  func complete(_ code: ExitCode, _ messages: [String]) throws(CommandFailure) {
    if FileManager.default.fileExists(atPath: store.verdictFile) { return }
    let json: JSONValue = [
      "schema": 1, "code": .number(code.rawValue),
      "verdict": .string(code == .fine ? "done" : messages.first ?? "see the output"),
      "notes": .array(messages.dropFirst().map { .string($0) }),
    ]
    try store.write(JSONWriter.document(json), to: store.verdictFile)
  }
}
