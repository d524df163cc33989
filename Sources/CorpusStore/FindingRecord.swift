// SPDX-License-Identifier: MIT

import JSON
import LayoutModel

/// What is known about a finding besides its cases: the content of `finding.json`.
package struct FindingRecord: Sendable, Hashable {
  /// The version of the format, the value of the key `layoutfuzz`.
  package static let version = 1

  /// How large a case is.
  package struct Size: Sendable, Hashable {
    package var views: Int
    package var constraints: Int
    package var guides: Int

    package init(views: Int, constraints: Int, guides: Int) {
      self.views = views
      self.constraints = constraints
      self.guides = guides
    }

    package init(_ layoutCase: LayoutCase) {
      views = layoutCase.views.count
      constraints = layoutCase.constraints.count
      guides = layoutCase.guides.count
    }
  }

  /// What one reducer did.
  package struct ReducerWork: Sendable, Hashable {
    package var name: String
    package var attempts: Int
    package var successes: Int

    package init(name: String, attempts: Int, successes: Int) {
      self.name = name
      self.attempts = attempts
      self.successes = successes
    }
  }

  /// What `minimizationEnd` says of a case that is stored as it was found.
  package static let notMinimized = "notMinimized"

  /// The failure signature as text: the name of the bucket.
  package var signature: String
  package var strategy: String
  /// The kind of verdict, as `worseThanOptimal`.
  package var verdict: String
  /// The verdict in one sentence.
  package var summary: String
  /// The seed of the campaign; nil for a case that was not generated.
  package var seed: UInt64?
  /// The index of the case in its campaign.
  package var caseIndex: Int?
  /// The profile the case was generated with.
  package var profile: String?
  package var original: Size
  package var minimized: Size
  /// How minimizing ended, as `fixpoint`; `stopped` when it was cut short, by time or on request.
  package var minimizationEnd: String
  /// Runs of all strategies and the oracle while minimizing.
  package var calls: Int
  package var acceptedSteps: Int
  package var reducers: [ReducerWork]
  /// Places in the minimized case whose numbers do not matter to the failure, as "the constant of
  /// c1".
  package var indifferent: [String]
  /// Whether there was no time to find that out.
  package var explanationIsCut: Bool
  /// The version of the tool that made the finding.
  package var toolVersion: String

  package init(
    signature: String, strategy: String, verdict: String, summary: String, seed: UInt64? = nil,
    caseIndex: Int? = nil, profile: String? = nil, original: Size, minimized: Size,
    minimizationEnd: String, calls: Int, acceptedSteps: Int, reducers: [ReducerWork],
    indifferent: [String] = [], explanationIsCut: Bool = false, toolVersion: String
  ) {
    self.signature = signature
    self.strategy = strategy
    self.verdict = verdict
    self.summary = summary
    self.seed = seed
    self.caseIndex = caseIndex
    self.profile = profile
    self.original = original
    self.minimized = minimized
    self.minimizationEnd = minimizationEnd
    self.calls = calls
    self.acceptedSteps = acceptedSteps
    self.reducers = reducers
    self.indifferent = indifferent
    self.explanationIsCut = explanationIsCut
    self.toolVersion = toolVersion
  }
}

// MARK: - JSON

extension FindingRecord {
  /// The record as the text of `finding.json`: the same record always gives the same bytes.
  package var encoded: [UInt8] {
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ value: JSONValue?) {
      if let value { members.append(JSONValue.Member(key: key, value: value)) }
    }
    add("layoutfuzz", .number(Self.version))
    add("signature", .string(signature))
    add("strategy", .string(strategy))
    add("verdict", .string(verdict))
    add("summary", .string(summary))
    add("seed", seed.map { .number($0) })
    add("caseIndex", caseIndex.map { .number($0) })
    add("profile", profile.map { .string($0) })
    add("original", original.json)
    add("minimized", minimized.json)
    add("minimizationEnd", .string(minimizationEnd))
    add("calls", .number(calls))
    add("acceptedSteps", .number(acceptedSteps))
    add("reducers", .array(reducers.map(\.json)))
    add("indifferent", indifferent.isEmpty ? nil : .array(indifferent.map { .string($0) }))
    add("explanationIsCut", explanationIsCut ? true : nil)
    add("toolVersion", .string(toolVersion))
    return JSONWriter.document(.object(members))
  }

  private static let keys = [
    "layoutfuzz", "signature", "strategy", "verdict", "summary", "seed", "caseIndex", "profile",
    "original", "minimized", "minimizationEnd", "calls", "acceptedSteps", "reducers",
    "indifferent", "explanationIsCut", "toolVersion",
  ]

  /// The keys of earlier versions that say nothing any more: they are read and ignored.
  private static let retiredKeys = ["template"]

  /// Reads the text of `finding.json`; never traps, whatever the bytes are.
  package init(decoding bytes: [UInt8]) throws(JSONError) {
    let reader = try JSONObjectReader(
      try JSONParser.parse(bytes), "a finding", keys: Self.keys, retired: Self.retiredKeys)
    let version = try reader.required("layoutfuzz")
    guard version.int == Self.version else {
      throw version.error("expected the format version \(Self.version)")
    }
    signature = try reader.required("signature").requiredName("the signature")
    strategy = try reader.required("strategy").requiredName("the name of a strategy")
    verdict = try reader.required("verdict").requiredName("the kind of verdict")
    summary = try reader.required("summary").requiredString("the verdict as a sentence")
    if let value = reader["seed"] {
      guard case .number(let text) = value.content, let number = UInt64(text) else {
        throw value.error("expected a seed from 0 to \(UInt64.max)")
      }
      seed = number
    }
    caseIndex = try reader["caseIndex"]?.requiredCount("the index of a case")
    profile = try reader["profile"]?.requiredString("the name of a profile")
    original = try Size(reader.required("original"))
    minimized = try Size(reader.required("minimized"))
    minimizationEnd = try reader.required("minimizationEnd").requiredString("how minimizing ended")
    calls = try reader.required("calls").requiredCount("a number of calls")
    acceptedSteps = try reader.required("acceptedSteps").requiredCount("a number of steps")
    reducers = []
    for element in try reader.required("reducers").requiredArray("a list of reducers") {
      reducers.append(try ReducerWork(element))
    }
    indifferent = try reader["indifferent"]?.requiredStrings("a list of places") ?? []
    explanationIsCut = reader["explanationIsCut"]?.bool == true
    toolVersion = try reader.required("toolVersion").requiredString("the version of the tool")
  }
}

extension FindingRecord.Size {
  fileprivate var json: JSONValue {
    [
      "views": .number(views), "constraints": .number(constraints), "guides": .number(guides),
    ]
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "the size of a case", keys: ["views", "constraints", "guides"])
    views = try reader.required("views").requiredCount("a number of views")
    constraints = try reader.required("constraints").requiredCount("a number of constraints")
    guides = try reader.required("guides").requiredCount("a number of guides")
  }
}

extension FindingRecord.ReducerWork {
  fileprivate var json: JSONValue {
    ["name": .string(name), "attempts": .number(attempts), "successes": .number(successes)]
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a reducer", keys: ["name", "attempts", "successes"])
    name = try reader.required("name").requiredString("the name of a reducer")
    attempts = try reader.required("attempts").requiredCount("a number of attempts")
    successes = try reader.required("successes").requiredCount("a number of successes")
  }
}

extension JSONValue {
  /// A text that can be the name of a file, so that a hostile one cannot lead outside a folder.
  fileprivate func requiredName(_ expected: String) throws(JSONError) -> String {
    let text = try requiredString(expected)
    guard Folder.isSafeName(text) else {
      throw error("expected \(expected) in letters, digits, '-', '_' and '.'")
    }
    return text
  }
}
