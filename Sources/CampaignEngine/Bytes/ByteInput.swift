// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import Judging
import LayoutModel

/// The input of a coverage-guided fuzzer as one case of a campaign: the bytes are the choices of
/// the generator.
///
/// The case goes all the way that cases of a campaign go: planted truth, verdicts, both readings, a
/// law, a script for the session, solving twice. What a campaign does with some of its cases only
/// is decided by the index of the case, and here the index follows from the bytes. What answers
/// cost is not judged: envelopes are about the mix that campaigns draw from, and a fuzzer draws
/// from anything but that.
package struct ByteInput: Sendable {
  /// Indices are below this number, so that each law has its turn, in each way.
  static let indicesMax = 1 << 16

  package let settings: CampaignSettings
  /// What stands for the index of the case in a campaign.
  package let index: Int

  /// - Parameters:
  ///   - bytes: any bytes. What is missing is the simplest choice, what is left over is not read.
  ///   - changing: what is to be other than in the campaign that a fuzzer runs, as its strategies.
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

  /// The case; nil when the bytes lead the generator nowhere.
  ///
  /// A generator that traps ends this process.
  package var layoutCase: LayoutCase? { try? CaseSource(settings).generate(index).layoutCase }

  /// What a case comes to, without its particulars.
  package enum Verdict: Sendable, Hashable {
    /// The bytes lead the generator nowhere.
    case refused
    case right
    /// Who is wrong and how, or how the tool contradicts itself.
    case wrong(String)
  }

  /// Runs the case in this process, which it may end.
  package func verdict() -> Verdict {
    let batch = BatchRunner(settings).run(index..<index + 1)
    if isRefusal(batch) { return .refused }
    if let contradiction = batch.internalError { return .wrong(contradiction.error.message) }
    var kinds = batch.failing.flatMap(\.kinds).map { "\($0.strategy): \($0.verdict)" }
    kinds += batch.failingScripts.map { "\(settings.session.name): \($0.verdict)" }
    return kinds.isEmpty ? .right : .wrong(kinds.joined(separator: ", "))
  }

  private func isRefusal(_ batch: CaseBatch) -> Bool {
    batch.internalError?.error == CaseSource(settings).deadEnd(index)
  }

  /// What a campaign of one case comes to.
  package enum Outcome: Sendable {
    /// The bytes lead the generator nowhere.
    case refused
    case done(CampaignResult)
    /// The run is stopped.
    case stopped
  }

  /// Runs the case, stores what is wrong on it in the output folder of the settings, and makes it
  /// small.
  ///
  /// - Parameter workers: the processes that it runs in, made for `settings`; nil for this one,
  ///   which the case may end.
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
