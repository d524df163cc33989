// SPDX-License-Identifier: MIT

import LayoutModel

/// The part of a case that an Interface Builder document can express.
extension LayoutCase {
  /// The case as a document of one view can express it.
  ///
  /// It consists of plain views and scroll views, held frames, natural sizes, priorities, margins
  /// and areas. It also has constraints with decimal constants, those of one owner together.
  ///
  /// Everything else is left out, and lengths with more than three places are rounded. The result
  /// is its own document part.
  ///
  /// - Returns: nil when a name contains characters that XML does not allow.
  /// - Complexity: O(size of the case times its depth).
  package var documentPart: LayoutCase? {
    guard hasWritableNames else { return nil }
    var part = removing(guides: Set(guides.indices.filter { guides[$0].kind.documentKey == nil }))
    part.name = views[0].kind == .scrollView ? "scrollView" : "view"
    part.table = nil
    part.environment = Environment(
      size: environment.size.inDocument ?? LayoutSize(width: 100, height: 100),
      direction: environment.direction)
    part.views = []
    for view in views { part.views.append(part.inDocument(view)) }
    part.sortGuides()
    part.constraints = part.constraints.compactMap(\.inDocument)
    let owners = part.constraints.map { part.owner(of: $0) }
    part.constraints = owners.indices.sorted { (owners[$0], $0) < (owners[$1], $1) }
      .map { part.constraints[$0] }
    return part.isValid ? part : nil
  }

  /// Returns the view in which a document keeps a constraint: the nearest that contains both items,
  /// or is one of them.
  ///
  /// - Complexity: O(depth).
  func owner(of constraint: LayoutConstraint) -> Int {
    var one = viewIndex(of: constraint.first.item)
    guard let second = constraint.second else { return one }
    var other = viewIndex(of: second.item)
    // A superview has a smaller index than its subviews.
    while one != other {
      if one > other { one = views[one].parent ?? 0 } else { other = views[other].parent ?? 0 }
    }
    return one
  }

  /// Whether all names consist of characters that XML allows in a text.
  private var hasWritableNames: Bool {
    let names =
      views.map(\.id) + guides.map(\.id) + constraints.map(\.id)
      + constraints.compactMap(\.identifier)
    return names.allSatisfy { name in
      name.unicodeScalars.allSatisfy { scalar in
        let isControl = scalar.value < 0x20 && !["\t", "\n", "\r"].contains(scalar)
        return !isControl && scalar.value != 0xFFFE && scalar.value != 0xFFFF
      }
    }
  }

  /// Returns a view as a document expresses it; `views` must have those before it.
  private func inDocument(_ view: View) -> View {
    var kept = View(
      id: view.id, parent: view.parent, kind: view.kind == .scrollView ? .scrollView : .view)
    kept.hugging = view.hugging
    kept.compressionResistance = view.compressionResistance
    kept.margins = view.margins.inDocument ?? .defaultMargins
    kept.marginRules = view.marginRules
    kept.direction = view.direction
    guard let parent = view.parent else {
      kept.recordedFrame = LayoutRect(
        x: 0, y: 0, width: environment.size.width, height: environment.size.height)
      return kept
    }
    kept.intrinsicWidth = view.intrinsicWidth?.inDocument
    kept.intrinsicHeight = view.intrinsicHeight?.inDocument
    kept.recordedFrame = LayoutRect(x: 0, y: 0, width: 100, height: 100)
    guard let hold = view.hold, hold.reason != .springsAndStruts, let frame = hold.frame.inDocument
    else { return kept }
    kept.recordedFrame = frame
    kept.hold =
      hold.reason == .fixedFrame
      ? View.Hold(frame: frame, reason: .fixedFrame)
      : View.Hold(
        frame: frame, reason: .autoresizing, mask: hold.mask,
        superviewSize: views[parent].recordedFrame.map {
          LayoutSize(width: $0.width, height: $0.height)
        })
    return kept
  }

  /// Sorts the guides by their owners, as a document does.
  private mutating func sortGuides() {
    let order = guides.indices.sorted { (guides[$0].owner, $0) < (guides[$1].owner, $1) }
    var position = [Int](repeating: 0, count: guides.count)
    for (new, old) in order.enumerated() { position[old] = new }
    guides = order.map { guides[$0] }
    func moved(_ item: Item) -> Item {
      guard case .guide(let index) = item else { return item }
      return .guide(position[index])
    }
    for index in constraints.indices {
      constraints[index].first.item = moved(constraints[index].first.item)
      if let second = constraints[index].second {
        constraints[index].second?.item = moved(second.item)
      }
    }
  }
}

extension LayoutConstraint {
  /// The constraint as a document expresses it; nil when its numbers are too large or too fine.
  fileprivate var inDocument: LayoutConstraint? {
    guard let constant = constant.inDocument, multiplier.isWritable else { return nil }
    var kept = self
    kept.constant = constant
    kept.source = .author
    return kept
  }
}

extension LayoutNumber {
  /// The length as a document has it, with at most three places; nil when it is too large.
  fileprivate var inDocument: LayoutNumber? {
    guard abs(doubleValue) <= 1_000_000 else { return nil }
    let isDecimal = form == .decimal && 1000 % denominator == 0
    return isDecimal ? self : LayoutNumber(rounding: doubleValue, places: 3)
  }

  /// Whether a document can have the number as a multiplier.
  fileprivate var isWritable: Bool {
    let isSmall = numerator.magnitude <= 1_000_000 && denominator <= 1_000_000
    return isSmall && (form != .decimal || 1_000_000 % denominator == 0)
  }
}

extension LayoutSize {
  fileprivate var inDocument: LayoutSize? {
    guard let width = width.inDocument, let height = height.inDocument else { return nil }
    return LayoutSize(width: width, height: height)
  }
}

extension LayoutRect {
  /// The rectangle as a document has it; nil when a number is too large, or a size negative.
  fileprivate var inDocument: LayoutRect? {
    guard let x = x.inDocument, let y = y.inDocument, let width = width.inDocument,
      let height = height.inDocument, !width.isNegative, !height.isNegative
    else { return nil }
    return LayoutRect(x: x, y: y, width: width, height: height)
  }
}

extension LayoutInsets {
  fileprivate var inDocument: LayoutInsets? {
    guard let top = top.inDocument, let left = left.inDocument, let bottom = bottom.inDocument,
      let right = right.inDocument
    else { return nil }
    return LayoutInsets(top: top, left: left, bottom: bottom, right: right)
  }
}
