// SPDX-License-Identifier: MIT

import Choices
import LayoutGenerators
import LayoutModel

/// Says how the cases of each round are made, by what the rounds before showed.
///
/// A round is a fixed number of cases, and all of its parents come from the corpus as it was at its beginning: which
/// worker runs which case, and when, changes nothing.
struct FeedbackLoop: Sendable {
  /// How many batches make a round: few, so that what is new is used soon; enough to keep some workers busy.
  static let batchesPerRound = 4

  private(set) var corpus: BehaviourCorpus
  private let settings: FeedbackSettings
  private let seed: UInt64
  private var source: CaseSource

  /// - Parameter corpus: what the rounds before showed; nil when there were none.
  /// - Precondition: the campaign has feedback.
  init(_ campaign: CampaignSettings, from corpus: BehaviourCorpus? = nil) {
    guard let settings = campaign.feedback else {
      preconditionFailure("the campaign has no feedback")
    }
    self.settings = settings
    seed = campaign.seed
    source = CaseSource(campaign)
    self.corpus =
      corpus
      ?? BehaviourCorpus(
        tagCount: CaseTrace.tagCount(of: campaign), seedCount: settings.seeds.count)
  }

  /// Begins a round.
  ///
  /// - Returns: how its cases are made that do not follow from the seed.
  mutating func begin(_ cases: Range<Int>) -> RecipeBook {
    var recipes = RecipeBook.empty
    let lottery = ParentLottery(corpus)
    for index in cases {
      if settings.seeds.indices.contains(index) {
        recipes[index] = .seed(settings.seeds[index])
      } else if let lottery {
        recipes[index] = recipe(index, lottery)
      }
    }
    source.recipes = recipes
    return recipes
  }

  /// Takes in what cases of the round showed.
  mutating func fold(_ traces: [CaseTrace]) {
    for trace in traces {
      corpus.add(trace) { BehaviourCorpus.Entry(trace, source) }
    }
  }

  // MARK: - Recipes

  /// One in so many children of parents whose choices are known is made by changing the case nevertheless.
  private static let layoutPeriod: UInt64 = 4

  private func recipe(_ index: Int, _ lottery: ParentLottery) -> CaseRecipe? {
    var hasher = StableHash()
    hasher.combine("feedback")
    hasher.combine(seed)
    hasher.combine(index)
    var numbers = Xoshiro256(seed: hasher.finalize())
    guard numbers.upTo(99) < UInt64(settings.percent) else { return nil }
    let parent = lottery.draw(using: &numbers)
    guard let choices = parent.choices, numbers.upTo(Self.layoutPeriod - 1) > 0 else {
      return parent.layoutCase.mutated(using: &numbers).map { .layout($0, parent.trace.profile) }
    }
    let mutations = ChoiceMutation.allCases
    let mutation = mutations[numbers.index(below: mutations.count)]
    let donor = mutation == .splice ? lottery.draw(using: &numbers).choices ?? choices : choices
    return .choices(
      choices.mutated(by: mutation, with: donor, using: &numbers), thenRandom: numbers.next())
  }
}
