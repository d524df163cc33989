// SPDX-License-Identifier: MIT

import CampaignEngine
import CaseFormats
import LayoutModel
import Reproducers

/// `layoutfuzz convert`
enum ConvertCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  /// What is written.
  private enum Format: String, CaseIterable {
    case layoutCase = "case"
    case visualFormat = "vfl"
    case linearProgram = "lp"
    case mps
    case smtlib
    case uikit

    private static let endings: [(ending: String, format: Format)] = [
      (".json", .layoutCase), (".vfl", .visualFormat), (".lp", .linearProgram), (".mps", .mps),
      (".smt2", .smtlib), (".swift", .uikit),
    ]

    /// The format that the name of a file promises.
    init?(ofName path: String) {
      guard let found = Self.endings.first(where: { path.hasSuffix($0.ending) }) else { return nil }
      self = found.format
    }
  }

  private static let syntax = CommandSyntax(
    name: "convert",
    summary: "a screen as a case file, as visual formats, as UIKit source, or for optimizers",
    operands: "IN", operandCount: 1...1,
    options: [
      OptionSyntax(
        "output", value: "OUT", short: "o",
        "*.case.json, *.vfl, *.lp, *.mps, *.smt2 or *.swift, by the end of its name;\n- for standard output"
      ),
      OptionSyntax(
        "to", value: "F",
        "case, vfl, lp, mps, smtlib or uikit, whatever OUT is called (default for -: case)"),
      OptionSyntax("format", value: "F", "the same as --to"),
      OptionSyntax(
        "level", value: "PRIORITY",
        "of lp and mps: the priority whose sum of violations is minimized, with those\nabove it at their optima (default: the lowest)"
      ),
      OptionSyntax("force", "replace OUT if it exists"),
    ] + ChosenScreen.syntax,
    notes: """
      A screen of a document is written as `solve` looks at it: on its own device unless --device says
      another, cells that size themselves as large as their contents ask for. Frames that the document
      records for another size are left out.

      IN is a case file, a storyboard, a xib or a .vfl file, and is never overwritten. A .vfl file is
      text, one declaration or visual format a line:

        # two views, centred together by a helper
        name "centred pair"
        size 320x480
        view helper
        view image imageView 40x40 in root
        view label label 100x20 in root {"hugging": [251, 251]}
        metric gap 8
        options alignAllCenterY
        H:|-(>=0)-[image]-gap-[label]-(>=0)-|
        options
        V:|[helper(>=image)]|
        constraint helper.left == image.left
        constraint helper.right == label.right
        constraint helper.centerX == root.centerX
        constraint image.centerY == helper.centerY * 1/2 + 120 @750

        size WxH                            once; the root's size in points
        root NAME                           names the root; without it, it is called root
        view NAME [KIND] [WxH] [in NAME]    in the root if not said; - for no natural width or height
        guide NAME [in NAME]                a layout guide
        metric NAME NUMBER                  for the formats below
        options NAME...                     of the formats below, in the place of those before:
                                            alignAllTop, directionLeftToRight,
                                            spacingBaselineToBaseline, superviewSpaceClassic ...
        constraint A.ATTRIBUTE RELATION B.ATTRIBUTE * NUMBER + NUMBER @PRIORITY
        table {...}, row {...}              the table whose cell the case is, row by row
        name "TEXT", expect {...}           as in case files

      A linear program (lp, mps) is one priority's: the constraints of that priority and above, each
      optional one with variables for its violations, and the sums of the priorities above held at
      the optima that the exact oracle found. Rows are multiplied by their denominators, so they say
      what was meant. A .smt2 file has all priorities, in exact fractions, for z3.

      A .swift file (uikit) is a view controller with the same views, guides and constraints, to be
      pasted into an app: after the passes of layout, so texts are natural sizes.

      Declarations and constraints may end with an object of further keys, as in case files. Names
      are identifiers of C; another id goes into the object. Beside |, a bare dash is the superview's
      margin, with superviewSpaceClassic 20; between views it is 8. Formats do not keep the ids of
      constraints: they are numbered anew, and an expectation that names them is left out.
      """,
    examples: [
      "layoutfuzz convert Main.storyboard --scope Login -o login.case.json",
      "layoutfuzz convert login.case.json -o login.vfl",
      "layoutfuzz convert login.case.json --to lp --level 750 -o - | less",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let input = arguments.operands[0]
    guard let output = arguments.text("output") else {
      throw .usage("'convert' needs -o OUT, - for standard output", seeHelpOf: "convert")
    }
    let format = try format(arguments, output)
    let place = try CaseOutput(
      output, input: input, force: arguments.has("force"), command: "convert")
    let screen = try ChosenScreen(arguments, whenSeveral: .usage)
    if !screen.unsupported.isEmpty {
      Console.complain(
        "layoutfuzz: \(screen.label): note: not translated, so it is not in the result: "
          + screen.unsupported.joined(separator: ", "))
    }
    let level = try arguments.integer("level", in: 1...999)
    if level != nil, format != .linearProgram, format != .mps {
      throw .usage("--level is of lp and mps", seeHelpOf: "convert")
    }
    try place.write(
      encode(screen.fitted(keepsStaleFrames: false), format, level: level, of: screen.label))
    return .nothingFound
  }

  private static func format(
    _ arguments: ParsedArguments, _ output: String
  ) throws(CommandFailure) -> Format {
    if let text = arguments.text("to") ?? arguments.text("format") {
      if let format = Format(rawValue: text) { return format }
      let names = Format.allCases.map(\.rawValue)
      throw .usage(
        "--\(arguments.text("to") == nil ? "format" : "to") takes \(names.joined(separator: ", ")),"
          + " not '\(text)'" + NearestName.suggestion(for: text, among: names), seeHelpOf: "convert"
      )
    }
    if output == "-" { return .layoutCase }
    guard let format = Format(ofName: output) else {
      throw .usage(
        "'\(output)' ends in none of .case.json, .vfl, .lp, .mps, .smt2 and .swift; --to says what to write",
        seeHelpOf: "convert")
    }
    return format
  }

  /// A case in the format that the name of an output promises; a case file where it promises nothing.
  ///
  /// - Parameter label: what the case is called when something is to be said about it.
  static func encoded(
    _ layoutCase: LayoutCase, as path: String?, of label: String
  ) throws(CommandFailure) -> [UInt8] {
    try encode(
      layoutCase, path.flatMap(Format.init(ofName:)) ?? .layoutCase, level: nil, of: label)
  }

  private static func encode(
    _ layoutCase: LayoutCase, _ format: Format, level: Int?, of label: String
  ) throws(CommandFailure) -> [UInt8] {
    switch format {
    case .linearProgram, .mps:
      return try OptimizerFile(layoutCase, label).program(level: level) { program, title in
        format == .mps
          ? MPSFile.text(program, title: title) : LPFile.text(program, title: title)
      }
    case .smtlib: return OptimizerFile(layoutCase, label).smtlib
    case .uikit:
      let plain = CaseRunner.plain(layoutCase).layoutCase
      return Array(UIKitSource.text(plain, title: [label]).utf8)
    case .layoutCase: return CaseFile.encode(layoutCase)
    case .visualFormat:
      let encoded = VisualFormatFile.encode(layoutCase)
      if encoded.losesExpectation {
        Console.complain(
          "layoutfuzz: \(label): note: the expectation names constraints by id, which formats do not"
            + " keep; it is left out")
      }
      return encoded.bytes
    }
  }
}
