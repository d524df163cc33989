// SPDX-License-Identifier: MIT

import CorpusStore
import Diagnosis
import Display
import JSON
import ToolSupport

/// The known problems of a project, so that `check` fails for new ones only: the file of
/// `--write-baseline`.
///
///     {"layoutfuzzBaseline": 1, "problems": [
///       {"file": "Main.storyboard", "screen": "abc-12-xyz", "rule": "conflict",
///        "objects": ["c-1", "c-2"], "count": 1}]}
///
/// A problem is identified by its file, its screen, its rule and the ids of its cause. It is never
/// identified by a line, which moves with every edit, nor by a message, which has numbers. Only a
/// problem of a document as such has no ids, and is identified by its message. Files are named
/// relative to the folder of the baseline.
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

  /// The number of occurrences of each problem.
  private(set) var counts: [Key: Int] = [:]

  init() {}

  mutating func add(_ key: Key, count: Int = 1) { counts[key, default: 0] += count }

  /// Removes one occurrence of a problem, if there is one.
  ///
  /// - Returns: whether there was one.
  mutating func remove(_ key: Key) -> Bool {
    guard let count = counts[key] else { return false }
    counts[key] = count > 1 ? count - 1 : nil
    return true
  }

  /// A problem and its number of occurrences.
  struct Entry {
    let key: Key
    let count: Int

    var text: String { key.text + (count == 1 ? "" : " (\(count) times)") }
  }

  /// The problems in order.
  var sorted: [Entry] {
    counts.map { Entry(key: $0.key, count: $0.value) }.sorted { $0.key < $1.key }
  }
}

extension CheckBaseline {
  /// The text of the file; the same problems always give the same bytes.
  var encoded: [UInt8] {
    JSONWriter.document([
      Self.versionKey: .number(Self.version),
      "problems": .array(sorted.map { $0.key.json(count: $0.count) }),
    ])
  }

  /// Reads the text of a baseline; never traps, whatever the bytes are.
  init(decoding bytes: [UInt8]) throws(JSONError) {
    let reader = try JSONObjectReader(
      try JSONParser.parse(bytes), "a baseline", keys: [Self.versionKey, "problems"])
    let version = try reader.required(Self.versionKey)
    guard version.int == Self.version else {
      throw version.error("expected the format version \(Self.version)")
    }
    for element in try reader.required("problems").requiredArray("a list of problems") {
      let problem = try JSONObjectReader(
        element, "a problem", keys: ["file", "screen", "rule", "objects", "aspect", "count"])
      let count = try problem.required("count")
      guard let number = count.int, (1...1_000_000).contains(number) else {
        throw count.error("expected how often it is there, from 1 to 1,000,000")
      }
      let key = try Key(problem)
      guard counts.updateValue(number, forKey: key) == nil else {
        throw element.error("the problem is listed twice")
      }
    }
  }
}

extension CheckBaseline.Key {
  fileprivate func json(count: Int) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "file", value: .string(file)), .init(key: "screen", value: .string(screen)),
      .init(key: "rule", value: .string(rule)),
      .init(key: "objects", value: .array(objects.map { .string($0) })),
    ]
    if !aspect.isEmpty { members.append(.init(key: "aspect", value: .string(aspect))) }
    return .object(members + [.init(key: "count", value: .number(count))])
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

/// The options `--baseline` and `--write-baseline` of `check`.
package struct BaselineOption {
  /// The known problems with their file; nil without a baseline.
  let known: (path: String, baseline: CheckBaseline)?
  private let output: (path: String, place: CaseOutput)?
  /// The present contents of the file to write, which are kept where this run does not judge them.
  ///
  /// Nil when the file does not exist, and with --force.
  private let replaced: CheckBaseline?
  /// Whether known problems of unchecked files and devices are written again.
  private let keepsUnjudged: Bool
  private let scope: CheckedScope

  /// The judged part of the checked files.
  struct CheckedScope {
    /// Whether other screens of the same file were not checked.
    let isOfOneScreen: Bool
    /// Whether some configurations were not checked, in which a problem may still exist.
    let isNarrowed: Bool
    /// The ids of the rules that were not applied.
    let disabledRules: Set<String>
  }

  package static let syntax = [
    OptionSyntax(
      "baseline", value: "FILE", "count the problems in FILE, and fail only for others"),
    OptionSyntax(
      "write-baseline", value: "FILE",
      "write the present problems for --baseline, notes too"
    ),
  ]

  /// - Throws: a usage error where the file may not be replaced; `.badInput` for a baseline that
  ///   cannot be read.
  package init(
    _ arguments: ParsedArguments, inputs: [String], _ selection: CheckSelection
  ) throws(CommandFailure) {
    if arguments.has("fidelity") {
      for name in ["baseline", "write-baseline"] where arguments.text(name) != nil {
        throw .usage("--\(name) does not go with --fidelity", seeHelpOf: "check")
      }
    }
    if let path = arguments.text("baseline") {
      known = (path, try Self.read(path))
    } else {
      known = nil
    }
    let isOfOneScreen = arguments.text("scope") != nil
    scope = CheckedScope(
      isOfOneScreen: isOfOneScreen,
      isNarrowed: ["device", "direction", "text", "size"].contains { arguments.text($0) != nil },
      disabledRules: Set(LayoutRule.allCases.map(\.id)).subtracting(selection.rules.map(\.id)))
    guard let path = arguments.text("write-baseline") else {
      (output, replaced, keepsUnjudged) = (nil, nil, false)
      return
    }
    guard path != "-", !isOfOneScreen else {
      throw .usage(
        "--write-baseline writes a file with the problems of all screens", seeHelpOf: "check")
    }
    // A baseline may replace an older one; any other file only with --force.
    let old = InputFiles.fileExists(path) ? try? Self.read(path) : nil
    let isBaseline = old != nil
    keepsUnjudged = !arguments.has("force")
    replaced = keepsUnjudged ? old : nil
    let place = try CaseOutput(
      path, inputs: inputs, force: isBaseline || arguments.has("force"), command: "check")
    output = (path, place)
    if let known, CheckBaseline.links(of: known.path) != CheckBaseline.links(of: path) {
      throw .usage(
        "--baseline and --write-baseline have to be in one folder, since they name files as seen from there",
        seeHelpOf: "check")
    }
  }

  private static func read(_ path: String) throws(CommandFailure) -> CheckBaseline {
    let bytes = try InputFiles.contents(ofFile: path)
    do throws(JSONError) {
      return try CheckBaseline(decoding: bytes)
    } catch {
      throw .badInput(path, bytes, error)
    }
  }

  /// The comparison with the known problems; nil without them.
  var comparison: BaselineComparison? {
    known.map { BaselineComparison(with: $0.baseline, in: $0.path) }
  }

  /// Whether a baseline is written, after which no problem is new.
  var writes: Bool { output != nil }

  /// Records the fixed problems in the report, and writes the present ones.
  ///
  /// - Parameters:
  ///   - report: the report of this run.
  ///   - isWhole: whether all files were checked; otherwise nothing is written.
  /// - Throws: `.cannotWrite` with the path and the reason.
  func apply(to report: inout CheckReport, isWhole: Bool) throws(CommandFailure) {
    report.finishComparing(scope)
    guard let output, isWhole else { return }
    let links = CheckBaseline.links(of: output.path)
    var kept = keepsUnjudged ? report.unjudged : []
    if let replaced { kept = report.rest(of: replaced, links, scope).unjudged }
    try output.place.write(report.baseline(links, keeping: kept).encoded)
    if !kept.isEmpty {
      Console.note(
        Printable.line(
          "\(output.path): keeps \(ShownNumber.counted(kept.count, "problem")) of what was not looked at"
        )
      )
    }
    report.acceptAll(writtenTo: output.path)
  }
}
