// SPDX-License-Identifier: MIT

import CorpusStore
import Judging
import LayoutModel

/// The failing cases of a campaign on their way to the collector.
extension CampaignTally {
  /// Adds a failing case.
  ///
  /// - Parameters:
  ///   - notable: the case and the ways in which it fails.
  ///   - elapsed: returns the nanoseconds since the start.
  /// - Throws: the path that cannot be written, and why.
  mutating func take(_ notable: NotableCase, _ elapsed: () -> UInt64) throws(WriteError) {
    for kind in notable.failures {
      var number = collector.count(kind)
      if kind.verdict == .needlessGiveUp {
        // Early findings take no part in this: whether a give-up counts is known in its turn.
        number -= Self.giveUpsExcused(before: notable.index)
      } else {
        early?.begin(notable, kind, count: number)
      }
      guard number > 0, collector.wants(number), let evidence = evidence(of: notable) else {
        continue
      }
      let (start, hints) = evidence.start(of: kind)
      var look = FailingLayoutLook(
        Accusation(kind, on: notable), on: start, at: desk, isStopped: isStopped)
      look.hints = hints
      look.origin = source.origin(of: evidence.choices)
      early?.examine(kind.verdict, of: kind.accused.name)
      try collector.examine(look, elapsed)
    }
  }

  /// Returns the number of needless give-ups of one strategy that are no finding.
  ///
  /// A healthy strategy gives up a few of 100,000 cases without a reason in the case. One that
  /// gives up ten times as often may hide any fault.
  static func giveUpsExcused(before index: Int) -> Int { 3 + index / 4000 }

  /// Returns the evidence of a case; nil when the run is stopped.
  ///
  /// The case of a shard is run again. Where it does not fail once more, the evidence is only the
  /// case.
  private mutating func evidence(of notable: NotableCase) -> FailureEvidence? {
    if let evidence = notable.evidence { return evidence }
    let (desk, index) = (desk, notable.index)
    if let rerun, rerun.index == index { return rerun.evidence }
    guard let batch = awaited(by: early, { desk.run(index..<index + 1) }) else { return nil }
    let evidence = batch.failing.first?.evidence ?? generated(index)
    rerun = evidence.map { (index, $0) }
    return evidence
  }

  private func generated(_ index: Int) -> FailureEvidence? {
    guard let (generated, choices) = try? source.draw(index) else { return nil }
    return FailureEvidence(
      original: generated.layoutCase, plain: nil, choices: choices.recording, starts: [])
  }
}
