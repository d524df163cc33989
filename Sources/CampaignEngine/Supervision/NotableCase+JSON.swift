// SPDX-License-Identifier: MIT

import CaseFormats
import Choices
import CorpusStore
import JSON
import Judging
import LayoutGenerators
import LayoutModel
import Minimization
import Scripts

/// Failing cases in messages of workers and in results of shards.
extension NotableCase {
  /// The JSON `[index, "profile", "strategy", "verdict", ...]`, with the evidence at its end.
  var json: JSONValue {
    var words: [JSONValue] = [.number(index), .string(profile.rawValue)]
    for kind in failures { words += [.string(kind.accused.name), .string(kind.verdict.name)] }
    return .array(words + (evidence.map { [$0.json] } ?? []))
  }

  init(_ value: JSONValue) throws(JSONError) {
    var words = try value.requiredArray("a failing case")
    if !words.count.isMultiple(of: 2) {
      evidence = try FailureEvidence(words.removeLast())
    }
    guard words.count >= 4 else {
      throw value.error("expected index, profile, and who is wrong and how")
    }
    index = try words[0].requiredIndex("the index of a case")
    profile = try words[1].requiredCase(of: Profile.self)
    var kinds: [FailureIdentity] = []
    for position in stride(from: 2, to: words.count, by: 2) {
      kinds.append(
        .init(
          name: try words[position].requiredString("who is wrong"),
          verdict: try words[position + 1].requiredFailureKind()))
    }
    self.failures = kinds
  }
}

extension FailureEvidence {
  private static let keys = ["original", "plain", "choices", "starts"]

  fileprivate var json: JSONValue {
    .members([
      ("original", CaseFile.value(of: original)), ("plain", plain.map { CaseFile.value(of: $0) }),
      ("choices", .string(choices.text)), ("starts", .array(starts.map(\.json))),
    ])
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "the evidence of a failure", keys: Self.keys)
    original = try reader.required("original").layout()
    plain = try reader["plain"].map { (value) throws(JSONError) in try value.layout() }
    let words = try reader.required("choices")
    guard let choices = ChoiceSequence(text: try words.requiredString("choices")) else {
      throw words.error("expected integers")
    }
    self.choices = choices
    var starts: [Start] = []
    for element in try reader.required("starts").requiredArray("starts") {
      starts.append(try Start(element))
    }
    self.starts = starts
    let known = plain ?? original
    for start in starts {
      guard start.hints.constraints.allSatisfy(known.constraints.indices.contains),
        start.hints.views.allSatisfy(known.views.indices.contains)
      else { throw value.error("expected hints about the case") }
    }
  }
}

extension FailureEvidence.Start {
  private static let keys = ["kind", "isOnPlainCase", "constraints", "views"]

  fileprivate var json: JSONValue {
    [
      "kind": failure.json, "isOnPlainCase": .bool(isOnPlainCase),
      "constraints": .array(hints.constraints.map { .number($0) }),
      "views": .array(hints.views.map { .number($0) }),
    ]
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "the start of an examination", keys: Self.keys)
    self.init(
      failure: try FailureIdentity(json: reader.required("kind"), on: .layout),
      isOnPlainCase: try reader.required("isOnPlainCase").requiredBool("true or false"),
      hints: MinimizationHints(
        constraints: try reader.required("constraints").requiredNumbers("constraints"),
        views: try reader.required("views").requiredNumbers("views")))
  }
}

extension NotableScript {
  /// The JSON `[index, "verdict"]`, with the script at its end.
  var json: JSONValue {
    .array([.number(index), .string(verdict.name)] + (script.map { [$0.json] } ?? []))
  }

  init(_ value: JSONValue) throws(JSONError) {
    let words = try value.requiredArray("a failing script")
    guard words.count == 2 || words.count == 3 else {
      throw value.error("expected an index, a verdict and maybe a script")
    }
    self.init(
      index: try words[0].requiredIndex("the index of a case"),
      verdict: try words[1].requiredFailureKind(),
      script: words.count == 3 ? try SolverScript(json: words[2]) : nil)
  }
}
