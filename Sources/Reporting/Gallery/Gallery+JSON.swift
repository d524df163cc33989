// SPDX-License-Identifier: MIT

import JSON

/// The parts of a gallery as JSON for another process. Marks of baselines are set later.
extension Gallery.File {
  package var json: JSONValue {
    [
      "path": .string(path), "screens": .array(screens.map(\.json)),
      "problems": .array(problems.map(\.json)), "refusal": refusal.map { .string($0) } ?? .null,
    ]
  }

  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a file of a gallery", keys: ["path", "screens", "problems", "refusal"])
    self.init(
      path: try reader.required("path").requiredString("a path"),
      screens: try reader.required("screens").requiredList("screens", Gallery.Screen.init),
      problems: try reader.required("problems").requiredList("problems", Gallery.Finding.init),
      refusal: reader["refusal"]?.string)
  }
}

extension Gallery.Screen {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "place": .string(place), "devices": .strings(devices),
      "lookedAt": .strings(lookedAt.sorted()), "cards": .array(cards.map(\.json)),
      "notChecked": .strings(notChecked),
    ]
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a screen", keys: ["name", "place", "devices", "lookedAt", "cards", "notChecked"])
    self.init(
      name: try reader.required("name").requiredString("a name"),
      place: try reader.required("place").requiredString("a place"),
      devices: try reader.required("devices").requiredStrings("devices"),
      lookedAt: Set(try reader.required("lookedAt").requiredStrings("devices")),
      cards: try reader.required("cards").requiredList("cards", Gallery.Card.init),
      notChecked: try reader.required("notChecked").requiredStrings("reasons"))
  }
}

extension Gallery.Card {
  fileprivate var json: JSONValue {
    let image: JSONValue.Member
    switch picture {
    case .svg(let text): image = .init(key: "svg", value: .string(text))
    case .none(let reason): image = .init(key: "reason", value: .string(reason))
    }
    return .object([
      .init(key: "configuration", value: .string(configuration)),
      .init(key: "device", value: .string(device)), image,
      .init(key: "findings", value: .array(findings.map(\.json))),
      .init(key: "noteCount", value: .number(noteCount)),
      .init(key: "command", value: .string(command)),
    ])
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a card",
      keys: ["configuration", "device", "svg", "reason", "findings", "noteCount", "command"])
    let picture: Picture
    if let svg = reader["svg"] {
      picture = .svg(try svg.requiredString("a picture"))
    } else {
      picture = .none(reason: try reader.required("reason").requiredString("a reason"))
    }
    self.init(
      configuration: try reader.required("configuration").requiredString("a configuration"),
      device: try reader.required("device").requiredString("a device"), picture: picture,
      findings: try reader.required("findings").requiredList("findings", Gallery.Finding.init),
      noteCount: try reader.required("noteCount").requiredInt("a count"),
      command: try reader.required("command").requiredString("a command"))
  }
}

extension Gallery.Finding {
  fileprivate var json: JSONValue {
    [
      "severity": .string(severity.rawValue), "rule": .string(rule), "message": .string(message),
      "details": .strings(details), "place": place.map { .string($0) } ?? .null,
      "cause": .number(cause),
    ]
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a finding", keys: ["severity", "rule", "message", "details", "place", "cause"])
    self.init(
      severity: try reader.required("severity").requiredCase(of: Gallery.Severity.self),
      rule: try reader.required("rule").requiredString("a rule"),
      message: try reader.required("message").requiredString("a message"),
      details: try reader.required("details").requiredStrings("details"),
      place: reader["place"]?.string,
      cause: try reader.required("cause").requiredInt("the number of a cause"))
  }
}
