// SPDX-License-Identifier: MIT

import LayoutModel

/// Simplifies what constraints speak of: plain sizes, edges for margins, left for leading and centers,
/// items near the root, one axis.
struct AnchorReducer: Reducer {
  let name = "anchors"

  func reduce(_ gate: inout MinimizationGate) {
    if let transposed = gate.current.transposed() { gate.testAndCommit(transposed) }
    for index in gate.current.constraints.indices {
      makeConstantSize(index, &gate)
      makeBothSimplest(index, &gate)
      simplifyAttribute(index, \.first, &gate)
      simplifyItem(index, \.first, &gate)
      guard gate.current.constraints[index].second != nil else { continue }
      simplifyAttribute(index, \.secondOrFirst, &gate)
      simplifyItem(index, \.secondOrFirst, &gate)
    }
  }

  /// `a.left == b.right + 10` -> `a.width == 10`
  private func makeConstantSize(_ index: Int, _ gate: inout MinimizationGate) {
    guard let second = gate.current.constraints[index].second else { return }
    for item in [gate.current.constraints[index].first.item, second.item] {
      let proposal = gate.current.changingConstraint(index) {
        $0.first = Anchor(item, .width)
        $0.second = nil
        $0.multiplier = 1
      }
      if gate.testAndCommit(proposal) { return }
    }
  }

  private func makeBothSimplest(_ index: Int, _ gate: inout MinimizationGate) {
    for attribute: Attribute in [.left, .width] {
      let proposal = gate.current.changingConstraint(index) {
        $0.first.attribute = attribute
        $0.second?.attribute = attribute
      }
      if gate.testAndCommit(proposal) { return }
    }
  }

  private func simplifyAttribute(
    _ index: Int, _ anchor: WritableKeyPath<LayoutConstraint, Anchor>,
    _ gate: inout MinimizationGate
  ) {
    let rank = CaseSize.rank(of: gate.current.constraints[index][keyPath: anchor].attribute)
    for attribute in Self.simplestFirst where CaseSize.rank(of: attribute) < rank {
      let proposal = gate.current.changingConstraint(index) {
        $0[keyPath: anchor].attribute = attribute
      }
      if gate.testAndCommit(proposal) { return }
    }
  }

  private static let simplestFirst = Attribute.allCases.sorted {
    CaseSize.rank(of: $0) < CaseSize.rank(of: $1)
  }

  private func simplifyItem(
    _ index: Int, _ anchor: WritableKeyPath<LayoutConstraint, Anchor>,
    _ gate: inout MinimizationGate
  ) {
    let item = gate.current.constraints[index][keyPath: anchor].item
    for view in targets(below: item, in: gate.current) {
      let proposal = gate.current.changingConstraint(index) {
        $0[keyPath: anchor].item = .view(view)
      }
      let changed = proposal.constraints[index]
      if changed.first != changed.second, gate.testAndCommit(proposal) { return }
    }
  }

  /// The root, the view around, and in small cases all views before.
  private func targets(below item: Item, in layoutCase: LayoutCase) -> [Int] {
    let view = layoutCase.viewIndex(of: item)
    if case .guide = item { return view == 0 ? [0] : [0, view] }
    if layoutCase.views.count <= 8 { return Array(0..<view) }
    guard view > 0, let parent = layoutCase.views[view].parent else { return [] }
    return parent == 0 ? [0] : [0, parent]
  }
}

extension LayoutConstraint {
  /// The second anchor, or the first where there is none.
  fileprivate var secondOrFirst: Anchor {
    get { second ?? first }
    set { if second == nil { first = newValue } else { second = newValue } }
  }
}

extension LayoutCase {
  /// The case with the axes exchanged; nil when it has parts that only one axis knows.
  func transposed() -> LayoutCase? {
    var result = self
    result.expectation = nil
    let size = environment.size
    result.environment.size = LayoutSize(width: size.height, height: size.width)
    for index in views.indices {
      guard let view = views[index].transposed() else { return nil }
      result.views[index] = view
    }
    for index in guides.indices {
      switch guides[index].kind {
      case .free, .scrollContent, .scrollFrame: break
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
    guard firstBaselineOffset == nil, lastBaselineOffset == nil else { return nil }
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
  /// The attribute of the other axis; nil for baselines. Leading becomes top, as left does.
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
