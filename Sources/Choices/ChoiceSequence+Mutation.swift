// SPDX-License-Identifier: MIT

/// One way of changing recorded choices into others that are like them.
package enum ChoiceMutation: Sendable, Hashable, CaseIterable {
  /// Some single choices become others of their range.
  case tweak
  /// All choices of a span are drawn anew, each from its range.
  case regenerate
  /// A span is replaced by one with the same label, from this sequence or a donor's.
  case splice
  /// A span stands twice.
  case duplicate
  /// A span is gone.
  case delete
  /// Everything from the beginning of a span on is left to chance.
  case cut
}

/// Changes at the borders of spans: what a replay makes of them is a legal value of the generator, because a choice
/// that does not fit becomes the simplest one, and what is missing is drawn.
///
/// The idea is that of Hypothesis (MacIver, Donaldson, ECOOP 2020) and of Zest (Padhye et al., Semantic fuzzing with Zest,
/// ISSTA 2019): mutate the choices, not the value.
extension ChoiceSequence {
  /// Longer results are refused: parents that grow from one generation to the next would only make cases slow.
  package static let mutatedCountMax = 4096

  /// The values of a sequence like this one.
  ///
  /// - Parameters:
  ///   - mutation: the way; where this sequence has nothing to apply it to, single choices are tweaked.
  ///   - donor: where spans are taken from.
  ///   - numbers: decides which span and which values.
  /// - Precondition: this sequence is a recording, so that ranges and spans are known.
  /// - Complexity: O(choices + spans of both sequences).
  package func mutated(
    by mutation: ChoiceMutation, with donor: ChoiceSequence, using numbers: inout Xoshiro256
  ) -> ContiguousArray<Int64> {
    if let values = restructured(by: mutation, with: donor, using: &numbers),
      values.count <= Self.mutatedCountMax
    {
      return values
    }
    return tweaked(using: &numbers)
  }

  /// At most so many choices are tweaked at a time.
  private static let tweaksMax: UInt64 = 4

  private func tweaked(using numbers: inout Xoshiro256) -> ContiguousArray<Int64> {
    var values = self.values
    guard !values.isEmpty else { return values }
    for _ in 0...numbers.upTo(Self.tweaksMax - 1) {
      let position = numbers.index(below: choices.count)
      values[position] = choices[position].neighbour(of: values[position], using: &numbers)
    }
    return values
  }

  private func restructured(
    by mutation: ChoiceMutation, with donor: ChoiceSequence, using numbers: inout Xoshiro256
  ) -> ContiguousArray<Int64>? {
    switch mutation {
    case .tweak: return nil
    case .regenerate:
      return span(using: &numbers) { 2 * $0.count <= count }.map { span in
        var values = self.values
        for position in span.range { values[position] = choices[position].drawn(using: &numbers) }
        return values
      }
    case .splice:
      guard let hole = span(using: &numbers, where: { 2 * $0.count <= count }),
        let piece = donor.span(using: &numbers, where: { $0.label == hole.label })
      else { return nil }
      return replacing(hole.range, with: donor.choices[piece.range])
    case .duplicate:
      return span(using: &numbers, where: \.isElement).map { span in
        replacing(span.range.upperBound..<span.range.upperBound, with: choices[span.range])
      }
    case .delete:
      return span(using: &numbers, where: \.isElement).map { replacing($0.range, with: []) }
    case .cut:
      return span(using: &numbers, where: { $0.start > 0 }).map {
        ContiguousArray(values[..<$0.range.lowerBound])
      }
    }
  }

  /// One of the spans that are not empty and have a property; nil when there is none.
  private func span(
    using numbers: inout Xoshiro256, where isMeant: (ChoiceSpan) -> Bool
  ) -> ChoiceSpan? {
    let meant = spans.filter { $0.count > 0 && isMeant($0) }
    return meant.isEmpty ? nil : meant[numbers.index(below: meant.count)]
  }

  private func replacing(
    _ range: Range<Int>, with piece: ContiguousArray<Choice>.SubSequence
  ) -> ContiguousArray<Int64> {
    var values = self.values
    values.replaceSubrange(range, with: piece.lazy.map(\.value))
    return values
  }
}

extension ChoiceSpan {
  /// Whether there may be one more or one less of it.
  var isElement: Bool {
    switch label {
    case .list, .tuple, .alternative, .optional, .permutation, .attempt: return false
    default: return true
    }
  }
}

extension Choice {
  /// A value of the range, each equally likely.
  fileprivate func drawn(using numbers: inout Xoshiro256) -> Int64 {
    low &+ Int64(bitPattern: numbers.upTo(lastIndex))
  }

  /// Another value: any one, one of the special ones, or one step away.
  fileprivate func neighbour(of value: Int64, using numbers: inout Xoshiro256) -> Int64 {
    switch numbers.upTo(5) {
    case 0: return towards
    case 1: return numbers.upTo(1) == 0 ? low : high
    case 2: return value > low ? value - 1 : high
    case 3: return value < high ? value + 1 : low
    default: return drawn(using: &numbers)
    }
  }
}

extension Xoshiro256 {
  /// An index in `0 ..< count`, each equally likely.
  ///
  /// - Precondition: `count > 0`.
  package mutating func index(below count: Int) -> Int {
    precondition(count > 0, "nothing to choose from")
    return Int(upTo(UInt64(count - 1)))
  }
}
