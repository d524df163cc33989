// SPDX-License-Identifier: MIT

/// The batches of a campaign in the rounds in which they are run: all in one, unless there is feedback.
struct CampaignRounds {
  /// Consecutive batches that can run in any order.
  struct Round: Sendable {
    let first: Int
    /// How many; nil for no end.
    let count: Int?
    /// How their cases are made that do not follow from the seed.
    let recipes: RecipeBook
  }

  private let batches: BatchRunner
  private var loop: FeedbackLoop?
  /// The first batch of the next round; nil when there is none.
  private var first: Int?
  /// How many batches of the present round are not folded: what was cut short has no next round.
  private var pending = 0

  /// - Parameter start: what is done already; nil for nothing.
  init(_ settings: CampaignSettings, _ batches: BatchRunner, from start: Checkpoint?) {
    self.batches = batches
    loop = settings.feedback == nil ? nil : FeedbackLoop(settings, from: start?.corpus)
    first = start?.batches ?? 0
  }

  /// What the cases so far showed; nil when there is no feedback.
  var corpus: BehaviourCorpus? { loop?.corpus }

  /// Whether a campaign can go on from here: the cases of a round hang on what came before it.
  var isBetweenRounds: Bool { loop == nil || pending == 0 }

  /// The next round; nil when there are no more batches.
  mutating func next() -> Round? {
    guard let first, pending == 0 else { return nil }
    let rest = batches.batchCount.map { max(0, $0 - first) }
    guard rest != 0 else { return nil }
    guard var loop else {
      self.first = nil
      return Round(first: first, count: rest, recipes: .empty)
    }
    let count = min(FeedbackLoop.batchesPerRound, rest ?? Int.max)
    self.first = first + count
    pending = count
    let recipes = loop.begin(
      batches.range(ofBatch: first)
        .lowerBound..<batches.range(ofBatch: first + count - 1).upperBound)
    self.loop = loop
    return Round(first: first, count: count, recipes: recipes)
  }

  /// Takes in a batch of the round.
  mutating func fold(_ batch: CaseBatch) {
    pending -= 1
    loop?.fold(batch.traces)
  }

  /// Ends with the present round.
  mutating func end() -> OrderedPool.Step {
    first = nil
    return .stop
  }
}
