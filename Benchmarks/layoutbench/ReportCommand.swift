// SPDX-License-Identifier: MIT

import BenchmarkKit
import Comparisons
import CorpusStore
import Display
import Foundation
import JSON
import PeerBenchmarks
import RegularFiles
import Reporting

/// The command `layoutbench report`.
enum ReportCommand {
  /// The output format.
  private enum Format: String, CaseIterable {
    case html, markdown, json

    /// Makes the format of a file name; nil for an unknown ending.
    init?(ofName path: String) {
      let endings: [(ending: String, format: Format)] = [
        (".html", .html), (".htm", .html), (".md", .markdown), (".json", .json),
      ]
      guard let found = endings.first(where: { path.hasSuffix($0.ending) }) else { return nil }
      self = found.format
    }
  }

  static let subcommand = Subcommand(
    syntax: CommandSyntax(
      name: "report", summary: "write a page of ratios, growth, profiles and answers",
      operands: "RUN...", operandCount: 0...Int.max,
      options: [
        OptionSyntax(
          "output", value: "OUT", short: "o",
          "write to OUT (*.html, *.md or *.json). - is standard output (default)"),
        OptionSyntax(
          "format", value: "F", words: Format.allCases.map(\.rawValue),
          "format, whatever the ending of OUT: html, markdown or json (default for -: markdown)"),
        OptionSyntax("dir", value: "DIR", "folder of stored runs (default .layoutbench)"),
        OptionSyntax("force", "replace an existing OUT that is no report of this tool"),
      ],
      notes: """
        Write a page about measured runs. RUN is the id of a run, the name of a baseline, a folder
        with a run, or a file of 'layoutbench peers'. The default is the last run.

        Runs of 'run' appear as strategies side by side. Runs of 'compare' appear as two builds,
        with the gates of their measurement. Counts of valgrind are not stored with them. The page
        is one file and needs no network. It has the verdict, ratios with intervals beside the
        control, and the numbers of solved instances. It has gaps by priority, the performance
        profile, growth with exponents, counts of work, the machine, and links to the samples.
        """,
      exits: ExitCode.meanings([.badInput: "", .cannotWrite: ""]),
      examples: [
        "layoutbench report -o compare.html", "layoutbench report before --format markdown",
      ]), run: run)

  @Sendable private static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode
  {
    let output = arguments.text("output").flatMap { $0 == "-" ? nil : $0 }
    let format = try format(arguments, output)
    let store = RunStore(arguments)
    let words = arguments.operands.isEmpty ? [try store.lastFolder()] : arguments.operands
    var report = ComparisonReport(toolVersion: ToolVersion.current, parts: [])
    for word in words { report.parts.append(try part(word, store)) }
    let inputs = report.parts.flatMap { $0.files.map(\.path) }
    let place = try output.map { (path) throws(CommandFailure) in
      try self.place(path, inputs, arguments.has("force"))
    }
    let bytes = bytes(report, format, LinkBase(output: output))
    guard let place, let output else {
      Console.write(String(decoding: bytes, as: UTF8.self))
      return .fine
    }
    do throws(WriteError) {
      try place.write(bytes)
    } catch {
      throw CommandFailure(.cannotWrite, ["\(error)"])
    }
    let warnings = report.parts.flatMap(\.warnings).map { "Warning: \($0) " }.joined()
    Console.note("\(ShownText.line("\(warnings)\(report.verdict)."))\npage      \(output)")
    return .fine
  }

  private static func format(
    _ arguments: ParsedArguments, _ output: String?
  ) throws(CommandFailure) -> Format {
    if let name = arguments.text("format") {
      if let format = Format(rawValue: name) { return format }
      throw .usage("--format takes html, markdown and json, not '\(name)'", seeHelpOf: "report")
    }
    guard let output else { return .markdown }
    if let format = Format(ofName: output) { return format }
    throw .usage("'\(output)' does not say which format; give --format F", seeHelpOf: "report")
  }

  private static func place(
    _ path: String, _ inputs: [String], _ force: Bool
  ) throws(CommandFailure) -> OutputPlace {
    do throws(OutputRefusal) {
      return try OutputPlace(path, inputs: inputs, force: force, isReport: true)
    } catch {
      throw .usage(error.message, seeHelpOf: "report")
    }
  }

  private static func part(
    _ word: String, _ store: RunStore
  ) throws(CommandFailure) -> ComparisonPart {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: word, isDirectory: &isFolder), !isFolder.boolValue {
      return try peers(word)
    }
    let folder = try store.folder(of: word)
    return ComparisonPart(
      try store.read(folder),
      files: [
        .init(
          title: "all samples, one JSON value a line", path: "\(folder)/\(StoredRun.samplesName)"),
        .init(title: "the record of the run", path: "\(folder)/\(StoredRun.recordName)"),
      ])
  }

  private static func peers(_ path: String) throws(CommandFailure) -> ComparisonPart {
    let bytes: [UInt8]
    do throws(RegularFile.Problem) {
      bytes = try RegularFile.read(path)
    } catch {
      throw CommandFailure(.badInput, ["\(path): cannot be read: \(error.sentence)"])
    }
    do throws(PeerReportError) {
      return ComparisonPart(try PeerReport(bytes), file: path)
    } catch {
      throw CommandFailure(.badInput, ["\(path):\(error.message)"])
    }
  }

  private static func bytes(
    _ report: ComparisonReport, _ format: Format, _ links: LinkBase
  ) -> [UInt8] {
    switch format {
    case .html: return Array(ComparisonPage(report, link: links.link).text.utf8)
    case .markdown: return Array(ComparisonMarkdown.text(report).utf8)
    case .json: return JSONWriter.document(report.json)
    }
  }
}
