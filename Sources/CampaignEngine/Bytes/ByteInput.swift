// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import Judging
import LayoutModel

/// The input of a coverage-guided fuzzer as one case of a campaign: the bytes are the choices of
/// the generator.
///
/// The case passes all checks of a campaign: planted truth, verdicts, both readings, a law, a
/// script for the session, solving twice. A campaign runs some of them only on cases with certain
/// indices, and here the index follows from the bytes. Costs are not judged: cost models apply to
/// the mix of cases that campaigns generate, and a fuzzer chooses other ones.
package struct ByteInput: Sendable {
  /// The number of different indices, which is large enough for each law and each of its variants.
  static let indicesMax = 1 << 16

  package let settings: CampaignSettings
  /// The index that stands for that of the case in a campaign.
  package let index: Int

  /// - Parameters:
  ///   - bytes: any bytes. Missing bytes stand for the simplest choice, excess bytes are not read.
  ///   - changing: changes the settings of the campaign that a fuzzer runs, for example its
  ///     strategies.
  package init(_ bytes: [UInt8], changing: (inout CampaignSettings) -> Void = { _ in }) {
    var settings = CampaignSettings(seed: 0, caseCount: 0)
    changing(&settings)
    settings.bytes = bytes
    settings.costs = nil
    self.settings = settings
    var hasher = StableHash()
    for byte in bytes { hasher.combine(UInt64(byte)) }
    index = Int(hasher.finalize() % UInt64(Self.indicesMax))
  }

  /// The case; nil when the generator discards the bytes.
  ///
  /// A generator that traps ends this process.
  package var layoutCase: LayoutCase? { try? CaseSource(settings).generate(index).layoutCase }

  /// The verdict on a case, without details.
  package enum Verdict: Sendable, Hashable {
    /// The generator discards the bytes.
    case refused
    case right
    /// The faulty parts with their failures, or the contradiction of the tool with itself.
    case wrong(String)
  }

  /// Runs the case in this process, which it may end.
  package func verdict() -> Verdict {
    let batch = BatchRunner(settings).run(index..<index + 1)
    if isRefusal(batch) { return .refused }
    if let contradiction = batch.internalError { return .wrong(contradiction.error.message) }
    var kinds = batch.failing.flatMap(\.failures).map { "\($0.accused.name): \($0.verdict)" }
    kinds += batch.failingScripts.map { "\(settings.session.name): \($0.verdict)" }
    return kinds.isEmpty ? .right : .wrong(kinds.joined(separator: ", "))
  }

  private func isRefusal(_ batch: CaseBatch) -> Bool {
    batch.internalError?.error == CaseSource(settings).deadEnd(index)
  }

  /// The result of a campaign of one case.
  package enum Outcome: Sendable {
    /// The generator discards the bytes.
    case refused
    case done(CampaignResult)
    /// The run is stopped.
    case stopped
  }

  /// Runs the case, stores its failures in the output folder of the settings, and minimizes it.
  ///
  /// - Parameters:
  ///   - workers: the processes in which it runs, made for `settings`; nil for this process, which
  ///     the case may end.
  ///   - isStopped: whether the run is stopped.
  /// - Returns: the result; `.refused` for bytes that the generator discards.
  /// - Throws: when a finding cannot be stored.
  package func run(
    workers: WorkerPool? = nil, isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(WriteError) -> Outcome {
    let desk: any CaseDesk = workers ?? CaseService(settings)
    guard let batch = desk.run(index..<index + 1) else { return .stopped }
    if isRefusal(batch) { return .refused }
    var tally = CampaignTally(settings, desk, isStopped: isStopped)
    _ = try tally.fold(batch, elapsed: { 0 })
    return .done(tally.result(nanoseconds: 0))
  }
}
