// SPDX-License-Identifier: MIT

/// A position at which the cost of a variable at one level changes its slope.
///
/// A preference costs its violation: `|r|`, or one side of it. So the cost of a variable at a level is
/// piecewise linear and convex, and a bound or a preference on one variable needs no row.
struct Kink: BitwiseCopyable {
  var position: Double
  /// The slope that the constraint adds below the position: 0 or less.
  var below: Double
  /// The slope that it adds above the position: 0 or more.
  var above: Double
  /// 0 is the level of the required constraints, then the optional ones from high to low.
  var level: Int32
  /// How large the numbers were that the position was computed from.
  var magnitude: Double
}

/// What the simplex method is run on: free variables and rows over them, each with bounds or kinks.
///
/// Variables `0 ..< structuralCount` are free variables of the system, the others are the values of
/// the rows: variable `structuralCount + i` equals row `i` times the structural variables.
struct KinkedProblem {
  var structuralCount = 0
  var rowStarts: ContiguousArray<Int32> = [0]
  var columns: ContiguousArray<Int32> = []
  var coefficients: ContiguousArray<Double> = []
  /// By structural variable: hard bounds, which never have to be repaired.
  var lower: ContiguousArray<Double> = []
  var upper: ContiguousArray<Double> = []
  /// By structural variable: where it starts, within its bounds.
  var start: ContiguousArray<Double> = []
  /// By variable: its kinks, by level, then by position, no two of them the same.
  var kinkStarts: ContiguousArray<Int32> = [0]
  var kinks: ContiguousArray<Kink> = []
  var levelCount = 1

  var rowCount: Int { rowStarts.count - 1 }
  var variableCount: Int { structuralCount + rowCount }
}

/// The kinks of one variable, before they are in their final order.
struct KinkList {
  /// The relative distance at which two positions are one.
  static let snapping = 1e-12

  var kinks: ContiguousArray<Kink> = []

  /// Makes positions that differ by rounding the same, so that `==` tells whether two of them are.
  mutating func snap() {
    guard kinks.count > 1 else { return }
    kinks.sort { ($0.position, $0.level) < ($1.position, $1.level) }
    for index in 1..<kinks.count {
      let previous = kinks[index - 1]
      let tolerance = Self.snapping * max(previous.magnitude, kinks[index].magnitude)
      if kinks[index].position - previous.position <= tolerance {
        kinks[index].position = previous.position
      }
    }
  }

  /// The tightest bounds that the kinks of level 0 ask for, and how far off rounding may put them.
  var bounds: (lower: Double, upper: Double, magnitude: Double) {
    var lower = -Double.infinity
    var upper = Double.infinity
    var magnitude = 0.0
    for kink in kinks where kink.level == 0 {
      if kink.below < 0 { lower = max(lower, kink.position) }
      if kink.above > 0 { upper = min(upper, kink.position) }
      magnitude = max(magnitude, kink.magnitude)
    }
    return (lower, upper, magnitude)
  }

  /// The position that the highest level likes, as close to 0 as it allows, within bounds.
  func start(lower: Double, upper: Double) -> Double {
    var best: Kink?
    for kink in kinks where kink.level > 0 {
      if let other = best, other.level <= kink.level { continue }
      best = kink
    }
    var value = 0.0
    if let best {
      if best.below < 0 { value = max(value, best.position) }
      if best.above > 0 { value = min(value, best.position) }
    }
    return max(lower, min(upper, value))
  }

  /// Appends the kinks by level and position, equal ones added up.
  func append(to kinks: inout ContiguousArray<Kink>, skippingRequired: Bool) {
    let first = kinks.count
    for kink in self.kinks.sorted(by: { ($0.level, $0.position) < ($1.level, $1.position) }) {
      if skippingRequired && kink.level == 0 { continue }
      if kinks.count > first, kinks[kinks.count - 1].level == kink.level,
        kinks[kinks.count - 1].position == kink.position
      {
        kinks[kinks.count - 1].below += kink.below
        kinks[kinks.count - 1].above += kink.above
      } else {
        kinks.append(kink)
      }
    }
  }
}
