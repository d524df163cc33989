// SPDX-License-Identifier: MIT

import CorpusStore
import Diagnosis
import JSON

/// The known problems of a project, so that `check` fails for new ones only: the file of
/// `--write-baseline`.
///
///     {"layoutfuzzBaseline": 1, "problems": [
///       {"file": "Main.storyboard", "screen": "abc-12-xyz", "rule": "conflict",
///        "objects": ["c-1", "c-2"], "count": 1, "severity": "error",
///        "message": "required constraints conflict around 'Banner' view", "reason": "issue 12"}]}
///
/// A problem is identified by its file, its screen, its rule and the ids of its cause. It is never
/// identified by a line, which moves with every edit, nor by a message, which has numbers. Only a
/// problem of a document as such has no ids, and is identified by its message. Files are named
/// relative to the folder of the baseline. A problem that became more severe is new. The `message`
/// is for readers. A `reason` is that of the user who accepted the problem.
/// The `options` of `check` that choose configurations are those of the run that wrote the file.
package struct CheckBaseline {
  /// The version of the format, the value of the key `layoutfuzzBaseline`.
  static let version = 1
  private static let versionKey = "layoutfuzzBaseline"

  /// The identity of a problem.
  struct Key: Hashable, Comparable {
    var file: String
    /// The id of the screen, or its name; empty for a problem of a whole file.
    var screen: String
    var rule: String
    /// The objects in the order of their names.
    var objects: [String]
    /// A further distinction where objects are not enough; empty otherwise.
    var aspect: String

    private var parts: [String] { [file, screen, rule] + objects + ["", aspect] }

    static func < (lhs: Key, rhs: Key) -> Bool {
      lhs.parts.lexicographicallyPrecedes(rhs.parts)
    }

    /// Returns the same problem in another file.
    func inFile(_ file: String) -> Key {
      var key = self
      key.file = file
      return key
    }

    /// The key as a text such as `Main.storyboard: abc-12-xyz: conflict (c-1, c-2)`.
    var text: String {
      let about = objects.isEmpty ? aspect : objects.joined(separator: ", ")
      return file + ": " + (screen.isEmpty ? "" : "\(screen): ") + rule
        + (about.isEmpty ? "" : " (\(about))")
    }
  }

  /// Returns the base for file names relative to the folder of a baseline.
  ///
  /// A file is the same one under all of its links.
  static func links(of path: String) -> LinkBase { LinkBase(output: path, resolvesLinks: true) }

  /// The occurrences of a problem.
  struct Problem: Equatable {
    var count = 1
    /// The severity of the worst occurrence; nil in files of earlier versions.
    var severity: FindingSeverity?
    /// The message, for readers of the file; nil in files of earlier versions.
    var message: String?
    /// Why a user accepts it; nil without a reason.
    var reason: String?
  }

  private(set) var problems: [Key: Problem] = [:]
  /// The options that chose the configurations, such as `--text as-is`; nil when entries come from
  /// runs with different ones, and in files of earlier versions.
  var options: [String]?

  init(options: [String]? = nil) { self.options = options }

  /// Adds occurrences of a problem.
  mutating func add(_ key: Key, _ problem: Problem) {
    guard var known = problems[key] else {
      problems[key] = problem
      return
    }
    known.count += problem.count
    known.severity = [known.severity, problem.severity].compactMap { $0 }.max()
    known.message = problem.message ?? known.message
    known.reason = problem.reason ?? known.reason
    problems[key] = known
  }

  /// Gives a problem that it has another severity, message and reason, and maybe another file.
  ///
  /// - Parameters:
  ///   - problem: the new values; the number of occurrences remains.
  ///   - key: the problem.
  ///   - file: the name of its file in the baseline, where that is another one.
  /// - Precondition: the baseline has the problem.
  mutating func replace(_ problem: Problem, of key: Key, in file: String?) {
    guard let file else {
      guard let known = problems[key] else { preconditionFailure("no \(key.text) in the baseline") }
      problems[key] = problem
      problems[key]?.count = known.count
      return
    }
    let old = key.inFile(file)
    guard remove(old) != nil else { preconditionFailure("no \(old.text) in the baseline") }
    add(key, problem)
  }

  /// Removes one occurrence of a problem, if there is one.
  ///
  /// - Returns: the problem with that occurrence; nil when there was none.
  mutating func remove(_ key: Key) -> Problem? {
    guard let problem = problems[key] else { return nil }
    if problem.count == 1 {
      problems[key] = nil
    } else {
      problems[key]?.count -= 1
    }
    return problem
  }

  /// Returns the number of occurrences that it has and another baseline has not.
  func excess(over other: CheckBaseline) -> Int {
    problems.reduce(0) { $0 + max(0, $1.value.count - (other.problems[$1.key]?.count ?? 0)) }
  }

  /// Takes the reasons of another baseline for the problems that both have.
  mutating func takeReasons(of other: CheckBaseline) {
    for (key, problem) in other.problems where problem.reason != nil {
      problems[key]?.reason = problem.reason
    }
  }

  /// A problem and its occurrences.
  struct Entry {
    let key: Key
    let problem: Problem

    var text: String {
      key.text + (problem.count == 1 ? "" : " (\(problem.count) times)")
        + (problem.message.map { ": \($0)" } ?? "")
        + (problem.reason.map { " (accepted: \($0))" } ?? "")
    }
  }

  /// The problems in order.
  var sorted: [Entry] {
    problems.map { Entry(key: $0.key, problem: $0.value) }.sorted { $0.key < $1.key }
  }
}

extension CheckBaseline {
  /// The text of the file; the same problems always give the same bytes.
  var encoded: [UInt8] {
    JSONWriter.document(
      .members([
        (Self.versionKey, .number(Self.version)), ("options", options.map { .strings($0) }),
        ("problems", .array(sorted.map { $0.key.json($0.problem) })),
      ]))
  }

  /// Reads the text of a baseline; never traps, whatever the bytes are.
  init(decoding bytes: [UInt8]) throws(JSONError) {
    let reader = try JSONObjectReader(
      try JSONParser.parse(bytes), "a baseline", keys: [Self.versionKey, "options", "problems"])
    let version = try reader.required(Self.versionKey)
    guard version.int == Self.version else {
      throw version.error("expected the format version \(Self.version)")
    }
    if let value = reader["options"] {
      options = []
      for option in try value.requiredArray("a list of options") {
        options?.append(try option.requiredString("an option of check"))
      }
    }
    for element in try reader.required("problems").requiredArray("a list of problems") {
      let problem = try JSONObjectReader(
        element, "a problem",
        keys: [
          "file", "screen", "rule", "objects", "aspect", "count", "severity", "message", "reason",
        ])
      let count = try problem.required("count")
      guard let number = count.int, (1...1_000_000).contains(number) else {
        throw count.error("expected how often it is there, from 1 to 1,000,000")
      }
      let key = try Key(problem)
      guard problems[key] == nil else { throw element.error("the problem is listed twice") }
      let reason = try problem["reason"]?.requiredString("a reason")
      // Earlier versions stored damaged files without one.
      if key.rule == LayoutRule.unreadable.id, reason == nil { continue }
      problems[key] = Problem(
        count: number, severity: try problem["severity"]?.requiredCase(of: FindingSeverity.self),
        message: try problem["message"]?.requiredString("a message"), reason: reason)
    }
  }
}

extension CheckBaseline.Key {
  fileprivate func json(_ problem: CheckBaseline.Problem) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "file", value: .string(file)), .init(key: "screen", value: .string(screen)),
      .init(key: "rule", value: .string(rule)),
      .init(key: "objects", value: .array(objects.map { .string($0) })),
    ]
    if !aspect.isEmpty { members.append(.init(key: "aspect", value: .string(aspect))) }
    members.append(.init(key: "count", value: .number(problem.count)))
    for (name, text) in [
      ("severity", problem.severity?.rawValue), ("message", problem.message),
      ("reason", problem.reason),
    ] {
      if let text { members.append(.init(key: name, value: .string(text))) }
    }
    return .object(members)
  }

  fileprivate init(_ reader: JSONObjectReader) throws(JSONError) {
    file = try reader.required("file").requiredString("the path of a file")
    screen = try reader.required("screen").requiredString("the id of a screen, or nothing")
    rule = try reader.required("rule").requiredString("the id of a rule")
    objects = []
    for object in try reader.required("objects").requiredArray("a list of ids") {
      objects.append(try object.requiredString("an id"))
    }
    objects.sort()
    aspect = try reader["aspect"]?.requiredString("what is said besides") ?? ""
  }
}
