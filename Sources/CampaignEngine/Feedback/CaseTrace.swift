// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutGenerators
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// What one judged case showed, for the corpus of a campaign with feedback.
struct CaseTrace: Sendable, Hashable {
  /// The index of the case in the campaign.
  let index: Int
  /// Views and guides, and what is said about them: of two cases that show the same the smaller is kept.
  let size: Int
  /// The constraints of the system that was solved, which is what most of the time goes with.
  let rows: Int
  let profile: Profile
  /// The behaviours, in ascending order: those of `BehaviourTags`, then how far answers are from what is required, and
  /// from each other.
  let tags: [Int]

  init(index: Int, size: Int, rows: Int = 0, profile: Profile = .wellFormed, tags: [Int]) {
    self.index = index
    self.size = size
    self.rows = rows
    self.profile = profile
    self.tags = tags
  }

  /// - Parameter behaviours: what the case showed anyway.
  init(
    of generated: GeneratedCase, _ index: Int, _ record: CaseRecord, strategyCount: Int,
    lawCount: Int, _ behaviours: BehaviourTags
  ) {
    var tags: [Int] = []
    behaviours.forEach { tags.append($0) }
    let first = BehaviourTags.count(strategyCount: strategyCount, lawCount: lawCount)
    let own = record.strategies.prefix(strategyCount)
    for (position, strategy) in own.enumerated() {
      guard let residual = record.residual(of: strategy) else { continue }
      tags.append(first + position * Self.buckets + Self.bucket(residual))
    }
    if let distance = record.disagreement(of: own) {
      tags.append(first + strategyCount * Self.buckets + Self.bucket(distance))
    }
    self.init(
      index: index, size: CaseSize(generated.layoutCase).elements,
      rows: record.lowered.system.constraintCount, profile: generated.profile, tags: tags)
  }

  /// How many behaviours there are.
  static func tagCount(strategyCount: Int, lawCount: Int) -> Int {
    BehaviourTags.count(strategyCount: strategyCount, lawCount: lawCount)
      + (strategyCount + 1) * buckets
  }

  static func tagCount(of campaign: CampaignSettings) -> Int {
    tagCount(strategyCount: campaign.strategies.count, lawCount: campaign.laws.count)
  }

  /// Of distances: none, then powers of two from 2^-45 on. Each step up is a behaviour of its own, so that cases on which
  /// a distance grows become parents.
  private static let buckets = 32
  private static let exponentMin = -45

  private static func bucket(_ distance: Double) -> Int {
    guard distance > 0 else { return 0 }
    guard distance.isFinite else { return buckets - 1 }
    return min(buckets - 1, max(1, Int(distance.exponent) - exponentMin + 1))
  }
}

extension CaseRecord {
  /// The largest violation of a required constraint by an answer; nil when it is none with values.
  fileprivate func residual(of strategy: StrategyRecord) -> Double? {
    guard let values = strategy.result.outcome.solution?.values,
      values.count == lowered.system.variableCount
    else { return nil }
    let system = lowered.system
    var largest = 0.0
    for row in 0..<system.constraintCount where system.strengths[row].isRequired {
      largest = max(largest, system.violation(of: row, at: values))
    }
    return largest
  }

  /// How far optimal answers are from each other where only one is right; nil when fewer than two claim to be that.
  fileprivate func disagreement(of strategies: ArraySlice<StrategyRecord>) -> Double? {
    guard answer?.optimum?.isUnique == true else { return nil }
    var answers: [[Double]] = []
    for strategy in strategies {
      if case .optimal(let solution) = strategy.result.outcome { answers.append(solution.values) }
    }
    guard answers.count > 1 else { return nil }
    var largest = 0.0
    for other in answers.dropFirst() where other.count == answers[0].count {
      for (one, value) in zip(answers[0], other) { largest = max(largest, abs(one - value)) }
    }
    return largest
  }
}

// MARK: - Between processes

extension CaseTrace {
  /// `[index, size, rows, profile, tag, ...]`
  var json: JSONValue {
    .array(
      [.number(index), .number(size), .number(rows), .string(profile.rawValue)]
        + tags.map { .number($0) })
  }

  /// - Parameter tagCount: how many behaviours there are in the campaign.
  init(_ value: JSONValue, tagCount: Int) throws(JSONError) {
    let words = try value.requiredArray("what a case showed")
    guard words.count >= 4 else { throw value.error("expected index, size, rows and profile") }
    var tags: [Int] = []
    for word in words[4...] { tags.append(try word.requiredIndex("a behaviour")) }
    guard zip(tags, tags.dropFirst()).allSatisfy({ $0 < $1 }), tags.last ?? 0 < tagCount else {
      throw value.error("expected behaviours in order, below \(tagCount)")
    }
    self.init(
      index: try words[0].requiredIndex("the index of a case"),
      size: try words[1].requiredIndex("a size"),
      rows: try words[2].requiredIndex("a number of constraints"),
      profile: try words[3].requiredCase(of: Profile.self), tags: tags)
  }
}
