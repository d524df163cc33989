// SPDX-License-Identifier: MIT

import CaseFormats
import JSON

/// The report on a document, whose screens were checked in all configurations.
package struct DocumentReport: Sendable {
  /// A problem that the importer reports about the document, with its configurations.
  package struct Problem: Sendable, Hashable {
    package let diagnostic: Diagnostic
    /// The configurations with the problem, nearest to that of the author first; not empty.
    package var configurations: [CheckConfiguration]
    /// The rule in reports.
    package var rule: LayoutRule { LayoutRule(rawValue: diagnostic.rule.rawValue) ?? .input }
  }

  /// The screens in the order of the document.
  package private(set) var screens: [ScreenReport]
  /// The problems in the order of the document; constraints of other size classes have problems of
  /// their own.
  package private(set) var problems: [Problem] = []
  /// The number of requested configurations.
  package let configurations: Int

  /// - Parameters:
  ///   - document: the parsed document.
  ///   - unseen: the screens to check, see `ScreenReport.screens(of:only:keepsLooks:)`.
  ///   - matrix: the configurations.
  ///   - operationsMax: the work limit, see `CheckBudget`.
  ///   - keptElementsMax: the largest number of elements of a document whose imports are all kept.
  ///   - onStep: called before each import and each diagnosis.
  /// - Throws: when the tool contradicts itself.
  /// - Complexity: an import for each device and direction, or, if the document is large, for each
  ///   configuration on another device than the author's; a diagnosis for each different
  ///   configuration.
  package init(
    of document: ParsedDocument, screens unseen: [ScreenReport], matrix: CheckMatrix,
    operationsMax: Int = CheckBudget.operationsMax, keptElementsMax: Int = 4000,
    onStep: () -> Void = {}
  ) throws(InternalError) {
    screens = unseen
    // Ids are the author's and may be equal; no two elements share a location.
    var numbers: [SourceLocation: Int] = [:]
    for (number, screen) in screens.enumerated() {
      if let location = screen.location { numbers[location] = number }
    }
    let wanted = matrix.configurations(of: document)
    configurations = wanted.count
    var imports = SetupImports(of: document, for: wanted, keptElementsMax: keptElementsMax)
    let budget = CheckBudget(operations: operationsMax)
    var problemNumbers: [Diagnostic: Int] = [:]
    for configuration in wanted {
      onStep()
      guard let imported = imports.next(configuration, budget) else {
        for number in screens.indices where screens[number].unsupported.isEmpty {
          screens[number].addUndecided(configuration)
        }
        continue
      }
      for diagnostic in imported.diagnostics {
        add(diagnostic, configuration, &problemNumbers)
      }
      for scope in imported.scopes {
        guard let number = numbers[scope.location], screens[number].unsupported.isEmpty else {
          continue
        }
        onStep()
        try screens[number].add(
          configuration.diagnosed(scope, file: document.file), configuration, budget: budget)
      }
    }
    for number in screens.indices { screens[number].finish() }
    sortProblems()
  }

  /// Leaves out the findings and problems of all other rules.
  package mutating func keep(_ rules: Set<LayoutRule>) {
    for number in screens.indices { screens[number].keep(rules) }
    problems.removeAll { !rules.contains($0.rule) }
  }

  private mutating func add(
    _ diagnostic: Diagnostic, _ configuration: CheckConfiguration,
    _ numbers: inout [Diagnostic: Int]
  ) {
    guard let number = numbers[diagnostic] else {
      numbers[diagnostic] = problems.count
      problems.append(Problem(diagnostic: diagnostic, configurations: [configuration]))
      return
    }
    // A document may contain the same problem twice.
    if problems[number].configurations.last != configuration {
      problems[number].configurations.append(configuration)
    }
  }

  /// Sorts the problems by location; those without one come last.
  private mutating func sortProblems() {
    let places = problems.enumerated().map { number, problem in
      let location = problem.diagnostic.location
      return (location?.line ?? .max, location?.column ?? .max, number)
    }
    problems = places.sorted(by: <).map { problems[$0.2] }
  }
}

/// The imports of a document, each kept from the first to the last configuration that needs it.
///
/// Of a large document only the import for the most configurations is kept, which is that of the
/// author's device. The others are made again: each takes as much memory for a view as the document
/// itself. The import of the author's device must not be made again: which texts it trusts depends
/// on the rest of the budget.
private struct SetupImports {
  private let document: ParsedDocument
  /// The number of configurations that still need each setup.
  private var uses: [ImportSetup: Int]
  private var imports: [ImportSetup: ImportedDocument] = [:]
  /// The only setup whose import is kept; nil for all.
  private let kept: ImportSetup?

  init(
    of document: ParsedDocument, for configurations: [CheckConfiguration], keptElementsMax: Int
  ) {
    self.document = document
    var uses: [ImportSetup: Int] = [:]
    for configuration in configurations { uses[configuration.setup, default: 0] += 1 }
    let most = uses.values.max()
    let mostUsed = configurations.first { uses[$0.setup] == most }?.setup
    kept = document.elementCount <= keptElementsMax ? nil : mostUsed
    self.uses = uses
  }

  /// Returns the document for the next configuration; nil when the budget does not allow another
  /// import.
  mutating func next(
    _ configuration: CheckConfiguration, _ budget: CheckBudget
  ) -> ImportedDocument? {
    let setup = configuration.setup
    uses[setup, default: 1] -= 1
    if let known = imports[setup] {
      if uses[setup] == 0 { imports[setup] = nil }
      return known
    }
    guard budget.takes(importOf: document.elementCount) else { return nil }
    let imported = configuration.imported(
      document, limit: budget.limit, sharingViewsWith: kept.flatMap { imports[$0] })
    if uses[setup] != 0, kept == nil || kept == setup { imports[setup] = imported }
    return imported
  }
}
