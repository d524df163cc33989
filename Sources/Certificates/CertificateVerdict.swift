// SPDX-License-Identifier: MIT

/// The result of checking a certificate.
package enum CertificateVerdict: Sendable, Hashable {
  /// Everything the certificate claims is true.
  case proved(ProvedClaim)
  /// The certificate proves nothing, for this reason: a sentence without a full stop.
  case rejected(String)
}

/// A reason why a certificate proves nothing.
struct Rejection: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  static let tooMuchWork = Rejection("its numbers grow too large to be checked")
}

/// The statement that a certificate proves about a case.
package enum ProvedClaim: Sendable, Hashable {
  /// A layout is optimal at all priorities of the case, optional ones highest first.
  ///
  /// `isUnique` is whether it is the only one.
  case optimal(hasRequired: Bool, priorities: [Double], isUnique: Bool)
  /// The required constraints contradict each other.
  ///
  /// So do those with the given names, of which none can be left out. Without names no smaller set
  /// is claimed.
  case infeasible(conflict: [String])
}

extension ProvedClaim: CustomStringConvertible {
  /// A text such as `optimal at priorities 1000, 750, 250; unique`.
  package var description: String {
    switch self {
    case .optimal(let hasRequired, let priorities, let isUnique):
      let all = ((hasRequired ? [1000] : []) + priorities).map { value in
        Int(exactly: value).map { "\($0)" } ?? "\(value)"
      }
      let noun = all.count == 1 ? "priority" : "priorities"
      let last = all.count > 1 ? " and \(all[all.count - 1])" : ""
      let list = all.prefix(max(1, all.count - 1)).joined(separator: ", ") + last
      let levels = all.isEmpty ? "optimal" : "optimal at \(noun) \(list)"
      return levels + (isUnique ? "; unique" : "; not unique")
    case .infeasible(let conflict):
      if conflict.isEmpty { return "infeasible; no conflict is claimed" }
      return "infeasible; minimal conflict of " + conflict.joined(separator: ", ")
    }
  }

  /// The answer in one word, as in certificates.
  package var status: String {
    switch self {
    case .optimal(_, _, let isUnique): return isUnique ? "unique" : "ambiguous"
    case .infeasible: return "infeasible"
    }
  }
}
