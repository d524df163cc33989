// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

@testable import Certificates

extension Corruptor {
  mutating func corrupt(_ optimum: CertificateFile.Optimum) {
    corruptPoints(optimum)
    for level in optimum.levels.indices { corrupt(level, of: optimum) }
    corruptOrder(optimum)
    corruptStatus(optimum)
    if case .none(let proof) = optimum.others { corrupt(proof, of: optimum) }
  }

  /// Adds points that violate a required constraint or lack a value.
  private mutating func corruptPoints(_ optimum: CertificateFile.Optimum) {
    let required = (0..<system.constraintCount).filter { system.strengths[$0].isRequired }
    if let point = violating(required[pick(required.count)], from: optimum.point) {
      var copy = optimum
      copy.point = point
      add("point", .feasible(copy))
    }
    if case .second(let second) = optimum.others {
      if let point = violating(required[pick(required.count)], from: second) {
        var copy = optimum
        copy.others = .second(point)
        add("second point", .feasible(copy))
      }
      var same = optimum
      same.others = .second(optimum.point)
      add("second point is the first", .feasible(same))
      same.others = .second(Array(second.dropLast()))
      add("second point truncated", .feasible(same))
    } else {
      // The layout is proved to be the only one, so any other point is worse at some level.
      var copy = optimum
      copy.point[pick(copy.point.count)] += nudge()
      add("point of a unique layout", .feasible(copy))
    }
    var short = optimum
    short.point.removeLast()
    add("point truncated", .feasible(short))
  }

  private mutating func corrupt(_ level: Int, of optimum: CertificateFile.Optimum) {
    var copy = optimum
    // The recorded optimum must equal the sum of the point's violations.
    copy.levels[level].optimum += nudge()
    add("optimum", .feasible(copy))
    for (kind, entries) in corrupted(optimum.levels[level].multipliers) {
      copy = optimum
      copy.levels[level].multipliers = entries
      add("lambda \(kind)", .feasible(copy))
    }
    guard level > 0 else { return }
    let higher = pick(level)
    // Weights are never negative.
    copy = optimum
    copy.levels[level].higherLevels[higher] = -Rational.one - nudge().magnitude
    add("mu negative", .feasible(copy))
    if !optimum.levels[higher].optimum.isZero {
      // The bound changes by the change times the optimum; the multipliers stay.
      copy = optimum
      copy.levels[level].higherLevels[higher] += nudge().magnitude
      add("mu", .feasible(copy))
    }
    // A multiplier above the weight of its level is invalid.
    let strength = optimum.levels[higher].priority
    let held = optimum.levels[level].multipliers.first {
      system.strengths[$0.index].value == strength && !$0.value.isZero
    }
    if let held {
      copy = optimum
      copy.levels[level].higherLevels[higher] = held.value.magnitude * Rational(1, 2)
      add("mu too small", .feasible(copy))
    }
    copy = optimum
    copy.levels[level].higherLevels.removeLast()
    add("mu truncated", .feasible(copy))
  }

  private mutating func corruptOrder(_ optimum: CertificateFile.Optimum) {
    guard optimum.levels.count > 1 else { return }
    let first = pick(optimum.levels.count - 1)
    var copy = optimum
    copy.levels.swapAt(first, first + 1)
    add("levels swapped", .feasible(copy))
    // Only the proofs are swapped: their numbers of weights differ from the numbers of levels
    // above.
    copy.levels[first].priority = optimum.levels[first].priority
    copy.levels[first + 1].priority = optimum.levels[first + 1].priority
    add("proofs of levels swapped", .feasible(copy))
    copy = optimum
    copy.levels.removeLast()
    add("levels truncated", .feasible(copy))
  }

  /// Claims the opposite of the proved status: a feasible system is not infeasible, and a unique
  /// layout has no equal.
  private mutating func corruptStatus(_ optimum: CertificateFile.Optimum) {
    let multipliers = optimum.levels.last?.multipliers ?? []
    add("status infeasible", .infeasible(.init(multipliers: multipliers, conflict: [])))
    var copy = optimum
    switch optimum.others {
    case .none:
      var second = optimum.point
      second[pick(second.count)] += nudge()
      copy.others = .second(second)
      add("status ambiguous", .feasible(copy))
    case .second:
      let rows = (0..<system.variableCount).map {
        CertificateFile.TightRow(constraint: $0 % system.constraintCount, variable: $0)
      }
      copy.others = .none(
        .init(
          closing: multipliers,
          closingLevels: (optimum.levels.last?.higherLevels ?? [])
            + (optimum.levels.isEmpty ? [] : [.one]), live: [], liveMultipliers: [], tight: rows))
      add("status unique", .feasible(copy))
    }
  }

  private mutating func corrupt(
    _ proof: CertificateFile.Uniqueness, of optimum: CertificateFile.Optimum
  ) {
    func claim(_ change: (inout CertificateFile.Uniqueness) -> Void) -> CertificateFile.Claim {
      var (copy, changed) = (optimum, proof)
      change(&changed)
      copy.others = .none(changed)
      return .feasible(copy)
    }
    for (kind, entries) in corrupted(proof.closing) {
      add("closing \(kind)", claim { $0.closing = entries })
    }
    for (kind, entries) in corrupted(proof.liveMultipliers) {
      add("live multiplier \(kind)", claim { $0.liveMultipliers = entries })
    }
    if !proof.closingLevels.isEmpty {
      let level = pick(proof.closingLevels.count)
      add("closing weight", claim { $0.closingLevels[level] = -Rational.one })
      add("closing weights truncated", claim { $0.closingLevels.removeLast() })
    }
    // Weights of 0 close no optional constraint, and one of the rows is optional.
    let live = Set(proof.live.map(\.constraint))
    let needsClosing = proof.tight.contains {
      !system.strengths[$0.constraint].isRequired && !live.contains($0.constraint)
    }
    if needsClosing {
      add(
        "closing of nothing",
        claim {
          $0.closing = []
          $0.closingLevels = proof.closingLevels.map { _ in .zero }
        })
    }
    if let side = proof.live.indices.first(where: {
      !system.cells(of: proof.live[$0].constraint).isEmpty
    }) {
      // The live sides and their multipliers cancelled before the change.
      add("live dropped", claim { $0.live.remove(at: side) })
      add("live side", claim { $0.live[side].isPositive.toggle() })
    }
    // A proof needs as many rows as variables, none twice.
    let row = pick(proof.tight.count)
    let other = (row + 1) % proof.tight.count
    if other != row { add("tight row twice", claim { $0.tight[row] = $0.tight[other] }) }
    add("tight truncated", claim { $0.tight.remove(at: row) })
    add("tight row unknown", claim { $0.tight[row].constraint = system.constraintCount })
  }
}
