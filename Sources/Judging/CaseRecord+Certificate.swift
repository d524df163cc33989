// SPDX-License-Identifier: MIT

import Certificates
import Diagnosis
import Lowering
import Oracles

extension CaseRecord {
  /// Returns the proof of the exact answer, for a file; nil when the oracle reached its limit.
  ///
  /// A conflict that would exceed the limit to make irreducible is left out. The certificate then
  /// proves the contradiction only.
  ///
  /// - Throws: when the tool contradicts itself: the certificate is verified like any other one.
  package func certificate(limit: OracleLimit = .standard) throws(InternalError)
    -> CertificateFile?
  {
    guard let answer else { return nil }
    let claim: CertificateFile.Claim
    switch answer.status {
    case .feasible(let optimum): claim = .feasible(.init(optimum))
    case .infeasible(let proof): claim = .infeasible(try contradiction(proof, limit))
    }
    let names = lowered.constraintNames
    let file = CertificateFile(
      variableCount: lowered.system.variableCount,
      rows: names.indices.map { .init($0, of: lowered.system, name: names[$0]) }, claim: claim)
    let verdict = CertificateVerifier.verdict(on: file, for: lowered.system, names: names)
    if case .rejected(let reason) = verdict {
      throw InternalError(
        "the oracle's own certificate is rejected: \(reason)", on: lowered.layoutCase)
    }
    return file
  }

  private func contradiction(
    _ proof: FarkasCertificate, _ limit: OracleLimit
  ) throws(InternalError) -> CertificateFile.Contradiction {
    let system = lowered.system
    do throws(OracleError) {
      let members = try ExactOracle.irreducible(proof, in: system, limit: limit)
      let own = try ExactOracle.contradiction(in: system, among: members, limit: limit)
      let points = try ExactOracle.witnesses(ofConflict: members, in: system, limit: limit)
      guard let own, let points else {
        throw OracleError.certificateRejected("the conflict is not irreducible")
      }
      return .init(
        multipliers: CertificateFile.entries(own.multipliers),
        conflict: zip(members, points).map { .init(constraint: $0.index, point: $1) })
    } catch .limitReached {
      return .init(multipliers: CertificateFile.entries(proof.multipliers), conflict: [])
    } catch {
      throw InternalError("\(error)", on: lowered.layoutCase)
    }
  }
}

extension LoweredCase {
  /// The stable name of each linear constraint, in order.
  package var constraintNames: [String] { origins.indices.map { originID(of: $0) } }
}

extension CertificateFile {
  fileprivate static func entries(_ multipliers: Multipliers) -> [Entry] {
    multipliers.entries.map { Entry($0.constraint, $0.value) }
  }
}

extension CertificateFile.Optimum {
  fileprivate init(_ optimum: ExactOptimum) {
    let levels = optimum.levels.map { level in
      CertificateFile.Level(
        priority: level.strength.value, optimum: level.optimum,
        multipliers: CertificateFile.entries(level.multipliers), higherLevels: level.higherLevels)
    }
    let others: CertificateFile.Others
    switch optimum.uniqueness {
    case .unique(let proof): others = .none(.init(proof))
    case .ambiguous(let second): others = .second(second)
    }
    self.init(point: optimum.point, levels: levels, others: others)
  }
}

extension CertificateFile.Uniqueness {
  fileprivate init(_ proof: UniquenessCertificate) {
    self.init(
      closing: CertificateFile.entries(proof.closing), closingLevels: proof.closingLevels,
      live: proof.live.map { .init(constraint: $0.constraint, isPositive: $0.isPositive) },
      liveMultipliers: CertificateFile.entries(proof.liveMultipliers),
      tight: proof.tight.map { .init(constraint: $0.constraint, variable: $0.pivotHint) })
  }
}
