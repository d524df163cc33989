// SPDX-License-Identifier: MIT

import Display
import JSON
import LayoutModel

/// A decoder of a layout case from JSON.
///
/// Shapes, names and references are checked while reading. `LayoutCase.validate()` checks the rest:
/// order of views, legal pairs and ranges. Its first error is reported at the place that it is
/// about.
package struct CaseFileDecoder {
  private var items: [String: Item] = [:]

  /// The key that every script has and no case has.
  private static let scriptKey = "layoutfuzzScript"

  package init() {}

  package static func decode(_ value: JSONValue) throws(JSONError) -> LayoutCase {
    var decoder = CaseFileDecoder()
    return try decoder.decodeDocument(value)
  }

  private mutating func decodeDocument(_ value: JSONValue) throws(JSONError) -> LayoutCase {
    if value[Self.scriptKey] != nil {
      throw value.error(
        "a script of operations of an incremental solver, not a layout; 'replay', 'minimize' and"
          + " 'convert' take scripts, by names that end in .script.json")
    }
    let object = try JSONObjectReader(
      value, "a layout case",
      keys: [
        "layoutfuzz", "name", "environment", "views", "guides", "constraints", "table", "rows",
        "expect",
      ])
    let version = try object.required("layoutfuzz")
    guard version.int == CaseFile.version else {
      throw version.error("expected version \(CaseFile.version) of the case format")
    }
    let name = try object["name"]?.requiredString("a name as a string")
    let environment = try decodeEnvironment(try object.required("environment"))
    let viewValues = try object.required("views").requiredArray("a list of views")
    try Self.check(viewValues, "views", ImportLimits.views)
    var views: [View] = []
    views.reserveCapacity(viewValues.count)
    for value in viewValues { views.append(try decodeView(value, index: views.count)) }
    let guideValues = try object["guides"]?.requiredArray("a list of guides") ?? []
    try Self.check(guideValues, "guides", ImportLimits.guides)
    var guides: [Guide] = []
    for value in guideValues { guides.append(try decodeGuide(value, index: guides.count)) }
    let constraintValues =
      try object["constraints"]?.requiredArray("a list of constraints") ?? []
    try Self.check(constraintValues, "constraints", ImportLimits.constraints)
    var constraints: [LayoutConstraint] = []
    constraints.reserveCapacity(constraintValues.count)
    for value in constraintValues { constraints.append(try decodeConstraint(value)) }
    let table = try decodeTable(object)
    var expectation: Expectation?
    if let value = object["expect"] { expectation = try decodeExpectation(value) }
    let layoutCase = LayoutCase(
      name: name, environment: environment, views: views, guides: guides,
      constraints: constraints, table: table, expectation: expectation)
    try checkTexts(of: views, viewValues)
    if let error = layoutCase.validate().first {
      throw JSONError(location: place(of: error, in: object), message: error.message)
    }
    return layoutCase
  }

  /// Returns the place in the text that a validation error is about.
  private func place(of error: ValidationError, in object: JSONObjectReader) -> SourceLocation {
    let part: JSONValue?
    switch error.subject {
    case .environment: part = object["environment"]
    case .view(let index): part = object["views"]?.element(index) ?? object["views"]
    case .guide(let index): part = object["guides"]?.element(index)
    case .constraint(let index): part = object["constraints"]?.element(index)
    case .table: part = object["table"]
    case .row(let index): part = object["rows"]?.element(index)
    case .expectation: part = object["expect"]
    }
    let field = error.problem.key.flatMap { part?[$0] }
    return field?.location ?? part?.location ?? object.location
  }

  // MARK: - Parts

  private func decodeEnvironment(
    _ value: JSONValue
  ) throws(JSONError) -> LayoutCase.Environment {
    let object = try JSONObjectReader(
      value, "an environment", keys: ["size", "scale", "direction", "safeArea", "readableWidth"])
    var environment = LayoutCase.Environment(size: try decodeSize(try object.required("size")))
    if let value = object["scale"] {
      guard let scale = value.int else {
        throw value.error("expected the scale 1, 2 or 3, found \(value.kindText)")
      }
      environment.scale = scale
    }
    if let value = object["direction"] {
      environment.direction = try value.requiredCase(of: LayoutCase.Environment.Direction.self)
    }
    if let value = object["safeArea"] { environment.safeArea = try decodeInsets(value) }
    if let value = object["readableWidth"] {
      environment.readableWidth = try decodeNumber(value)
    }
    return environment
  }

  private mutating func decodeView(
    _ value: JSONValue, index: Int
  ) throws(JSONError) -> View {
    let object = try JSONObjectReader(
      value, "a view",
      keys: [
        "id", "parent", "kind", "intrinsicSize", "hugging", "compressionResistance", "margins",
        "alignmentInsets", "firstBaseline", "lastBaseline", "hold",
      ] + CaseFileDecoder.featureKeys)
    let id = try declare(try object.required("id"), .view(index))
    var view = View(id: id, parent: nil)
    if let value = object["parent"] { view.parent = try decodeView(reference: value) }
    if let value = object["kind"] { view.kind = try value.requiredCase(of: View.Kind.self) }
    if let value = object["intrinsicSize"] {
      let sizes = try value.requiredArray("[width, height], each a number or null", count: 2)
      if sizes[0].content != .null { view.intrinsicWidth = try decodeNumber(sizes[0]) }
      if sizes[1].content != .null { view.intrinsicHeight = try decodeNumber(sizes[1]) }
    }
    if let value = object["hugging"] { view.hugging = try decodePriorities(value) }
    if let value = object["compressionResistance"] {
      view.compressionResistance = try decodePriorities(value)
    }
    if let value = object["margins"] { view.margins = try decodeInsets(value) }
    if let value = object["alignmentInsets"] { view.alignmentInsets = try decodeInsets(value) }
    if let value = object["firstBaseline"] {
      view.firstBaselineOffset = try decodeNumber(value)
    }
    if let value = object["lastBaseline"] { view.lastBaselineOffset = try decodeNumber(value) }
    if let value = object["hold"] { view.hold = try decodeHold(value) }
    try decodeFeatures(object, into: &view)
    return view
  }

  private mutating func decodeGuide(
    _ value: JSONValue, index: Int
  ) throws(JSONError) -> Guide {
    let shapes = ["inset", "area", "topStrip", "bottomStrip", "scroll"]
    let object = try JSONObjectReader(value, "a guide", keys: ["id", "owner"] + shapes)
    let id = try declare(try object.required("id"), .guide(index))
    let owner = try decodeView(reference: try object.required("owner"))
    let given = shapes.filter { object[$0] != nil }
    guard given.count <= 1 else {
      throw value.error("expected at most one of \(given.quotedList) in a guide")
    }
    var kind = Guide.Kind.free
    if let value = object["inset"] { kind = .inset(try decodeInsets(value)) }
    if let value = object["area"] { kind = .area(try value.requiredCase(of: Guide.Area.self)) }
    if let value = object["topStrip"] { kind = .topStrip(try decodeNumber(value)) }
    if let value = object["bottomStrip"] { kind = .bottomStrip(try decodeNumber(value)) }
    if let value = object["scroll"] {
      switch try value.requiredString("\"content\" or \"frame\"") {
      case "content": kind = .scrollContent
      case "frame": kind = .scrollFrame
      default: throw value.error("expected \"content\" or \"frame\"")
      }
    }
    return Guide(id: id, owner: owner, kind: kind)
  }

  private func decodeConstraint(_ value: JSONValue) throws(JSONError) -> LayoutConstraint {
    let object = try JSONObjectReader(
      value, "a constraint",
      keys: [
        "id", "first", "relation", "second", "multiplier", "constant", "priority", "identifier",
        "source",
      ])
    var constraint = LayoutConstraint(
      id: try object.required("id").requiredString("the id of a constraint as a string"),
      first: try decodeAnchor(try object.required("first")))
    if let value = object["relation"] {
      constraint.relation = try value.requiredCase(of: LayoutConstraint.Relation.self)
    }
    if let value = object["second"] { constraint.second = try decodeAnchor(value) }
    if let value = object["multiplier"] { constraint.multiplier = try decodeNumber(value) }
    if let value = object["constant"] { constraint.constant = try decodeNumber(value) }
    if let value = object["priority"] { constraint.priority = try decodePriority(value) }
    constraint.identifier = try object["identifier"]?.requiredString("an identifier as a string")
    if let value = object["source"] {
      constraint.source = try value.requiredCase(of: LayoutConstraint.Source.self)
    }
    return constraint
  }

  private func decodeExpectation(_ value: JSONValue) throws(JSONError) -> Expectation {
    let object = try JSONObjectReader(
      value, "an expectation",
      keys: ["status", "frames", "contentSizes", "ambiguous", "conflict", "rowHeights"])
    var expectation = Expectation(
      status: try object.required("status").requiredCase(of: Expectation.Status.self))
    for member in try members(of: object["frames"], "frames by view id") {
      expectation.frames.append(
        .init(view: try view(named: member), rect: try decodeRect(member.value)))
    }
    for member in try members(of: object["contentSizes"], "content sizes by view id") {
      expectation.contentSizes.append(
        .init(view: try view(named: member), size: try decodeSize(member.value)))
    }
    for value in try object["ambiguous"]?.requiredArray("a list of view ids") ?? [] {
      expectation.ambiguousViews.append(try decodeView(reference: value))
    }
    for value in try object["conflict"]?.requiredArray("a list of constraint ids") ?? [] {
      expectation.conflict.append(try value.requiredString("a constraint id as a string"))
    }
    for value in try object["rowHeights"]?.requiredArray("a list of heights") ?? [] {
      expectation.rowHeights.append(try decodeNumber(value))
    }
    // Authors list them in any order.
    expectation.ambiguousViews.sort()
    expectation.conflict.sort()
    return expectation
  }

  // MARK: - References

  /// Reads the id of a new item and remembers it.
  private mutating func declare(_ value: JSONValue, _ item: Item) throws(JSONError) -> String {
    let id = try value.requiredString("an id as a string")
    if id.isEmpty { throw value.error("expected an id with at least one character") }
    if items.updateValue(item, forKey: id) != nil {
      throw value.error("the id \"\(id)\" is used twice among views and guides")
    }
    return id
  }

  private func decodeView(reference value: JSONValue) throws(JSONError) -> Int {
    let id = try value.requiredString("the id of a view as a string")
    return try view(id, at: value)
  }

  func view(named member: JSONValue.Member) throws(JSONError) -> Int {
    try view(member.key, at: JSONValue(.null, at: member.keyLocation))
  }

  private func view(_ id: String, at place: JSONValue) throws(JSONError) -> Int {
    switch items[id] {
    case .view(let index): return index
    case .guide: throw place.error("expected the id of a view, \"\(id)\" is a guide")
    case nil: throw place.error("expected the id of a view listed before, found \"\(id)\"")
    }
  }

  /// Reads `id.attribute`; the attribute follows the last dot.
  private func decodeAnchor(_ value: JSONValue) throws(JSONError) -> Anchor {
    let text = try value.requiredString("\"item.attribute\" as a string")
    guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      throw value.error("expected \"item.attribute\", found \"\(text)\"")
    }
    let id = String(text[..<dot])
    let name = String(text[text.utf8.index(after: dot)...])
    guard let item = items[id] else {
      throw value.error("expected the id of a view or guide before the dot, found \"\(id)\"")
    }
    guard let attribute = Attribute(rawValue: name) else {
      let nearest = nearestName(to: name, among: Attribute.allCases.map(\.rawValue))
      let hint = nearest.map { "; fix: use \"\($0)\"" } ?? ""
      throw value.error("expected an attribute after the last dot, found \"\(name)\"\(hint)")
    }
    return Anchor(item, attribute)
  }

  func members(
    of value: JSONValue?, _ expected: String
  ) throws(JSONError) -> [JSONValue.Member] {
    guard let value else { return [] }
    guard let members = value.members else {
      throw value.error("expected \(expected), found \(value.kindText)")
    }
    return members
  }
}

extension JSONValue {
  fileprivate func element(_ index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }
}

extension ValidationError.Problem {
  /// The key of the value that the problem is about.
  fileprivate var key: String? {
    switch self {
    case .emptyID, .duplicateID: return "id"
    case .rootHasParent, .parentOutOfRange, .notPreorder: return "parent"
    case .holdOnRoot, .holdWithoutSuperviewSize: return "hold"
    case .misplacedFlow: return "flow"
    case .textWithIntrinsicSize, .lineLimitOutOfRange, .fontSizeNotPositive,
      .minimumScaleOutOfRange:
      return "text"
    case .ownerOutOfRange: return "owner"
    case .scrollGuideOnOtherView: return "scroll"
    case .differentKinds, .mixedDirections: return "second"
    case .locationWithoutSecond: return "first"
    case .locationTimesZero: return "multiplier"
    case .scaleOutOfRange: return "scale"
    case .tableWidthNotPositive: return "width"
    case .rowTextWithoutText: return "texts"
    case .rowHeightCount: return "rowHeights"
    case .negative(let field), .tooLarge(let field), .notSorted(let field): return field
    default: return nil
    }
  }
}
