// SPDX-License-Identifier: MIT

import JSON
import LayoutModel

/// The contents of a storyboard or xib, as layout cases.
package struct ImportedDocument: Sendable {
  /// The platform whose views the document has; the raw value is for reports.
  package enum Runtime: String, Sendable, Hashable, CaseIterable {
    case iOS, macOS, tvOS
  }

  /// The name of the document, as the user gave it.
  package var file: String
  /// The platform; nil when the document cannot be used.
  package var runtime: Runtime?
  /// The version of the Interface Builder that wrote the document; 0 when it is not written.
  package var toolsVersion: Int
  /// The scopes, in document order.
  package var scopes: [ImportedScope]
  package var diagnostics: [Diagnostic]
  /// The reason why nothing of the document can be used; nil when it can.
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

/// One fixed root with its laid-out contents: the unit of solving.
///
/// Arrays are indexed as `layoutCase.views` and `layoutCase.constraints` are.
package struct ImportedScope: Sendable {
  /// The kind of the root.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case controllerView, topLevelView, cell, header, other
  }

  /// A reason why the recorded frame of a view proves nothing about its constraints.
  package enum SkipReason: String, Sendable, Hashable, CaseIterable {
    case root, misplaced, ambiguous
    case belowMisplaced = "below a misplaced view"
    case autoresizing, fixedFrame
    case notAutoLayout = "not Auto Layout"
    case handEdited = "hand-edited ids"
    case duplicateID = "duplicate id"
    case hiddenInStack = "hidden in a stack view"
    case noFrame = "no recorded frame"
    case symbol = "symbol with unknown insets"
  }

  /// A layout feature that the import does not translate: answers for such a scope prove nothing.
  package enum Unsupported: String, Sendable, Hashable, CaseIterable {
    case stackView = "stack view"
    case gridView = "grid view"
  }

  /// The ambiguities of a view that the editor does not report; the raw value is that of the
  /// document (`verifyAmbiguity`, AUTOLAYOUT 17.7).
  package enum MutedAmbiguity: String, Sendable, Hashable {
    case off, ignoreSizes
  }

  /// The id of the root in the document.
  package var id: String
  /// The name for reports: the class or label of the controller, cell or root.
  package var name: String
  package var kind: Kind
  package var runtime: ImportedDocument.Runtime
  package var location: SourceLocation
  /// The layout case; well formed.
  package var layoutCase: LayoutCase
  /// The origins by view of the case.
  package var origins: [ViewOrigin]
  /// The locations by constraint of the case.
  package var constraintLocations: [SourceLocation]
  /// The constraints to which code has an outlet, by index: it may change or remove them.
  package var changeableConstraints: Set<Int>
  package var unsupported: [Unsupported]
  package var containsScrollContent: Bool
  /// The part that sizes the root when the application runs.
  package var sizing: CellSizing
  /// Whether the root is a view that code places somewhere: no screen, and of no controller.
  package var isLoose: Bool
  /// Whether the root is a part of a table or collection, which sizes it.
  package var isInTable: Bool

  /// The number of views whose recorded frame is to be compared.
  package var comparedViewCount: Int { origins.count { $0.skipReason == nil } }
}
