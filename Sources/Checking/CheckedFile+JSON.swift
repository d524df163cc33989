// SPDX-License-Identifier: MIT

import Diagnosis
import JSON
import Reporting
import ToolSupport

/// The message of a worker of `check` about a file: one line of JSON.
///
/// It never leaves the machine, and both sides are one program, so the form may change with any
/// version.
extension CheckedFile {
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "path", value: .string(path)),
      .init(key: "pictures", value: pictures.map { .array($0.map(\.json)) } ?? .null),
      .init(key: "remark", value: remark.map { .string($0) } ?? .null),
      .init(key: "damage", value: damage?.wire ?? .null),
    ]
    switch outcome {
    case .checked(let problems, let screens):
      members += [
        .init(key: "problems", value: .array(problems.map(\.wire))),
        .init(key: "screens", value: .array(screens.map(\.json))),
      ]
    case .unusable(let failure):
      members.append(
        .init(
          key: "unusable",
          value: [
            "messages": .strings(failure.messages), "details": .strings(failure.details),
            "place": failure.place.map { .string($0) } ?? .null,
          ]))
    case .failed(let finding): members.append(.init(key: "failed", value: finding.wire))
    }
    return .object(members)
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a checked file",
      keys: [
        "path", "pictures", "remark", "damage", "problems", "screens", "unusable", "failed",
      ])
    let path = try reader.required("path").requiredString("a path")
    func finding(_ value: JSONValue) throws(JSONError) -> CheckReport.Finding {
      try CheckReport.Finding(wire: value, file: path)
    }
    self.path = path
    remark = reader["remark"]?.string
    let damage = try reader.required("damage")
    self.damage = damage.content == .null ? nil : try finding(damage)
    let pictures = try reader.required("pictures")
    self.pictures =
      pictures.content == .null
      ? nil : try pictures.requiredList("pictures", ScreenPictures.init)
    if let unusable = reader["unusable"] {
      let parts = try JSONObjectReader(
        unusable, "a failure", keys: ["messages", "details", "place"])
      outcome = .unusable(
        CommandFailure(
          .badInput, try parts.required("messages").requiredStrings("messages"),
          details: try parts.required("details").requiredStrings("lines"),
          place: parts["place"]?.string))
    } else if let failed = reader["failed"] {
      outcome = .failed(try finding(failed))
    } else {
      outcome = .checked(
        problems: try reader.required("problems").requiredList("problems", finding),
        screens: try reader.required("screens").requiredList("screens") {
          (value) throws(JSONError) in try CheckedScreen(value, finding)
        })
    }
  }
}

extension CheckedScreen {
  fileprivate var json: JSONValue {
    [
      "key": .string(key), "name": name.map { .string($0) } ?? .null,
      "unsupported": .strings(unsupported), "configurations": .number(configurations),
      "undecided": .number(undecided), "conflicting": .number(conflicting),
      "findings": .array(findings.map(\.wire)),
    ]
  }

  fileprivate init(
    _ value: JSONValue, _ finding: (JSONValue) throws(JSONError) -> CheckReport.Finding
  ) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a screen",
      keys: [
        "key", "name", "unsupported", "configurations", "undecided", "conflicting", "findings",
      ])
    key = try reader.required("key").requiredString("the id of a screen")
    name = reader["name"]?.string
    unsupported = try reader.required("unsupported").requiredStrings("features")
    configurations = try reader.required("configurations").requiredInt("a count")
    undecided = try reader.required("undecided").requiredInt("a count")
    conflicting = try reader.required("conflicting").requiredInt("a count")
    findings = try reader.required("findings").requiredList("findings", finding)
  }
}

extension CheckReport.Finding {
  /// The finding without the file, which is that of all findings of a message.
  fileprivate var wire: JSONValue {
    [
      "rule": .string(rule.id), "severity": .string(severity.rawValue),
      "location": location.map { [.number($0.line), .number($0.column)] } ?? .null,
      "screen": screen.map { .string($0) } ?? .null, "message": .string(message),
      "involved": .strings(involved), "details": .strings(details),
      "configurations": .strings(configurations),
      "configurationCount": .number(configurationCount),
      "unjudgedCount": .number(unjudgedCount), "isStressOnly": .bool(isStressOnly),
      "command": command.map { .string($0) } ?? .null, "place": .string(identity.screen),
      "objects": .strings(identity.objects), "aspect": .string(identity.aspect),
      "wording": wording.wire, "nearest": nearest.map { .string($0) } ?? .null,
    ]
  }

  private static let keys = [
    "rule", "severity", "location", "screen", "message", "involved", "details", "configurations",
    "configurationCount", "unjudgedCount", "isStressOnly", "command", "place", "objects", "aspect",
    "wording",
    "nearest",
  ]

  fileprivate init(wire value: JSONValue, file: String) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a finding", keys: Self.keys)
    let rule = try reader.required("rule").requiredCase(of: LayoutRule.self)
    self.init(
      rule: rule, severity: try reader.required("severity").requiredCase(of: FindingSeverity.self),
      file: file, location: try SourceLocation(wire: try reader.required("location")),
      screen: reader["screen"]?.string,
      message: try reader.required("message").requiredString("a message"),
      involved: try reader.required("involved").requiredStrings("ids"),
      details: try reader.required("details").requiredStrings("details"),
      wording: try FindingWording(wire: try reader.required("wording")),
      identity: .init(
        file: file, screen: try reader.required("place").requiredString("the id of a screen"),
        rule: rule.id, objects: try reader.required("objects").requiredStrings("ids"),
        aspect: try reader.required("aspect").requiredString("an aspect")))
    configurations = try reader.required("configurations").requiredStrings("configurations")
    configurationCount = try reader.required("configurationCount").requiredInt("a count")
    unjudgedCount = try reader.required("unjudgedCount").requiredInt("a count")
    isStressOnly = try reader.required("isStressOnly").requiredBool("true or false")
    command = reader["command"]?.string
    nearest = reader["nearest"]?.string
  }
}

extension FindingWording {
  fileprivate var wire: JSONValue {
    [
      "title": .string(title), "facts": .strings(facts.flatMap { [$0.text, $0.source] }),
      "fixes": .strings(fixes), "unfixed": unfixed.map { .string($0) } ?? .null,
    ]
  }

  fileprivate init(wire value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a wording", keys: ["title", "facts", "fixes", "unfixed"])
    let facts = try reader.required("facts").requiredStrings("texts and sources")
    self.init(
      title: try reader.required("title").requiredString("a title"),
      facts: stride(from: 0, to: facts.count - facts.count % 2, by: 2).map {
        Fact(facts[$0], source: facts[$0 + 1])
      }, fixes: try reader.required("fixes").requiredStrings("fixes"),
      unfixed: reader["unfixed"]?.string)
  }
}

extension SourceLocation {
  /// Creates a value from a message; nil for null.
  fileprivate init?(wire value: JSONValue) throws(JSONError) {
    if value.content == .null { return nil }
    let parts = try value.requiredArray("a line and a column", count: 2)
    self.init(
      line: try parts[0].requiredInt("a line"), column: try parts[1].requiredInt("a column"))
  }
}
