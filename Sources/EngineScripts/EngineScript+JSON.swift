// SPDX-License-Identifier: MIT

import ExactNumerics
import JSON
import LinearModel
import Scripts

// The text of `*.engine.json`, whose parts are those of the protocol's requests.

extension EngineScript {
  /// The version of the format, the value of the key `layoutfuzzEngineScript`.
  package static let formatVersion = 1
  private static let versionKey = "layoutfuzzEngineScript"

  /// The script as bytes of a file; the same script always gives the same bytes.
  package var encoded: [UInt8] { JSONWriter.document(json) }

  /// The script as a part of a larger file.
  package var json: JSONValue {
    [
      Self.versionKey: .number(Self.formatVersion), "size": size.json,
      "direction": .string(direction.rawValue), "views": .array(views.map(\.json)),
      "steps": .array(
        steps.map { .object([.init(key: "op", value: .string($0.op))] + $0.members) }),
    ]
  }

  /// Whether a text has the key of such a script, in contrast to a layout case.
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
      value, "an engine script", keys: [Self.versionKey, "size", "direction", "views", "steps"])
    let version = try reader.required(Self.versionKey)
    guard version.int == Self.formatVersion else {
      throw version.error("expected the format version \(Self.formatVersion)")
    }
    self.init(
      size: try EngineSize(try reader.required("size")),
      direction: try reader.required("direction").requiredCase(of: EngineDirection.self),
      views: try reader.required("views").requiredList("a list of views") {
        (element) throws(JSONError) in try EngineView(element)
      },
      steps: try reader.required("steps").requiredList("a list of steps") {
        (element) throws(JSONError) in try Step(element)
      })
    if let problem { throw value.error(problem) }
  }
}

extension EngineScript.Step {
  /// The name of the operation in files and requests.
  package var op: String {
    isFormat ? "format" : EngineScript.operation(self)?.rawValue ?? "frames"
  }

  /// The members after the operation, in files and requests.
  package var members: [JSONValue.Member] {
    switch self {
    case .add(let constraint), .change(let constraint):
      return [.init(key: "constraint", value: constraint.json)]
    case .format(let format): return format.members
    case .remove(let id): return [.init(key: "constraint", value: .number(id))]
    case .hint(let view, let hints):
      return [.init(key: "view", value: .number(view)), .init(key: "sizes", value: hints.json)]
    case .resize(let size): return [.init(key: "size", value: size.json)]
    case .move(let view, let parent):
      return [
        .init(key: "view", value: .number(view)), .init(key: "parent", value: .number(parent)),
      ]
    case .drop(let view): return [.init(key: "view", value: .number(view))]
    case .reroot, .frames: return []
    }
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a step",
      keys: ["op", "constraint", "view", "sizes", "size", "parent"] + EngineFormat.keys)
    let op = try reader.required("op")
    switch op.string {
    case "add": self = .add(try EngineConstraint(try reader.required("constraint")))
    case "format": self = .format(try EngineFormat(reader))
    case "change": self = .change(try EngineConstraint(try reader.required("constraint")))
    case "remove":
      self = .remove(try reader.required("constraint").requiredInt("the id of a constraint"))
    case "hint":
      self = .hint(view: try reader.id("view"), try EngineHints(try reader.required("sizes")))
    case "resize": self = .resize(try EngineSize(try reader.required("size")))
    case "move": self = .move(view: try reader.id("view"), parent: try reader.id("parent"))
    case "drop": self = .drop(view: try reader.id("view"))
    case "reroot": self = .reroot
    case "frames": self = .frames
    default: throw op.error("expected \"add\", \"remove\", \"frames\" or another known step")
    }
  }
}

extension EngineFormat {
  static let keys = ["format", "metrics", "spacing", "alignment"]

  /// The members of a request or of a step in a file.
  var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init(key: "format", value: .string(text)), .init(key: "constraint", value: .number(id)),
    ]
    if !metrics.isEmpty {
      let numbers = metrics.map { JSONValue.Member(key: $0.name, value: .measure($0.value)) }
      members.append(.init(key: "metrics", value: .object(numbers)))
    }
    if let spacing { members.append(.init(key: "spacing", value: .measure(spacing))) }
    if !alignment.isEmpty {
      members.append(.init(key: "alignment", value: .strings(alignment.map(\.rawValue))))
    }
    return members
  }

  init(_ reader: JSONObjectReader) throws(JSONError) {
    self.init(
      id: try reader.required("constraint").requiredInt("the id of the first constraint"),
      try reader.required("format").requiredString("a visual format"))
    if let list = reader["metrics"] {
      guard let members = list.members else { throw list.error("expected an object of numbers") }
      for member in members {
        metrics.append(Metric(member.key, try member.value.requiredMeasure("a metric")))
      }
    }
    spacing = try reader["spacing"].map { (value) throws(JSONError) in
      try value.requiredMeasure("a distance")
    }
    alignment =
      try reader["alignment"]?.requiredList("a list of attributes") {
        (element) throws(JSONError) in try element.requiredCase(of: EngineAttribute.self)
      } ?? []
  }
}

extension JSONObjectReader {
  fileprivate func id(_ key: String) throws(JSONError) -> Int {
    try required(key).requiredInt("the id of a view")
  }
}

extension JSONValue {
  /// Returns a number of a script as a number.
  ///
  /// - Precondition: it is a double, as all numbers of well formed scripts are.
  static func measure(_ value: Rational) -> JSONValue {
    let text = "\(value)"
    return Int(text) == nil ? .number(value.doubleValue) : JSONValue(.number(text))
  }

  /// Returns an exact number.
  func requiredMeasure(_ expected: String) throws(JSONError) -> Rational {
    if let whole = int { return Rational(whole) }
    guard let number = double, let exact = Rational(exactly: number) else {
      throw error("expected \(expected), a number")
    }
    return exact
  }
}

extension EngineSize {
  package var json: JSONValue { [.measure(width), .measure(height)] }

  init(_ value: JSONValue) throws(JSONError) {
    let pair = try value.requiredArray("a width and a height", count: 2)
    self.init(
      width: try pair[0].requiredMeasure("a width"), height: try pair[1].requiredMeasure("a height")
    )
  }
}

extension EngineHints {
  package var json: JSONValue {
    .object(
      Kind.allCases.compactMap { kind in
        self[kind].map { .init(key: kind.rawValue, value: $0.json) }
      })
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "the sizes of a view", keys: Kind.allCases.map(\.rawValue))
    self.init()
    for kind in Kind.allCases {
      if let size = reader[kind.rawValue] { self[kind] = try EngineSize(size) }
    }
  }
}

extension EngineView {
  package var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "id", value: .number(id)), .init(key: "parent", value: .number(parent)),
    ]
    if isGuide { members.append(.init(key: "guide", value: true)) }
    if hints != EngineHints() { members.append(.init(key: "sizes", value: hints.json)) }
    return .object(members)
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a view", keys: ["id", "parent", "guide", "sizes"])
    self.init(
      id: try reader.id("id"), parent: try reader["parent"]?.requiredInt("the id of a view") ?? 0,
      isGuide: try reader["guide"]?.requiredBool("true or false") ?? false,
      hints: try reader["sizes"].map { (sizes) throws(JSONError) in try EngineHints(sizes) }
        ?? EngineHints())
  }
}

extension EngineItem {
  var json: JSONValue { [.number(view), .string(attribute.rawValue)] }

  init(_ value: JSONValue) throws(JSONError) {
    let pair = try value.requiredArray("[view, attribute]", count: 2)
    self.init(
      try pair[0].requiredInt("the id of a view"),
      try pair[1].requiredCase(of: EngineAttribute.self))
  }
}

extension EngineConstraint {
  /// The constraint as in files and requests.
  package var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "id", value: .number(id)), .init(key: "first", value: first.json),
      .init(key: "relation", value: .string(relation.symbol)),
    ]
    if let second {
      members.append(.init(key: "second", value: second.json))
      members.append(.init(key: "multiplier", value: .measure(multiplier)))
    }
    members.append(.init(key: "constant", value: .measure(constant)))
    members.append(.init(key: "priority", value: .number(strength.value)))
    return .object(members)
  }

  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a constraint",
      keys: ["id", "first", "relation", "second", "multiplier", "constant", "priority"])
    let relation = try reader.required("relation")
    guard let known = relation.string.flatMap({ Relation(symbol: $0) }) else {
      throw relation.error("expected \"<=\", \"==\" or \">=\"")
    }
    let priority = try reader.required("priority")
    guard let number = priority.double, number > 0, number <= 1000 else {
      throw priority.error("expected a priority above 0, at most 1000")
    }
    self.init(
      id: try reader.required("id").requiredInt("the id of a constraint"),
      try EngineItem(try reader.required("first")), known,
      try reader["second"].map { (item) throws(JSONError) in try EngineItem(item) },
      multiplier: try reader["multiplier"]?.requiredMeasure("a factor") ?? .one,
      constant: try reader.required("constant").requiredMeasure("a constant"),
      strength: Strength(number))
  }
}
