// SPDX-License-Identifier: MIT

import JSON
import Judging
import Supervision

/// The program of a worker that runs `check` and its relatives on changed documents.
package enum DocumentService {
  /// Answers requests until no more arrive; returns only when this process was not started as a
  /// worker.
  package static func runWorker() {
    WorkerLoop.run { (greeting, slot) throws(JSONError) in
      let laws = try greeting.requiredArray("laws").map { (law) throws(JSONError) in
        try law.requiredCase(of: DiagnosisLaw.self)
      }
      let probe = DocumentProbe(laws: laws)
      let fault = DocumentFault.planted
      return { (request) throws(JSONError) in
        let document = try DocumentMarkup(json: request)
        slot.note(nil, .idle)
        let result = probe.run(document) { part in
          slot.note(part.phase)
          fault?.happen(during: part, on: document)
        }
        return result.json
      }
    }
  }

  /// The first line to a worker.
  static func greeting(_ laws: [DiagnosisLaw]) -> JSONValue { .strings(laws.map(\.rawValue)) }
}

// MARK: - JSON

extension DocumentMarkup {
  /// The document inside a larger file.
  package var json: JSONValue { .string(String(decoding: bytes, as: UTF8.self)) }

  package init(json: JSONValue) throws(JSONError) {
    let text = try json.requiredString("the text of a document")
    guard let document = DocumentMarkup(Array(text.utf8)) else {
      throw json.error("expected XML")
    }
    self = document
  }
}

extension DocumentProbe.Result {
  private static var keys: [String] { ["isUsable", "screens", "rules", "laws", "mistake"] }

  var json: JSONValue {
    .members([
      ("isUsable", .bool(isUsable)), ("screens", .number(screens)),
      (
        "rules",
        .object(
          rules.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .number($0.value)) })
      ),
      ("laws", .strings(laws.map(\.rawValue))),
      (
        "mistake",
        mistake.map {
          [
            .string($0.part.rawValue), .string($0.verdict.name), .string($0.sentence),
            .string($0.rule),
          ]
        }
      ),
    ])
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a result", keys: Self.keys)
    isUsable = try reader.required("isUsable").requiredBool("whether it can be used")
    screens = try reader.required("screens").requiredCount("a number of screens")
    for member in try reader.required("rules").members ?? [] {
      rules[member.key] = try member.value.requiredCount("a number of findings")
    }
    laws = try reader.required("laws").requiredList("laws") { (law) throws(JSONError) in
      try law.requiredCase(of: DiagnosisLaw.self)
    }
    guard let mistake = reader["mistake"], mistake.content != .null else { return }
    let words = try mistake.requiredArray("a part, a verdict, a sentence and a rule", count: 4)
    self.mistake = .init(
      part: try words[0].requiredCase(of: DocumentProbe.Part.self),
      verdict: try words[1].requiredFailureKind(),
      sentence: try words[2].requiredString("a sentence"),
      rule: try words[3].requiredString("a rule"))
  }
}
