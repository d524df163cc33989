// SPDX-License-Identifier: MIT

/// A position at which the cost of a variable at one level changes its slope.
///
/// A preference costs its violation: `|r|`, or one side of it. The cost of a variable at a level is
/// therefore piecewise linear and convex, and a bound or a preference on one variable needs no row.
struct Kink: BitwiseCopyable {
  var position: Double
  /// The slope that the constraint adds below the position: 0 or less.
  var below: Double
  /// The slope that it adds above the position: 0 or more.
  var above: Double
  /// The level: 0 for the required constraints, then the optional ones from high to low.
  var level: Int32
  /// The constraint of the kink; -1 for several.
  var constraint: Int32
  /// The magnitude of the numbers from which the position was computed.
  var magnitude: Double

  /// Adds another kink of the same level and position.
  mutating func join(_ other: Kink) {
    below += other.below
    above += other.above
    magnitude = max(magnitude, other.magnitude)
    constraint = -1
  }

  /// Returns the cost at a value.
  @inline(__always)
  func cost(at value: Double) -> Double {
    let distance = value - position
    return distance * (distance < 0 ? below : above)
  }
}

/// The input of the simplex method: free variables and rows over them, each with bounds or kinks.
///
/// Variables `0 ..< structuralCount` are free variables of the system, the others are the values of
/// the rows: variable `structuralCount + i` equals row `i` times the structural variables.
struct KinkedProblem {
  var structuralCount = 0
  var rowStarts: ContiguousArray<Int32> = [0]
  var columns: ContiguousArray<Int32> = []
  var coefficients: ContiguousArray<Double> = []
  /// The largest summand of each coefficient.
  var sizes: ContiguousArray<Double> = []
  /// Whether each coefficient is blurred, as a cell of a tableau.
  var isBlurred: ContiguousArray<Bool> = []
  /// The lower hard bound of each structural variable, within which it starts.
  ///
  /// Its kinks of level 0 state the bounds once more, for a later change that has moved it outside.
  var lower: ContiguousArray<Double> = []
  var upper: ContiguousArray<Double> = []
  /// The start value of each structural variable, within its bounds.
  var start: ContiguousArray<Double> = []
  /// The kinks of each variable, by level, then by position, without duplicates.
  var kinkStarts: ContiguousArray<Int32> = [0]
  var kinks: ContiguousArray<Kink> = []
  var levelCount = 1

  /// Reserves capacity for variables and rows, each with a kink.
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
  /// The part of its magnitude that is the largest rounding error of a position.
  static let rounding = 4e-15

  var kinks: ContiguousArray<Kink> = []

  /// Makes positions that differ by rounding equal, so that `==` compares them.
  ///
  /// The more accurate position is kept: a kink with a large magnitude moves to one with a smaller
  /// magnitude.
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

  /// The tightest bounds by the kinks of level 0, and the magnitude that limits their rounding
  /// error.
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

  /// Returns the position that the highest level prefers, as close to 0 as possible, within bounds.
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
