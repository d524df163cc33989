// SPDX-License-Identifier: MIT

import Foundation
import JSON

/// The file in which a command that judges something leaves its exit code, for those who cannot see
/// it.
///
/// It is taken away first, so that a command that is killed does not leave the code of the one
/// before.
struct VerdictFile {
  private let store: RunStore

  /// The subcommands that judge something, and so leave their exit code whatever it is.
  private static let judging = [
    RunCommand.subcommand, CompareCommand.subcommand, SelftestCommand.subcommand,
  ].map(\.syntax.name)

  /// - Parameter words: the whole command line, which may make no sense.
  /// - Returns: nil for a subcommand that judges nothing, and for a question for help.
  init?(_ words: [String]) {
    guard let name = words.first, !words.contains("--help"),
      VerdictFile.judging.contains(name)
    else { return nil }
    var folder: String?
    for (index, word) in words.enumerated() {
      if word == "--dir", index + 1 < words.count { folder = words[index + 1] }
      if word.hasPrefix("--dir=") { folder = String(word.dropFirst("--dir=".count)) }
    }
    store = RunStore(folder: folder)
  }

  /// Takes the file of an earlier command away.
  func clear() throws(CommandFailure) {
    guard FileManager.default.fileExists(atPath: store.verdictFile) else { return }
    do {
      try FileManager.default.removeItem(atPath: store.verdictFile)
    } catch {
      throw CommandFailure(.usage, ["\(store.verdictFile): \(error.localizedDescription)"])
    }
  }

  /// Writes the code, unless the command has left more than that itself.
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
