// SPDX-License-Identifier: MIT

import CaseFormats

/// A document after all of its screens were looked at in all configurations.
package struct DocumentReport: Sendable {
  /// What the importer says about the document, with the configurations in which it says so.
  package struct Problem: Sendable, Hashable {
    package let diagnostic: Diagnostic
    /// Nearest first to what the author sees; not empty.
    package var configurations: [CheckConfiguration]
  }

  /// In the order of the document.
  package private(set) var screens: [ScreenReport]
  /// In the order of the document; constraints of other size classes have problems of their own.
  package private(set) var problems: [Problem] = []
  /// How many configurations were asked for.
  package let configurations: Int

  /// - Parameters:
  ///   - only: where the one screen stands that is looked at; nil for all.
  ///   - keepsLooks: whether screens remember each configuration, for pictures.
  /// - Throws: when the tool contradicts itself.
  /// - Complexity: an import for each device and direction, a diagnosis for each different configuration.
  package init(
    of document: ParsedDocument, drawn: ImportedDocument, matrix: CheckMatrix,
    only: SourceLocation? = nil, keepsLooks: Bool = false
  ) throws(InternalError) {
    let scopes = drawn.scopes.filter { only == nil || $0.location == only }
    screens = scopes.map { scope in
      ScreenReport(
        id: scope.id, name: scope.name, location: scope.location,
        unsupported: scope.unsupported.map(\.rawValue), keepsLooks: keepsLooks)
    }
    // Ids are the author's and may be equal; no two elements stand at one place.
    var numbers: [SourceLocation: Int] = [:]
    for (number, scope) in scopes.enumerated() { numbers[scope.location] = number }
    let wanted = matrix.configurations(of: document)
    configurations = wanted.count
    var imports: [ImportSetup: ImportedDocument] = [:]
    var problemNumbers: [Diagnostic: Int] = [:]
    for configuration in wanted {
      let setup = configuration.setup
      let imported = imports[setup] ?? configuration.imported(document)
      imports[setup] = imported
      for diagnostic in imported.diagnostics {
        add(diagnostic, configuration, &problemNumbers)
      }
      for scope in imported.scopes {
        guard let number = numbers[scope.location], screens[number].unsupported.isEmpty else {
          continue
        }
        try screens[number].add(
          configuration.diagnosed(scope, file: document.file), configuration)
      }
    }
    for number in screens.indices { screens[number].finish() }
    sortProblems()
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
    // A document may say one thing twice.
    if problems[number].configurations.last != configuration {
      problems[number].configurations.append(configuration)
    }
  }

  /// What has no place comes last.
  private mutating func sortProblems() {
    let places = problems.enumerated().map { number, problem in
      let location = problem.diagnostic.location
      return (location?.line ?? .max, location?.column ?? .max, number)
    }
    problems = places.sorted(by: <).map { problems[$0.2] }
  }
}
