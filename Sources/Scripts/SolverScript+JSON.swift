// SPDX-License-Identifier: MIT

import ExactNumerics
import JSON
import LinearModel

// The text of `*.script.json`: numbers are exact, so one third is "1/3".

extension SolverScript {
  /// The version of the format, the value of the key `layoutfuzzScript`.
  package static let formatVersion = 1
  private static let versionKey = "layoutfuzzScript"
  /// The most characters of a number; longer ones are refused.
  ///
  /// This tool writes no script with a longer one.
  package static let numberLengthMax = 2000
  /// The most work for reducing the fractions of a script, as the sum of the squares of their
  /// limbs.
  ///
  /// That takes one or two seconds, enough for some thousand fractions of two thousand digits.
  package static let reductionMax = 50_000_000

  /// The script as bytes of a file; the same script always gives the same bytes.
  package var encoded: [UInt8] { JSONWriter.document(json) }

  /// The script as a part of a larger file.
  package var json: JSONValue {
    [
      Self.versionKey: .number(Self.formatVersion),
      "variables": .number(variableCount),
      "steps": .array(steps.map(\.json)),
    ]
  }

  /// Whether a text has the key of a script, in contrast to a layout case.
  package static func isScript(_ bytes: [UInt8]) -> Bool {
    (try? JSONParser.parse(bytes))?[versionKey] != nil
  }

  /// Reads a script; never traps, for any bytes.
  package init(decoding bytes: [UInt8]) throws(JSONError) {
    try self.init(json: try JSONParser.parse(bytes))
  }

  /// Reads a script that is a part of a larger file.
  package init(json value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a script", keys: [Self.versionKey, "variables", "steps"])
    let version = try reader.required(Self.versionKey)
    guard version.int == Self.formatVersion else {
      throw version.error("expected the format version \(Self.formatVersion)")
    }
    let count = try reader.required("variables")
    guard let variables = count.int, (0...1_000_000).contains(variables) else {
      throw count.error("expected a number of variables")
    }
    var steps: [Step] = []
    var numbers = NumberReader()
    for element in try reader.required("steps").requiredArray("a list of steps") {
      steps.append(try Step(element, &numbers))
    }
    self.init(variableCount: variables, steps: steps)
    if let flaw { throw Self.place(of: flaw, in: value).error(flaw.text) }
  }

  /// Returns the part of the text that contains the error.
  private static func place(of flaw: Flaw, in value: JSONValue) -> JSONValue {
    guard let index = flaw.step else { return value["variables"] ?? value }
    guard let step = value["steps"]?.array?[index] else { return value }
    let member = flaw.key.flatMap { step[$0] } ?? step
    guard let term = flaw.term, let terms = member.array, terms.indices.contains(term) else {
      return member
    }
    return terms[term]
  }

}

/// A reader of the exact numbers of a script, which counts their digits.
///
/// Reducing a fraction takes the square of its length.
private struct NumberReader {
  private var spent = 0
  /// The most characters of a text that is not counted: its number has 64 bits or little more.
  private static let shortText = 40
  private static let digitsOfLimb = 19

  mutating func number(_ value: JSONValue, _ what: String) throws(JSONError) -> Rational {
    if let whole = value.int { return Rational(whole) }
    if let text = value.string {
      let count = text.utf8.count
      guard count <= SolverScript.numberLengthMax else {
        throw value.error(
          "expected \(what) of at most \(SolverScript.numberLengthMax) characters")
      }
      if count > Self.shortText {
        let limbs = count / Self.digitsOfLimb + 1
        spent += limbs * limbs
        if spent > SolverScript.reductionMax {
          throw value.error(
            "the numbers up to here have too many digits to be read: the squares of their lengths, in words of 64 bits, "
              + "add up to more than \(SolverScript.reductionMax)")
        }
      }
      if let number = Rational(text) { return number }
    }
    throw value.error("expected \(what) as an integer or as text, such as \"1/3\"")
  }
}

extension SolverScript.Step {
  fileprivate var json: JSONValue {
    switch self {
    case .solve: return ["op": "solve"]
    case .remove(let id): return ["op": "remove", "constraint": .number(id)]
    case .suggest(let variable, let value, let strength):
      return [
        "op": "suggest", "variable": .number(variable), "value": .anyDouble(value),
        "priority": .number(strength.value),
      ]
    case .endSuggestion(let variable):
      return ["op": "endSuggestion", "variable": .number(variable)]
    case .setConstant(let id, let value):
      return ["op": "setConstant", "constraint": .number(id), "value": .anyDouble(value)]
    case .setStrength(let id, let strength):
      return [
        "op": "setPriority", "constraint": .number(id), "priority": .number(strength.value),
      ]
    case .setActive(let id, let isActive):
      return ["op": isActive ? "activate" : "deactivate", "constraint": .number(id)]
    case .add(let constraint):
      return [
        "op": "add", "constraint": .number(constraint.id),
        "terms": .array(
          constraint.terms.map {
            .array([.number($0.variable.index), .exact($0.coefficient)])
          }),
        "relation": .string(constraint.relation.symbol),
        "constant": .exact(constraint.constant), "priority": .number(constraint.strength.value),
      ]
    }
  }

  fileprivate init(
    _ value: JSONValue, _ numbers: inout NumberReader
  ) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a step",
      keys: ["op", "constraint", "terms", "relation", "constant", "priority", "variable", "value"])
    let op = try reader.required("op")
    switch op.string {
    case "solve": self = .solve
    case "remove": self = .remove(try reader.requiredInteger("constraint"))
    case "suggest":
      self = .suggest(
        variable: try reader.requiredInteger("variable"), value: try reader.requiredAnyDouble(),
        strength: try reader.requiredStrength())
    case "endSuggestion": self = .endSuggestion(variable: try reader.requiredInteger("variable"))
    case "setConstant":
      self = .setConstant(
        try reader.requiredInteger("constraint"), try reader.requiredAnyDouble())
    case "setPriority":
      self = .setStrength(
        try reader.requiredInteger("constraint"), try reader.requiredStrength())
    case "activate": self = .setActive(try reader.requiredInteger("constraint"), true)
    case "deactivate": self = .setActive(try reader.requiredInteger("constraint"), false)
    case "add":
      let relation = try reader.required("relation")
      guard let known = relation.string.flatMap({ Relation(symbol: $0) }) else {
        throw relation.error("expected \"<=\", \"==\" or \">=\"")
      }
      self = .add(
        .init(
          id: try reader.requiredInteger("constraint"), try reader.requiredTerms(&numbers), known,
          try numbers.number(try reader.required("constant"), "a constant"),
          strength: try reader.requiredStrength()))
    default:
      throw op.error("expected \"add\", \"remove\", \"suggest\", \"solve\" or another known step")
    }
  }
}

extension JSONObjectReader {
  fileprivate func requiredInteger(_ key: String) throws(JSONError) -> Int {
    let value = try required(key)
    guard let number = value.int else { throw value.error("expected an integer") }
    return number
  }

  fileprivate func requiredAnyDouble() throws(JSONError) -> Double {
    let value = try required("value")
    guard let number = value.anyDouble else {
      throw value.error("expected a number, or \"inf\", \"-inf\" or \"nan\"")
    }
    return number
  }

  fileprivate func requiredStrength() throws(JSONError) -> Strength {
    let value = try required("priority")
    guard let number = value.double, number > 0, number <= 1000 else {
      throw value.error("expected a priority above 0, at most 1000")
    }
    return Strength(number)
  }

  fileprivate func requiredTerms(
    _ numbers: inout NumberReader
  ) throws(JSONError) -> [LinearSystem.Term] {
    var terms: [LinearSystem.Term] = []
    for element in try required("terms").requiredArray("a list of terms") {
      let pair = try element.requiredArray("[variable, coefficient]", count: 2)
      guard let variable = pair[0].int, variable >= 0 else {
        throw pair[0].error("expected the number of a variable")
      }
      let coefficient = try numbers.number(pair[1], "a coefficient")
      terms.append(.init(coefficient, VariableID(variable)))
    }
    return terms
  }
}

extension JSONValue {
  /// Returns an integer as a number, any other fraction as text.
  package static func exact(_ value: Rational) -> JSONValue {
    let text = "\(value)"
    return Int(text) == nil ? .string(text) : JSONValue(.number(text))
  }

  /// Returns a finite double as a number, others as text, since JSON has no infinities.
  package static func anyDouble(_ value: Double) -> JSONValue {
    value.isFinite ? .number(value) : .string("\(value)")
  }

  /// The double of a number, or of the texts for infinities and NaN; nil for anything else.
  package var anyDouble: Double? {
    switch string {
    case "inf", "Infinity", "infinity": return .infinity
    case "-inf", "-Infinity", "-infinity": return -.infinity
    case "nan", "NaN": return .nan
    default: break
    }
    if let double { return double }
    // A number beyond the largest double has overflowed when it was written.
    guard case .number(let text) = content, let value = Double(text) else { return nil }
    return value
  }
}
