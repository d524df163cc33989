// SPDX-License-Identifier: MIT

import LayoutGenerators

/// Finds out whether feedback finds planted faults sooner: hunts each mutant with and without, with the same seeds, and
/// counts cases.
package struct FeedbackComparison: Sendable {
  private let mutants: [Mutant]
  private let seeds: [UInt64]
  private let casesMax: Int
  private let percent: Int
  private let jobs: Int
  private let isStopped: @Sendable () -> Bool

  /// - Parameters:
  ///   - casesMax: after how many cases a hunt ends without success.
  ///   - percent: how many of a hundred cases are made of others.
  /// - Precondition: all mutants can be hunted in this way, and there is a seed.
  package init(
    mutants: [Mutant], seeds: [UInt64], casesMax: Int,
    percent: Int = FeedbackSettings.percentDefault, jobs: Int,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    precondition(mutants.allSatisfy(FeedbackDuel.isPossible), "some mutants show in no case")
    precondition(!seeds.isEmpty && casesMax > 0, "a hunt needs a seed and a case")
    self.mutants = mutants
    self.seeds = seeds
    self.casesMax = casesMax
    self.percent = percent
    self.jobs = jobs
    self.isStopped = isStopped
  }

  /// Hunts all mutants.
  ///
  /// - Parameter onDuel: called on the calling thread, in the order of the mutants, when all seeds are done.
  /// - Returns: the duels in the order of the mutants; those not ended before a stop are left out.
  package func run(onDuel: (FeedbackDuel) -> Void = { _ in }) -> [FeedbackDuel] {
    var duels: [FeedbackDuel] = []
    var runs: [FeedbackDuel.Run] = []
    OrderedPool(jobs: jobs).run(
      count: mutants.count * seeds.count, shouldStop: isStopped,
      unit: { hunt(mutants[$0 / seeds.count], seed: seeds[$0 % seeds.count]) },
      fold: { index, run in
        guard let run else { return .stop }
        runs.append(run)
        guard runs.count == seeds.count else { return .next }
        let duel = FeedbackDuel(
          mutant: mutants[index / seeds.count], runs: runs, casesMax: casesMax)
        runs = []
        duels.append(duel)
        onDuel(duel)
        return .next
      })
    return duels
  }

  /// Nil when it was stopped.
  private func hunt(_ mutant: Mutant, seed: UInt64) -> FeedbackDuel.Run? {
    guard let subject = (mutant.trial as? CampaignTrial)?.subject,
      let plain = hunt(mutant, subject, seed, percent: 0),
      let guided = hunt(mutant, subject, seed, percent: percent)
    else { return nil }
    return FeedbackDuel.Run(seed: seed, plain: plain, guided: guided)
  }

  private func hunt(
    _ mutant: Mutant, _ subject: CampaignTrial.Subject, _ seed: UInt64, percent: Int
  ) -> FeedbackDuel.Detection? {
    var settings = subject.settings(seed: seed, seenBy: mutant.seenBy)
    settings.feedback = FeedbackSettings(percent: percent)
    let runner = BatchRunner(settings)
    var loop = FeedbackLoop(settings)
    var detection = FeedbackDuel.Detection()
    let roundSize = FeedbackSettings.casesPerRound
    for start in stride(from: 0, to: casesMax, by: roundSize) {
      if isStopped() { return nil }
      let round = start..<min(start + roundSize, casesMax)
      let recipes = loop.begin(round)
      let runner = runner.with(recipes)
      for index in round {
        let batch = runner.run(index..<index + 1)
        detection.run += 1
        detection.rows += batch.traces.reduce(0) { $0 + $1.rows }
        detection.problem = batch.internalError?.error.message
        let isFound = batch.failing.contains { notable in
          subject.failures(of: notable, in: settings).contains {
            mutant.seenBy.contains($0.kind.verdict)
          }
        }
        if isFound { detection.cases = index + 1 }
        if isFound || detection.problem != nil { return detection }
        if percent > 0 { loop.fold(batch.traces) }
      }
    }
    return detection
  }
}
