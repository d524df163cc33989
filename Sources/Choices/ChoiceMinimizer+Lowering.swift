// SPDX-License-Identifier: MIT

/// Passes that make values simpler without removing anything themselves.
extension ChoiceMinimizer {
  /// Minimizes each value, one at a time.
  mutating func lowerValues() {
    var position = 0
    while position < best.count {
      if best.choices[position].index > 0 { lower([position]) }
      position += 1
    }
  }

  /// Lowers equal values together: duplicates often have to stay duplicates.
  mutating func lowerEqualValues() {
    var seen: Set<Int64> = []
    var position = 0
    while position < best.count {
      let choice = best.choices[position]
      if choice.index > 0, !choice.isBinary, seen.insert(choice.value).inserted {
        let equal = best.choices.indices.filter {
          best.choices[$0].value == choice.value && best.choices[$0].towards == choice.towards
            && !best.choices[$0].isBinary
        }
        if equal.count > 1 { lower(equal) }
      }
      position += 1
    }
  }

  /// Sets the values at some positions, all to the same.
  private mutating func set(_ positions: [Int], to value: Int64) -> Bool {
    guard let last = positions.last, last < best.count else { return false }
    var values = bestValues
    for position in positions { values[position] = value }
    return consider(values)
  }

  /// Finds a simplest value for some positions that have the same value now.
  mutating func lower(_ positions: [Int]) {
    let choice = best.choices[positions[0]]
    let rank = choice.index
    for simple in 0..<min(rank, 5) where set(positions, to: choice.value(at: simple)) { return }
    guard rank > 5 else { return }
    var value = choice.value
    if value < choice.towards {
      // The value on the other side is simpler at the same distance.
      let mirrored = choice.towards.subtractingReportingOverflow(value &- choice.towards)
      if !mirrored.overflow, mirrored.partialValue <= choice.high,
        set(positions, to: mirrored.partialValue)
      {
        value = mirrored.partialValue
      }
    }
    search(positions, from: value, choice)
  }

  /// Searches the smallest distance from the simplest value on one side: by the number of bits
  /// first, then by bisection.
  private mutating func search(_ positions: [Int], from value: Int64, _ choice: Choice) {
    let isAbove = value > choice.towards
    func candidate(_ distance: UInt64) -> Int64 {
      let offset = Int64(bitPattern: distance)
      return isAbove ? choice.towards &+ offset : choice.towards &- offset
    }
    var tooNear: UInt64 = 1
    // From here on the predicate fails at `distance` and passes at `tooNear`.
    var distance = Choice.distance(value, choice.towards)
    while distance - tooNear > 1, !isOverLimit {
      let (low, high) = (bitWidth(tooNear), bitWidth(distance))
      var middle = tooNear + (distance - tooNear) / 2
      if high - low > 1 { middle = UInt64(1) << UInt64((low + high) / 2) }
      guard middle > tooNear, middle < distance else { return }
      if set(positions, to: candidate(middle)) { distance = middle } else { tooNear = middle }
    }
  }

  private func bitWidth(_ value: UInt64) -> Int { 64 - value.leadingZeroBitCount }

  /// The positions of numbers that are not the simplest.
  private var numbers: [Int] {
    best.choices.indices.filter { !best.choices[$0].isBinary && best.choices[$0].index > 0 }
  }

  /// Makes a number simpler at the cost of a later one, with the same sum.
  mutating func redistribute() {
    for (one, other) in pairsOfNumbers() {
      guard other < best.count else { continue }
      let (first, second) = (best.choices[one], best.choices[other])
      guard first.index > 0, !second.isBinary else { continue }
      let isAbove = first.value > first.towards
      let distance = Choice.distance(first.value, first.towards)
      let room =
        isAbove
        ? Choice.distance(second.high, second.value) : Choice.distance(second.value, second.low)
      let most = min(distance, room)
      guard most > 0 else { continue }
      let base = bestValues
      func move(_ minimizer: inout ChoiceMinimizer, _ amount: UInt64) -> Bool {
        var values = base
        let offset = Int64(bitPattern: amount)
        values[one] = isAbove ? values[one] &- offset : values[one] &+ offset
        values[other] = isAbove ? values[other] &+ offset : values[other] &- offset
        return minimizer.consider(values)
      }
      if move(&self, most) || (most > 1 && move(&self, most - 1)) { continue }
      guard most > 2, move(&self, 1) else { continue }
      var (good, bad): (UInt64, UInt64) = (1, most - 1)
      while bad - good > 1 {
        let middle = good + (bad - good) / 2
        if move(&self, middle) { good = middle } else { bad = middle }
      }
    }
  }

  /// Lowers two numbers by the same amount: their difference often has to stay.
  mutating func lowerTogether() {
    for (one, other) in pairsOfNumbers() {
      guard other < best.count else { continue }
      let (first, second) = (best.choices[one], best.choices[other])
      guard first.index > 0, second.index > 0 else { continue }
      let most = min(
        Choice.distance(first.value, first.towards), Choice.distance(second.value, second.towards))
      let base = bestValues
      _ = largest(upTo: Int(clamping: most)) { minimizer, amount in
        var values = base
        for (position, choice) in [(one, first), (other, second)] {
          values[position] += choice.value > choice.towards ? -Int64(amount) : Int64(amount)
        }
        return minimizer.consider(values)
      }
    }
  }

  /// Returns pairs of numbers with at most two others between them.
  private func pairsOfNumbers() -> [(Int, Int)] {
    let numbers = numbers
    var pairs: [(Int, Int)] = []
    for (index, one) in numbers.enumerated() {
      for other in numbers[(index + 1)...].prefix(3) { pairs.append((one, other)) }
    }
    return pairs
  }
}

extension Choice {
  /// Returns the distance of two values.
  static func distance(_ one: Int64, _ other: Int64) -> UInt64 {
    one >= other ? UInt64(bitPattern: one &- other) : UInt64(bitPattern: other &- one)
  }
}
