// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import TestSupport

/// Systems that no layout gives, and that no strategy may trap, hang or lie about.
enum HostileSystems {
  static func all() -> [LinearSystem] {
    var empty = SystemBuilder()
    empty.add([(Int, Int)](), .equal, 0)
    var hopeless = SystemBuilder()
    hopeless.add([(Int, Int)](), .greaterThanOrEqual, 1)
    var impossible = SystemBuilder(variables: 1)
    impossible.add([(Int, Int)](), .greaterThanOrEqual, 1)
    impossible.add([(1, 0)], .equal, 3, 500)
    var optionalOnly = SystemBuilder()
    optionalOnly.add([(Int, Int)](), .equal, 7, 250)
    return [LinearSystem(), SystemBuilder(variables: 3).system]
      + [empty.system, hopeless.system, impossible.system, optionalOnly.system] + extremes()
  }

  /// Huge and tiny numbers, also beyond what a double can hold.
  private static func extremes() -> [LinearSystem] {
    let numbers = [1e300, 1e-300, Double.leastNonzeroMagnitude, 1.7e308, 1e16].compactMap {
      Rational(exactly: $0)
    }
    let beyond = numbers[0] * numbers[0]
    var systems: [LinearSystem] = []
    for large in numbers + [beyond, Rational.one] {
      for constant in numbers + [beyond, Rational.one] {
        var builder = SystemBuilder(variables: 3)
        builder.add([(large, 0), (Rational(-1), 1)], .equal, constant)
        builder.add([(large, 1), (large, 2)], .lessThanOrEqual, -constant)
        builder.add([(Rational(1), 0), (Rational(1), 2)], .greaterThanOrEqual, constant)
        builder.add([(large, 2)], .equal, constant, 500)
        systems.append(builder.system)
      }
    }
    return systems
  }

  /// A chain of boxes with more than 5,000 variables.
  static func longChain() -> LinearSystem {
    var builder = SystemBuilder(variables: 5_001)
    for box in 0..<2_500 {
      builder.add([(1, 2 * box + 2), (-1, 2 * box), (-1, 2 * box + 1)], .equal, 8)
      builder.add([(1, 2 * box + 1)], .greaterThanOrEqual, 20)
      builder.add([(1, 2 * box + 1)], .equal, 100, 250)
    }
    builder.add([(1, 0)], .equal, 0)
    builder.add([(1, 5_000)], .lessThanOrEqual, 200_000, 750)
    return builder.system
  }
}
