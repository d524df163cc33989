// SPDX-License-Identifier: MIT

import LinearModel

extension ExactOracle {
  /// An irreducible conflict: required constraints that contradict each other, while all but any
  /// one of them can hold together.
  ///
  /// Nil when the system is feasible.
  ///
  /// Starts from the constraints that take part in the proof. Most often all but one of their left
  /// sides are independent, and then each of them is needed. Else leaves out one at a time;
  /// whenever the rest still contradicts itself, goes on with those that take part in the new
  /// proof. Deterministic: the candidates are tried in order.
  ///
  /// Reference: Chinneck, Feasibility and Infeasibility in Optimization, 2008, section 6.1
  /// (deletion filter).
  package static func conflict(
    in system: LinearSystem, answer: ExactAnswer, limit: OracleLimit = .standard
  ) throws(OracleError) -> [ConstraintID]? {
    guard case .infeasible(let certificate) = answer.status else { return nil }
    return try irreducible(certificate, in: system, limit: limit)
  }

  /// An irreducible conflict among the constraints that take part in a proof.
  package static func irreducible(
    _ certificate: FarkasCertificate, in system: LinearSystem, limit: OracleLimit = .standard
  ) throws(OracleError) -> [ConstraintID] {
    var members = certificate.support
    var position = 0
    let limit = limit.ofQuestion
    var rank = ModularRank(variableCount: system.variableCount)
    // The proof adds all members up to nothing: when one less is independent, there is no other
    // proof among them.
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
