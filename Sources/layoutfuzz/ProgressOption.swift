// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import Foundation
import ToolSupport

/// `--fresh`, and the file by which a campaign goes on after a kill.
enum ProgressOption {
  /// A campaign in a folder that nobody named is a quick look: it keeps no such file, which would
  /// stand in the way of the next one there.
  ///
  /// The file stays until the result is on disk: `removeIfDone` takes it away.
  ///
  /// - Returns: nil without `--out`.
  /// - Throws: when the folder has another unfinished campaign, or one that is running.
  static func open(
    _ settings: CampaignSettings, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ProgressFile? {
    guard arguments.text("out") != nil, let folder = settings.outputFolder else {
      if !arguments.has("fresh") { return nil }
      throw .usage("--fresh needs --out", seeHelpOf: arguments.command)
    }
    let path = "\(folder)/\(ProgressFile.name)"
    let build = try ToolBuild.hash()
    let limits = try SupervisionOptions.limits(arguments)
    do throws(ProgressFile.OpenError) {
      return try ProgressFile(
        in: folder, settings, limits, build: build,
        command: command, isFresh: arguments.has("fresh"), isKept: true)
    } catch {
      switch error {
      case .inUse:
        throw CommandFailure(.unavailable, ["\(folder): \(inUse)"])
      case .other(let begun):
        throw .usage(
          "\(path): an unfinished campaign of another command or build: \(begun); "
            + "give the same command to go on, --fresh to forget it, or another folder with --out",
          seeHelpOf: arguments.command)
      case .damaged(let problem):
        throw .badInput("\(path): \(problem); --fresh begins anew")
      case .unreadable(let code):
        throw .badInput("\(path): cannot read: \(String(cString: strerror(code)))")
      }
    }
  }

  /// What is said when another process has the folder.
  static let inUse = "another process runs a campaign here; --out takes another folder"

  /// The command line for people.
  static var command: String {
    CommandLine.arguments.dropFirst().map(ShellWord.quoted).joined(separator: " ")
  }
}
