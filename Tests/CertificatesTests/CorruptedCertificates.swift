// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import Foundation
import LayoutGenerators
import LinearModel
import Lowering
import TestSupport
import Testing

@testable import Certificates
@testable import Judging

/// Checks that certificates of generated cases are accepted, and rejected after any corruption.
///
/// Every corruption is false by construction, with the reason beside it in `Corruptor`. Changes
/// that leave a proof are checked separately and must be accepted.
@Suite("Corrupted certificates are rejected")
struct CorruptedCertificates {
  private static let corruptionsPerProfile = TestLength.choose(quick: 250, full: 750, long: 8000)
  private static let roundsPerCase = TestLength.choose(quick: 3, full: 3, long: 1)

  private struct Proved {
    let certificate: CertificateFile
    let lowered: LoweredCase

    func verdict(on certificate: CertificateFile) -> CertificateVerdict {
      CertificateVerifier.verdict(
        on: certificate, for: lowered.system, names: lowered.constraintNames)
    }

    /// The status that the unchanged certificate proves; nil if it proves none.
    var status: String? {
      guard case .proved(let claim) = verdict(on: certificate) else { return nil }
      return claim.status
    }
  }

  private func proved(_ source: CaseSource, _ index: Int) throws -> Proved? {
    let generated = try source.generate(index)
    let record = try CaseRunner(strategies: []).run(generated.layoutCase)
    guard let certificate = try record.certificate() else { return nil }
    return Proved(certificate: certificate, lowered: record.lowered)
  }

  @Test("in every part, for cases of every profile", arguments: Profile.allCases)
  func corruptions(profile: Profile) throws {
    let seed: UInt64 = 51
    let source = CaseSource(seed: seed, profile: profile)
    var tried: [String: Int] = [:]
    var total = 0
    var index = 0
    while total < Self.corruptionsPerProfile {
      index += 1
      guard let proved = try proved(source, index) else { continue }
      let corruptions = (0..<Self.roundsPerCase).flatMap { round in
        Corruptor(
          proved.certificate, proved.lowered.system,
          seed: UInt64(index * Self.roundsPerCase + round)
        ).made
      }
      for (number, corruption) in corruptions.enumerated() {
        let title = "\(corruption.kind), profile \(profile), seed \(seed), case \(index)"
        if case .proved(let claim) = proved.verdict(on: corruption.certificate) {
          Issue.record("\(title): accepted as \(claim)")
        }
        // Some also go through the file: reading or checking must refuse them.
        if number % 16 == 0,
          let read = try? CertificateFile(decoding: corruption.certificate.encoded),
          case .proved = proved.verdict(on: read)
        {
          Issue.record("\(title): accepted from the file")
        }
        tried[corruption.kind, default: 0] += 1
        total += 1
      }
    }
    let kinds = tried.keys.sorted().map { "\($0) \(tried[$0] ?? 0)" }.joined(separator: ", ")
    print("\(profile.rawValue): seed \(seed), \(index) cases, \(total) corruptions: \(kinds)")
    #expect(tried.count >= 12, "too few kinds: \(kinds)")
  }

  @Test("other proofs of the same result are accepted", arguments: Profile.allCases)
  func otherProofs(profile: Profile) throws {
    let source = CaseSource(seed: 52, profile: profile)
    var accepted = 0
    for index in 0..<TestLength.choose(quick: 5, full: 5, long: 50) {
      guard let proved = try proved(source, index) else { continue }
      accepted += 1
      var other = proved.certificate
      switch other.claim {
      case .infeasible(var contradiction):
        contradiction.multipliers = contradiction.multipliers.map {
          .init($0.index, $0.value * Rational(7, 3))
        }
        contradiction.conflict.reverse()
        other.claim = .infeasible(contradiction)
      case .feasible(var optimum):
        if case .second(let second) = optimum.others {
          optimum.others = .second(optimum.point)
          optimum.point = second
        } else if case .none(var proof) = optimum.others {
          proof.closing = proof.closing.map { .init($0.index, $0.value * Rational(2)) }
          proof.closingLevels = proof.closingLevels.map { $0 * Rational(2) }
          optimum.others = .none(proof)
        }
        other.claim = .feasible(optimum)
      }
      let verdict = proved.verdict(on: other)
      guard case .proved(let claim) = verdict, claim.status == proved.status else {
        Issue.record("case \(index): \(verdict)")
        continue
      }
      let read = try CertificateFile(decoding: other.encoded)
      #expect(read == other, "case \(index)")
    }
    #expect(accepted >= 3, "\(accepted)")
  }

  @Test("the certificate of another case is rejected")
  func anotherCase() throws {
    let source = CaseSource(seed: 53)
    var last: Proved?
    var rejected = 0
    for index in 0..<10 {
      guard let proved = try proved(source, index) else { continue }
      if let last, last.lowered.system != proved.lowered.system {
        guard case .rejected(let reason) = proved.verdict(on: last.certificate) else {
          Issue.record("case \(index)")
          continue
        }
        #expect(reason.hasSuffix("it is the certificate of another case"), "case \(index)")
        rejected += 1
      }
      last = proved
    }
    #expect(rejected >= 5, "\(rejected)")
  }
}
