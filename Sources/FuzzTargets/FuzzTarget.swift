// SPDX-License-Identifier: MIT

import CampaignEngine
import Laws

/// What a coverage-guided fuzzer may feed with bytes: the whole pipeline, or a reader of files that
/// anybody may hand in.
///
/// The raw value names the folder of inputs in `Corpus/libfuzzer` and the program that
/// `scripts/libfuzzer.sh` builds.
package enum FuzzTarget: String, Sendable, CaseIterable {
  /// Bytes are the choices of a case, which goes all the way that cases of a campaign go.
  case pipeline
  /// Case files.
  case caseFile
  /// Storyboards and xibs.
  case interfaceBuilder
  /// Texts of visual formats.
  case visualFormat
  /// Proofs of exact answers.
  case certificate

  /// What came of an input.
  package enum Outcome: Sendable, Hashable {
    /// It makes nothing that anything could be said about.
    case refused
    /// It was read, and all that must hold of it does.
    case accepted
    /// What does not hold.
    case broken(String)
  }

  /// Runs one input.
  ///
  /// - Parameters:
  ///   - bytes: any bytes; whatever they are, this must return.
  ///   - world: may have a planted fault of reading what was written, so that it can be told
  ///     whether anybody looks.
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
