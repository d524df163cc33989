// SPDX-License-Identifier: MIT

/// A function from decisions to a value.
///
/// Hot generators are plain functions over `inout ChoiceSource`, wrapped once; the combinators are
/// for tests and for composing the wrapped ones.
package struct Generator<Value>: Sendable {
  @usableFromInline
  let body: @Sendable (inout ChoiceSource) throws(GenerationStop) -> Value

  @inlinable
  package init(_ body: @escaping @Sendable (inout ChoiceSource) throws(GenerationStop) -> Value) {
    self.body = body
  }

  /// Generates a value from the decisions of a source.
  ///
  /// - Throws: `.overrun` when the source may give no more, `.invalid` when the attempt is
  ///   discarded.
  @inlinable
  package func generate(from source: inout ChoiceSource) throws(GenerationStop) -> Value {
    try body(&source)
  }

  /// Returns the value of a random run with the seed; nil when the run stops early.
  package func value(seed: UInt64) -> Value? {
    var source = ChoiceSource.random(seed: seed)
    return try? generate(from: &source)
  }
}

extension Generator {
  /// Returns a generator that draws the same choices and transforms the value.
  @inlinable
  package func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Generator<Other> {
    Generator<Other> { (source) throws(GenerationStop) in transform(try generate(from: &source)) }
  }

  /// Returns a generator that depends on a value drawn first.
  @inlinable
  package func bind<Other>(
    _ transform: @escaping @Sendable (Value) -> Generator<Other>
  ) -> Generator<Other> {
    Generator<Other> { (source) throws(GenerationStop) in
      let value = try generate(from: &source)
      return try transform(value).generate(from: &source)
    }
  }

  /// Returns a generator of values with a property: draws again up to `limit` times in all, then
  /// stops as invalid.
  package func filter(
    limit: Int = 3, _ isIncluded: @escaping @Sendable (Value) -> Bool
  ) -> Generator {
    Generator { (source) throws(GenerationStop) in
      for _ in 0..<limit {
        source.beginSpan(.attempt)
        let value = try generate(from: &source)
        source.endSpan()
        if isIncluded(value) { return value }
      }
      throw .invalid
    }
  }

  /// A generator of nil or a value.
  package var optional: Generator<Value?> {
    Generator<Value?> { (source) throws(GenerationStop) in
      source.beginSpan(.optional)
      defer { source.endSpan() }
      return try source.bool() ? try generate(from: &source) : nil
    }
  }

  /// Returns a generator of lists with `count` elements.
  ///
  /// Before each element past the minimum "one more?" is drawn, so that removing the choices of an
  /// element removes the element.
  ///
  /// - Parameters:
  ///   - count: the range of the number of elements.
  ///   - average: the mean number of elements when nothing else limits it.
  /// - Returns: the generator.
  package func list(
    count: ClosedRange<Int> = 0...Int.max, average: Int = 5
  ) -> Generator<[Value]> {
    Generator<[Value]> { (source) throws(GenerationStop) in
      source.beginSpan(.list)
      defer { source.endSpan() }
      var elements: [Value] = []
      let extra = max(1, average - count.lowerBound)
      while elements.count < count.upperBound {
        source.beginSpan(.element)
        if elements.count >= count.lowerBound {
          guard try source.bool(extra, in: extra + 1) else {
            source.dropSpan()
            break
          }
        }
        elements.append(try generate(from: &source))
        source.endSpan()
      }
      return elements
    }
  }
}

extension Generator {
  /// Returns a generator of one constant value, which draws nothing.
  package static func always(_ value: Value) -> Generator where Value: Sendable {
    Generator { (_) throws(GenerationStop) in value }
  }

  /// Returns a generator that uses one of several, each equally likely; the first should be the
  /// simplest.
  ///
  /// - Precondition: `alternatives` is not empty.
  package static func oneOf(_ alternatives: [Generator]) -> Generator {
    precondition(!alternatives.isEmpty, "nothing to choose from")
    return Generator { (source) throws(GenerationStop) in
      source.beginSpan(.alternative)
      defer { source.endSpan() }
      let index = try source.index(below: alternatives.count)
      return try alternatives[index].generate(from: &source)
    }
  }

  /// Returns a generator of one of several values, each equally likely; the first should be the
  /// simplest.
  ///
  /// - Precondition: `values` is not empty.
  package static func element(of values: [Value]) -> Generator where Value: Sendable {
    precondition(!values.isEmpty, "nothing to choose from")
    return Generator { (source) throws(GenerationStop) in
      values[try source.index(below: values.count)]
    }
  }

  /// Returns a generator of pairs, drawn in order.
  package static func pair<First, Second>(
    _ first: Generator<First>, _ second: Generator<Second>
  ) -> Generator where Value == (First, Second) {
    Generator { (source) throws(GenerationStop) in
      source.beginSpan(.tuple)
      defer { source.endSpan() }
      let one = try first.generate(from: &source)
      return (one, try second.generate(from: &source))
    }
  }

  /// Returns a generator of the elements in some order; the given order is the simplest.
  package static func permutation<Element: Sendable>(
    of elements: [Element]
  ) -> Generator where Value == [Element] {
    Generator { (source) throws(GenerationStop) in try source.shuffled(elements) }
  }
}

extension Generator where Value == Int {
  /// Returns a generator of integers in the range, each equally likely.
  ///
  /// The simplest is `towards`, or the nearest to zero.
  package static func integer(
    in range: ClosedRange<Int>, shrinkTowards towards: Int? = nil
  ) -> Generator {
    let simplest = towards ?? min(max(0, range.lowerBound), range.upperBound)
    return Generator { (source) throws(GenerationStop) in
      try source.integer(in: range, towards: simplest)
    }
  }
}

extension ChoiceSource {
  /// Returns the elements in some order; only simplest choices keep the order.
  ///
  /// - Complexity: O(n), one choice for each element but the last.
  package mutating func shuffled<Element>(
    _ elements: [Element]
  ) throws(GenerationStop) -> [Element] {
    beginSpan(.permutation)
    defer { endSpan() }
    var result = elements
    for index in result.indices.dropLast() {
      result.swapAt(index, index + (try self.index(below: result.count - index)))
    }
    return result
  }
}
