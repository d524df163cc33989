// SPDX-License-Identifier: MIT

import ExactNumerics
import JSON
import LinearModel
import Scripts

// The members of a handshake that make up the offer. A missing member offers nothing.

extension EngineOffer {
  /// The names of all members of an offer.
  package static let memberNames = [
    "attributes", "relations", "priorities", "items", "multipliers", "edgeMultipliers",
    "negativeMultipliers", "acrossAxes", "nested", "guides", "directions", "leading", "sizes",
    "guideSizes", "unpromisedSizes", "naturalAlways", "guideFrames", "rootHints", "operations",
    "changes", "needsConnections", "distinctPairs", "warnsOfConflicts", "formats", "rounding",
    "refuses", "repeatable", "programs",
  ]

  /// Whether a script can contain a constraint.
  package var hasConstraints: Bool {
    !attributes.isEmpty && !relations.isEmpty || !formats.isEmpty
  }

  /// The offer with the same members as in the handshake, in a fixed order.
  package var json: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ value: JSONValue) { members.append(.init(key: key, value: value)) }
    add("attributes", .strings(names(EngineAttribute.allCases, attributes)))
    add("relations", .strings(Relation.allCases.filter(relations.contains).map(\.symbol)))
    if let priorities { add("priorities", .array(priorities.map { .number($0) })) }
    add("items", .number(hasSecondItems ? 2 : 1))
    add("multipliers", .bool(hasMultipliers))
    add("edgeMultipliers", .bool(hasEdgeMultipliers))
    add("negativeMultipliers", .bool(hasNegativeMultipliers))
    add("acrossAxes", .bool(crossesAxes))
    add("nested", .bool(isNested))
    add("guides", .bool(hasGuides))
    add("directions", .strings(names(EngineDirection.allCases, directions)))
    add("leading", .string(leading.rawValue))
    add("sizes", sizes(hints))
    add("guideSizes", sizes(guideHints))
    add("unpromisedSizes", .strings(names(EngineHints.Kind.allCases, unpromisedHints)))
    add("naturalAlways", .bool(isNaturalAlways))
    add("guideFrames", .bool(hasGuideFrames))
    add("rootHints", .strings(names(EngineHints.Kind.allCases, rootHints)))
    add("operations", .strings(names(Operation.allCases, operations)))
    add("changes", .strings(names(Change.allCases, changes)))
    add("needsConnections", .bool(needsConnections))
    add("distinctPairs", .bool(hasDistinctPairs))
    add("warnsOfConflicts", .bool(warnsOfConflicts))
    add("formats", .strings(names(FormatPart.allCases, formats)))
    if !unit.isZero {
      add(
        "rounding",
        [
          "unit": .measure(unit), "position": .string(positionRounding.rawValue),
          "size": .string(sizeRounding.rawValue),
        ])
    }
    add("refuses", .bool(refuses))
    add("repeatable", .bool(isRepeatable))
    if !programs.isEmpty { add("programs", .strings(programs)) }
    return .object(members)
  }

  private func sizes(_ hints: [EngineHints.Kind: Strength]) -> JSONValue {
    .object(
      EngineHints.Kind.allCases.compactMap { kind in
        hints[kind].map { .init(key: kind.rawValue, value: .number($0.value)) }
      })
  }

  private func names<Value: RawRepresentable & Hashable>(
    _ all: [Value], _ offered: Set<Value>
  ) -> [String] where Value.RawValue == String {
    all.filter(offered.contains).map(\.rawValue)
  }

  /// Reads the offer of a handshake; other members are ignored.
  package init(_ value: JSONValue) throws(JSONError) {
    self.init()
    attributes = try value.choices("attributes", of: EngineAttribute.self)
    if let list = value["relations"] {
      for name in try list.requiredStrings("a list of relations") {
        guard let relation = Relation(symbol: name) else {
          throw list.error("expected \"<=\", \"==\" or \">=\", found \"\(name)\"")
        }
        relations.insert(relation)
      }
    }
    if let list = value["priorities"] { priorities = try list.requiredPriorities() }
    if let items = value["items"] {
      guard let count = items.int, (1...2).contains(count) else {
        throw items.error("expected 1 or 2, the most items of a constraint")
      }
      hasSecondItems = count == 2
    }
    hasMultipliers = try value.flag("multipliers")
    hasEdgeMultipliers = try value.flag("edgeMultipliers")
    hasNegativeMultipliers = try value.flag("negativeMultipliers")
    crossesAxes = try value.flag("acrossAxes")
    isNested = try value.flag("nested")
    hasGuides = try value.flag("guides")
    if value["directions"] != nil {
      directions = try value.choices("directions", of: EngineDirection.self)
      guard !directions.isEmpty else {
        throw value.error("expected at least one of the \"directions\"")
      }
    }
    if let name = value["leading"] { leading = try name.requiredCase(of: Leading.self) }
    try readSizes(value)
    operations = try value.choices("operations", of: Operation.self)
    changes = try value.choices("changes", of: Change.self)
    needsConnections = try value.flag("needsConnections")
    hasDistinctPairs = try value.flag("distinctPairs")
    warnsOfConflicts = try value.flag("warnsOfConflicts")
    formats = try value.choices("formats", of: FormatPart.self)
    refuses = try value.flag("refuses")
    isRepeatable = try value.flag("repeatable")
    if let list = value["programs"] { programs = try list.requiredStrings("a list of formats") }
  }

  private mutating func readSizes(_ value: JSONValue) throws(JSONError) {
    hints = try value.sizes("sizes")
    guideHints = try value.sizes("guideSizes")
    unpromisedHints = try value.choices("unpromisedSizes", of: EngineHints.Kind.self)
    isNaturalAlways = try value.flag("naturalAlways")
    if value["guideFrames"] != nil { hasGuideFrames = try value.flag("guideFrames") }
    rootHints = try value.choices("rootHints", of: EngineHints.Kind.self)
    guard !rootHints.contains(.maximum) else {
      throw value.error("expected \"rootHints\" of \"minimum\" and \"natural\"")
    }
    guard let rounding = value["rounding"] else { return }
    let reader = try JSONObjectReader(rounding, "rounding", keys: ["unit", "position", "size"])
    unit = try reader.required("unit").requiredMeasure("a unit")
    // Two units excuse a difference: a larger one would excuse nearly every answer.
    guard unit > .zero, unit <= Rational(100) else {
      throw rounding.error("expected a unit above 0 and of at most 100 pt")
    }
    positionRounding = try reader.required("position").requiredCase(of: Rounding.self)
    sizeRounding = try reader.required("size").requiredCase(of: Rounding.self)
  }
}

extension JSONValue {
  /// Returns the Boolean of a member; false when it is missing.
  fileprivate func flag(_ key: String) throws(JSONError) -> Bool {
    guard let value = self[key] else { return false }
    return try value.requiredBool("true or false")
  }

  /// Returns the values of a list of names; none when it is missing.
  fileprivate func choices<Value: RawRepresentable & CaseIterable & Hashable>(
    _ key: String, of type: Value.Type
  ) throws(JSONError) -> Set<Value> where Value.RawValue == String {
    guard let list = self[key] else { return [] }
    var chosen: Set<Value> = []
    for element in try list.requiredArray("a list of names") {
      chosen.insert(try element.requiredCase(of: Value.self))
    }
    return chosen
  }

  /// Returns the priorities of the kinds of sizes; none when the member is missing.
  fileprivate func sizes(
    _ key: String
  ) throws(JSONError) -> [EngineHints.Kind: Strength] {
    guard let sizes = self[key] else { return [:] }
    guard sizes.members != nil else { throw sizes.error("expected an object of priorities") }
    var hints: [EngineHints.Kind: Strength] = [:]
    for kind in EngineHints.Kind.allCases {
      guard let priority = sizes[kind.rawValue] else { continue }
      guard let number = priority.double, number > 0, number <= 1000 else {
        throw priority.error("expected a priority above 0, at most 1000")
      }
      hints[kind] = Strength(number)
    }
    return hints
  }

  /// Returns different priorities above 0 and below 1000, highest first.
  fileprivate func requiredPriorities() throws(JSONError) -> [Double] {
    let numbers = array?.compactMap(\.double) ?? []
    guard numbers.count == array?.count, Set(numbers).count == numbers.count,
      numbers.allSatisfy({ $0 > 0 && $0 < 1000 })
    else { throw error("expected a list of different priorities above 0 and below 1000") }
    return numbers.sorted(by: >)
  }
}
