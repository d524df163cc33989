// SPDX-License-Identifier: MIT

import EngineScripts
import ExactNumerics
import LinearModel

/// The texts of one comparison of a reading, for programs of any language.
struct ProgramCheck {
  let expectation: EngineExpectation
  let system: EngineSystem?
  let offer: EngineOffer

  /// The name of the compared number.
  var name: String {
    switch expectation.quantity {
    case .frame(let view, let part): return "\(part.name) of v\(view)"
    case .hint(let kind, let axis): return "\(kind.rawValue) \(Self.size(axis)) of the layout"
    case .messages: return "messages"
    case .violations(let rows):
      guard let system, let row = rows.first else { return "violations" }
      let strength = system.system.strengths[row]
      if !strength.isRequired {
        return "sum of violations at priority \(ProgramNumber.double(strength.value))"
      }
      switch system.rows[row] {
      case .constraint(let index): return "violation of c\(system.scene.constraints[index].id)"
      case .nonNegative(let view, let axis): return "negative \(Self.size(axis)) of v\(view)"
      case .hint(let view, let kind, let axis):
        return "violation of the \(kind.rawValue) \(Self.size(axis)) of v\(view)"
      case .rootSize(let axis): return "violation of the \(Self.size(axis)) of the root"
      }
    }
  }

  /// Returns `"width of v1", ACTUAL, 30, 31`, the arguments of `check`.
  ///
  /// `infinity` is the name of infinity in the language. `actual` is the expression of the compared
  /// number.
  func arguments(infinity: String, _ actual: String) -> String {
    "\"\(name)\", \(actual), \(least ?? "-" + infinity), \(greatest ?? infinity)"
  }

  /// Whether the toolkit answers in whole numbers.
  private var isWhole: Bool {
    if case .violations = expectation.quantity { return false }
    return offer.unit == .one
  }

  private var least: String? {
    expectation.least.map {
      isWhole ? ProgramNumber.double($0.doubleValue.rounded(.up)) : ProgramNumber.text($0)
    }
  }

  private var greatest: String? {
    expectation.greatest.map {
      isWhole ? ProgramNumber.double($0.doubleValue.rounded(.down)) : ProgramNumber.text($0)
    }
  }

  /// The views whose frames it needs, in order.
  var views: [Int] {
    switch expectation.quantity {
    case .frame(let view, _): return [view]
    case .hint, .messages: return []
    case .violations(let rows):
      guard let system else { return [] }
      var views: Set<Int> = []
      for row in rows {
        for cell in system.system.cells(of: row) {
          views.insert(system.origin(of: Int(system.system.columns[cell])).view)
        }
      }
      return views.sorted()
    }
  }

  /// Returns the sum of the violations of rows.
  ///
  /// `rows` are indices. `functions` has the names of the functions for an absolute value and for a
  /// maximum. `number` returns the expression for a part of a frame.
  func violations(
    _ rows: [Int], _ functions: (absolute: String, maximum: String),
    number: (_ view: Int, EngineSystem.Part) -> String
  ) -> String {
    guard let system else { return "0" }
    return rows.map { row in
      let terms = system.system.cells(of: row).map { cell in
        let origin = system.origin(of: Int(system.system.columns[cell]))
        return (
          factor: system.system.exactCoefficients[cell], name: number(origin.view, origin.part)
        )
      }
      let constant = system.system.exactConstants[row]
      switch system.system.relations[row] {
      case .equal: return "\(functions.absolute)(\(ProgramNumber.sum(terms, -constant)))"
      case .lessThanOrEqual:
        return "\(functions.maximum)(0, \(ProgramNumber.sum(terms, -constant)))"
      case .greaterThanOrEqual:
        let negated = terms.map { (factor: -$0.factor, name: $0.name) }
        return "\(functions.maximum)(0, \(ProgramNumber.sum(negated, constant)))"
      }
    }.joined(separator: " + ")
  }

  private static func size(_ axis: EngineAxis) -> String {
    axis == .horizontal ? "width" : "height"
  }
}
