// SPDX-License-Identifier: MIT

import LayoutModel

/// A place of a number in a case.
enum NumberSlot: Hashable {
  case constant(Int)
  case multiplier(Int)
  case rootWidth, rootHeight
  case intrinsicWidth(Int)
  case intrinsicHeight(Int)
  case firstBaseline(Int)
  case lastBaseline(Int)
  /// A number of a view's frame, margins or alignment insets.
  case view(Int, WritableKeyPath<View, LayoutNumber>)

  func read(_ layoutCase: LayoutCase) -> LayoutNumber? {
    switch self {
    case .constant(let index): return layoutCase.constraints[index].constant
    case .multiplier(let index): return layoutCase.constraints[index].multiplier
    case .rootWidth: return layoutCase.environment.size.width
    case .rootHeight: return layoutCase.environment.size.height
    case .intrinsicWidth(let view): return layoutCase.views[view].intrinsicWidth
    case .intrinsicHeight(let view): return layoutCase.views[view].intrinsicHeight
    case .firstBaseline(let view): return layoutCase.views[view].firstBaselineOffset
    case .lastBaseline(let view): return layoutCase.views[view].lastBaselineOffset
    case .view(let view, let path): return layoutCase.views[view][keyPath: path]
    }
  }

  func write(_ number: LayoutNumber, to layoutCase: inout LayoutCase) {
    switch self {
    case .constant(let index): layoutCase.constraints[index].constant = number
    case .multiplier(let index): layoutCase.constraints[index].multiplier = number
    case .rootWidth: layoutCase.environment.size.width = number
    case .rootHeight: layoutCase.environment.size.height = number
    case .intrinsicWidth(let view): layoutCase.views[view].intrinsicWidth = number
    case .intrinsicHeight(let view): layoutCase.views[view].intrinsicHeight = number
    case .firstBaseline(let view): layoutCase.views[view].firstBaselineOffset = number
    case .lastBaseline(let view): layoutCase.views[view].lastBaselineOffset = number
    case .view(let view, let path): layoutCase.views[view][keyPath: path] = number
    }
  }

  /// Returns all places of numbers worth simplifying, in a fixed order.
  static func all(in layoutCase: LayoutCase) -> [NumberSlot] {
    var slots: [NumberSlot] = []
    for index in layoutCase.constraints.indices where layoutCase.constraints[index].multiplier != 1
    {
      slots.append(.multiplier(index))
    }
    slots += layoutCase.constraints.indices.map { .constant($0) }
    for (index, view) in layoutCase.views.enumerated() {
      slots += [
        .intrinsicWidth(index), .intrinsicHeight(index), .firstBaseline(index),
        .lastBaseline(index),
      ]
      if view.margins != .defaultMargins { slots += paths(\.margins).map { .view(index, $0) } }
      slots += paths(\.alignmentInsets).map { .view(index, $0) }
      if view.hold != nil { slots += framePaths.map { .view(index, $0) } }
    }
    if layoutCase.environment.size.width != 100 { slots.append(.rootWidth) }
    if layoutCase.environment.size.height != 100 { slots.append(.rootHeight) }
    return slots
  }

  private static func paths(
    _ insets: WritableKeyPath<View, LayoutInsets>
  ) -> [WritableKeyPath<View, LayoutNumber>] {
    [
      insets.appending(path: \.top), insets.appending(path: \.left),
      insets.appending(path: \.bottom), insets.appending(path: \.right),
    ]
  }

  private static var framePaths: [WritableKeyPath<View, LayoutNumber>] {
    [\View.heldFrame.x, \View.heldFrame.y, \View.heldFrame.width, \View.heldFrame.height]
  }
}

extension View {
  /// The frame at which the view is held; writing changes nothing for a view that is not held.
  fileprivate var heldFrame: LayoutRect {
    get { hold?.frame ?? LayoutRect(x: 0, y: 0, width: 0, height: 0) }
    set { hold?.frame = newValue }
  }
}
