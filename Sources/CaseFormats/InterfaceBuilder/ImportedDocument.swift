// SPDX-License-Identifier: MIT

import JSON
import LayoutModel

/// What a storyboard or xib contains, as layout cases.
package struct ImportedDocument: Sendable {
  /// The platform whose views the document has; the raw value is for people and reports.
  package enum Runtime: String, Sendable, Hashable, CaseIterable {
    case iOS, macOS, tvOS
  }

  /// The name of the document, as the user gave it.
  package var file: String
  /// Nil when the document cannot be used.
  package var runtime: Runtime?
  /// The version of the Interface Builder that wrote the document; 0 when it does not say.
  package var toolsVersion: Int
  /// In document order.
  package var scopes: [ImportedScope]
  package var diagnostics: [Diagnostic]
  /// Why nothing of the document can be used; nil when it can.
  package var unusableReason: String?

  package init(file: String) {
    self.file = file
    runtime = nil
    toolsVersion = 0
    scopes = []
    diagnostics = []
    unusableReason = nil
  }
}

/// One fixed root with everything laid out inside it: the unit of solving.
///
/// Arrays are indexed as `layoutCase.views` and `layoutCase.constraints` are.
package struct ImportedScope: Sendable {
  /// What the root is.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case controllerView, topLevelView, cell, header, other
  }

  /// Why the recorded frame of a view says nothing about its constraints.
  package enum SkipReason: String, Sendable, Hashable, CaseIterable {
    case root, misplaced, ambiguous
    case belowMisplaced = "below a misplaced view"
    case autoresizing, fixedFrame
    case notAutoLayout = "not Auto Layout"
    case handEdited = "hand-edited ids"
    case duplicateID = "duplicate id"
    case hiddenInStack = "hidden in a stack view"
    case noFrame = "no recorded frame"
  }

  /// A layout feature that the import does not translate: answers for such a scope prove nothing.
  package enum Unsupported: String, Sendable, Hashable, CaseIterable {
    case stackView = "stack view"
    case gridView = "grid view"
  }

  /// Which ambiguities of a view the editor does not tell; the raw value is that of the document
  /// (`verifyAmbiguity`, AUTOLAYOUT 17.7).
  package enum MutedAmbiguity: String, Sendable, Hashable {
    case off, ignoreSizes
  }

  /// The id of the root in the document.
  package var id: String
  /// For people: the class or label of the controller, cell or root.
  package var name: String
  package var kind: Kind
  package var runtime: ImportedDocument.Runtime
  package var location: SourceLocation
  /// Well formed.
  package var layoutCase: LayoutCase
  /// By view of the case.
  package var origins: [ViewOrigin]
  /// By constraint of the case.
  package var constraintLocations: [SourceLocation]
  package var unsupported: [Unsupported]
  package var containsScrollContent: Bool
  /// What decides how large the root is when the application runs.
  package var sizing: CellSizing

  /// The number of views whose recorded frame is to be compared.
  package var comparedViewCount: Int { origins.count { $0.skipReason == nil } }
}
