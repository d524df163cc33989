// SPDX-License-Identifier: MIT

import CampaignEngine
import Laws

/// The parts of the project that a coverage-guided fuzzer runs on bytes: the whole pipeline, or a
/// reader of untrusted files.
///
/// The raw value names the folder of inputs in `Corpus/libfuzzer` and the program that
/// `scripts/libfuzzer.sh` builds.
package enum FuzzTarget: String, Sendable, CaseIterable {
  /// The whole pipeline of a campaign on a case whose choices are the bytes.
  case pipeline
  /// Case files.
  case caseFile
  /// Storyboards and xibs.
  case interfaceBuilder
  /// Texts of visual formats.
  case visualFormat
  /// Proofs of exact answers.
  case certificate

  /// The result of one input.
  package enum Outcome: Sendable, Hashable {
    /// The input was rejected, so that nothing could be checked.
    case refused
    /// The input was read, and all checks passed.
    case accepted
    /// A check failed; the text describes the fault.
    case broken(String)
  }

  /// Runs one input.
  ///
  /// - Parameters:
  ///   - bytes: any bytes; the function returns for all of them.
  ///   - world: may have a planted fault of reading or writing, which shows whether the checks find
  ///     it.
  /// - Returns: whether the input was accepted or refused, or a failed check.
  package func run(_ bytes: [UInt8], in world: LawWorld = LawWorld()) -> Outcome {
    switch self {
    case .pipeline: return runPipeline(bytes)
    case .caseFile: return readCaseFile(bytes, world)
    case .interfaceBuilder: return readDocument(bytes, world)
    case .visualFormat: return readFormats(bytes, world)
    case .certificate: return readCertificate(bytes)
    }
  }

  private func runPipeline(_ bytes: [UInt8]) -> Outcome {
    switch ByteInput(bytes).verdict() {
    case .refused: return .refused
    case .right: return .accepted
    case .wrong(let problem): return .broken(problem)
    }
  }
}
