// SPDX-License-Identifier: MIT

import CampaignEngine
import CaseFormats
import Foundation
import LayoutModel

/// `--feedback` and `--seeds`
enum FeedbackOptions {
  /// Nil without `--feedback`.
  ///
  /// - Parameter output: the folder for findings, which are no seeds: after a stop there would be others.
  /// - Throws: a usage error for seeds without feedback; `.badInput` for seeds that cannot be read, and where there are
  ///   none.
  static func settings(
    _ arguments: ParsedArguments, output: String?
  ) throws(CommandFailure) -> FeedbackSettings? {
    guard arguments.has("feedback") else {
      if !arguments.has("seeds") { return nil }
      throw .usage("--seeds needs --feedback", seeHelpOf: arguments.command)
    }
    guard let path = arguments.text("seeds") else { return FeedbackSettings() }
    let seeds = try seeds(path, except: output)
    Console.complain(
      "\(Readable.counted(seeds.count, "screen")) of \(path) \(seeds.count == 1 ? "comes" : "come") first"
    )
    return FeedbackSettings(seeds: seeds)
  }

  /// All screens of a file or folder. Files that cannot be used are told and left out: a folder of an app has some.
  private static func seeds(
    _ path: String, except output: String?
  ) throws(CommandFailure) -> [LayoutCase] {
    var seeds: [LayoutCase] = []
    let findings = output.map { resolved("\($0)/findings") + "/" }
    let paths = try InputFiles.paths([path], takesDocuments: true).filter { path in
      findings.map { !resolved(path).hasPrefix($0) } ?? true
    }
    for file in paths {
      do throws(CommandFailure) {
        seeds += try screens(of: file)
      } catch {
        if paths == [path] { throw error }
        for line in error.messages { Console.complain("left out: \(line)") }
      }
    }
    if seeds.isEmpty { throw .badInput("\(path): no screens to begin with") }
    return seeds
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// Larger screens are left out: half of all cases are changed copies of others, and one such takes longer than a thousand
  /// of those that the generator makes. People draw far smaller ones.
  private static let viewsMax = 1000
  private static let constraintsMax = 4000

  /// A screen to begin with; nil when it is too large, which is told.
  private static func seed(_ screen: LayoutCase, of label: String) -> LayoutCase? {
    guard screen.views.count <= viewsMax, screen.constraints.count <= constraintsMax else {
      Console.complain(
        Printable.line(
          "left out: \(label): \(Readable.counted(screen.views.count, "view")), "
            + Readable.counted(screen.constraints.count, "constraint")
            + "; screens to begin with have at most \(Readable.count(viewsMax)) and "
            + Readable.count(constraintsMax)))
      return nil
    }
    var seed = screen
    // What a table's rows fill in is not part of the cell's own layout.
    seed.removeTable()
    return seed
  }

  private static func screens(of path: String) throws(CommandFailure) -> [LayoutCase] {
    let file = try InputFiles.read(path)
    guard file.format == .interfaceBuilder else {
      return [seed(try LoadedCase.fromCaseFile(file).layoutCase, of: path)].compactMap { $0 }
    }
    let document = InterfaceBuilderImporter.importDocument(file.bytes, file: path)
    if let reason = document.unusableReason { Console.complain("\(path): left out: \(reason)") }
    return document.scopes.compactMap { seed($0.layoutCase, of: LoadedCase.label(path, $0)) }
  }
}
