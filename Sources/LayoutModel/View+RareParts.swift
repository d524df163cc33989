// SPDX-License-Identifier: MIT

/// The parts of a view that few views have, in separate storage.
///
/// They are large, and views are copied and moved all the time. In place, a view would take 368
/// bytes instead of 112.
final class ViewRareParts: Sendable, Hashable {
  /// The parts in the form of `View`; nil where a view has the default.
  struct Values: Sendable, Hashable {
    @Separate var hold: View.Hold?
    @Separate var text: TextContent?
    @Separate var stack: StackLayout?
    @Separate var flow: FlowGrid?
    @Separate var margins: LayoutInsets?
    @Separate var alignmentInsets: LayoutInsets?
    @Separate var firstBaselineOffset: LayoutNumber?
    @Separate var lastBaselineOffset: LayoutNumber?
    @Separate var customSpacing: LayoutNumber?
    @Separate var annotations: ViewAnnotations?
    /// The recorded frame, in place: every view of a document has one.
    var recordedFrame: LayoutRect?
  }

  let values: Values

  init(_ values: Values) { self.values = values }

  static func == (one: ViewRareParts, other: ViewRareParts) -> Bool {
    one === other || one.values == other.values
  }

  func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// An optional value in memory of its own, which takes one word where it is nil.
@propertyWrapper
struct Separate<Value: Sendable & Hashable>: Sendable, Hashable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box?

  init(wrappedValue: Value?) { box = wrappedValue.map(Box.init) }

  var wrappedValue: Value? {
    get { box?.value }
    set { box = newValue.map(Box.init) }
  }

  static func == (one: Separate, other: Separate) -> Bool {
    one.box === other.box || one.wrappedValue == other.wrappedValue
  }

  func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension View {
  package var hold: Hold? {
    get { rareParts?.values.hold }
    set { set(\.hold, newValue) }
  }

  /// The text of the view, which defines its natural size; nil for none.
  ///
  /// A view with text has no intrinsic sizes.
  package var text: TextContent? {
    get { rareParts?.values.text }
    set { set(\.text, newValue) }
  }

  /// The arrangement of the subviews of a stack view; nil for other views.
  package var stack: StackLayout? {
    get { rareParts?.values.stack }
    set { set(\.stack, newValue) }
  }

  /// The placement of the subviews of a collection view; nil for other views.
  package var flow: FlowGrid? {
    get { rareParts?.values.flow }
    set { set(\.flow, newValue) }
  }

  /// The view's own margins, in points.
  package var margins: LayoutInsets {
    get { rareParts?.values.margins ?? .defaultMargins }
    set {
      // Views that share storage keep sharing it.
      if newValue == margins { return }
      set(\.margins, newValue == .defaultMargins ? nil : newValue)
    }
  }

  /// The extension of the frame beyond the alignment rectangle on each edge, in points.
  package var alignmentInsets: LayoutInsets {
    get { rareParts?.values.alignmentInsets ?? .zero }
    set { set(\.alignmentInsets, newValue == .zero ? nil : newValue) }
  }

  /// The distance from the top edge down to the first baseline; nil puts it at the top edge.
  package var firstBaselineOffset: LayoutNumber? {
    get { rareParts?.values.firstBaselineOffset }
    set { set(\.firstBaselineOffset, newValue) }
  }

  /// The distance from the bottom edge up to the last baseline; nil puts it at the bottom edge.
  package var lastBaselineOffset: LayoutNumber? {
    get { rareParts?.values.lastBaselineOffset }
    set { set(\.lastBaselineOffset, newValue) }
  }

  /// The spacing after the view in a stack view, instead of the stack's (AUTOLAYOUT 9.6).
  package var customSpacing: LayoutNumber? {
    get { rareParts?.values.customSpacing }
    set { set(\.customSpacing, newValue) }
  }

  /// The last frame in the document's editor, origin in the superview; has no effect on layout.
  package var recordedFrame: LayoutRect? {
    get { rareParts?.values.recordedFrame }
    set { set(\.recordedFrame, newValue) }
  }

  /// The properties that layout does not depend on.
  package var annotations: ViewAnnotations? {
    get { rareParts?.values.annotations }
    set { set(\.annotations, newValue) }
  }

  /// Takes the storage of another view for the rare parts, if they are equal and have no strings:
  /// equal strings may be encoded, and so measured, differently.
  package mutating func shareRareParts(with other: View) {
    if text == nil, annotations == nil, rareParts == other.rareParts {
      rareParts = other.rareParts
    }
  }

  /// Changes a part; without any part the storage is nil, so that equal views are equal.
  private mutating func set<Part>(
    _ part: WritableKeyPath<ViewRareParts.Values, Part?>, _ newValue: Part?
  ) {
    if newValue == nil && rareParts == nil { return }
    var values = rareParts?.values ?? ViewRareParts.Values()
    values[keyPath: part] = newValue
    let isEmpty = newValue == nil && values == ViewRareParts.Values()
    rareParts = isEmpty ? nil : ViewRareParts(values)
  }
}
