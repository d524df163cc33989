// SPDX-License-Identifier: MIT

import CaseFormats
import JSON
import LayoutModel
import Lowering

/// A case with its known origins in a document, the subject of diagnoses.
package struct DiagnosedCase: Sendable {
  package var layoutCase: LayoutCase
  /// The name of the file in locations.
  package var file: String
  /// The document's statements about each view; empty for cases.
  package var origins: [ViewOrigin]
  /// The location of each constraint in the document; empty for cases.
  package var constraintLocations: [SourceLocation]
  /// Whether it is a screen of a document, otherwise a case.
  let isOfDocument: Bool

  /// Whether it is used with fingers, otherwise with a pointer.
  package var isTouched: Bool
  /// The kind of root, which decides who sizes it; nil for cases.
  package var rootKind: ImportedScope.Kind?
  /// Whether the root fills a window of a desktop, whose size yields to the required constraints
  /// (AUTOLAYOUT 1.11).
  package var fillsWindow = false
  /// Whether the root is a view that code places somewhere on a screen.
  var isLoose = false
  /// The constraints that code may change, by index.
  private(set) var changeableConstraints: Set<Int> = []
  /// The source of the size of a root that is a cell.
  package var sizing: CellSizing
  /// The texts of the document or case, which name its views even when other texts replace them.
  var ownTexts: [String?]
  /// The names that several views have: these need ids.
  private(set) var sharedNames: Set<ViewName> = []
  /// The index of the root; the views before it only surround it.
  package var root = 0
  /// Whether the root has the size that its contents need.
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
    sharedNames = namesOfSeveralViews
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
    // Other roots are the contents of tabs and popovers, or rows.
    fillsWindow =
      scope.runtime == .macOS && !scope.isInTable
      && [.controllerView, .topLevelView, .other].contains(scope.kind)
    isLoose = scope.isLoose
    changeableConstraints = scope.changeableConstraints
    sizing = scope.sizing
    if scope.kind == .topLevelView { takeOwnSize() }
    sharedNames = namesOfSeveralViews
  }

  /// Drops what is known by the indices of constraints, for a case with others.
  mutating func forgetChangeableConstraints() { changeableConstraints = [] }

  /// Returns the document's statements about a view; nil for cases.
  func origin(ofView index: Int) -> ViewOrigin? {
    origins.indices.contains(index) ? origins[index] : nil
  }

  /// Returns the location of a view in the document; nil for cases.
  func location(ofView index: Int) -> SourceLocation? { origin(ofView: index)?.location }

  /// Gives a root of a xib the size that its own constraints state: its canvas does not hold it.
  private mutating func takeOwnSize() {
    for constraint in layoutCase.constraints
    where constraint.source == .author && constraint.priority == .required
      && constraint.relation == .equal && constraint.second == nil
      && constraint.first.item == .view(0)
    {
      switch constraint.first.attribute {
      case .width: layoutCase.environment.size.width = constraint.constant
      case .height: layoutCase.environment.size.height = constraint.constant
      default: break
      }
    }
  }

  /// Whether a view moves its subviews: a scroll view, or the clip view of one of a desktop.
  func isScrolling(_ view: Int) -> Bool {
    layoutCase.views[view].kind == .scrollView || origin(ofView: view)?.tag == "clipView"
  }

  /// The word for what a root fills.
  var screenWord: String { isTouched ? "screen" : "window" }

  /// Whether other texts replace those of the document.
  var hasOtherTexts: Bool { layoutCase.views.map(\.text?.string) != ownTexts }

  /// Whether a scroll view of a desktop places a view: its clip view, or the document inside it.
  private func isPlacedByScrollView(_ index: Int) -> Bool {
    let outer = layoutCase.views[index].parent
    return [index, outer ?? index].contains { origin(ofView: $0)?.tag == "clipView" }
  }

  /// Whether a part of a frame may be open, by the author of a document or by the system.
  func isMuted(_ part: FramePart) -> Bool {
    if isPlacedByScrollView(part.view) { return true }
    switch origin(ofView: part.view)?.mutedAmbiguity {
    case .off: return true
    case .ignoreSizes: return part.kind != .origin
    case nil: return false
    }
  }

  /// The views of a document with an unrecorded natural size, or with an unrecorded frame that
  /// nothing else decides.
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

  /// The places and sizes of views that code may change: it has an outlet to one of their own
  /// constraints.
  ///
  /// - Parameter sizes: whether only constraints on sizes count.
  /// - Returns: the views with the axis.
  func changeableParts(sizes: Bool) -> Set<AmbiguousViews.Entry> {
    var parts: Set<AmbiguousViews.Entry> = []
    for index in changeableConstraints where layoutCase.constraints.indices.contains(index) {
      let constraint = layoutCase.constraints[index]
      if sizes, constraint.first.attribute.kind != .dimension { continue }
      for (anchor, other) in [
        (constraint.first, constraint.second), (constraint.second, constraint.first),
      ] {
        guard let anchor, case .view(let view) = anchor.item else { continue }
        // Between a view and its superview it places the view only.
        if case .view(let inner)? = other?.item, layoutCase.views[inner].parent == view { continue }
        parts.insert(AmbiguousViews.Entry(view: view, axis: anchor.attribute.axis))
      }
    }
    return parts
  }

  /// Returns the name of a view in the text of a constraint: its label in the editor, or its id.
  package func constraintName(ofView index: Int) -> String {
    layoutCase.views[index].annotations?.label ?? layoutCase.views[index].id
  }
}

extension View.Kind {
  /// The noun for the kind in a sentence.
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

  /// Whether users operate it.
  var isControl: Bool {
    switch self {
    case .button, .textField, .toggle, .slider: return true
    default: return false
    }
  }

  /// Whether fingers must hit it; sliders do not count, because they react beyond their drawing.
  var isTarget: Bool { isControl && self != .slider }

  /// Whether it shows content of its own.
  var showsContent: Bool {
    switch self {
    case .label, .button, .imageView, .textField, .toggle, .slider, .textView: return true
    default: return false
    }
  }
}
