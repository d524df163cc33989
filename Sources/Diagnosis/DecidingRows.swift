// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Oracles

/// The constraints that decide a layout, among those that hold with equality.
///
/// A required inequality can hold with equality and decide nothing. For example, a width of 0 that
/// a preference requests is not the work of `width >= 0`. Such a bound only counts when the right
/// layouts are different without it, which another solution decides.
struct DecidingRows {
  /// The largest number of bounds that are tried; solving a large screen again takes long.
  static let boundsMax = 40

  /// The constraints that decide each number.
  let basis: TightBasis

  /// - Parameters:
  ///   - system: the linear system.
  ///   - optimum: an exact answer to the system.
  ///   - others: right layouts that differ from the optimum's point.
  ///   - parts: the numbers that are settled.
  ///   - limit: the limit of each exact solution; all together have the limit of one question.
  /// - Throws: `.certificateRejected` for a bug in the oracle. Bounds that the limit leaves untried
  ///   come last.
  /// - Complexity: a few exact solutions for each bound that decides a part at first sight.
  init(
    of system: LinearSystem, _ optimum: ExactOptimum, _ others: [[Rational]],
    _ parts: [FramePart], limit: OracleLimit
  ) throws(OracleError) {
    let tight = (0..<system.constraintCount).filter { row in
      ([optimum.point] + others).allSatisfy { system.isTight(row, at: $0) }
    }
    var search = BoundSearch(system: system, optimum: optimum, limit: limit.ofQuestion)
    var basis = TightBasis(system, order: search.ranked(tight, in: system))
    while !search.isOver {
      let bounds = Set(parts.lazy.flatMap { basis.deciding($0.terms) ?? [] })
        .filter { system.isBound($0) && !search.tried.contains($0) }
      if bounds.isEmpty { break }
      try search.tryBounds(bounds.sorted(), in: system)
      basis = TightBasis(system, order: search.ranked(tight, in: system))
    }
    self.basis = basis
  }
}

/// A search that removes bounds that decide nothing from a system, one after the other.
private struct BoundSearch {
  /// The system without the bounds that were found to decide nothing: their rows are empty.
  var system: LinearSystem
  /// An exact answer to `system`.
  var optimum: ExactOptimum
  let limit: OracleLimit
  private(set) var tried: Set<Int> = []
  private(set) var idle: Set<Int> = []
  /// Whether no more bounds are tried.
  private(set) var isOver = false

  init(system: LinearSystem, optimum: ExactOptimum, limit: OracleLimit) {
    self.system = system
    self.optimum = optimum
    self.limit = limit
  }

  mutating func tryBounds(_ bounds: [Int], in original: LinearSystem) throws(OracleError) {
    for bound in bounds {
      guard tried.count < DecidingRows.boundsMax else {
        isOver = true
        return
      }
      do throws(OracleError) {
        try tryBound(bound, in: original)
      } catch .limitReached {
        isOver = true
        return
      }
      tried.insert(bound)
    }
  }

  /// Removes a bound if every right layout without it satisfies it: then the right layouts are the
  /// same.
  private mutating func tryBound(_ bound: Int, in original: LinearSystem) throws(OracleError) {
    let changed = system.changing(bound, drops: true)
    // A required system stays feasible when it loses a row.
    guard let found = try ExactOracle.solve(changed, limit: limit).optimum,
      original.isTight(bound, at: found.point)
    else { return }
    if case .ambiguous(let witness) = found.uniqueness {
      let left = LeftSide(terms: original.terms(of: bound))
      let search = try FreedomSearch(
        changed, at: found.point, among: [left], witness: witness, limit: limit)
      guard search.isSettled else { return }
    }
    idle.insert(bound)
    system = changed
    optimum = found
  }

  /// Returns the required rows, then those of the proof of uniqueness, then the rest; the more
  /// important first.
  ///
  /// Rows that decide nothing are left out. Bounds that could not be tried come last.
  func ranked(_ tight: [Int], in original: LinearSystem) -> [Int] {
    var isNeeded = Set<Int>()
    if case .unique(let certificate) = optimum.uniqueness {
      isNeeded = Set(certificate.closing.entries.map(\.constraint))
    }
    func rank(_ row: Int) -> Int {
      if original.strengths[row].isRequired, original.relations[row] == .equal { return 0 }
      if isOver, original.isBound(row), !tried.contains(row) { return 3 }
      return isNeeded.contains(row) ? 1 : 2
    }
    return tight.filter { !idle.contains($0) }.sorted {
      (rank($0), -original.strengths[$0].value, $0) < (rank($1), -original.strengths[$1].value, $1)
    }
  }
}

/// The left side of a constraint.
private struct LeftSide: MeasuredRow {
  let terms: [LinearSystem.Term]
}

extension LinearSystem {
  /// Whether a constraint holds with equality.
  fileprivate func isTight(_ row: Int, at point: [Rational]) -> Bool {
    LeftSide(terms: terms(of: row)).value(at: point) == exactConstants[row]
  }

  /// Whether a constraint is a required inequality.
  fileprivate func isBound(_ row: Int) -> Bool {
    strengths[row].isRequired && relations[row] != .equal
  }
}
