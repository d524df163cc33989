// SPDX-License-Identifier: MIT

import LayoutModel

/// A constraint as a faulty lowering reads it, with its index in the case.
struct ReadConstraint {
  var index: Int
  var constraint: LayoutConstraint
}

extension LoweringFault {
  /// Returns the constraints of a case as the fault makes them.
  func reading(_ layoutCase: LayoutCase) -> [ReadConstraint] {
    let all = layoutCase.constraints.enumerated().map {
      ReadConstraint(index: $0.offset, constraint: $0.element)
    }
    let kept = all.filter { isKept($0.index, in: layoutCase.constraints) }
    return kept.map {
      ReadConstraint(
        index: $0.index, constraint: reading($0.constraint, in: layoutCase))
    }
  }

  // MARK: - What is left out

  private func isKept(_ index: Int, in constraints: [LayoutConstraint]) -> Bool {
    let own = constraints[index]
    let before = constraints[..<index]
    let after = constraints[(index + 1)...]
    switch self {
    case .boundsShareSlot:
      return own.relation == .equal
        || !before.contains { $0.relation == own.relation && $0.hasAnchors(of: own) }
    case .boundsReplaceEachOther:
      return own.relation == .equal
        || !after.contains { $0.relation != .equal && $0.hasAnchors(of: own) }
    case .equalConstraintsMerged: return !before.contains { $0.isEqualInValue(to: own) }
    case .equalConstraintsCancel:
      let equalRows = before.count { $0.isEqualInValue(to: own) }
      // Each added duplicate removes the present one, so the last of an odd number stays.
      return !after.contains { $0.isEqualInValue(to: own) } && equalRows.isMultiple(of: 2)
    case .itemsNotCompared:
      return !before.contains { $0.isEqualInValue(to: own, comparingItems: false) }
    case .boundHidesPreference:
      return own.priority.isRequired
        || !constraints.contains {
          $0.priority.isRequired && $0.relation != .equal && $0.hasAnchors(of: own)
        }
    case .lowPrioritiesDropped: return own.priority >= .fittingSizeLevel
    default: return true
    }
  }

  // MARK: - What is misread

  private func reading(
    _ constraint: LayoutConstraint, in layoutCase: LayoutCase
  ) -> LayoutConstraint {
    var read = constraint
    switch self {
    case .siblingsSorted:
      if let second = constraint.second, constraint.isBetweenSiblings(in: layoutCase),
        layoutCase.viewIndex(of: second.item) < layoutCase.viewIndex(of: constraint.first.item)
      {
        read.first = second
        read.second = constraint.first
      }
    case .namesIgnoreCase:
      read.first.item = layoutCase.firstItem(named: read.first.item)
      if let second = read.second { read.second?.item = layoutCase.firstItem(named: second.item) }
      // A constraint that would refer to one view only is read unchanged.
      if read.pairProblem != nil { read = constraint }
    case .singlePrecision: read.constant = constraint.constant.inSinglePrecision
    case .rightConstantNegated: read.negateConstant(if: constraint.first.attribute == .right)
    case .bottomConstantNegated: read.negateConstant(if: constraint.first.attribute == .bottom)
    case .trailingConstantNegated:
      let isRightToLeft = layoutCase.environment.direction == .rightToLeft
      read.negateConstant(if: isRightToLeft && constraint.first.attribute == .trailing)
    case .siblingCeilingNegated:
      read.negateConstant(
        if: constraint.relation == .lessThanOrEqual && constraint.isBetweenSiblings(in: layoutCase))
    case .verticalCenterMultiplierLost:
      if constraint.second?.attribute == .centerY { read.multiplier = 1 }
    case .requiredCeilingIsExact:
      let isCeiling = constraint.relation == .lessThanOrEqual && constraint.priority.isRequired
      if isCeiling, constraint.first.attribute.kind == .dimension { read.relation = .equal }
    case .redundantBoundRefused:
      if isRefused(constraint, among: layoutCase.constraints) {
        // Nothing is larger than itself.
        read.second = constraint.first
        read.multiplier = 1
        read.relation = .greaterThanOrEqual
        read.constant = 1
      }
    default: break
    }
    return read
  }

  private func isRefused(
    _ constraint: LayoutConstraint, among constraints: [LayoutConstraint]
  ) -> Bool {
    guard constraint.priority.isRequired, constraint.relation != .equal else { return false }
    return constraints.contains {
      $0.priority.isRequired && $0.relation == .equal && $0.hasAnchors(of: constraint)
    }
  }
}

extension LayoutConstraint {
  fileprivate func hasAnchors(of other: LayoutConstraint) -> Bool {
    first == other.first && second == other.second
      && multiplier.isSameValue(as: other.multiplier)
  }

  fileprivate func isEqualInValue(
    to other: LayoutConstraint, comparingItems: Bool = true
  ) -> Bool {
    relation == other.relation && priority == other.priority
      && first.attribute == other.first.attribute
      && second?.attribute == other.second?.attribute
      && (!comparingItems || (first == other.first && second == other.second))
      && multiplier.isSameValue(as: other.multiplier) && constant.isSameValue(as: other.constant)
  }

  fileprivate func isBetweenSiblings(in layoutCase: LayoutCase) -> Bool {
    guard case .view(let one) = first.item, case .view(let other)? = second?.item, one != other
    else { return false }
    return layoutCase.views[one].parent == layoutCase.views[other].parent
  }

  fileprivate mutating func negateConstant(if condition: Bool) {
    if condition { constant = constant.negated ?? constant }
  }
}

extension LayoutCase {
  /// Returns the first item of the same kind whose name is the same except for upper and lower
  /// case.
  fileprivate func firstItem(named item: Item) -> Item {
    let name = id(of: item).lowercased()
    switch item {
    case .view: return .view(views.firstIndex { $0.id.lowercased() == name } ?? 0)
    case .guide: return .guide(guides.firstIndex { $0.id.lowercased() == name } ?? 0)
    }
  }
}

extension LayoutNumber {
  /// The nearest 32-bit float, exactly; the number itself where two 64-bit integers cannot
  /// represent it.
  fileprivate var inSinglePrecision: LayoutNumber {
    var top = Double(Float(doubleValue))
    var bottom: Int128 = 1
    while top != top.rounded(), bottom < 1 << 40 {
      top *= 2
      bottom *= 2
    }
    guard let whole = Int128(exactly: top) else { return self }
    return LayoutNumber(quotientOf: whole, by: bottom) ?? self
  }
}
