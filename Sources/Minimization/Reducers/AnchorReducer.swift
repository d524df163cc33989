// SPDX-License-Identifier: MIT

import LayoutModel

/// Simplifies the anchors of constraints: plain sizes, edges for margins, left for leading and
/// centers, items near the root, one axis.
struct AnchorReducer: Reducer {
  let name = "anchors"

  func reduce(_ gate: inout SubjectGate<LayoutCase>) {
    if let transposed = gate.current.transposed() { gate.testAndCommit(transposed) }
    // Constraints between the same two anchors are changed together first: one alone would separate
    // a contradiction or repetition.
    for group in parallelConstraints(gate.current) where group.count > 1 { simplify(group, &gate) }
    for index in gate.current.constraints.indices { simplify([index], &gate) }
  }

  /// Returns the constraints by their pair of anchors, in the order of the case.
  private func parallelConstraints(_ layoutCase: LayoutCase) -> [[Int]] {
    var groups: [[Int]] = []
    var position: [[Anchor?]: Int] = [:]
    for (index, constraint) in layoutCase.constraints.enumerated() {
      let pair = [constraint.first, constraint.second]
      if let group = position[pair] {
        groups[group].append(index)
      } else {
        position[pair] = groups.count
        groups.append([index])
      }
    }
    return groups
  }

  /// Simplifies constraints that all have the same anchors.
  private func simplify(_ group: [Int], _ gate: inout SubjectGate<LayoutCase>) {
    makeConstantSize(group, &gate)
    // Leading and left cannot be mixed, so both sides have to change at once.
    for plain in [\Attribute.withoutDirection, \.withoutMargin] {
      _ = propose(group, &gate) {
        $0.first.attribute = $0.first.attribute[keyPath: plain]
        if let attribute = $0.second?.attribute { $0.second?.attribute = attribute[keyPath: plain] }
      }
    }
    for attribute: Attribute in [.left, .width, .right] {
      let isDone = propose(group, &gate) {
        $0.first.attribute = attribute
        $0.second?.attribute = attribute
      }
      if isDone { break }
    }
    for anchor in [\LayoutConstraint.first, \.secondOrFirst] {
      simplifyAttribute(group, anchor, &gate)
      simplifyItem(group, anchor, &gate)
    }
  }

  /// Replaces `a.left == b.right + 10` by `a.width == 10`.
  private func makeConstantSize(_ group: [Int], _ gate: inout SubjectGate<LayoutCase>) {
    let constraint = gate.current.constraints[group[0]]
    guard let second = constraint.second else { return }
    for item in [constraint.first.item, second.item] {
      let isDone = propose(group, &gate) {
        $0.first = Anchor(item, .width)
        $0.second = nil
        $0.multiplier = 1
      }
      if isDone { return }
    }
  }

  private func simplifyAttribute(
    _ group: [Int], _ anchor: WritableKeyPath<LayoutConstraint, Anchor>,
    _ gate: inout SubjectGate<LayoutCase>
  ) {
    let rank = CaseSize.rank(of: gate.current.constraints[group[0]][keyPath: anchor].attribute)
    for attribute in Self.simplestFirst where CaseSize.rank(of: attribute) < rank {
      if propose(group, &gate, { $0[keyPath: anchor].attribute = attribute }) { return }
      // The constant may have to replace the difference of the old and the new attribute.
      guard group.count == 1, gate.current.constraints[group[0]].constant.isZero else { continue }
      let isDone = propose(group, &gate) {
        $0[keyPath: anchor].attribute = attribute
        $0.constant = 1
      }
      if isDone { return }
    }
  }

  private func simplifyItem(
    _ group: [Int], _ anchor: WritableKeyPath<LayoutConstraint, Anchor>,
    _ gate: inout SubjectGate<LayoutCase>
  ) {
    let item = gate.current.constraints[group[0]][keyPath: anchor].item
    for view in targets(below: item, in: gate.current) {
      if propose(group, &gate, { $0[keyPath: anchor].item = .view(view) }) { return }
    }
  }

  /// Changes all constraints of a group; refuses to relate an anchor to itself.
  private func propose(
    _ group: [Int], _ gate: inout SubjectGate<LayoutCase>,
    _ change: (inout LayoutConstraint) -> Void
  ) -> Bool {
    var proposal = gate.current
    proposal.expectation = nil
    for index in group { change(&proposal.constraints[index]) }
    let changed = proposal.constraints[group[0]]
    return changed.first != changed.second && gate.testAndCommit(proposal)
  }

  private static let simplestFirst = Attribute.allCases.sorted {
    CaseSize.rank(of: $0) < CaseSize.rank(of: $1)
  }

  /// Returns the views to try as items: the root, the superview, and in small cases all views
  /// before.
  private func targets(below item: Item, in layoutCase: LayoutCase) -> [Int] {
    let view = layoutCase.viewIndex(of: item)
    if case .guide = item { return view == 0 ? [0] : [0, view] }
    if layoutCase.views.count <= 8 { return Array(0..<view) }
    guard view > 0, let parent = layoutCase.views[view].parent else { return [] }
    return parent == 0 ? [0] : [0, parent]
  }
}

extension LayoutConstraint {
  /// The second anchor, or the first of a constraint without one.
  fileprivate var secondOrFirst: Anchor {
    get { second ?? first }
    set { if second == nil { first = newValue } else { second = newValue } }
  }
}

extension LayoutCase {
  /// Returns the case with the axes exchanged; nil when it has parts that exist on one axis only.
  func transposed() -> LayoutCase? {
    var result = self
    result.expectation = nil
    let size = environment.size
    result.environment.size = LayoutSize(width: size.height, height: size.width)
    result.environment.safeArea = environment.safeArea.transposed()
    for index in views.indices {
      guard let view = views[index].transposed() else { return nil }
      result.views[index] = view
    }
    for index in guides.indices {
      switch guides[index].kind {
      case .free, .scrollContent, .scrollFrame, .area(.safeArea), .area(.margins): break
      case .area(.readable), .area(.keyboard): return nil
      case .inset(let insets): result.guides[index].kind = .inset(insets.transposed())
      case .topStrip, .bottomStrip: return nil
      }
    }
    for index in constraints.indices {
      guard let first = constraints[index].first.attribute.transposed else { return nil }
      result.constraints[index].first.attribute = first
      guard let anchor = constraints[index].second else { continue }
      guard let second = anchor.attribute.transposed else { return nil }
      result.constraints[index].second?.attribute = second
    }
    return result
  }
}

extension View {
  fileprivate func transposed() -> View? {
    guard firstBaselineOffset == nil, lastBaselineOffset == nil, text == nil, stack == nil,
      flow == nil,
      !marginRules.followsReadableWidth, hold?.mask.isEmpty ?? true
    else { return nil }
    var result = self
    result.intrinsicWidth = intrinsicHeight
    result.intrinsicHeight = intrinsicWidth
    result.hugging = hugging.transposed()
    result.compressionResistance = compressionResistance.transposed()
    result.margins = margins.transposed()
    result.alignmentInsets = alignmentInsets.transposed()
    if let frame = hold?.frame {
      result.hold?.frame = LayoutRect(
        x: frame.y, y: frame.x, width: frame.height, height: frame.width)
    }
    return result
  }
}

extension AxisPriorities {
  fileprivate func transposed() -> AxisPriorities {
    AxisPriorities(horizontal: vertical, vertical: horizontal)
  }
}

extension LayoutInsets {
  fileprivate func transposed() -> LayoutInsets {
    LayoutInsets(top: left, left: top, bottom: right, right: bottom)
  }
}

extension Attribute {
  /// The attribute with left for leading and right for trailing, also for margins.
  fileprivate var withoutDirection: Attribute {
    switch self {
    case .leading: return .left
    case .trailing: return .right
    case .leadingMargin: return .leftMargin
    case .trailingMargin: return .rightMargin
    default: return self
    }
  }

  /// The attribute with an edge for a margin.
  fileprivate var withoutMargin: Attribute {
    switch self {
    case .leftMargin: return .left
    case .rightMargin: return .right
    case .topMargin: return .top
    case .bottomMargin: return .bottom
    case .leadingMargin: return .leading
    case .trailingMargin: return .trailing
    case .centerXWithinMargins: return .centerX
    case .centerYWithinMargins: return .centerY
    default: return self
    }
  }

  /// The attribute of the other axis; nil for baselines.
  ///
  /// Leading becomes top, as left does.
  fileprivate var transposed: Attribute? {
    switch self {
    case .left, .leading: return .top
    case .right, .trailing: return .bottom
    case .top: return .left
    case .bottom: return .right
    case .width: return .height
    case .height: return .width
    case .centerX: return .centerY
    case .centerY: return .centerX
    case .firstBaseline, .lastBaseline: return nil
    case .leftMargin, .leadingMargin: return .topMargin
    case .rightMargin, .trailingMargin: return .bottomMargin
    case .topMargin: return .leftMargin
    case .bottomMargin: return .rightMargin
    case .centerXWithinMargins: return .centerYWithinMargins
    case .centerYWithinMargins: return .centerXWithinMargins
    }
  }
}
