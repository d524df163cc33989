// SPDX-License-Identifier: MIT

import CaseFormats
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

    var platform: ImportedDocument.Runtime {
      switch self {
      case .iOSPlain, .iOSScroll, .iOSStack: return .iOS
      case .macOS: return .macOS
      case .tvOS: return .tvOS
      }
    }
  }

  /// A document nothing of which can be used.
  package struct UnusableFile: Sendable, Hashable {
    package var file: String
    package var reason: String
  }

  /// Documents that were given, unusable ones included.
  package private(set) var files = 0
  package private(set) var figures: [Group: FidelityFigures] = [:]
  /// Views that were not compared, by platform and reason.
  private var skippedCounts: [ImportedDocument.Runtime: [String: Int]] = [:]
  package private(set) var disagreements: [FidelityDisagreement] = []
  package private(set) var unusable: [UnusableFile] = []
  /// Whether every scope of a shape agrees.
  private var shapes: [Group: [String: Bool]] = [:]

  /// Why the bytes of a file cannot be had, without its name.
  package struct UnreadableFile: Error, Hashable {
    package var reason: String

    package init(reason: String) { self.reason = reason }
  }

  /// Imports and solves documents, in the order given.
  ///
  /// - Parameter read: the bytes of the file at a path; it decides how much is read at most.
  package static func run(
    files: [String], solver: some Solver = SimplexSolver(),
    read: (_ path: String) throws(UnreadableFile) -> [UInt8]
  ) -> FidelityReport {
    var report = FidelityReport()
    for file in files {
      do throws(UnreadableFile) {
        let bytes = try read(file)
        report.add(InterfaceBuilderImporter.importDocument(bytes, file: file), solver: solver)
      } catch {
        report.files += 1
        report.unusable.append(UnusableFile(file: file, reason: error.reason))
      }
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
  package var iOS: FidelityFigures { figures(of: .iOS) }

  /// The figures of all groups of a platform.
  package func figures(of platform: ImportedDocument.Runtime) -> FidelityFigures {
    Group.allCases.filter { $0.platform == platform }.reduce(FidelityFigures()) {
      $0 + (figures[$1] ?? FidelityFigures())
    }
  }

  /// Views of a platform that were not compared, sorted by reason.
  package func skipped(
    on platform: ImportedDocument.Runtime
  ) -> [(reason: String, views: Int)] {
    (skippedCounts[platform] ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Views of a platform that were not compared, for whatever reason.
  package func skippedViews(on platform: ImportedDocument.Runtime) -> Int {
    skipped(on: platform).reduce(0) { $0 + $1.views }
  }

  /// The share of the views of a platform that were not compared; 0 when there are none.
  package func skippedShare(on platform: ImportedDocument.Runtime) -> Double {
    let skipped = skippedViews(on: platform)
    let all = skipped + figures(of: platform).views
    return all == 0 ? 0 : Double(skipped) / Double(all)
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
    for reason in scope.skipReasons {
      if let reason, reason != .root { skip(reason.rawValue, on: scope.runtime) }
    }
    guard scope.comparedViewCount > 0 else { return }
    if let feature = scope.unsupported.first {
      return skip(
        "screen with a \(feature.rawValue)", on: scope.runtime, scope.comparedViewCount)
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
      case .excused(let excuse):
        skip(excuse.rawValue, on: group.platform)
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

  private mutating func skip(
    _ reason: String, on platform: ImportedDocument.Runtime, _ views: Int = 1
  ) {
    skippedCounts[platform, default: [:]][reason, default: 0] += views
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
  }
}
