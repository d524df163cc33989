// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

extension Judge {
  /// Judges the claim that the system is infeasible, and the conflict that explains it.
  func judgement(ofConflict conflict: [ConstraintID]) throws(OracleError) -> Judgement {
    if answer.isFeasible {
      let all = system.requiredConstraints
      return Judgement(try verdict(.wrongInfeasible, ifRobustlyFeasible: all), tolerance: tolerance)
    }
    if conflict.isEmpty { return Judgement(.pass, tolerance: tolerance) }
    let members = Set(conflict)
    let areRequired = conflict.allSatisfy {
      system.strengths.indices.contains($0.index) && system.strengths[$0.index].isRequired
    }
    guard members.count == conflict.count, areRequired else { return Judgement(.wrongConflict) }
    // The members alone, with their own variables: most systems are many times larger.
    let part = PartOfSystem(system, conflict)
    let all = conflict.indices.map { ConstraintID($0) }
    guard
      let proof = try ExactOracle.contradiction(in: part.system, among: all, limit: limit)
    else {
      return Judgement(
        try verdict(.wrongConflict, ifRobustlyFeasible: conflict), tolerance: tolerance)
    }
    // The proof's combination of all members is zero. When one less is independent, there is no
    // other proof among them, and each is needed. This is so for most conflicts, and a solution for
    // each member would take far longer.
    var rank = ModularRank(variableCount: part.system.variableCount)
    if proof.support.count == all.count,
      rank.isIndependentButForOne(all, of: part.system, limit)
    {
      return Judgement(.pass, tolerance: tolerance)
    }
    for position in all {
      let others = all.filter { $0 != position }
      guard let proof = try ExactOracle.contradiction(in: part.system, among: others, limit: limit)
      else { continue }
      // The smaller set contradicts itself, too. Does it exceed rounding?
      let distance = try part.system.distance(of: proof, limit)
      let fewer = others.map { conflict[$0.index] }
      var verdict = Verdict.undecided(.knifeEdge)
      if distance > tolerance {
        verdict =
          try isContradictionInDoubles(fewer) ? .wrongConflict : .undecided(.readingsDiffer)
      }
      return Judgement(verdict, measured: distance, tolerance: tolerance)
    }
    return Judgement(.pass, tolerance: tolerance)
  }

  /// Whether constraints also contradict each other when the numbers are read as doubles.
  ///
  /// Rounding may turn two parallel lines into lines that meet far away.
  private func isContradictionInDoubles(_ members: [ConstraintID]) throws(OracleError) -> Bool {
    if system.isExactInDoubles { return true }
    guard let literal = system.dyadicReading() else { return false }
    return try ExactOracle.contradiction(in: literal, among: members, limit: limit) != nil
  }

  /// Returns the failure if the constraints can also hold together in doubles and with less room;
  /// else a knife edge.
  ///
  /// Less room means that each inequality with any room is tightened by the tolerance.
  private func verdict(
    _ failure: Verdict, ifRobustlyFeasible members: [ConstraintID]
  ) throws(OracleError) -> Verdict {
    if !system.isExactInDoubles {
      guard let literal = system.dyadicReading(),
        try ExactOracle.contradiction(in: literal, among: members, limit: limit) == nil
      else { return .undecided(.readingsDiffer) }
    }
    let room = try RoomTest(system, members).hasRoom(tolerance, limit: limit)
    return room ? failure : .undecided(.knifeEdge)
  }
}

extension LinearSystem {
  /// Returns the smallest distance of any point from some constraint of a contradiction.
  ///
  /// With the proof's multipliers, `sum |lambda_i| v_i >= F` everywhere, so the largest
  /// `v_i / |a_i|` is at least `F / sum |lambda_i| |a_i|`.
  ///
  /// - Throws: `.limitReached` when the sums take too many digits.
  func distance(of proof: FarkasCertificate, _ limit: OracleLimit) throws(OracleError) -> Double {
    try limit.counting { (meter) throws(ArithmeticStop) in
      var value = Rational.zero
      var weight = Rational.zero
      for entry in proof.multipliers.entries {
        try meter.add(-entry.value, times: exactConstants[entry.constraint], to: &value)
        let norm = try exactNorm(of: entry.constraint, meter)
        try meter.add(entry.value.magnitude, times: norm, to: &weight)
      }
      try meter.charge(value, weight)
      return weight.isZero ? .infinity : (value / weight).doubleValue
    }
  }

  /// The required constraints, in order.
  var requiredConstraints: [ConstraintID] {
    (0..<constraintCount).lazy.filter { strengths[$0].isRequired }.map { ConstraintID($0) }
  }
}

/// A test of tightened required inequalities, which shows whether their feasibility depends on a
/// tiny distance.
///
/// It has one more variable `t`: all inequalities keep a distance of `t` from their bounds. When no
/// positive `t` is possible, the proof names inequalities that can only hold with equality. They
/// have no room and are exempt, and the rest is tried again.
struct RoomTest {
  private let system: LinearSystem
  private let members: [ConstraintID]

  init(_ system: LinearSystem, _ members: [ConstraintID]) {
    self.system = system
    self.members = members
  }

  /// Whether all inequalities with any room have room `distance` at the same time.
  ///
  /// - Precondition: the constraints can hold together.
  /// - Parameters:
  ///   - distance: the distance from the bounds, in points.
  ///   - limit: the limit of each solution, with the meter of the question.
  /// - Returns: false for a distance that is not finite.
  /// - Throws: `.limitReached`; `.certificateRejected` for a bug in the oracle.
  func hasRoom(_ distance: Double, limit: OracleLimit) throws(OracleError) -> Bool {
    guard let distance = Rational(exactly: distance) else { return false }
    var tightened = members.filter { system.relations[$0.index] != .equal }
    while true {
      let system = try limit.counting { (meter) throws(ArithmeticStop) in
        try tightenedSystem(tightened, distance, meter)
      }
      let answer = try ExactOracle.solve(system, limit: limit)
      guard let level = answer.optimum?.levels.first else { return false }
      if level.optimum.isZero { return true }
      if level.optimum < distance { return false }
      let stuck = Set(level.multipliers.entries.map(\.constraint))
      let before = tightened.count
      // Constraint k of the tightened system is member k.
      tightened = tightened.filter { member in
        guard let position = members.firstIndex(of: member) else { return false }
        return !stuck.contains(position)
      }
      if tightened.count == before { return false }
    }
  }

  private func tightenedSystem(
    _ tightened: [ConstraintID], _ distance: Rational, _ meter: DigitMeter
  ) throws(ArithmeticStop) -> LinearSystem {
    var result = LinearSystem()
    for _ in 0..<system.variableCount { result.addVariable() }
    let room = result.addVariable()
    let isTightened = Set(tightened)
    for member in members {
      var terms: [LinearSystem.Term] = []
      for cell in system.cells(of: member.index) {
        terms.append(
          .init(system.exactCoefficients[cell], VariableID(Int(system.columns[cell]))))
      }
      let relation = system.relations[member.index]
      if isTightened.contains(member) {
        let norm = try system.exactNorm(of: member.index, meter)
        terms.append(.init(relation == .lessThanOrEqual ? norm : -norm, room))
      }
      result.addConstraint(terms, relation, system.exactConstants[member.index])
    }
    result.addConstraint([.init(.one, room)], .greaterThanOrEqual, .zero)
    result.addConstraint(
      [.init(.one, room)], .greaterThanOrEqual, distance, strength: Strength(500))
    return result
  }
}
