// SPDX-License-Identifier: MIT

import Foundation
import JSON

/// A schema of `docs/protocols`, and the messages that must conform to it.
package struct ProtocolSchema {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private let check: SchemaCheck

  /// - Parameter name: the name of the protocol.
  /// - Throws: when the schema cannot be read.
  package init(_ name: String) throws {
    let file = Self.root.appendingPathComponent("docs/protocols/\(name).schema.json")
    check = try SchemaCheck(String(contentsOf: file, encoding: .utf8))
  }

  /// Returns the errors of a line of the protocol.
  package func problems(in line: some StringProtocol) throws -> [String] {
    check.problems(in: try JSONParser.parse(Array(line.utf8)))
  }

  /// Returns the messages that a document shows, without their marks.
  ///
  /// `document` is the path of the document in the project.
  package static func examples(of document: String) throws -> [String] {
    let text = try String(contentsOf: root.appendingPathComponent(document), encoding: .utf8)
    return text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
      .filter { $0.hasPrefix("> {") || $0.hasPrefix("< {") }.map { String($0.dropFirst(2)) }
  }

  /// Returns the number of messages that do not conform without one of their members.
  package func countRejected(without key: String, in lines: [String]) throws -> Int {
    try lines.count { line in
      guard case .object(let members) = try JSONParser.parse(Array(line.utf8)).content else {
        return false
      }
      return !check.problems(in: .object(members.filter { $0.key != key })).isEmpty
    }
  }
}
