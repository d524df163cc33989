// SPDX-License-Identifier: MIT

import JSON

/// A document of SARIF 2.1.0, the format of code scanning, with one run.
///
/// Reference: OASIS, Static Analysis Results Interchange Format 2.1.0.
package struct SARIFLog: Sendable {
  /// The severity of a result; the raw value is the word in the document.
  package enum Level: String, Sendable {
    case error, warning, note
  }

  /// A kind of result.
  package struct Rule: Sendable {
    package var id: String
    /// The description in one sentence.
    package var text: String
    package var level: Level

    package init(id: String, text: String, level: Level) {
      self.id = id
      self.text = text
      self.level = level
    }
  }

  /// A result of the run.
  package struct Result: Sendable {
    package var rule: String
    package var level: Level
    package var message: String
    /// The relative path of the file.
    package var path: String
    package var line = 1
    package var column: Int?
    /// The identity of the result from one run to the next.
    package var fingerprint: String
    /// The state relative to an earlier run; nil without one.
    package var baselineState: String?
    /// The reason why the result is suppressed; nil when it is not.
    package var suppression: String?
    /// The facts for which the format has no field.
    package var properties: [JSONValue.Member] = []

    package init(
      rule: String, level: Level, message: String, path: String, fingerprint: String
    ) {
      self.rule = rule
      self.level = level
      self.message = message
      self.path = path
      self.fingerprint = fingerprint
    }
  }

  /// A fault of the run itself.
  package struct Notification: Sendable {
    package var id: String
    package var message: String
    package var path: String?

    package init(id: String, message: String, path: String?) {
      self.id = id
      self.message = message
      self.path = path
    }
  }

  private static let schema = "https://json.schemastore.org/sarif-2.1.0.json"

  /// The version of the tool that wrote the document.
  package var toolVersion: String
  /// The name of the fingerprints, with a version.
  package var fingerprintKey: String
  package var rules: [Rule] = []
  package var results: [Result] = []
  package var notifications: [Notification] = []

  package init(toolVersion: String, fingerprintKey: String) {
    self.toolVersion = toolVersion
    self.fingerprintKey = fingerprintKey
  }

  /// The text of the document.
  package var bytes: [UInt8] { JSONWriter.document(json) }

  var json: JSONValue {
    [
      "$schema": .string(Self.schema), "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "layoutfuzz", "version": .string(toolVersion),
              "rules": .array(rules.map(Self.json)),
            ]
          ],
          "columnKind": "unicodeCodePoints",
          "invocations": [
            [
              "executionSuccessful": .bool(notifications.isEmpty),
              "toolExecutionNotifications": .array(notifications.map(Self.json)),
            ]
          ],
          "results": .array(results.map(json)),
        ]
      ],
    ]
  }

  private static func json(_ rule: Rule) -> JSONValue {
    [
      "id": .string(rule.id),
      "shortDescription": ["text": .string(rule.text)],
      "defaultConfiguration": ["level": .string(rule.level.rawValue)],
    ]
  }

  private func json(_ result: Result) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "ruleId", value: .string(result.rule)),
      .init(key: "ruleIndex", value: .number(rules.firstIndex { $0.id == result.rule } ?? 0)),
      .init(key: "level", value: .string(result.level.rawValue)),
      .init(key: "message", value: ["text": .string(result.message)]),
      .init(key: "locations", value: .array([Self.location(result)])),
      .init(
        key: "partialFingerprints",
        value: .object([.init(key: fingerprintKey, value: .string(result.fingerprint))])),
    ]
    if let state = result.baselineState {
      members.append(.init(key: "baselineState", value: .string(state)))
    }
    if let reason = result.suppression {
      members.append(
        .init(
          key: "suppressions",
          value: [["kind": "external", "justification": .string(reason)]]))
    }
    return .object(members + [.init(key: "properties", value: .object(result.properties))])
  }

  private static func location(_ result: Result) -> JSONValue {
    var region: [JSONValue.Member] = [.init(key: "startLine", value: .number(result.line))]
    if let column = result.column {
      region.append(.init(key: "startColumn", value: .number(column)))
    }
    return [
      "physicalLocation": [
        "artifactLocation": ["uri": .string(URLText.path(result.path))],
        "region": .object(region),
      ]
    ]
  }

  private static func json(_ notification: Notification) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "descriptor", value: ["id": .string(notification.id)]),
      .init(key: "level", value: "error"),
      .init(key: "message", value: ["text": .string(notification.message)]),
    ]
    if let path = notification.path {
      members.append(
        .init(
          key: "locations",
          value: [
            ["physicalLocation": ["artifactLocation": ["uri": .string(URLText.path(path))]]]
          ]))
    }
    return .object(members)
  }
}
