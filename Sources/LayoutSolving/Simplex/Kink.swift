// SPDX-License-Identifier: MIT

/// A position at which the cost of a variable at one level changes its slope.
///
/// A preference costs its violation: `|r|`, or one side of it. So the cost of a variable at a level
/// is piecewise linear and convex, and a bound or a preference on one variable needs no row.
struct Kink: BitwiseCopyable {
  var position: Double
  /// The slope that the constraint adds below the position: 0 or less.
  var below: Double
  /// The slope that it adds above the position: 0 or more.
  var above: Double
  /// 0 is the level of the required constraints, then the optional ones from high to low.
  var level: Int32
  /// The constraint that makes the kink; -1 when several do.
  var constraint: Int32
  /// How large the numbers were that the position was computed from.
  var magnitude: Double

  /// Adds another kink of the level and position.
  mutating func join(_ other: Kink) {
    below += other.below
    above += other.above
    magnitude = max(magnitude, other.magnitude)
    constraint = -1
  }

  /// What it costs to be at a value.
  @inline(__always)
  func cost(at value: Double) -> Double {
    let distance = value - position
    return distance * (distance < 0 ? below : above)
  }
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
  /// By coefficient: the largest of the numbers that it was added up from.
  var sizes: ContiguousArray<Double> = []
  /// By coefficient: whether it is blurred, as a cell of a tableau.
  var isBlurred: ContiguousArray<Bool> = []
  /// By structural variable: hard bounds, within which it starts; its kinks of level 0 say the same
  /// once more, for when a later change has left it outside.
  var lower: ContiguousArray<Double> = []
  var upper: ContiguousArray<Double> = []
  /// By structural variable: where it starts, within its bounds.
  var start: ContiguousArray<Double> = []
  /// By variable: its kinks, by level, then by position, no two of them the same.
  var kinkStarts: ContiguousArray<Int32> = [0]
  var kinks: ContiguousArray<Kink> = []
  var levelCount = 1

  /// Makes room for as many, each with a kink.
  mutating func reserveCapacity(variables: Int, rows: Int) {
    lower.reserveCapacity(variables)
    upper.reserveCapacity(variables)
    start.reserveCapacity(variables)
    kinkStarts.reserveCapacity(variables + rows + 1)
    kinks.reserveCapacity(variables + rows)
    rowStarts.reserveCapacity(rows + 1)
    if rows > 0 {
      columns.reserveCapacity(3 * rows)
      coefficients.reserveCapacity(3 * rows)
      sizes.reserveCapacity(3 * rows)
      isBlurred.reserveCapacity(3 * rows)
    }
  }

  var rowCount: Int { rowStarts.count - 1 }
  var variableCount: Int { structuralCount + rowCount }
}

/// The kinks of one variable, before they are in their final order.
struct KinkList {
  /// The part of its magnitude by which rounding may have moved a position.
  static let rounding = 4e-15

  var kinks: ContiguousArray<Kink> = []

  /// Makes positions that differ by rounding the same, so that `==` tells whether two of them are.
  ///
  /// The more accurate position stands: a kink whose numbers were large moves to one whose were
  /// not.
  mutating func snap() {
    guard kinks.count > 1 else { return }
    kinks.sort { ($0.magnitude, $0.position, $0.level) < ($1.magnitude, $1.position, $1.level) }
    var positions: ContiguousArray<Double> = []
    for index in kinks.indices {
      let position = kinks[index].position
      var low = 0
      var high = positions.count
      while low < high {
        let middle = (low + high) / 2
        if positions[middle] < position { low = middle + 1 } else { high = middle }
      }
      var nearest = Double.infinity
      if low < positions.count { nearest = positions[low] }
      if low > 0, position - positions[low - 1] < nearest - position {
        nearest = positions[low - 1]
      }
      if abs(nearest - position) <= Self.rounding * kinks[index].magnitude {
        kinks[index].position = nearest
      } else {
        positions.insert(position, at: low)
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
  func append(to kinks: inout ContiguousArray<Kink>) {
    if self.kinks.count == 1 {
      kinks.append(self.kinks[0])
      return
    }
    let first = kinks.count
    for kink in self.kinks.sorted(by: { ($0.level, $0.position) < ($1.level, $1.position) }) {
      if kinks.count > first, kinks[kinks.count - 1].level == kink.level,
        kinks[kinks.count - 1].position == kink.position
      {
        kinks[kinks.count - 1].join(kink)
      } else {
        kinks.append(kink)
      }
    }
  }
}
