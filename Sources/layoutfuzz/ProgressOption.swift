// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import Foundation
import ToolSupport

/// `--fresh`, and the file with which a campaign resumes after a kill.
enum ProgressOption {
  /// Opens the progress file of a campaign with `--out`.
  ///
  /// A campaign without `--out` is a quick look and keeps no such file, which would obstruct the
  /// next one in the folder. `removeIfDone` removes the file once the result is on disk.
  ///
  /// - Returns: nil without `--out`.
  /// - Throws: when the folder has another unfinished campaign, or a running one.
  static func open<State: ResumableState>(
    _ settings: State.Settings, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ResumeFile<State>? {
    guard arguments.text("out") != nil, let folder = settings.outputFolder else {
      if !arguments.has("fresh") { return nil }
      throw .usage("--fresh needs --out", seeHelpOf: arguments.command)
    }
    let path = "\(folder)/\(ProgressFile.name)"
    let build = try ToolBuild.hash()
    let limits = try SupervisionOptions.limits(arguments)
    do throws(ResumeError) {
      return try ResumeFile(
        in: folder, settings, limits, build: build,
        command: command, isFresh: arguments.has("fresh"), isKept: true)
    } catch {
      switch error {
      case .inUse:
        throw CommandFailure(.unavailable, at: folder, inUse)
      case .other(let begun):
        throw .usage(
          "\(path): an unfinished campaign of another command or build: \(begun); "
            + "fix: run the same command to resume, discard it with --fresh, or give another folder"
            + " with --out",
          seeHelpOf: arguments.command)
      case .damaged(let problem):
        throw .badInput(
          at: path, "file damaged (\(problem)); fix: discard it and start again with --fresh")
      case .unreadable(let code):
        throw .badInput(at: path, "cannot read: \(String(cString: strerror(code)))")
      }
    }
  }

  /// Returns the record of an earlier campaign in the folder of results; nil without one.
  ///
  /// - Throws: a usage error for a file of that name that is no such record: it would be lost.
  static func earlierRecord(in folder: String?) throws(CommandFailure) -> CampaignRecord? {
    guard let folder else { return nil }
    let path = "\(folder)/\(CampaignRecord.fileName)"
    guard access(path, F_OK) == 0 else { return nil }
    if let bytes = try? InputFiles.contents(ofFile: path),
      let record = try? CampaignRecord(decoding: bytes)
    {
      return record
    }
    throw .usage(
      "'\(path)' is not the record of a campaign, and is never overwritten; "
        + "fix: give another folder with --out",
      seeHelpOf: "fuzz")
  }

  /// Says how much of the campaign is done already, or that its record replaces an earlier one.
  static func announce<State>(_ file: ResumeFile<State>?, after earlier: CampaignRecord?) {
    if let file, file.start != nil {
      let done = file.casesDone
      Console.note(
        done == 0
          ? "resuming: no case was completed before"
          : "resuming after \(ShownNumber.counted(done, "completed case"))")
    } else if let earlier {
      Console.note(
        "the result replaces the \(CampaignRecord.fileName) of an earlier campaign (seed "
          + "\(earlier.seed), \(ShownNumber.counted(earlier.cases, "case"))); its findings stay")
    }
  }

  /// Says after an interruption whether the campaign can be resumed.
  static func noteInterruption<State>(after cases: Int, _ file: ResumeFile<State>?) {
    guard Interruption.exitCode != nil else { return }
    if Interruption.signal == SIGXCPU {
      Console.note("the limit on the time of processors is reached (ulimit -S -t)")
    }
    let start = "interrupted after \(ShownNumber.counted(cases, "case"))"
    guard let file else {
      Console.note("\(start); only a run with --out can be resumed")
      return
    }
    // Cases after the first one whose examination was cut short run again.
    let again = cases - file.casesSaved
    Console.note(
      "\(start); run the same command to resume"
        + (again > 0 ? " (\(ShownNumber.grouped(again)) of them run again)" : ""))
  }

  /// The message when another process has the folder.
  static let inUse =
    "another campaign runs in this folder; fix: wait for it, or give another folder with --out"

  /// The command line for people.
  static var command: String {
    CommandLine.arguments.dropFirst().map(ShellWord.quoted).joined(separator: " ")
  }
}
