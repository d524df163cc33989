// SPDX-License-Identifier: MIT

import JSON
import Judging
import Scripts

/// What is known about the session in an unfinished campaign.
extension ScriptCollector.State {
  private static let keys = ["findings", "verdicts", "failures"]

  var json: JSONValue {
    [
      "findings": .array(findings.map(\.stored)),
      "verdicts": .array(verdicts.map { [.string($0.name), .number($0.count)] }),
      "failures": .array(failures.map { [.array($0.failure.words), .number($0.count)] }),
    ]
  }

  init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "what is known about scripts", keys: Self.keys)
    self.init()
    for element in try reader.required("verdicts").requiredArray("verdicts") {
      let words = try element.requiredArray("a verdict and its count", count: 2)
      verdicts.append(
        (try words[0].requiredString("a verdict"), try words[1].requiredIndex("a count")))
    }
    for element in try reader.required("failures").requiredArray("failures") {
      let words = try element.requiredArray("a failure and its count", count: 2)
      failures.append((try ScriptFailure(words[0]), try words[1].requiredIndex("a count")))
    }
    for element in try reader.required("findings").requiredArray("findings") {
      var finding = try ScriptFinding(stored: element)
      finding.occurrences = failures.first { $0.failure == finding.failure }?.count ?? 1
      findings.append(finding)
    }
  }
}

extension ScriptFailure {
  var words: [JSONValue] {
    [.string(solver), .string(verdict.name), .string(cause.rawValue)]
      + (ending.map { [.string($0.exit), .string($0.words)] } ?? [])
  }

  /// - Parameter value: three words, or five for one that ends its process in a way of its own.
  init(_ value: JSONValue) throws(JSONError) {
    let words = try value.requiredArray("a failure")
    guard words.count == 3 || words.count == 5 else {
      throw value.error("expected three or five words")
    }
    self.init(
      solver: try words[0].requiredString("the name of a solver"),
      verdict: try words[1].requiredFailureKind(),
      cause: try words[2].requiredCase(of: Cause.self),
      ending: words.count == 3
        ? nil
        : CrashEnding(
          exit: try words[3].requiredString("how a process ended"),
          words: try words[4].requiredString("its last words")))
  }
}

extension ScriptFinding {
  private static let keys = [
    "signature", "failure", "summary", "firstCase", "original", "smallest", "path", "nanoseconds",
    "members", "folders",
  ]

  fileprivate var stored: JSONValue {
    [
      "signature": .string(signature), "failure": .array(failure.words),
      "summary": .string(summary), "firstCase": .number(firstCase), "original": original.text,
      "smallest": smallest.text, "path": path.map { .string($0) } ?? .null,
      "nanoseconds": .number(nanoseconds), "members": .number(members),
      "folders": .array(folders.map { .string($0) }),
    ]
  }

  fileprivate init(stored value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a finding of a script", keys: Self.keys)
    self.init(
      signature: try reader.required("signature").requiredString("a signature"),
      failure: try ScriptFailure(try reader.required("failure")),
      summary: try reader.required("summary").requiredString("a sentence"),
      firstCase: try reader.required("firstCase").requiredIndex("the index of a case"),
      original: try reader.required("original").script(),
      smallest: try reader.required("smallest").script(), path: reader["path"]?.string,
      nanoseconds: UInt64(try reader.required("nanoseconds").requiredIndex("a time")),
      occurrences: 1,
      members: try reader["members"]?.requiredIndex("a number of scripts") ?? 1,
      folders: try reader["folders"]?.requiredStrings("folders") ?? [])
  }
}

extension SolverScript {
  /// The script as part of something larger.
  var text: JSONValue { .string(String(decoding: encoded, as: UTF8.self)) }
}

extension JSONValue {
  /// A script that is part of something larger.
  func script() throws(JSONError) -> SolverScript {
    let bytes = Array(try requiredString("the text of a script").utf8)
    do {
      return try SolverScript(decoding: bytes)
    } catch {
      throw self.error("expected a script: \(error)")
    }
  }
}
