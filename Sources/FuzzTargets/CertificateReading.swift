// SPDX-License-Identifier: MIT

import Certificates
import JSON
import LinearModel
import Oracles

/// Certificates: what is accepted comes back from a file that is written, and what is proved is
/// true.
extension FuzzTarget {
  /// Systems with more variables are not asked about: the exact solver would take too long.
  private static let variablesMax = 64
  /// A thousandth of what `layoutfuzz verify` may do.
  private static let work = WorkMeter.standard / 1000
  /// The same share of what the exact solver may do, and some more, since it starts from nothing.
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

  /// The system that a certificate says it is about.
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

  /// Compares what a certificate proves with what the exact solver finds.
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
