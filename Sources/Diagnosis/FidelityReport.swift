// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel
import LinearModel
import Solvers

/// A comparison of solved layouts with the frames that Interface Builder recorded.
///
/// Roots are fixed at their recorded size and leaves have their recorded size as natural size. Safe
/// areas and margins come from fixed tables. Views that cannot be compared are counted by reason,
/// and never left out in silence.
package struct FidelityReport: Sendable {
  /// A group of scopes that is reported separately.
  ///
  /// The main figure is the sum of the iOS groups.
  package enum Group: String, Sendable, Hashable, CaseIterable {
    /// Screens without stack and scroll views.
    case iOSPlain = "iOS plain"
    case iOSScroll = "iOS with scroll views"
    /// Screens with stack views, and perhaps with scroll views.
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

  /// A document that cannot be used at all.
  package struct UnusableFile: Sendable, Hashable {
    package var file: String
    package var reason: String
  }

  /// The number of given documents, unusable ones included.
  package var files = 0
  package var figures: [Group: FidelityFigures] = [:]
  /// The numbers of views that were not compared, by platform and reason.
  var skippedCounts: [ImportedDocument.Runtime: [String: Int]] = [:]
  package var disagreements: [FidelityDisagreement] = []
  /// Every view, compared or skipped, in document order within each document.
  package var entries: [FidelityEntry] = []
  package var unusable: [UnusableFile] = []
  /// The documents on which the tool failed.
  package var failed: [UnusableFile] = []
  /// Whether every scope of a shape agrees, by group and shape.
  var shapes: [Group: [String: Bool]] = [:]

  /// A reason why the bytes of a file cannot be read, without its name.
  package struct UnreadableFile: Error, Hashable {
    package var reason: String

    package init(reason: String) { self.reason = reason }
  }

  /// Creates a report without documents.
  package init() {}

  /// Creates a report on one document on which the tool failed.
  package init(failedFile file: String, reason: String) {
    files = 1
    failed = [UnusableFile(file: file, reason: reason)]
  }

  /// Imports and solves one document: a part of a report on many (see `merge` and `finish`).
  ///
  /// - Parameters:
  ///   - file: the path of the document.
  ///   - solver: lays out the screens.
  ///   - unused: the constants of the importer that are not used.
  ///   - onStep: called before each part of the work that takes a while.
  ///   - read: returns the bytes of the file at a path, up to a limit of its own.
  /// - Returns: the unfinished report.
  package static func part(
    file: String, solver: some Solver = SimplexSolver(), unused: Set<ImportConstant> = [],
    onStep: () -> Void = {},
    read: (_ path: String) throws(UnreadableFile) -> [UInt8]
  ) -> FidelityReport {
    var report = FidelityReport()
    do throws(UnreadableFile) {
      let bytes = try read(file)
      onStep()
      var setup = ImportSetup.asDrawn
      setup.unused = unused
      let document = InterfaceBuilderImporter.importDocument(bytes, file: file, setup: setup)
      report.add(document, solver: solver, onStep: onStep)
    } catch {
      report.files += 1
      report.unusable.append(UnusableFile(file: file, reason: error.reason))
    }
    return report
  }

  /// Imports and solves documents, in the order given.
  package static func run(
    files: [String], solver: some Solver = SimplexSolver(),
    read: (_ path: String) throws(UnreadableFile) -> [UInt8]
  ) -> FidelityReport {
    var report = FidelityReport()
    for file in files { report.merge(part(file: file, solver: solver, read: read)) }
    report.finish()
    return report
  }

  /// Adds a report on other documents; neither is finished.
  package mutating func merge(_ other: FidelityReport) {
    files += other.files
    figures.merge(other.figures) { $0 + $1 }
    for (platform, counts) in other.skippedCounts {
      skippedCounts[platform, default: [:]].merge(counts) { $0 + $1 }
    }
    disagreements += other.disagreements
    entries += other.entries
    unusable += other.unusable
    failed += other.failed
    for (group, agrees) in other.shapes {
      shapes[group, default: [:]].merge(agrees) { $0 && $1 }
    }
  }

  package static func run(documents: [ImportedDocument], solver: some Solver) -> FidelityReport {
    var report = FidelityReport()
    for document in documents { report.add(document, solver: solver) }
    report.finish()
    return report
  }

  /// The main figure: all groups of iOS, with stack and scroll views.
  package var iOS: FidelityFigures { figures(of: .iOS) }

  /// Returns the figures of all groups of a platform.
  package func figures(of platform: ImportedDocument.Runtime) -> FidelityFigures {
    Group.allCases.filter { $0.platform == platform }.reduce(FidelityFigures()) {
      $0 + (figures[$1] ?? FidelityFigures())
    }
  }

  /// Returns the numbers of views of a platform that were not compared, sorted by reason.
  package func skipped(
    on platform: ImportedDocument.Runtime
  ) -> [(reason: String, views: Int)] {
    (skippedCounts[platform] ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Returns the number of views of a platform that were not compared, for any reason.
  package func skippedViews(on platform: ImportedDocument.Runtime) -> Int {
    skipped(on: platform).reduce(0) { $0 + $1.views }
  }

  /// Returns the share of the views of a platform that were not compared; 0 when there are none.
  package func skippedShare(on platform: ImportedDocument.Runtime) -> Double {
    let skipped = skippedViews(on: platform)
    let all = skipped + figures(of: platform).views
    return all == 0 ? 0 : Double(skipped) / Double(all)
  }

  private mutating func add(
    _ document: ImportedDocument, solver: some Solver, onStep: () -> Void = {}
  ) {
    files += 1
    if let reason = document.unusableReason {
      unusable.append(UnusableFile(file: document.file, reason: reason))
    }
    for scope in document.scopes {
      onStep()
      add(scope, of: document, solver: solver)
    }
  }

  private mutating func add(
    _ scope: ImportedScope, of document: ImportedDocument, solver: some Solver
  ) {
    let unsupported = scope.unsupported.first.map { "screen with a \($0.rawValue)" }
    let group = Self.group(of: scope)
    for (view, origin) in scope.origins.enumerated() where origin.skipReason != .root {
      guard let reason = origin.skipReason?.rawValue ?? unsupported else { continue }
      skip(reason, on: scope.runtime)
      entries.append(
        FidelityEntry(
          view: view, of: scope, file: document.file, group: group, outcome: .skipped,
          reason: reason))
    }
    guard scope.comparedViewCount > 0, unsupported == nil else { return }
    compare(scope, of: document, group: group, solver: solver)
  }

  private static func group(of scope: ImportedScope) -> Group {
    switch scope.runtime {
    case .iOS:
      if scope.origins.contains(where: { $0.tag == "stackView" }) { return .iOSStack }
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
      entries.append(
        FidelityEntry(
          view: view, of: scope, file: document.file, group: group,
          outcome: outcome.entry, reason: outcome.reason, consistency: solved.consistency))
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
            cause: cause, file: document.file, line: scope.origins[view].location.line,
            group: group, scope: "\(scope.name) \(scope.id)",
            view: "\(scope.origins[view].tag) \(scope.layoutCase.views[view].id)",
            recorded: scope.layoutCase.views[view].recordedFrame?.numbers ?? [], solved: solved))
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

  /// Returns the common shape of scopes that differ only in numbers, names and texts.
  private static func shape(of scope: ImportedScope) -> String {
    var text = ""
    for (view, origin) in zip(scope.layoutCase.views, scope.origins) {
      text += "\(origin.tag) \(view.parent ?? -1);"
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

  /// Counts the shapes; call it after the last document.
  package mutating func finish() {
    for (group, shapes) in shapes {
      figures[group]?.shapes = shapes.count
      figures[group]?.shapesAgreeing = shapes.values.count { $0 }
    }
  }
}
