// SPDX-License-Identifier: MIT

import Choices
import LayoutGenerators
import LayoutModel

/// For each behaviour that was seen the smallest case that showed it, and how many cases did.
///
/// What it holds depends on the cases that were added and not on their order: of two cases of one size the one with the
/// lower index is kept.
struct BehaviourCorpus: Sendable {
  /// A case that cases may be made of.
  struct Entry: Sendable {
    /// What it showed.
    let trace: CaseTrace
    let layoutCase: LayoutCase
    /// The choices behind it; nil when they are not known.
    let choices: ChoiceSequence?
    /// For how many behaviours it is the smallest case.
    fileprivate(set) var held = 0

    init(_ trace: CaseTrace, _ layoutCase: LayoutCase, _ choices: ChoiceSequence?) {
      self.trace = trace
      self.layoutCase = layoutCase
      self.choices = choices
    }
  }

  /// How many cases showed each behaviour, by tag.
  var cases: [Int]
  /// The size and the index of the smallest case, by tag.
  private var smallest: [(size: Int, index: Int)?]
  /// In the order of their indices.
  private(set) var entries: [Entry] = []
  /// The first so many cases are seeds: they are known without having been kept.
  let seedCount: Int

  init(tagCount: Int, seedCount: Int = 0) {
    self.seedCount = seedCount
    cases = [Int](repeating: 0, count: tagCount)
    smallest = [(size: Int, index: Int)?](repeating: nil, count: tagCount)
  }

  /// How many behaviours were seen.
  var seen: Int { cases.count { $0 > 0 } }

  /// The index of the smallest case that showed a behaviour; nil when none has.
  func holder(of tag: Int) -> Int? { smallest[tag]?.index }

  /// Takes in what a case showed.
  ///
  /// - Parameter make: makes the entry, if the case is to be kept; nil when it cannot be made.
  /// - Precondition: each case is added once, and its tags are below the number given at the start.
  /// - Complexity: O(tags + log(entries)), and O(entries) when the case is kept.
  mutating func add(_ trace: CaseTrace, make: () -> Entry?) {
    for tag in trace.tags { cases[tag] += 1 }
    let won = trace.tags.filter { isSmaller(trace, than: smallest[$0]) }
    guard !won.isEmpty, var entry = make() else { return }
    for tag in won {
      if let loser = smallest[tag] { release(loser.index) }
      smallest[tag] = (trace.size, trace.index)
    }
    entry.held = won.count
    entries.insert(entry, at: position(of: trace.index))
  }

  private func isSmaller(_ trace: CaseTrace, than other: (size: Int, index: Int)?) -> Bool {
    guard let other else { return true }
    return (trace.size, trace.index) < (other.size, other.index)
  }

  private mutating func release(_ index: Int) {
    let position = position(of: index)
    entries[position].held -= 1
    if entries[position].held == 0 { entries.remove(at: position) }
  }

  /// Where the entry of a case is, or would be.
  private func position(of index: Int) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].trace.index < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// How many cases showed the rarest behaviour of an entry.
  func rarity(of entry: Entry) -> Int {
    entry.trace.tags.lazy.map { cases[$0] }.min() ?? 1
  }
}

/// Draws parents: each with odds of one to its size times the number of cases that showed its rarest behaviour.
///
/// Whatever is drawn often makes its behaviours common, so that the odds go to what is rare now (Böhme et al.,
/// Coverage-based greybox fuzzing as Markov chain, CCS 2016). By size, because what is rare is large, as a rule: without it
/// the systems of changed cases have half as many constraints again as those of others, for nothing in return.
struct ParentLottery: Sendable {
  private let entries: [BehaviourCorpus.Entry]
  /// The sums of the weights up to and including each entry.
  private let sums: [UInt64]
  /// The weight of the smallest possible entry with a behaviour that nothing else has shown.
  private static let weightMax: UInt64 = 1 << 32

  /// Nil when the corpus is empty.
  init?(_ corpus: BehaviourCorpus) {
    guard !corpus.entries.isEmpty else { return nil }
    entries = corpus.entries
    var sum: UInt64 = 0
    sums = corpus.entries.map { entry in
      let rarity = UInt64(max(1, corpus.rarity(of: entry)))
      let size = UInt64(max(1, entry.trace.size))
      sum += max(1, Self.weightMax / rarity / size)
      return sum
    }
  }

  /// - Complexity: O(log(entries)).
  func draw(using numbers: inout Xoshiro256) -> BehaviourCorpus.Entry {
    let ticket = numbers.upTo(sums[sums.count - 1] - 1)
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] <= ticket { low = middle + 1 } else { high = middle }
    }
    return entries[low]
  }
}
