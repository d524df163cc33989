// SPDX-License-Identifier: MIT

import CaseFormats
import Foundation
import LayoutModel
import LinearModel
import Solvers

/// How well solved layouts reproduce the frames that Interface Builder recorded.
///
/// Roots are fixed at their recorded size, leaves have their recorded size as natural size, and safe areas and margins come
/// from fixed tables. What cannot be compared is counted by its reason, never left out in silence.
package struct FidelityReport: Sendable {
  /// A group of scopes that is reported by itself. Those of iOS add up to the figure that counts.
  package enum Group: String, Sendable, Hashable, CaseIterable {
    /// Neither stack nor scroll views.
    case iOSPlain = "iOS plain"
    case iOSScroll = "iOS with scroll views"
    /// Perhaps with scroll views too.
    case iOSStack = "iOS with stack views"
    case macOS, tvOS

    var isIOS: Bool { self != .macOS && self != .tvOS }
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
  /// Whether every scope of a shape agrees.
  private var shapes: [Group: [String: Bool]] = [:]

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

  /// The figure that counts: everything of iOS, stack and scroll views included.
  package var iOS: FidelityFigures {
    Group.allCases.filter(\.isIOS).reduce(FidelityFigures()) {
      $0 + (figures[$1] ?? FidelityFigures())
    }
  }

  /// Views of iOS that were not compared, for whatever reason.
  package var skippedViews: Int { skipped.reduce(0) { $0 + $1.views } }

  /// The share of the views of iOS that were not compared; 0 when there are none.
  package var skippedShare: Double {
    let all = skippedViews + iOS.views
    return all == 0 ? 0 : Double(skippedViews) / Double(all)
  }

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
    compare(scope, of: document, group: Self.group(of: scope), solver: solver)
  }

  private static func group(of scope: ImportedScope) -> Group {
    switch scope.runtime {
    case .iOS:
      if scope.viewTags.contains("stackView") { return .iOSStack }
      return scope.containsScrollContent ? .iOSScroll : .iOSPlain
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
    let solved = FidelityScope.solved(scope, solver: solver)
    for (view, outcome) in solved.outcomes {
      switch outcome {
      case .tie:
        if group.isIOS { skip("tie between equal priorities") }
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
    if solved.isBroken { tally.scopesWithBrokenConstraint += 1 }
    figures[group] = tally
    let shape = Self.shape(of: scope)
    shapes[group, default: [:]][shape] =
      (shapes[group]?[shape] ?? true) && agreeing == compared
  }

  private mutating func skip(_ reason: String, _ views: Int = 1) {
    skippedCounts[reason, default: 0] += views
  }

  /// What is the same in scopes that differ only in numbers, names and texts.
  private static func shape(of scope: ImportedScope) -> String {
    var text = ""
    for (view, tag) in zip(scope.layoutCase.views, scope.viewTags) {
      text += "\(tag) \(view.parent ?? -1);"
    }
    func item(_ anchor: Anchor) -> String {
      switch anchor.item {
      case .view(let view): return "v\(view).\(anchor.attribute.rawValue)"
      case .guide(let guide): return "g\(guide).\(anchor.attribute.rawValue)"
      }
    }
    for constraint in scope.layoutCase.constraints {
      text += item(constraint.first) + " \(constraint.relation.rawValue) "
      text += (constraint.second.map(item) ?? "") + " \(constraint.priority.value);"
    }
    return text
  }

  private mutating func finish() {
    for (group, shapes) in shapes {
      figures[group]?.shapes = shapes.count
      figures[group]?.shapesAgreeing = shapes.values.count { $0 }
    }
    skipped = skippedCounts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
