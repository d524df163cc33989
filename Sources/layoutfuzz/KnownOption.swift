// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import JSON
import ProgramCampaigns
import ToolSupport

/// `--known`: findings about other programs that are suppressed until a day.
enum KnownOption {
  static let name = "known"

  static let syntax = OptionSyntax(
    name, value: "FILE",
    "suppress the findings about programs that FILE lists, each until its day (docs/engines.md)")

  /// Returns the known issues of the option on the current day; nil without the option.
  ///
  /// - Throws: the file that cannot be read, or the place of its error.
  static func suppressions(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> Suppressions? {
    try issues(arguments).map { Suppressions($0, on: NightlyCommand.today) }
  }

  /// Returns the known issues of the option; nil without the option.
  ///
  /// - Throws: the file that cannot be read, or the place of its error.
  static func issues(_ arguments: ParsedArguments) throws(CommandFailure) -> KnownIssues? {
    guard let path = arguments.text(name) else { return nil }
    let bytes = try InputFiles.contents(ofFile: path)
    do throws(JSONError) {
      return try KnownIssues(decoding: bytes, features: EnginePrograms.features)
    } catch {
      throw .badInput(path, bytes, error)
    }
  }

  /// Returns the file of the option for a plan; nil without the option.
  ///
  /// - Throws: the file that cannot be read, or the place of its error.
  static func file<Kind: ProgramKind>(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ProgramWork<Kind>.KnownFile? {
    guard let path = arguments.text(name), let suppressions = try suppressions(arguments) else {
      return nil
    }
    return ProgramWork<Kind>.KnownFile(path: path, suppressions)
  }

  /// Refuses the option for a campaign without other programs.
  static func refuse(_ arguments: ParsedArguments) throws(CommandFailure) {
    if arguments.text(name) == nil { return }
    throw .usage("--\(name) needs --engine or --external", seeHelpOf: arguments.command)
  }

  // MARK: - Text

  /// Returns the line that a finding was suppressed until a day; none for other findings.
  static func expired<Subject>(
    _ finding: Finding<Subject>, _ suppressions: Suppressions?
  ) -> [String] {
    guard let issue = suppressions?.expiredIssue(for: finding.signature) else { return [] }
    return [
      "was suppressed until \(issue.until) by '\(Printable.line(issue.bucket))' "
        + "(\(Printable.line(issue.reason)))"
    ]
  }

  /// Returns the lines about the suppressed cases, and about the features that no script uses.
  static func lines<Kind: ProgramKind>(_ result: ProgramResult<Kind>) -> [String] {
    guard let suppressions = result.settings.suppressions else { return [] }
    let names = result.settings.pools.map(\.command.name)
    let without = names.compactMap { name -> String? in
      let features = suppressions.without(name, among: names)
      return features.isEmpty || Kind.option != EnginePrograms.option
        ? nil : "without   \(name): " + features.joined(separator: ", ")
    }
    let suppressed = result.suppressed
    return [
      "known     \(ShownNumber.counted(suppressed.cases.count, "bucket")), "
        + ShownNumber.counted(suppressed.count, "case")
    ]
      + suppressed.cases.map {
        "          \(Printable.line($0.bucket)): \(ShownNumber.counted($0.count, "case"))"
      } + without + foreign(suppressions, names)
  }

  /// Returns a line for each issue that is about none of the programs, but may be meant for one.
  private static func foreign(_ suppressions: Suppressions, _ names: [String]) -> [String] {
    suppressions.foreign(to: names).compactMap { issue in
      let name = String(issue.bucket.prefix { $0 != "-" && $0 != "*" })
      guard let meant = nearestName(to: name, among: names) else { return nil }
      return Printable.line(
        "          no program has the bucket '\(issue.bucket)'; fix: if it is meant, use '\(meant)-'"
      )
    }
  }
}
