// SPDX-License-Identifier: MIT

/// Passes that make the sequence shorter, or reorder parts of it.
extension ChoiceMinimizer {
  /// Whether a span is an element that may be removed.
  private func isRemovable(_ span: ChoiceSpan) -> Bool {
    switch span.label {
    case .list, .tuple, .alternative, .optional, .permutation: return false
    default: return span.count > 0
    }
  }

  private func removing(_ range: Range<Int>) -> ContiguousArray<Int64> {
    var values = bestValues
    values.removeSubrange(range)
    return values
  }

  /// Sets every choice of a span to the simplest value, outer spans first.
  ///
  /// The simplest form of a span is often shorter, so generating determines its length.
  mutating func simplifySpans() {
    var index = 0
    while index < best.spans.count {
      let span = best.spans[index]
      if best.choices[span.range].contains(where: { !$0.isSimplest }) {
        simplify(span, at: index)
      }
      index += 1
    }
  }

  private mutating func simplify(_ span: ChoiceSpan, at index: Int) {
    var values = bestValues
    for position in span.range { values[position] = best.choices[position].towards }
    let zeros = values[span.range]
    guard let trial = generate(values)?.recording, index < trial.spans.count else { return }
    let simplest = trial.spans[index]
    guard simplest.label == span.label, simplest.start == span.start,
      simplest.count <= span.count
    else { return }
    values.replaceSubrange(span.range, with: zeros.prefix(simplest.count))
    // The choices of the new span may have other simplest values than the previous ones.
    for position in simplest.range { values[position] = trial.choices[position].value }
    _ = consider(values)
  }

  /// Removes spans, from the back; after single removals come growing runs.
  mutating func deleteSpans() {
    var index = best.spans.count - 1
    while index >= 0 {
      if index < best.spans.count, isRemovable(best.spans[index]) {
        let run = siblings(before: index)
        let ends = best.spans[index].range.upperBound
        let base = bestValues
        let starts = run.map { Int(best.spans[$0].start) }
        _ = largest(upTo: run.count) { minimizer, count in
          var values = base
          values.removeSubrange(starts[count - 1]..<ends)
          return minimizer.consider(values)
        }
      }
      index -= 1
    }
  }

  /// Returns the spans that end where the next one of them begins, from the given one backwards.
  private func siblings(before index: Int) -> [Int] {
    let label = best.spans[index].label
    let depth = best.spans[index].depth
    var run = [index]
    var start = best.spans[index].start
    var candidate = index - 1
    while candidate >= 0, best.spans[candidate].depth >= depth {
      let span = best.spans[candidate]
      if span.depth == depth {
        guard span.label == label, span.end == start else { break }
        run.append(candidate)
        start = span.start
      }
      candidate -= 1
    }
    return run
  }

  /// Removes a few consecutive choices, wherever they are: joins lists, drops leftovers.
  mutating func deleteChunks() {
    for size in stride(from: 4, through: 1, by: -1) {
      var start = best.count - size
      while start >= 0, !isOverLimit {
        if start + size <= best.count { _ = consider(removing(start..<start + size)) }
        start -= 1
      }
    }
  }

  /// Replaces a span by a span of the same label inside it.
  mutating func hoistDescendants() {
    var index = 0
    while index < best.spans.count {
      let outer = best.spans[index]
      var attempts = 0
      var inner = index + 1
      while inner < best.spans.count, best.spans[inner].depth > outer.depth, attempts < 8 {
        let span = best.spans[inner]
        inner += 1
        guard span.label == outer.label, span.count < outer.count else { continue }
        attempts += 1
        var values = bestValues
        let kept = ContiguousArray(values[span.range])
        values.replaceSubrange(outer.range, with: kept)
        if consider(values) { break }
      }
      index += 1
    }
  }

  /// Sorts spans of the same label under the same parent, all at once or by adjacent swaps.
  mutating func sortSiblings() {
    var index = 0
    while index < best.spans.count {
      let group = groupOfSiblings(from: index)
      if group.count > 1 {
        if !arrange(group, by: group.sorted { isSimpler($0, $1) }) { swapNeighbours(group) }
      }
      index += 1
    }
  }

  /// Returns the span and its later siblings of the same label; empty unless it is the first of
  /// them.
  private func groupOfSiblings(from index: Int) -> [Int] {
    let first = best.spans[index]
    var before = index - 1
    while before >= 0, best.spans[before].depth >= first.depth {
      if best.spans[before].depth == first.depth, best.spans[before].label == first.label {
        return []
      }
      before -= 1
    }
    var group = [index]
    var next = index + 1
    while next < best.spans.count, best.spans[next].depth >= first.depth {
      if best.spans[next].depth == first.depth, best.spans[next].label == first.label {
        group.append(next)
      }
      next += 1
    }
    return group
  }

  private func isSimpler(_ one: Int, _ other: Int) -> Bool {
    let (left, right) = (best.choices[best.spans[one].range], best.choices[best.spans[other].range])
    if left.count != right.count { return left.count < right.count }
    return left.lazy.map(\.index).lexicographicallyPrecedes(right.lazy.map(\.index))
  }

  private mutating func arrange(_ group: [Int], by order: [Int]) -> Bool {
    guard order != group else { return true }
    var values = ContiguousArray<Int64>()
    var position = 0
    for (place, content) in zip(group, order) {
      let hole = best.spans[place].range
      values.append(contentsOf: best.choices[position..<hole.lowerBound].lazy.map(\.value))
      values.append(contentsOf: best.choices[best.spans[content].range].lazy.map(\.value))
      position = hole.upperBound
    }
    values.append(contentsOf: best.choices[position...].lazy.map(\.value))
    return consider(values)
  }

  private mutating func swapNeighbours(_ group: [Int]) {
    for position in group.indices.dropLast() {
      let (one, other) = (group[position], group[position + 1])
      guard other < best.spans.count, isSimpler(other, one) else { continue }
      var order = group
      order.swapAt(position, position + 1)
      if arrange(group, by: order), best.spans.count <= group[group.count - 1] { return }
    }
  }

  /// Lowers a number that counts later choices, and removes as many of these.
  mutating func lowerAndDelete() {
    var position = 0
    while position < best.count {
      let choice = best.choices[position]
      if choice.index > 0, !choice.isBinary, decidesLength(position) {
        lower([position])
        if position < best.count, best.choices[position].index > 0 { lowerAndDelete(at: position) }
      }
      position += 1
    }
  }

  /// Whether there are fewer choices when a number is closer to its simplest value by one.
  ///
  /// This is known without running the predicate.
  private mutating func decidesLength(_ position: Int) -> Bool {
    var values = bestValues
    let choice = best.choices[position]
    values[position] += choice.value > choice.towards ? -1 : 1
    guard let trial = generate(values)?.recording else { return false }
    return trial.count < best.count
  }

  private mutating func lowerAndDelete(at position: Int) {
    let choice = best.choices[position]
    let step: Int64 = choice.value > choice.towards ? -1 : 1
    let base = bestValues
    let room = Int(clamping: Choice.distance(choice.value, choice.towards))
    // A run of choices may be one element each, without a span of its own.
    var start = position + 1
    while start < base.count, !isOverLimit {
      let rest = min(room, base.count - start)
      let removed = largest(upTo: rest) { minimizer, count in
        var values = base
        values[position] += step * Int64(count)
        values.removeSubrange(start..<start + count)
        return minimizer.consider(values)
      }
      if removed > 0 { return lowerAndDeleteAgain(position) }
      start += start == position + 1 ? max(1, base.count - start - 1) : base.count
    }
    for span in best.spans where Int(span.start) > position && isRemovable(span) {
      var values = base
      values[position] += step
      values.removeSubrange(span.range)
      if consider(values) { return lowerAndDeleteAgain(position) }
    }
  }

  private mutating func lowerAndDeleteAgain(_ position: Int) {
    guard position < best.count, best.choices[position].index > 0 else { return }
    lowerAndDelete(at: position)
  }

  /// Removes a span and lowers numbers that count past it: all of them by one, or one of them.
  mutating func deleteAndLower() {
    var index = best.spans.count - 1
    while index >= 0 {
      if index < best.spans.count, isRemovable(best.spans[index]) {
        if deleteAndLower(best.spans[index].range) { index = min(index + 1, best.spans.count) }
      }
      index -= 1
    }
  }

  private mutating func deleteAndLower(_ range: Range<Int>) -> Bool {
    let numbers = best.choices.indices.filter {
      !range.contains($0) && !best.choices[$0].isBinary && best.choices[$0].index > 0
    }
    guard !numbers.isEmpty else { return false }
    var values = bestValues
    func lower(_ position: Int) {
      values[position] += best.choices[position].value > best.choices[position].towards ? -1 : 1
    }
    numbers.forEach(lower)
    values.removeSubrange(range)
    if consider(values) { return true }
    for position in numbers.suffix(12) {
      values = bestValues
      lower(position)
      values.removeSubrange(range)
      if consider(values) { return true }
    }
    return false
  }
}
