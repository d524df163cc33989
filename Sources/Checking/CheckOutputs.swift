// SPDX-License-Identifier: MIT

import CorpusStore
import Reporting
import ToolSupport

/// The formats and places of the reports of one run of `check`.
package struct CheckOutputs {
  /// A report that goes to a file.
  struct File {
    let format: ReportFormat
    let place: CaseOutput
  }

  let files: [File]
  /// The format on standard output.
  let printed: ReportFormat

  /// The names of the formats, in the order of help texts.
  private static let formats: [(name: String, format: ReportFormat)] = [
    ("text", .console), ("json", .json), ("sarif", .sarif), ("junit", .junit), ("github", .github),
    ("markdown", .markdown), ("html", .html),
  ]

  package static let syntax = [
    OptionSyntax(
      "output", value: "FILE", short: "o", isRepeatable: true,
      "write a report: *.html (pictures), *.sarif, *.xml (JUnit), *.md, *.json or *.txt. May be "
        + "repeated"
    ),
    OptionSyntax(
      "format", value: "F[=FILE]", isRepeatable: true, words: formats.map(\.name),
      "print this format: text (default), json, sarif, junit, github, markdown or html, or write "
        + "it to FILE"
    ),
    OptionSyntax("force", "replace existing files that are no reports of this tool"),
    OptionSyntax("json", "print the result as JSON, as --format json"),
  ]

  /// A report of the command line.
  private struct Wish {
    let format: ReportFormat
    /// The file; nil for standard output.
    let path: String?
  }

  /// Reads the options of the outputs.
  ///
  /// `inputs` are the files that are checked, which are never overwritten.
  ///
  /// - Throws: usage errors.
  package init(_ arguments: ParsedArguments, inputs: [String]) throws(CommandFailure) {
    let wishes = try Self.wishes(arguments)
    printed = wishes.first { $0.path == nil }?.format ?? .console
    var files: [File] = []
    for wish in wishes {
      guard let path = wish.path else { continue }
      let place = try CaseOutput(
        path, inputs: inputs, force: arguments.has("force"), isReport: true, command: "check")
      files.append(File(format: wish.format, place: place))
    }
    self.files = files
  }

  /// Whether a run with these options makes pictures.
  ///
  /// - Throws: usage errors that do not depend on files.
  package static func hasPage(_ arguments: ParsedArguments) throws(CommandFailure) -> Bool {
    try wishes(arguments).contains { $0.format == .html }
  }

  private static func wishes(_ arguments: ParsedArguments) throws(CommandFailure) -> [Wish] {
    let wishes = try parsed(arguments)
    let printed = wishes.filter { $0.path == nil }.map { wish in
      formats.first { $0.format == wish.format }?.name ?? wish.format.rawValue
    }
    guard printed.count < 2 else {
      throw .usage(
        "\(printed.joined(separator: " and ")) both want standard output", seeHelpOf: "check")
    }
    let paths = wishes.compactMap(\.path)
    let places = paths.map(OutputPlace.resolved)
    if let twice = places.first(where: { place in places.count { $0 == place } > 1 }) {
      throw .usage("two reports name one file: \(twice)", seeHelpOf: "check")
    }
    if paths.isEmpty, arguments.has("force"), arguments.text("write-baseline") == nil {
      throw .usage("--force is of -o FILE and --write-baseline FILE", seeHelpOf: "check")
    }
    for name in ["baseline", "write-baseline"] {
      guard let path = arguments.text(name) else { continue }
      if places.contains(OutputPlace.resolved(path)) {
        throw .usage("--\(name) and -o name one file", seeHelpOf: "check")
      }
    }
    if arguments.has("fidelity"), arguments.has("output") || arguments.has("format") {
      throw .usage("--fidelity has no gallery and no format but --json", seeHelpOf: "check")
    }
    return wishes
  }

  private static func parsed(_ arguments: ParsedArguments) throws(CommandFailure) -> [Wish] {
    var wishes: [Wish] = []
    for path in arguments.texts("output") {
      if path == "-" {
        wishes.append(Wish(format: .html, path: nil))
      } else if let format = ReportFormat(ofName: path) {
        wishes.append(Wish(format: format, path: path))
      } else {
        throw .usage(
          "'\(path)' does not say which format; give --format F=\(path)", seeHelpOf: "check")
      }
    }
    for word in arguments.texts("format") {
      let parts = word.split(scalar: "=", maxSplits: 1)
      guard let found = formats.first(where: { $0.name == parts[0] }) else {
        // The endings of files are no names of formats.
        let ending = ["xml": "junit", "md": "markdown", "txt": "text"][parts[0]]
        let choice =
          ending.map { "; fix: use '\($0)'" }
          ?? NearestName.choice(for: parts[0], among: formats.map(\.name))
        throw .usage("unknown format '\(parts[0])'\(choice)", seeHelpOf: "check")
      }
      let path = parts.count > 1 ? parts[1] : "-"
      guard !path.isEmpty else {
        throw .usage("--format \(word) names no file", seeHelpOf: "check")
      }
      wishes.append(Wish(format: found.format, path: path == "-" ? nil : path))
    }
    if arguments.has("json") { wishes.append(Wish(format: .json, path: nil)) }
    return wishes
  }
}
