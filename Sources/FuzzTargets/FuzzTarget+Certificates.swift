// SPDX-License-Identifier: MIT

import Certificates
import JSON
import LinearModel
import Oracles

/// Checks of certificates: an accepted one can be written and read again, and a proved claim is
/// true.
extension FuzzTarget {
  /// The largest number of variables for which the exact solver is fast enough to check the claim.
  private static let variablesMax = 64
  /// The work limit of a verification: a thousandth of that of `layoutfuzz verify`.
  private static let work = WorkMeter.standard / 1000
  /// The work limit of the exact solver: the same share and some more, since it starts without a
  /// proof.
  private static let limit = OracleLimit(tableauCells: 100_000, cellOperations: 1_000_000)

  func readCertificate(_ bytes: [UInt8]) -> Outcome {
    guard let file = try? CertificateFile(decoding: bytes) else { return .refused }
    do throws(JSONError) {
      if try CertificateFile(decoding: file.encoded) != file {
        return .broken("a certificate is read as another one")
      }
    } catch {
      return .broken("a certificate that was written is refused: \(error.message)")
    }
    guard file.variableCount <= Self.variablesMax else { return .accepted }
    let system = Self.system(of: file)
    let verdict = CertificateVerifier.verdict(
      on: file, for: system, names: file.rows.map(\.name), work: Self.work)
    guard case .proved(let claim) = verdict else { return .accepted }
    return Self.outcome(of: claim, file, system)
  }

  /// Returns the system that a certificate is about.
  static func system(of file: CertificateFile) -> LinearSystem {
    var system = LinearSystem()
    for _ in 0..<file.variableCount { system.addVariable() }
    for row in file.rows {
      system.addConstraint(
        row.terms.map { .init($0.value, VariableID($0.index)) }, row.relation, row.constant,
        strength: Strength(row.priority))
    }
    return system
  }

  /// Compares a proved claim with the answer of the exact solver.
  static func outcome(
    of claim: ProvedClaim, _ file: CertificateFile, _ system: LinearSystem
  ) -> Outcome {
    let answer: ExactAnswer
    do throws(OracleError) {
      answer = try ExactOracle.solve(system, limit: limit)
    } catch .limitReached {
      return .accepted
    } catch {
      return .broken("\(error)")
    }
    guard case .feasible(let proved) = file.claim else {
      return answer.isFeasible ? .broken("proved infeasible, solved as feasible") : .accepted
    }
    guard let optimum = answer.optimum else {
      return .broken("proved feasible, solved as infeasible")
    }
    if optimum.levels.map(\.optimum) != proved.levels.map(\.optimum) {
      return .broken("proved and solved optima differ")
    }
    return claim.status == (optimum.isUnique ? "unique" : "ambiguous")
      ? .accepted : .broken("proved \(claim.status), which the exact solver denies")
  }
}
