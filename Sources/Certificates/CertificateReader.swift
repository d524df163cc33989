// SPDX-License-Identifier: MIT

import ExactNumerics
import JSON
import LinearModel

/// A reader of certificates from JSON, which trusts no input.
///
/// The result has numbers, lists of the right lengths and indices that exist. `CertificateVerifier`
/// decides whether it proves anything.
struct CertificateReader {
  private var variableCount = 0
  private var constraintCount = 0
  private var meter: WorkMeter

  /// The largest number of digits of a numerator or denominator.
  ///
  /// Those of real layouts have a few dozen. Doubles that are read literally have some hundred.
  static let digitsMax = 1200
  /// The largest number of variables, more than any layout has.
  static let variablesMax = 1_000_000

  private init(_ meter: WorkMeter) { self.meter = meter }

  static func read(_ bytes: [UInt8], _ meter: WorkMeter) throws(JSONError) -> CertificateFile {
    guard bytes.count <= CertificateFile.bytesMax else {
      throw JSONError(
        location: SourceLocation(line: 1, column: 1),
        message: "a certificate of \(bytes.count) bytes; at most \(CertificateFile.bytesMax)")
    }
    var reader = CertificateReader(meter)
    return try reader.certificate(try JSONParser.parse(bytes))
  }

  private static let commonKeys = ["layoutfuzzCertificate", "variables", "constraints", "status"]
  private static let claimKeys = [
    "point", "levels", "uniqueness", "secondPoint", "multipliers", "conflict",
  ]

  private mutating func certificate(_ value: JSONValue) throws(JSONError) -> CertificateFile {
    let reader = try JSONObjectReader(
      value, "a certificate", keys: Self.commonKeys + Self.claimKeys)
    let version = try reader.required("layoutfuzzCertificate")
    guard version.int == CertificateFile.version else {
      throw version.error("expected the format version \(CertificateFile.version)")
    }
    variableCount = try index(
      reader.required("variables"), below: Self.variablesMax + 1, "a number of variables")
    let list = try reader.required("constraints").requiredArray("a list of constraints")
    constraintCount = list.count
    var rows: [CertificateFile.Row] = []
    for element in list { rows.append(try row(element)) }
    let status = try reader.required("status")
    let claim: CertificateFile.Claim
    switch try status.requiredCase(of: CertificateFile.Status.self) {
    case .infeasible:
      try check(value, keys: ["multipliers", "conflict"])
      claim = .infeasible(try contradiction(reader))
    case .unique:
      try check(value, keys: ["point", "levels", "uniqueness"])
      claim = .feasible(
        try optimum(reader, others: .none(uniqueness(reader.required("uniqueness")))))
    case .ambiguous:
      try check(value, keys: ["point", "levels", "secondPoint"])
      claim = .feasible(
        try optimum(reader, others: .second(point(reader.required("secondPoint")))))
    }
    return CertificateFile(variableCount: variableCount, rows: rows, claim: claim)
  }

  /// Checks the keys of an object.
  ///
  /// Keys of another status are errors, too.
  private func check(_ value: JSONValue, keys: [String]) throws(JSONError) {
    _ = try JSONObjectReader(
      value, "a certificate of this status", keys: Self.commonKeys + keys)
  }

  // MARK: - Parts

  private mutating func row(_ value: JSONValue) throws(JSONError) -> CertificateFile.Row {
    let reader = try JSONObjectReader(
      value, "a constraint", keys: ["name", "terms", "relation", "constant", "priority"])
    let relation = try reader.required("relation")
    let text = try relation.requiredString("a relation")
    guard let found = Relation.allCases.first(where: { $0.symbol == text }) else {
      throw relation.error("expected \"<=\", \"==\" or \">=\", found \"\(text)\"")
    }
    return CertificateFile.Row(
      name: try reader.required("name").requiredString("the name of a constraint"),
      terms: try entries(reader.required("terms"), below: variableCount, "a variable"),
      relation: found, constant: try rational(reader.required("constant")),
      priority: try priority(reader.required("priority")))
  }

  private mutating func optimum(
    _ reader: JSONObjectReader, others: CertificateFile.Others
  ) throws(JSONError) -> CertificateFile.Optimum {
    var levels: [CertificateFile.Level] = []
    for element in try reader.required("levels").requiredArray("a list of levels") {
      let level = try JSONObjectReader(
        element, "a level", keys: ["priority", "optimum", "multipliers", "higherLevels"])
      levels.append(
        CertificateFile.Level(
          priority: try priority(level.required("priority")),
          optimum: try rational(level.required("optimum")),
          multipliers: try multipliers(level.required("multipliers")),
          higherLevels: try rationals(level.required("higherLevels"), count: levels.count)))
    }
    if case .none(let proof) = others, proof.closingLevels.count != levels.count {
      throw try reader.required("uniqueness").error(
        "expected \(levels.count) weights in \"closingLevels\", found \(proof.closingLevels.count)")
    }
    return CertificateFile.Optimum(
      point: try point(reader.required("point")), levels: levels, others: others)
  }

  private mutating func uniqueness(
    _ value: JSONValue
  ) throws(JSONError) -> CertificateFile.Uniqueness {
    let reader = try JSONObjectReader(
      value, "a proof of uniqueness",
      keys: ["closing", "closingLevels", "live", "liveMultipliers", "tight"])
    var live: [CertificateFile.LiveSide] = []
    for element in try reader.required("live").requiredArray("a list of live sides") {
      let pair = try element.requiredArray("a constraint and its open side", count: 2)
      guard let sign = pair[1].string, sign == "+" || sign == "-" else {
        throw pair[1].error("expected \"+\" or \"-\"")
      }
      live.append(
        .init(
          constraint: try index(pair[0], below: constraintCount, "a constraint"),
          isPositive: sign == "+"))
    }
    var tight: [CertificateFile.TightRow] = []
    let rows = try reader.required("tight")
    for element in try rows.requiredArray("a list of tight rows", count: variableCount) {
      let pair = try element.requiredArray("a constraint and a variable", count: 2)
      tight.append(
        .init(
          constraint: try index(pair[0], below: constraintCount, "a constraint"),
          variable: try index(pair[1], below: variableCount, "a variable")))
    }
    return CertificateFile.Uniqueness(
      closing: try multipliers(reader.required("closing")),
      closingLevels: try rationals(reader.required("closingLevels"), count: nil), live: live,
      liveMultipliers: try multipliers(reader.required("liveMultipliers")), tight: tight)
  }

  private mutating func contradiction(
    _ reader: JSONObjectReader
  ) throws(JSONError) -> CertificateFile.Contradiction {
    var conflict: [CertificateFile.Member] = []
    for element in try reader.required("conflict").requiredArray("the members of a conflict") {
      let member = try JSONObjectReader(
        element, "a member of a conflict", keys: ["constraint", "othersHoldAt"])
      conflict.append(
        .init(
          constraint: try index(
            member.required("constraint"), below: constraintCount, "a constraint"),
          point: try point(member.required("othersHoldAt"))))
    }
    return .init(
      multipliers: try multipliers(reader.required("multipliers")), conflict: conflict)
  }

  // MARK: - Lists and numbers

  private mutating func point(_ value: JSONValue) throws(JSONError) -> [Rational] {
    try rationals(value, count: variableCount)
  }

  private mutating func rationals(
    _ value: JSONValue, count: Int?
  ) throws(JSONError) -> [Rational] {
    let expected = count.map { "\($0) fractions" } ?? "a list of fractions"
    var result: [Rational] = []
    for element in try value.requiredArray(expected, count: count) {
      result.append(try rational(element))
    }
    return result
  }

  private mutating func multipliers(
    _ value: JSONValue
  ) throws(JSONError) -> [CertificateFile.Entry] {
    try entries(value, below: constraintCount, "a constraint")
  }

  /// Returns pairs of an index and a fraction, the indices ascending.
  private mutating func entries(
    _ value: JSONValue, below limit: Int, _ what: String
  ) throws(JSONError) -> [CertificateFile.Entry] {
    var entries: [CertificateFile.Entry] = []
    for element in try value.requiredArray("a list of pairs") {
      let pair = try element.requiredArray("\(what) and a fraction", count: 2)
      let index = try index(pair[0], below: limit, what)
      if let last = entries.last, last.index >= index {
        throw pair[0].error("expected \(what) after \(last.index), found \(index)")
      }
      entries.append(.init(index, try rational(pair[1])))
    }
    return entries
  }

  private func index(
    _ value: JSONValue, below limit: Int, _ what: String
  ) throws(JSONError) -> Int {
    guard let index = value.int, index >= 0, index < limit else {
      throw value.error("expected \(what), a whole number from 0 to \(limit - 1)")
    }
    return index
  }

  private func priority(_ value: JSONValue) throws(JSONError) -> Double {
    guard let priority = value.double, priority > 0, priority <= 1000 else {
      throw value.error("expected a priority above 0, up to 1000")
    }
    return priority
  }

  private mutating func rational(_ value: JSONValue) throws(JSONError) -> Rational {
    let text = try value.requiredString("a fraction \"p/q\"")
    guard text.utf8.count <= 2 * Self.digitsMax else {
      throw value.error("a number of \(text.utf8.count) digits; at most \(Self.digitsMax)")
    }
    do throws(Rejection) {
      try meter.chargeReduction(digits: text.utf8.count)
    } catch {
      throw value.error("so many large numbers take too long to read")
    }
    guard let number = Rational(text) else {
      throw value.error("expected a fraction \"p/q\" of whole numbers with q above 0")
    }
    return number
  }
}

extension CertificateFile {
  /// The largest file size in bytes: ten times that of two thousand views.
  package static let bytesMax = 16 << 20

  /// Reads a certificate; a byte order mark of UTF-8 at the start is skipped.
  ///
  /// - Throws: `JSONError` with line and column of the first error; never traps, whatever the bytes
  ///   are.
  /// - Complexity: O(bytes) expected; the work with large numbers is limited (`WorkMeter`).
  package init(decoding bytes: [UInt8]) throws(JSONError) {
    self = try CertificateReader.read(bytes, WorkMeter())
  }
}
