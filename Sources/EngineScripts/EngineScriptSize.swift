// SPDX-License-Identifier: MIT

import ExactNumerics

/// The order of simplicity of scripts: the number of views, then that of steps, then what they ask
/// for, then the numbers.
package struct EngineScriptSize: Sendable, Hashable, Comparable {
  private let key: [Int]

  package init(_ script: EngineScript) {
    let constraints = script.constraints
    let features =
      script.views.reduce(script.direction == .leftToRight ? 0 : 1) { sum, view in
        sum + (view.isGuide ? 1 : 0) + (view.parent == 0 ? 0 : 1)
          + EngineHints.Kind.allCases.count { view.hints[$0] != nil }
      }
      + constraints.reduce(0) { sum, constraint in
        sum + (constraint.strength.isRequired ? 0 : 1) + (constraint.relation == .equal ? 0 : 1)
          + Self.cost(ofFactor: constraint.multiplier)
          + (constraint.second.map { $0.view == 0 ? 1 : 2 } ?? 0)
      }
      + script.formats.reduce(0) { $0 + $1.cost }
    let numbers = script.numbers + script.formats.flatMap(\.numbers)
    let texts = script.formats.reduce(0) { $0 + $1.text.utf8.count }
    key = [
      script.views.count, script.steps.count, features, texts,
      numbers.reduce(0) { $0 + Self.cost($1) },
      numbers.reduce(0) { sum, number in
        sum &+ Int(min(1e12, number.doubleValue.magnitude * 4))
      },
    ]
  }

  /// The factors that replace others, the simplest first.
  static let simpleFactors = [Rational.one, Rational(2)]

  private static func cost(ofFactor factor: Rational) -> Int {
    simpleFactors.firstIndex(of: factor)
      ?? (factor.signum > 0 ? simpleFactors.count : simpleFactors.count + 1)
  }

  /// The number of digits that are not zero, and one for a sign and for a fraction.
  private static func cost(_ number: Rational) -> Int {
    "\(number)".utf8.count { $0 != UInt8(ascii: "0") }
  }

  /// Whether a script is simpler: by its measures, the most important first.
  package static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.key.lexicographicallyPrecedes(rhs.key)
  }
}

extension EngineScript {
  /// All numbers of the script in order: sizes, constants, metrics; not those in the texts of
  /// formats, factors, ids and priorities.
  package var numbers: [Rational] {
    var found: [Rational] = []
    var copy = self
    copy.eachNumber { found.append($0) }
    return found
  }

  /// Returns the script with another number at a position of `numbers`.
  package func replacing(number position: Int, by value: Rational) -> EngineScript {
    var copy = self
    var index = 0
    copy.eachNumber { number in
      if index == position { number = value }
      index += 1
    }
    return copy
  }

  private mutating func eachNumber(_ visit: (inout Rational) -> Void) {
    size.eachNumber(visit)
    for index in views.indices { views[index].hints.eachNumber(visit) }
    for index in steps.indices {
      switch steps[index] {
      case .add(var constraint):
        visit(&constraint.constant)
        steps[index] = .add(constraint)
      case .change(var constraint):
        visit(&constraint.constant)
        steps[index] = .change(constraint)
      case .hint(let view, var hints):
        hints.eachNumber(visit)
        steps[index] = .hint(view: view, hints)
      case .resize(var size):
        size.eachNumber(visit)
        steps[index] = .resize(size)
      case .format(var format):
        format.eachNumber(visit)
        steps[index] = .format(format)
      case .remove, .move, .reroot, .drop, .frames: break
      }
    }
  }
}

extension EngineSize {
  fileprivate mutating func eachNumber(_ visit: (inout Rational) -> Void) {
    visit(&width)
    visit(&height)
  }
}

extension EngineHints {
  fileprivate mutating func eachNumber(_ visit: (inout Rational) -> Void) {
    for kind in Kind.allCases {
      guard var size = self[kind] else { continue }
      size.eachNumber(visit)
      self[kind] = size
    }
  }
}
