// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

extension CertificateVerifier {
  /// Checks that only one layout reaches the optima.
  ///
  /// `closing` is a proof of the optima with a positive weight at each level. Where one of its
  /// multipliers has room on a side, the residual of its constraint is 0 on that side in every
  /// optimal layout (complementary slackness). The live sides are still open. With other
  /// multipliers they add up to a value that is not positive, so they are 0, too. Rows that are 0
  /// on both sides determine all variables when they have full rank.
  mutating func check(
    _ proof: CertificateFile.Uniqueness, optima: [Rational]
  ) throws(Rejection) {
    guard proof.closingLevels.count == optima.count else {
      throw Rejection("uniqueness has \(proof.closingLevels.count) weights of levels")
    }
    try check(proof.closing, "uniqueness", weights: proof.closingLevels, optima: optima)
    var values = [Rational](repeating: .zero, count: system.constraintCount)
    for entry in proof.closing { values[entry.index] = entry.value }
    let held = try heldByLiveSides(proof, values)
    guard proof.tight.count == system.variableCount else {
      throw Rejection(
        "uniqueness has \(proof.tight.count) rows for \(system.variableCount) variables")
    }
    for row in proof.tight {
      guard system.relations.indices.contains(row.constraint) else {
        throw Rejection("uniqueness names constraint \(row.constraint), which does not exist")
      }
      let range = range(of: row.constraint, proof.closingLevels)
      let value = values[row.constraint]
      guard held[row.constraint] || (range.closesUp(value) && range.closesDown(value)) else {
        throw Rejection("\(name(row.constraint)) need not hold exactly in every optimal layout")
      }
    }
    guard try RowIndependence(system).areIndependent(proof.tight, &meter) else {
      throw Rejection("the rows of the proof of uniqueness are not independent")
    }
  }

  /// Returns the constraints whose residuals are 0 in every optimal layout because the live sides
  /// add up to zero.
  private mutating func heldByLiveSides(
    _ proof: CertificateFile.Uniqueness, _ closing: [Rational]
  ) throws(Rejection) -> [Bool] {
    var sums: [Int: Rational] = [:]
    for entry in try ascending(proof.liveMultipliers, "uniqueness") where !entry.value.isZero {
      try checkSign(entry.index, isPositive: entry.value.signum > 0, proof, closing)
      sums[entry.index] = entry.value
    }
    var held = [Bool](repeating: false, count: system.constraintCount)
    for side in proof.live {
      guard held.indices.contains(side.constraint) else {
        throw Rejection("uniqueness names constraint \(side.constraint), which does not exist")
      }
      try checkSign(side.constraint, isPositive: side.isPositive, proof, closing)
      var sum = sums[side.constraint] ?? .zero
      try meter.add(side.isPositive ? .one : -.one, to: &sum)
      sums[side.constraint] = sum
      held[side.constraint] = true
    }
    let entries = sums.keys.sorted().map { CertificateFile.Entry($0, sums[$0] ?? .zero) }
    let value = try constantSum(entries, "uniqueness")
    if value.signum > 0 {
      throw Rejection("the live sides of the proof of uniqueness may add up to \(short(value))")
    }
    return held
  }

  /// Checks that the product of the residual and a number of the given sign is not negative in any
  /// optimal layout.
  private func checkSign(
    _ constraint: Int, isPositive: Bool, _ proof: CertificateFile.Uniqueness,
    _ closing: [Rational]
  ) throws(Rejection) {
    let range = range(of: constraint, proof.closingLevels)
    let value = closing[constraint]
    guard isPositive ? range.closesDown(value) : range.closesUp(value) else {
      throw Rejection("uniqueness uses the wrong side of \(name(constraint))")
    }
  }

  // MARK: - Contradictions

  /// Checks that required constraints contradict each other.
  ///
  /// Those of the conflict do, and all but any one of them can hold.
  mutating func check(_ contradiction: CertificateFile.Contradiction) throws(Rejection) {
    let title = "the contradiction"
    let entries = try ascending(contradiction.multipliers, title)
    for entry in entries {
      guard levels[entry.index] == 0 else {
        throw Rejection("\(title) has a multiplier of \(name(entry.index)), which is not required")
      }
      if range(of: entry.index, []).excludes(entry.value) {
        throw Rejection("\(title) has a multiplier of the wrong sign at \(name(entry.index))")
      }
    }
    let value = try constantSum(entries, title)
    guard value.signum > 0 else {
      throw Rejection("\(title) adds up to \(short(value)), which is not above 0")
    }
    if !contradiction.conflict.isEmpty { try checkIrreducible(contradiction) }
  }

  private mutating func checkIrreducible(
    _ contradiction: CertificateFile.Contradiction
  ) throws(Rejection) {
    var members = Set<Int>()
    for member in contradiction.conflict {
      guard levels.indices.contains(member.constraint), levels[member.constraint] == 0 else {
        throw Rejection("the conflict names constraint \(member.constraint), which is not required")
      }
      guard members.insert(member.constraint).inserted else {
        throw Rejection("the conflict names \(name(member.constraint)) twice")
      }
      guard member.point.count == system.variableCount else {
        throw Rejection("the point of \(name(member.constraint)) has \(member.point.count) values")
      }
    }
    for entry in contradiction.multipliers where !members.contains(entry.index) {
      throw Rejection("the contradiction needs \(name(entry.index)), which is not in the conflict")
    }
    for member in contradiction.conflict {
      for other in contradiction.conflict where other.constraint != member.constraint {
        if try !violation(of: other.constraint, at: member.point).isZero {
          throw Rejection(
            "the point without \(name(member.constraint)) violates \(name(other.constraint))")
        }
      }
    }
  }
}
