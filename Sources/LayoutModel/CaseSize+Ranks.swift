// SPDX-License-Identifier: MIT

/// The ranks of the single parts of a case; lower is simpler.
extension CaseSize {
  /// Returns the rank of a number: whole numbers by magnitude, then 0.5, decimals, fractions and
  /// ratios.
  ///
  /// Positive numbers come before negative ones.
  package static func complexity(of number: LayoutNumber) -> UInt64 {
    let negative: UInt64 = number.numerator < 0 ? 1 : 0
    let top = number.numerator.magnitude
    if number.form == .decimal && number.denominator == 1 {
      return sum(sum(top, top), negative)
    }
    // 0.5 is five tenths, but one tenth is no simpler.
    let isHalf = number.form == .decimal && top == 5 && number.denominator == 10
    let parts = isHalf ? 0 : sum(top, number.denominator.magnitude)
    return sum(sum(parts, parts), negative + (UInt64(number.form.rawValue) + 1) << 20)
  }

  /// Returns the rank of a multiplier: 1 (which is not written), 2, 0.5, then as other numbers.
  package static func multiplierComplexity(of number: LayoutNumber) -> UInt64 {
    if number == 1 { return 0 }
    if number == 2 { return 1 }
    if number == LayoutNumber(digits: 5, scale: 1) { return 2 }
    return sum(3, complexity(of: number))
  }

  /// Returns the rank of a root's side: 100, which is easy to imagine; then as other numbers.
  static func sideComplexity(of number: LayoutNumber) -> UInt64 {
    number == 100 ? 0 : sum(1, complexity(of: number))
  }

  /// Returns the rank of an attribute: left and width first, which are the easiest to read.
  ///
  /// The horizontal axis comes before the vertical one, so that a fault on both is reported on one.
  package static func rank(of attribute: Attribute) -> UInt64 {
    switch attribute {
    case .left: return 0
    case .width: return 1
    case .right: return 2
    case .leading: return 3
    case .trailing: return 4
    case .centerX: return 5
    case .leftMargin: return 6
    case .rightMargin: return 7
    case .leadingMargin: return 8
    case .trailingMargin: return 9
    case .centerXWithinMargins: return 10
    case .top: return 20
    case .height: return 21
    case .bottom: return 22
    case .centerY: return 25
    case .topMargin: return 26
    case .bottomMargin: return 27
    case .firstBaseline: return 28
    case .lastBaseline: return 29
    case .centerYWithinMargins: return 30
    }
  }

  /// Returns the rank of a priority: required, which is not written, then the named priorities,
  /// then round numbers.
  package static func rank(of priority: Priority) -> UInt64 {
    let value = priority.value
    switch value {
    case 1000: return 0
    case 500: return 1
    case 750: return 2
    case 250: return 3
    default: break
    }
    if value == (value / 100).rounded() * 100 { return 4 }
    if value == (value / 10).rounded() * 10 { return 5 }
    return value == value.rounded() ? 6 : 7
  }

  /// Returns the rank of an item: the root first, then views in the order of the tree, guides last.
  package static func rank(of item: Item) -> UInt64 {
    switch item {
    case .view(let index): return UInt64(clamping: index)
    case .guide(let index): return sum(1_000_000, UInt64(clamping: index))
    }
  }

  /// Returns `lhs + rhs`, or the largest number if that overflows.
  static func sum(_ lhs: UInt64, _ rhs: UInt64) -> UInt64 {
    let (value, overflow) = lhs.addingReportingOverflow(rhs)
    return overflow ? .max : value
  }

  /// Returns the numbers of a view except those that every plain view has.
  static func numbers(of view: View) -> [LayoutNumber] {
    var numbers: [LayoutNumber] = []
    for number in [
      view.intrinsicWidth, view.intrinsicHeight, view.firstBaselineOffset, view.lastBaselineOffset,
    ] {
      if let number { numbers.append(number) }
    }
    if view.margins != .defaultMargins { numbers += Self.numbers(of: view.margins) }
    numbers += Self.numbers(of: view.alignmentInsets)
    if let frame = view.hold?.frame { numbers += [frame.x, frame.y, frame.width, frame.height] }
    numbers += featureNumbers(of: view)
    return numbers
  }

  static func numbers(of kind: Guide.Kind) -> [LayoutNumber] {
    switch kind {
    case .free, .area, .scrollContent, .scrollFrame: return []
    case .inset(let insets): return numbers(of: insets)
    case .topStrip(let height), .bottomStrip(let height): return [height]
    }
  }

  static func numbers(of insets: LayoutInsets) -> [LayoutNumber] {
    [insets.top, insets.left, insets.bottom, insets.right]
  }
}
