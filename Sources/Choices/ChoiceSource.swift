// SPDX-License-Identifier: MIT

/// A reason why a generator returned no value.
package enum GenerationStop: Error, Sendable, Hashable {
  /// More choices were requested than the source may give.
  case overrun
  /// The attempt is discarded: the choices made so far give no valid value.
  case invalid
}

/// The source of a generator's decisions, which records every decision it returns.
///
/// There are four kinds: random numbers, the replay of a recorded sequence, all sequences in turn,
/// and bytes of a fuzzer. A value outside of the requested range becomes the simplest one. Every
/// replay is therefore legal, and the recording contains the values that were used.
package struct ChoiceSource: Sendable {
  @usableFromInline
  enum Mode: UInt8, Sendable { case random, replay, exhaustive, bytes }

  @usableFromInline var mode: Mode
  @usableFromInline var numbers: Xoshiro256
  /// The values of a replay.
  ///
  /// In an exhaustive source they are ranks.
  @usableFromInline var given: ContiguousArray<Int64> = []
  @usableFromInline var bytes: [UInt8] = []
  /// The position in `bytes`.
  @usableFromInline var bytePosition = 0
  /// Whether a replay continues with random numbers after the last given value.
  @usableFromInline var continuesAtRandom = false
  /// The largest number of choices that may be drawn.
  @usableFromInline let limit: Int
  @usableFromInline var choices: ContiguousArray<Choice> = []
  @usableFromInline var spans: ContiguousArray<ChoiceSpan> = []
  @usableFromInline var openSpans: ContiguousArray<Int32> = []

  /// The default limit of the number of choices.
  package static let standardLimit = 65_536

  @usableFromInline
  init(mode: Mode, numbers: Xoshiro256, limit: Int) {
    self.mode = mode
    self.numbers = numbers
    self.limit = limit
  }

  /// Returns random decisions that depend on the seed alone.
  package static func random(seed: UInt64, limit: Int = standardLimit) -> ChoiceSource {
    random(Xoshiro256(seed: seed), limit: limit)
  }

  /// Returns random decisions that a generator of numbers makes.
  ///
  /// More than `limit` choices are an overrun.
  package static func random(_ numbers: Xoshiro256, limit: Int = standardLimit) -> ChoiceSource {
    var source = ChoiceSource(mode: .random, numbers: numbers, limit: limit)
    // A layout of a dozen views takes some hundred choices.
    source.choices.reserveCapacity(min(limit, 1024))
    source.spans.reserveCapacity(256)
    source.openSpans.reserveCapacity(16)
    return source
  }

  /// Returns the decisions of a recorded sequence; requesting more is an overrun.
  package static func replay(_ sequence: ChoiceSequence) -> ChoiceSource {
    replay(values: sequence.values)
  }

  /// Returns decisions with the given values; requesting more is an overrun.
  package static func replay(values: ContiguousArray<Int64>) -> ChoiceSource {
    var source = ChoiceSource(mode: .replay, numbers: Xoshiro256(seed: 0), limit: values.count)
    source.given = values
    return source
  }

  /// Returns the decisions of a recorded sequence, then random ones.
  package static func replay(
    _ sequence: ChoiceSequence, thenRandom seed: UInt64, limit: Int = standardLimit
  ) -> ChoiceSource {
    var source = ChoiceSource(mode: .replay, numbers: Xoshiro256(seed: seed), limit: limit)
    source.given = sequence.values
    source.continuesAtRandom = true
    return source
  }

  /// Returns the simplest decision every time; `advance()` moves to the next sequence.
  package static func exhaustive(limit: Int = standardLimit) -> ChoiceSource {
    ChoiceSource(mode: .exhaustive, numbers: Xoshiro256(seed: 0), limit: limit)
  }

  /// Returns decisions read from the input of a fuzzer.
  ///
  /// Each takes as few bytes as its range needs, and zero means the simplest value.
  ///
  /// After the last byte every decision is the simplest one.
  package static func bytes(_ bytes: [UInt8], limit: Int = standardLimit) -> ChoiceSource {
    var source = ChoiceSource(mode: .bytes, numbers: Xoshiro256(seed: 0), limit: limit)
    source.bytes = bytes
    return source
  }

  /// The decisions drawn so far.
  ///
  /// Spans that are still open end here.
  package var recording: ChoiceSequence {
    var closed = spans
    for index in openSpans { closed[Int(index)].close(at: choices.count) }
    return ChoiceSequence(choices: choices, spans: closed)
  }

  /// The number of choices drawn so far.
  @inlinable package var count: Int { choices.count }

  /// Moves an exhaustive source to the next sequence in depth-first order.
  ///
  /// - Returns: false when all sequences have been returned.
  package mutating func advance() -> Bool {
    precondition(mode == .exhaustive, "only an exhaustive source can advance")
    var ranks = ContiguousArray(choices.map { Int64(bitPattern: $0.index) })
    while let last = ranks.last {
      if UInt64(bitPattern: last) < choices[ranks.count - 1].lastIndex {
        ranks[ranks.count - 1] = last &+ 1
        given = ranks
        choices.removeAll(keepingCapacity: true)
        spans.removeAll(keepingCapacity: true)
        openSpans.removeAll(keepingCapacity: true)
        return true
      }
      ranks.removeLast()
    }
    return false
  }
}

// MARK: - Drawing

extension ChoiceSource {
  /// Draws an integer in the range, each equally likely; `towards` is the simplest one.
  ///
  /// - Precondition: `range` contains `towards`.
  @inlinable
  package mutating func integer(
    in range: ClosedRange<Int>, towards: Int
  ) throws(GenerationStop) -> Int {
    precondition(range.contains(towards), "\(towards) is outside \(range)")
    let low = Int64(range.lowerBound)
    let high = Int64(range.upperBound)
    if choices.count >= limit { throw .overrun }
    let value: Int64
    if mode == .random {
      value = low &+ Int64(bitPattern: numbers.upTo(UInt64(bitPattern: high &- low)))
    } else {
      value = valueElsewhere(low: low, high: high, towards: Int64(towards))
    }
    choices.append(Choice(value: value, low: low, high: high, towards: Int64(towards)))
    return Int(value)
  }

  /// Draws an integer in the range; the one nearest to zero is the simplest.
  @inlinable
  package mutating func integer(in range: ClosedRange<Int>) throws(GenerationStop) -> Int {
    try integer(in: range, towards: min(max(0, range.lowerBound), range.upperBound))
  }

  /// Draws an index below `count`, each equally likely; 0 is the simplest.
  ///
  /// - Precondition: `count > 0`. One choice is drawn even when there is only one index.
  @inlinable
  package mutating func index(below count: Int) throws(GenerationStop) -> Int {
    try integer(in: 0...count - 1, towards: 0)
  }

  /// Draws true with the odds of `numerator` in `denominator`; false is the simplest.
  ///
  /// Nothing is drawn when the odds leave no choice.
  ///
  /// - Precondition: `0 <= numerator <= denominator` and `denominator > 0`.
  @inlinable
  package mutating func bool(
    _ numerator: Int = 1, in denominator: Int = 2
  ) throws(GenerationStop) -> Bool {
    precondition(
      0 <= numerator && numerator <= denominator && denominator > 0,
      "\(numerator) in \(denominator) are no odds")
    if numerator == 0 || numerator == denominator { return numerator != 0 }
    if choices.count >= limit { throw .overrun }
    let value: Int64
    if mode == .random {
      value = numbers.upTo(UInt64(denominator - 1)) < UInt64(numerator) ? 1 : 0
    } else if isPastTheEnd {
      value = numbers.upTo(UInt64(denominator - 1)) < UInt64(numerator) ? 1 : 0
    } else {
      value = valueElsewhere(low: 0, high: 1, towards: 0)
    }
    choices.append(Choice(value: value, low: 0, high: 1, towards: 0))
    return value != 0
  }

  /// Draws an index into `weights`, with odds in proportion to them; 0 is the simplest.
  ///
  /// - Precondition: the weights are not negative and their sum is positive.
  package mutating func index(weights: [Int]) throws(GenerationStop) -> Int {
    let sum = weights.reduce(0, +)
    precondition(sum > 0, "the weights \(weights) leave nothing to choose")
    if choices.count >= limit { throw .overrun }
    var value: Int64
    if mode == .random || isPastTheEnd {
      var rest = Int(numbers.upTo(UInt64(sum - 1)))
      value = 0
      for weight in weights {
        if rest < weight { break }
        rest -= weight
        value += 1
      }
    } else {
      value = valueElsewhere(low: 0, high: Int64(weights.count - 1), towards: 0)
    }
    choices.append(Choice(value: value, low: 0, high: Int64(weights.count - 1), towards: 0))
    return Int(value)
  }

  /// Draws an integer of the range whose distance from the simplest is more often small than large.
  ///
  /// First a number of bits is picked (8, 16, 32 or 64 with odds 4 : 8 : 1 : 1), then a value of
  /// that many bits.
  package mutating func integerOfAnySize(
    in range: ClosedRange<Int> = Int.min...Int.max
  ) throws(GenerationStop) -> Int {
    let towards = min(max(0, range.lowerBound), range.upperBound)
    guard mode == .random || isPastTheEnd else { return try integer(in: range, towards: towards) }
    if choices.count >= limit { throw .overrun }
    let draw = numbers.upTo(13)
    let bits: UInt64 = draw < 4 ? 8 : draw < 12 ? 16 : draw < 13 ? 32 : 64
    let low = Int64(range.lowerBound)
    let high = Int64(range.upperBound)
    let reach = bits == 64 ? Int64.max : Int64(1) << Int64(bits - 1)
    let (under, tooLow) = Int64(towards).subtractingReportingOverflow(reach)
    let (over, tooHigh) = Int64(towards).addingReportingOverflow(reach - 1)
    let first = tooLow || bits == 64 ? low : max(low, under)
    let last = tooHigh || bits == 64 ? high : min(high, over)
    let value = first &+ Int64(bitPattern: numbers.upTo(UInt64(bitPattern: last &- first)))
    choices.append(Choice(value: value, low: low, high: high, towards: Int64(towards)))
    return Int(value)
  }

  @inlinable var isPastTheEnd: Bool {
    mode == .replay && continuesAtRandom && choices.count >= given.count
  }

  @usableFromInline
  mutating func valueElsewhere(low: Int64, high: Int64, towards: Int64) -> Int64 {
    let last = UInt64(bitPattern: high &- low)
    switch mode {
    case .random:
      return low &+ Int64(bitPattern: numbers.upTo(last))
    case .replay:
      guard choices.count < given.count else {
        return low &+ Int64(bitPattern: numbers.upTo(last))
      }
      let value = given[choices.count]
      return value >= low && value <= high ? value : towards
    case .exhaustive:
      guard choices.count < given.count else { return towards }
      let rank = min(UInt64(bitPattern: given[choices.count]), last)
      return Choice.value(at: rank, low: low, high: high, towards: towards)
    case .bytes:
      return Choice.value(at: rankFromBytes(last), low: low, high: high, towards: towards)
    }
  }

  private mutating func rankFromBytes(_ last: UInt64) -> UInt64 {
    var rank: UInt64 = 0
    var rest = last
    while rest != 0 && bytePosition < bytes.count {
      rank = rank << 8 | UInt64(bytes[bytePosition])
      bytePosition += 1
      rest >>= 8
    }
    return last == .max ? rank : rank % (last + 1)
  }
}

// MARK: - Spans

extension ChoiceSource {
  /// Begins a span; everything drawn until its `endSpan()` belongs to it.
  @inlinable
  package mutating func beginSpan(_ label: SpanLabel) {
    let position = Int32(truncatingIfNeeded: choices.count)
    let index = Int32(truncatingIfNeeded: spans.count)
    let depth = Int32(truncatingIfNeeded: openSpans.count)
    spans.append(ChoiceSpan(label: label, depth: depth, start: position, end: position))
    openSpans.append(index)
  }

  /// Ends the span begun last.
  @inlinable
  package mutating func endSpan() {
    guard let index = openSpans.popLast() else {
      preconditionFailure("endSpan() without beginSpan(_:)")
    }
    spans[Int(index)].close(at: choices.count)
  }

  /// Removes the last span, but not the choices drawn in it: a list that ends has no further
  /// element.
  ///
  /// - Precondition: no other span has begun since.
  package mutating func dropSpan() {
    guard let index = openSpans.popLast() else {
      preconditionFailure("dropSpan() without beginSpan(_:)")
    }
    precondition(Int(index) == spans.count - 1, "a span with spans inside cannot be dropped")
    spans.removeLast()
  }
}
