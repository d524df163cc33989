// SPDX-License-Identifier: MIT

import Choices

/// The decisions of a generator that is a plain function: no draw throws.
///
/// After its source has stopped, each draw is the simplest one, and the value is discarded.
package struct Draws {
  fileprivate var source: ChoiceSource
  fileprivate var stop: GenerationStop?

  private mutating func draw<Value>(
    else simplest: Value, _ body: (inout ChoiceSource) throws(GenerationStop) -> Value
  ) -> Value {
    if stop != nil { return simplest }
    do throws(GenerationStop) { return try body(&source) } catch { stop = error }
    return simplest
  }

  /// Draws an index below `count`; 0 is the simplest.
  package mutating func below(_ count: Int) -> Int { integer(in: 0...count - 1) }

  /// Draws an integer of the range; the one nearest to zero is the simplest.
  package mutating func integer(in range: ClosedRange<Int>) -> Int {
    draw(else: min(max(0, range.lowerBound), range.upperBound)) { (source) throws(GenerationStop) in
      try source.integer(in: range)
    }
  }

  /// Draws true with odds of 1 in `denominator`; false is the simplest.
  package mutating func chance(_ denominator: Int = 2) -> Bool {
    draw(else: false) { (source) throws(GenerationStop) in try source.bool(1, in: denominator) }
  }

  /// Draws one of the elements; the first is the simplest.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// Draws a number of elements and each of them; the minimizer can leave any of them out.
  package mutating func list<Element>(
    _ count: ClosedRange<Int>, _ element: (inout Draws) -> Element
  ) -> [Element] {
    (0..<integer(in: count)).map { _ in
      source.beginSpan(.element)
      defer { source.endSpan() }
      return element(&self)
    }
  }
}

extension Generator {
  /// Returns a generator of the values of a plain function.
  package static func drawn(_ body: @escaping @Sendable (inout Draws) -> Value) -> Generator {
    Generator<Void>.always(()).drawing { _, draws in body(&draws) }
  }

  /// Returns a generator of values that depend on one drawn before.
  package func drawing<Other>(
    _ body: @escaping @Sendable (Value, inout Draws) -> Other
  ) -> Generator<Other> {
    Generator<Other> { (source) throws(GenerationStop) in
      let first = try generate(from: &source)
      var draws = Draws(source: source)
      let value = body(first, &draws)
      source = draws.source
      if let stop = draws.stop { throw stop }
      return value
    }
  }
}
