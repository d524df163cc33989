// SPDX-License-Identifier: MIT

import LinearModel

extension ExactOracle {
  /// Returns an irreducible conflict: required constraints that contradict each other, while any
  /// proper subset can hold together.
  ///
  /// The result is nil when the system is feasible.
  ///
  /// The search starts with the constraints of the proof. Most often all but one of their left
  /// sides are independent, and then each of them is needed. Otherwise it leaves out one at a time.
  /// Whenever the rest still contradicts itself, it continues with the constraints of the new
  /// proof. It is deterministic: the candidates are tried in order.
  ///
  /// Reference: Chinneck, Feasibility and Infeasibility in Optimization, 2008, section 6.1
  /// (deletion filter).
  package static func conflict(
    in system: LinearSystem, answer: ExactAnswer, limit: OracleLimit = .standard
  ) throws(OracleError) -> [ConstraintID]? {
    guard case .infeasible(let certificate) = answer.status else { return nil }
    return try irreducible(certificate, in: system, limit: limit)
  }

  /// Returns an irreducible conflict among the constraints of a proof.
  package static func irreducible(
    _ certificate: FarkasCertificate, in system: LinearSystem, limit: OracleLimit = .standard
  ) throws(OracleError) -> [ConstraintID] {
    var members = certificate.support
    var position = 0
    let limit = limit.ofQuestion
    var rank = ModularRank(variableCount: system.variableCount)
    // The proof's combination of all members is zero: when one less is independent, there is no
    // other proof among them.
    if rank.isIndependentButForOne(members, of: system, limit) { return members }
    while position < members.count {
      var candidates = members
      let probe = candidates.remove(at: position)
      let proof = try contradiction(in: system, among: candidates, limit: limit)
      if let proof {
        // Members before the probe are needed by every conflict within `members`, so they stay in
        // the support.
        members = proof.support
        if rank.isIndependentButForOne(members, of: system, limit) { return members }
        position = members.firstIndex { $0 > probe } ?? members.count
      } else {
        position += 1
      }
    }
    return members
  }
}
