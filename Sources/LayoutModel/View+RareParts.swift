// SPDX-License-Identifier: MIT

/// The parts of a view that few views have, in separate storage.
///
/// They are large, and views are copied and moved all the time. Separate storage reduces the memory
/// of a view to a third.
final class ViewRareParts: Sendable, Hashable {
  /// The parts in the form of `View`.
  struct Values: Sendable, Hashable {
    private var boxedHold: Boxed<View.Hold>?
    private var boxedText: Boxed<TextContent>?
    private var boxedStack: Boxed<StackLayout>?
    private var boxedFlow: Boxed<FlowGrid>?
    var recordedFrame: LayoutRect?
    private var boxedAnnotations: Boxed<ViewAnnotations>?

    /// The hold, in memory of its own.
    ///
    /// All parts except the recorded frame, which every view of a document has, are stored in this
    /// way. Stored in place, they would take most of the room.
    var hold: View.Hold? {
      get { boxedHold?.value }
      set { boxedHold = newValue.map(Boxed.init) }
    }

    var text: TextContent? {
      get { boxedText?.value }
      set { boxedText = newValue.map(Boxed.init) }
    }

    var stack: StackLayout? {
      get { boxedStack?.value }
      set { boxedStack = newValue.map(Boxed.init) }
    }

    var flow: FlowGrid? {
      get { boxedFlow?.value }
      set { boxedFlow = newValue.map(Boxed.init) }
    }

    var annotations: ViewAnnotations? {
      get { boxedAnnotations?.value }
      set { boxedAnnotations = newValue.map(Boxed.init) }
    }

    var isEmpty: Bool {
      hold == nil && text == nil && stack == nil && flow == nil && recordedFrame == nil
        && annotations == nil
    }
  }

  /// A value in memory of its own; equal when the values are.
  private final class Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
    let value: Value

    init(_ value: Value) { self.value = value }

    static func == (one: Boxed, other: Boxed) -> Bool {
      one === other || one.value == other.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }

  let values: Values

  init(_ values: Values) { self.values = values }

  static func == (one: ViewRareParts, other: ViewRareParts) -> Bool {
    one === other || one.values == other.values
  }

  func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension View {
  package var hold: Hold? {
    get { rareParts?.values.hold }
    set { change(newValue != nil) { $0.hold = newValue } }
  }

  /// The text of the view, which defines its natural size; nil for none.
  ///
  /// A view with text has no intrinsic sizes.
  package var text: TextContent? {
    get { rareParts?.values.text }
    set { change(newValue != nil) { $0.text = newValue } }
  }

  /// The arrangement of the subviews of a stack view; nil for other views.
  package var stack: StackLayout? {
    get { rareParts?.values.stack }
    set { change(newValue != nil) { $0.stack = newValue } }
  }

  /// The placement of the subviews of a collection view; nil for other views.
  package var flow: FlowGrid? {
    get { rareParts?.values.flow }
    set { change(newValue != nil) { $0.flow = newValue } }
  }

  /// The last frame in the document's editor, origin in the superview; has no effect on layout.
  package var recordedFrame: LayoutRect? {
    get { rareParts?.values.recordedFrame }
    set { change(newValue != nil) { $0.recordedFrame = newValue } }
  }

  /// The properties that layout does not depend on.
  package var annotations: ViewAnnotations? {
    get { rareParts?.values.annotations }
    set { change(newValue != nil) { $0.annotations = newValue } }
  }

  /// Changes a part; without any part the storage is nil, so that equal views are equal.
  private mutating func change(_ isSet: Bool, _ body: (inout ViewRareParts.Values) -> Void) {
    if !isSet && rareParts == nil { return }
    var values = rareParts?.values ?? ViewRareParts.Values()
    body(&values)
    rareParts = values.isEmpty ? nil : ViewRareParts(values)
  }
}
