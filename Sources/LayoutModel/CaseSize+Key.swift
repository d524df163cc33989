// SPDX-License-Identifier: MIT

/// The words that differ for any two cases: structure first, names last.
extension CaseSize {
  static func key(of layoutCase: LayoutCase) -> [UInt64] {
    var key: [UInt64] = []
    key.reserveCapacity(
      8 + layoutCase.views.count * 40 + layoutCase.guides.count * 8
        + layoutCase.constraints.count * 24)
    let environment = layoutCase.environment
    append(environment.size.width, to: &key)
    append(environment.size.height, to: &key)
    key.append(UInt64(bitPattern: Int64(environment.scale)))
    key.append(environment.direction == .leftToRight ? 0 : 1)
    for number in numbers(of: environment.safeArea) { append(number, to: &key) }
    append(environment.readableWidth, to: &key)
    key.append(UInt64(layoutCase.views.count))
    for view in layoutCase.views { append(view, to: &key) }
    key.append(UInt64(layoutCase.guides.count))
    for guide in layoutCase.guides { append(guide, to: &key) }
    key.append(UInt64(layoutCase.constraints.count))
    for constraint in layoutCase.constraints { append(constraint, to: &key) }
    for view in layoutCase.views { append(view.id, to: &key) }
    for guide in layoutCase.guides { append(guide.id, to: &key) }
    for constraint in layoutCase.constraints {
      append(constraint.id, to: &key)
      append(constraint.identifier, to: &key)
      key.append(UInt64(LayoutConstraint.Source.allCases.firstIndex(of: constraint.source) ?? 0))
    }
    append(layoutCase.name, to: &key)
    key.append(layoutCase.expectation == nil ? 0 : 1)
    key.append(layoutCase.table == nil ? 0 : 1)
    return key
  }

  /// Returns the contents of a constraint without its names: the order of constraints in a
  /// minimized case.
  package static func key(of constraint: LayoutConstraint) -> [UInt64] {
    var key: [UInt64] = []
    append(constraint, to: &key)
    return key
  }

  private static func append(_ constraint: LayoutConstraint, to key: inout [UInt64]) {
    key.append(constraint.priority.isRequired ? 0 : UInt64(1001 - constraint.priority.value))
    append(constraint.first, to: &key)
    key.append(constraint.second == nil ? 0 : 1)
    if let second = constraint.second { append(second, to: &key) }
    switch constraint.relation {
    case .equal: key.append(0)
    case .greaterThanOrEqual: key.append(1)
    case .lessThanOrEqual: key.append(2)
    }
    key.append(multiplierComplexity(of: constraint.multiplier))
    append(constraint.multiplier, to: &key)
    append(constraint.constant, to: &key)
    append(constraint.priority, to: &key)
  }

  private static func append(_ anchor: Anchor, to key: inout [UInt64]) {
    key.append(rank(of: anchor.attribute))
    switch anchor.item {
    case .view(let index): key += [0, UInt64(bitPattern: Int64(index))]
    case .guide(let index): key += [1, UInt64(bitPattern: Int64(index))]
    }
  }

  private static func append(_ view: View, to key: inout [UInt64]) {
    key.append(view.parent.map { UInt64(bitPattern: Int64($0)) &+ 1 } ?? 0)
    key.append(UInt64(View.Kind.allCases.firstIndex(of: view.kind) ?? 0))
    append(view.intrinsicWidth, to: &key)
    append(view.intrinsicHeight, to: &key)
    for priorities in [view.hugging, view.compressionResistance] {
      append(priorities.horizontal, to: &key)
      append(priorities.vertical, to: &key)
    }
    for number in numbers(of: view.margins) { append(number, to: &key) }
    for number in numbers(of: view.alignmentInsets) { append(number, to: &key) }
    append(view.firstBaselineOffset, to: &key)
    append(view.lastBaselineOffset, to: &key)
    appendFeatures(of: view, to: &key)
    guard let hold = view.hold else { return key.append(0) }
    key += [rank(of: hold.reason), UInt64(hold.mask.rawValue)]
    for number in [hold.frame.x, hold.frame.y, hold.frame.width, hold.frame.height] {
      append(number, to: &key)
    }
    append(hold.superviewSize?.width, to: &key)
    append(hold.superviewSize?.height, to: &key)
  }

  private static func rank(of reason: View.HoldReason) -> UInt64 {
    switch reason {
    case .autoresizing: return 1
    case .fixedFrame: return 2
    case .springsAndStruts: return 3
    }
  }

  private static func append(_ guide: Guide, to key: inout [UInt64]) {
    key.append(UInt64(bitPattern: Int64(guide.owner)))
    switch guide.kind {
    case .free: key.append(0)
    case .inset: key.append(1)
    case .area(let area): key += [6, UInt64(Guide.Area.allCases.firstIndex(of: area) ?? 0)]
    case .topStrip: key.append(2)
    case .bottomStrip: key.append(3)
    case .scrollContent: key.append(4)
    case .scrollFrame: key.append(5)
    }
    for number in numbers(of: guide.kind) { append(number, to: &key) }
  }

  private static func append(_ priority: Priority, to key: inout [UInt64]) {
    key += [rank(of: priority), UInt64(priority.value.bitPattern)]
  }

  static func append(_ number: LayoutNumber?, to key: inout [UInt64]) {
    key.append(number == nil ? 0 : 1)
    if let number { append(number, to: &key) }
  }

  static func append(_ number: LayoutNumber, to key: inout [UInt64]) {
    key += [
      complexity(of: number), number.numerator.magnitude, number.numerator < 0 ? 1 : 0,
      number.denominator.magnitude, UInt64(number.form.rawValue),
    ]
  }

  static func append(_ text: String?, to key: inout [UInt64]) {
    guard let text else { return key.append(0) }
    let bytes = Array(text.utf8)
    key.append(UInt64(bytes.count) + 1)
    for byte in bytes { key.append(UInt64(byte)) }
  }
}
