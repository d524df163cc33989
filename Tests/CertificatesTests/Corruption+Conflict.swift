// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

@testable import Certificates

extension Corruptor {
  mutating func corrupt(_ contradiction: CertificateFile.Contradiction) {
    corruptMultipliers(contradiction)
    corruptMembers(contradiction)
    corruptWitnesses(contradiction)
    // No layout satisfies the required constraints, whatever status is claimed.
    let points = contradiction.conflict.map(\.point)
    if !points.isEmpty {
      let levels = system.optionalStrengths.enumerated().map { position, strength in
        CertificateFile.Level(
          priority: strength.value, optimum: .zero, multipliers: [],
          higherLevels: [Rational](repeating: .zero, count: position))
      }
      let point = points[pick(points.count)]
      add(
        "status feasible",
        .feasible(.init(point: point, levels: levels, others: .second(points[0]))))
    }
  }

  private mutating func corruptMultipliers(_ contradiction: CertificateFile.Contradiction) {
    for (kind, entries) in corrupted(contradiction.multipliers) {
      add("farkas \(kind)", .infeasible(.init(multipliers: entries, conflict: [])))
    }
    var copy = contradiction
    copy.multipliers = contradiction.multipliers.map { .init($0.index, -$0.value) }
    add("farkas all negated", .infeasible(copy))
    copy.multipliers = contradiction.multipliers.map { .init($0.index, .zero) }
    add("farkas all zero", .infeasible(copy))
    copy.multipliers = []
    add("farkas empty", .infeasible(copy))
    if contradiction.multipliers.count > 1 {
      copy.multipliers = contradiction.multipliers.reversed()
      add("farkas out of order", .infeasible(copy))
    }
  }

  private mutating func corruptMembers(_ contradiction: CertificateFile.Contradiction) {
    let conflict = contradiction.conflict
    guard !conflict.isEmpty else { return }
    let members = Set(conflict.map(\.constraint))
    let position = pick(conflict.count)
    if conflict.count > 1 {
      // Each member occurs in every proof, as its own point shows.
      var copy = contradiction
      copy.conflict.remove(at: position)
      add("member dropped", .infeasible(copy))
    }
    var copy = contradiction
    copy.conflict.append(conflict[position])
    add("member twice", .infeasible(copy))
    let others = (0..<system.constraintCount).filter { !members.contains($0) }
    if !others.isEmpty {
      // All other members contradict each other without the new one, so it has no point.
      let other = others[pick(others.count)]
      copy = contradiction
      copy.conflict.append(.init(constraint: other, point: conflict[position].point))
      add("member added", .infeasible(copy))
      copy = contradiction
      copy.conflict[position].constraint = other
      add("member exchanged", .infeasible(copy))
    }
    copy = contradiction
    copy.conflict[position].constraint = system.constraintCount
    add("member unknown", .infeasible(copy))
  }

  private mutating func corruptWitnesses(_ contradiction: CertificateFile.Contradiction) {
    let conflict = contradiction.conflict
    guard conflict.count > 1 else { return }
    let position = pick(conflict.count)
    let other = (position + 1 + pick(conflict.count - 1)) % conflict.count
    if let point = violating(conflict[other].constraint, from: conflict[position].point) {
      var copy = contradiction
      copy.conflict[position].point = point
      add("witness", .infeasible(copy))
    }
    // A witness violates its own member, and need not violate the other one's.
    var copy = contradiction
    copy.conflict[position].point = conflict[other].point
    copy.conflict[other].point = conflict[position].point
    add("witnesses swapped", .infeasible(copy))
    copy = contradiction
    copy.conflict[position].point.removeLast()
    add("witness truncated", .infeasible(copy))
  }
}
