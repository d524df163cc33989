// SPDX-License-Identifier: MIT

/// Descriptive statistics of a list of numbers.
package enum Summary {
  /// - Precondition: `values` is not empty.
  package static func mean(_ values: [Double]) -> Double {
    precondition(!values.isEmpty, "nothing has no mean")
    return values.reduce(0, +) / Double(values.count)
  }

  /// - Precondition: `values` is not empty.
  package static func median(_ values: [Double]) -> Double {
    quantile(0.5, ofSorted: values.sorted())
  }

  /// Returns the value below which a share of the numbers is, interpolated between neighbours.
  ///
  /// - Precondition: `sorted` is sorted and not empty, `0 <= share <= 1`.
  package static func quantile(_ share: Double, ofSorted sorted: [Double]) -> Double {
    precondition(!sorted.isEmpty, "nothing has no quantile")
    precondition(share >= 0 && share <= 1, "\(share) is no share")
    let place = share * Double(sorted.count - 1)
    let index = Int(place)
    guard index + 1 < sorted.count else { return sorted[sorted.count - 1] }
    let part = place - Double(index)
    return sorted[index] * (1 - part) + sorted[index + 1] * part
  }

  /// Returns the standard deviation with `count - 1` in the denominator; 0 for a single value.
  package static func deviation(_ values: [Double]) -> Double {
    guard values.count > 1 else { return 0 }
    let mean = mean(values)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return ElementaryFunctions.squareRoot(squares / Double(values.count - 1))
  }

  /// Returns the geometric mean of `value + shift`, less `shift`: a mean of ratios that tiny values
  /// do not dominate.
  ///
  /// - Precondition: `values` is not empty, all `value + shift` are positive.
  package static func geometricMean(_ values: [Double], shift: Double = 0) -> Double {
    let logs = values.map { value in
      precondition(value + shift > 0, "\(value) + \(shift) has no logarithm")
      return ElementaryFunctions.logarithm(value + shift)
    }
    return ElementaryFunctions.exponential(mean(logs)) - shift
  }
}

/// The numbers of values far from the others (Tukey's fences).
///
/// Outliers are reported, and never left out.
package struct OutlierCounts: Sendable, Hashable, Codable {
  package private(set) var lowSevere = 0
  package private(set) var lowMild = 0
  package private(set) var highMild = 0
  package private(set) var highSevere = 0
  package let samples: Int

  package var total: Int { lowSevere + lowMild + highMild + highSevere }

  /// Mild is more than 1.5 interquartile ranges beyond a quartile, severe more than 3.
  package init(_ values: [Double]) {
    samples = values.count
    guard values.count >= 4 else { return }
    let sorted = values.sorted()
    let first = Summary.quantile(0.25, ofSorted: sorted)
    let third = Summary.quantile(0.75, ofSorted: sorted)
    let range = third - first
    for value in values {
      if value < first - 3 * range {
        lowSevere += 1
      } else if value < first - 1.5 * range {
        lowMild += 1
      } else if value > third + 3 * range {
        highSevere += 1
      } else if value > third + 1.5 * range {
        highMild += 1
      }
    }
  }
}
