// SPDX-License-Identifier: MIT

import CaseFormats
import JSON
import LayoutModel
import Lowering

/// A case with what is known about where it comes from: what diagnoses speak of.
package struct DiagnosedCase: Sendable {
  package var layoutCase: LayoutCase
  /// The name of the file that locations speak of.
  package var file: String
  /// What the document says of each view; empty for cases.
  package var origins: [ViewOrigin]
  /// Where each constraint stands in the document; empty for cases.
  package var constraintLocations: [SourceLocation]
  /// Whether it is a screen of a document, and not a case.
  let isOfDocument: Bool

  /// Whether fingers touch it, and not a pointer.
  package var isTouched: Bool
  /// What the root is, which decides what gives it its size; nil for cases.
  package var rootKind: ImportedScope.Kind?
  /// Whether the root fills a window of a desktop, whose size gives way to what required
  /// constraints need (AUTOLAYOUT 1.11).
  package var fillsWindow = false
  /// What decides how large a root that is a cell is.
  package var sizing: CellSizing
  /// The texts of the document or case, which name its views even when others stand in their place.
  var ownTexts: [String?]
  /// The index of the root; what comes before it only surrounds it.
  var root = 0
  /// Whether the size of the root is that which its contents ask for.
  package var isFitted = false

  package init(_ layoutCase: LayoutCase, file: String = "") {
    isTouched = true
    sizing = .fixed
    self.layoutCase = layoutCase
    ownTexts = layoutCase.views.map(\.text?.string)
    self.file = file
    origins = []
    constraintLocations = []
    isOfDocument = false
  }

  package init(_ scope: ImportedScope, file: String) {
    layoutCase = scope.layoutCase
    ownTexts = scope.layoutCase.views.map(\.text?.string)
    self.file = file
    origins = scope.origins
    constraintLocations = scope.constraintLocations
    isOfDocument = true
    isTouched = scope.runtime == .iOS
    rootKind = scope.kind
    fillsWindow =
      scope.runtime == .macOS && (scope.kind == .controllerView || scope.kind == .topLevelView)
    sizing = scope.sizing
  }

  /// What the document says of a view; nil for cases.
  func origin(ofView index: Int) -> ViewOrigin? {
    origins.indices.contains(index) ? origins[index] : nil
  }

  /// Where a view stands in the document; nil for cases.
  func location(ofView index: Int) -> SourceLocation? { origin(ofView: index)?.location }

  /// Whether the author of a document does not want to hear that a part of a frame is open.
  func isMuted(_ part: FramePart) -> Bool {
    switch origin(ofView: part.view)?.mutedAmbiguity {
    case .off: return true
    case .ignoreSizes: return part.kind != .origin
    case nil: return false
    }
  }

  /// The views of a document that have a natural size that the document does not tell, or a frame
  /// that it does not record although nothing else says where the view is.
  ///
  /// - Complexity: O(views + constraints).
  var viewsOfUnknownSize: Set<Int> {
    var constrained: Set<Int> = []
    for constraint in layoutCase.constraints {
      for anchor in [constraint.first, constraint.second] {
        if case .view(let view)? = anchor?.item { constrained.insert(view) }
      }
    }
    return Set(
      layoutCase.views.indices.filter {
        hasUnknownSize($0, isConstrained: constrained.contains($0))
      })
  }

  private func hasUnknownSize(_ index: Int, isConstrained: Bool) -> Bool {
    let view = layoutCase.views[index]
    if origin(ofView: index)?.skipReason == .noFrame, !isArranged(index), !isConstrained {
      return true
    }
    guard isOfDocument, view.recordedFrame == nil, view.text == nil else { return false }
    let isSized = view.kind == .label || view.kind.isControl
    return isSized && (view.intrinsicWidth == nil || view.intrinsicHeight == nil)
  }

  private func isArranged(_ index: Int) -> Bool {
    guard let parent = layoutCase.views[index].parent else { return false }
    return layoutCase.views[parent].stack != nil && layoutCase.views[index].isArranged
  }

  /// What people call a view: its label in the editor, the text that its author gave it, its
  /// identifier, or its class, with the id after it; the plain id when there is none of these.
  package func name(ofView index: Int) -> String {
    let view = layoutCase.views[index]
    if let label = view.annotations?.label { return "'\(label)' (\(view.id))" }
    if ownTexts.indices.contains(index), let text = ownTexts[index], !text.isEmpty {
      let start = text.prefix(DiagnosedCase.shownCharacters)
      let rest = start.count < text.count ? "..." : ""
      return "\(view.kind.noun) '\(start)\(rest)' (\(view.id))"
    }
    let annotations = view.annotations
    if let name = annotations?.accessibilityIdentifier ?? annotations?.identifier, !name.isEmpty {
      return "\(view.kind.noun) '\(name)' (\(view.id))"
    }
    if let name = view.annotations?.className { return "\(name) (\(view.id))" }
    // The id of a case is a name already.
    return isOfDocument ? "\(view.kind.noun) (\(view.id))" : view.id
  }

  /// What a view is called in few words, as in a picture: its name without its kind and id, or the
  /// id where it has none.
  package func shortName(ofView index: Int) -> String {
    let view = layoutCase.views[index]
    let annotations = view.annotations
    let text = ownTexts.indices.contains(index) ? ownTexts[index] : nil
    let names = [
      annotations?.label, text, annotations?.accessibilityIdentifier, annotations?.identifier,
      annotations?.className,
    ]
    return names.compactMap { $0 }.first { !$0.isEmpty } ?? view.id
  }

  /// The name of a view in the text of a constraint: its label in the editor, or its id.
  package func constraintName(ofView index: Int) -> String {
    layoutCase.views[index].annotations?.label ?? layoutCase.views[index].id
  }

  /// How much of a text is shown in the name of a view.
  private static let shownCharacters = 24
}

extension View.Kind {
  /// The kind as a word in a sentence.
  package var noun: String {
    switch self {
    case .view, .other: return "view"
    case .imageView: return "image view"
    case .textField: return "text field"
    case .scrollView: return "scroll view"
    case .stackView: return "stack view"
    case .tableView: return "table view"
    case .collectionView: return "collection view"
    case .textView: return "text view"
    case .label, .button, .toggle, .slider: return rawValue
    }
  }

  /// Whether people touch it.
  var isControl: Bool {
    switch self {
    case .button, .textField, .toggle, .slider: return true
    default: return false
    }
  }

  /// Whether fingers must hit it: sliders reach further than they are drawn.
  var isTarget: Bool { isControl && self != .slider }

  /// Whether it shows something of its own.
  var showsContent: Bool {
    switch self {
    case .label, .button, .imageView, .textField, .toggle, .slider, .textView: return true
    default: return false
    }
  }
}
