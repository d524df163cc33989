// SPDX-License-Identifier: MIT

import CaseFormats
import Foundation
import LinearModel
import Solvers

/// How well solved layouts reproduce the frames that Interface Builder recorded.
///
/// Roots are fixed at their recorded size, leaves have their recorded size as natural size, and safe areas and margins come
/// from fixed tables. What cannot be compared is counted by its reason, never left out in silence.
package struct FidelityReport: Sendable {
  /// A group of scopes that is reported by itself.
  package enum Group: String, Sendable, Hashable, CaseIterable {
    /// iOS, without stack and scroll views: the figure that counts.
    case iOS
    case iOSScroll = "iOS with scroll views"
    case macOS, tvOS
  }

  /// A document nothing of which can be used.
  package struct UnusableFile: Sendable, Hashable {
    package var file: String
    package var reason: String
  }

  /// Documents that were given, unusable ones included.
  package private(set) var files = 0
  package private(set) var figures: [Group: FidelityFigures] = [:]
  /// Views of iOS documents that were not compared, by reason, sorted by reason.
  package private(set) var skipped: [(reason: String, views: Int)] = []
  package private(set) var disagreements: [FidelityDisagreement] = []
  package private(set) var unusable: [UnusableFile] = []
  private var skippedCounts: [String: Int] = [:]

  /// Imports and solves the documents at some paths, in the order given.
  package static func run(files: [String]) -> FidelityReport {
    run(files: files, solver: SimplexSolver())
  }

  package static func run(files: [String], solver: some Solver) -> FidelityReport {
    var report = FidelityReport()
    for file in files {
      guard let data = try? Data(contentsOf: URL(filePath: file)) else {
        report.files += 1
        report.unusable.append(UnusableFile(file: file, reason: "the file cannot be read"))
        continue
      }
      report.add(
        InterfaceBuilderImporter.importDocument([UInt8](data), file: file), solver: solver)
    }
    report.finish()
    return report
  }

  package static func run(documents: [ImportedDocument], solver: some Solver) -> FidelityReport {
    var report = FidelityReport()
    for document in documents { report.add(document, solver: solver) }
    report.finish()
    return report
  }

  /// The figure that counts.
  package var iOS: FidelityFigures { figures[.iOS] ?? FidelityFigures() }

  private mutating func add(_ document: ImportedDocument, solver: some Solver) {
    files += 1
    if let reason = document.unusableReason {
      unusable.append(UnusableFile(file: document.file, reason: reason))
    }
    for scope in document.scopes { add(scope, of: document, solver: solver) }
  }

  private mutating func add(
    _ scope: ImportedScope, of document: ImportedDocument, solver: some Solver
  ) {
    let isIOS = scope.runtime == .iOS
    for reason in scope.skipReasons {
      if isIOS, let reason, reason != .root { skip(reason.rawValue) }
    }
    guard scope.comparedViewCount > 0 else { return }
    if let feature = scope.unsupported.first {
      if isIOS { skip("screen with a \(feature.rawValue)", scope.comparedViewCount) }
      return
    }
    if isIOS, scope.containsScrollContent {
      skip("screen with scroll view content", scope.comparedViewCount)
    }
    compare(scope, of: document, group: Self.group(of: scope), solver: solver)
  }

  private static func group(of scope: ImportedScope) -> Group {
    switch scope.runtime {
    case .iOS: return scope.containsScrollContent ? .iOSScroll : .iOS
    case .macOS: return .macOS
    case .tvOS: return .tvOS
    }
  }

  private mutating func compare(
    _ scope: ImportedScope, of document: ImportedDocument, group: Group, solver: some Solver
  ) {
    var tally = figures[group] ?? FidelityFigures()
    var compared = 0
    var agreeing = 0
    for (view, outcome) in FidelityScope(scope, solver: solver).outcomes() {
      switch outcome {
      case .tie:
        if group == .iOS { skip("tie between equal priorities") }
        continue
      case .agrees, .agreesWithinHalf:
        agreeing += 1
        if outcome == .agreesWithinHalf { tally.viewsWithinHalf += 1 }
      case .disagrees(let cause, let solved):
        disagreements.append(
          FidelityDisagreement(
            cause: cause, file: document.file, line: scope.viewLocations[view].line,
            group: group, scope: "\(scope.name) \(scope.id)",
            view: "\(scope.viewTags[view]) \(scope.layoutCase.views[view].id)",
            recorded: scope.recordedFrames[view]?.numbers ?? [], solved: solved))
      }
      compared += 1
    }
    guard compared > 0 else { return }
    tally.scopes += 1
    tally.views += compared
    tally.viewsAgreeing += agreeing
    if agreeing == compared { tally.scopesAgreeing += 1 }
    figures[group] = tally
  }

  private mutating func skip(_ reason: String, _ views: Int = 1) {
    skippedCounts[reason, default: 0] += views
  }

  private mutating func finish() {
    skipped = skippedCounts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
