// SPDX-License-Identifier: MIT

import CaseFormats
import Checking
import Judging
import LayoutModel
import Reproducers
import StoredRuns
import ToolSupport

/// The command `layoutfuzz convert`.
enum ConvertCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "convert",
    summary: "a screen as a case file, visual formats, source, or for optimizers; scripts as tests",
    operands: "IN", operandCount: 1...1,
    options: [
      OptionSyntax(
        "output", value: "OUT", short: "o",
        "\(ConvertFormat.patterns),\nby the end of its name; - for standard output"
      ),
      OptionSyntax(
        "to", value: "F", words: ConvertFormat.allCases.map(\.rawValue), synonyms: ["format"],
        "\(ConvertFormat.names),\nwhatever OUT is called (default for -: case)"),
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
      pasted into an app: after the passes of layout, so texts are natural sizes. A *Tests.swift file
      (swift-test) is a test of Swift Testing for a package that uses LayoutSolving: it solves the
      constraints in a session and expects what the exact oracle proved. A .svg file is the picture
      that 'render' draws.

      A .jsonl file (requests) has the requests of the adapter protocol, a line of JSON each, with what
      is right as 'expected': 'COMMAND < requests.jsonl' shows what a program answers, without this
      tool. IN may be a script (case.script.json of a finding), too: then there are requests and
      swift-test, which does in a session what the script says.

      Where IN is the case.json of a finding, files for other programs begin with comments: who is
      wrong and how, the seed, the command that replays it, and what is right.

      Declarations and constraints may end with an object of further keys, as in case files. Names
      are identifiers of C; another id goes into the object. Beside |, a bare dash is the superview's
      margin, with superviewSpaceClassic 20; between views it is 8. Formats do not keep the ids of
      constraints: they are numbered anew, and an expectation that names them is left out.
      """,
    examples: [
      "layoutfuzz convert Main.storyboard --scope Login -o login.case.json",
      "layoutfuzz convert login.case.json -o login.vfl",
      "layoutfuzz convert login.case.json --to lp --level 750 -o - | less",
      "layoutfuzz convert login.case.json -o LoginTests.swift",
      "layoutfuzz convert case.script.json -o requests.jsonl",
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
    if let script = try ConvertedScript(input) {
      try check(format, ofScript: input, arguments)
      try place.write(format == .swiftTest ? script.test() : script.requests())
      return .nothingFound
    }
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
    let found = ReproducerHead(of: input, isChanged: !screen.comparesRecorded)
    try place.write(
      encode(screen.fitted(keepsStaleFrames: false), format, level: level, of: screen.label, found))
    return .nothingFound
  }

  /// Checks that a script can be written in a format, with these options.
  private static func check(
    _ format: ConvertFormat, ofScript path: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    for option in ["level"] + ChosenScreen.syntax.map(\.name) where arguments.has(option) {
      throw .usage("--\(option) is of layouts, and a script is none", seeHelpOf: "convert")
    }
    guard ConvertFormat.ofScripts.contains(format) else {
      let names = ConvertFormat.ofScripts.map(\.rawValue).joined(separator: " or ")
      throw .badInput(
        "\(path): a script of operations of an incremental solver, not a layout: --to takes "
          + names)
    }
  }

  private static func format(
    _ arguments: ParsedArguments, _ output: String
  ) throws(CommandFailure) -> ConvertFormat {
    if let text = arguments.text("to") {
      if let format = ConvertFormat(rawValue: text) { return format }
      let names = ConvertFormat.allCases.map(\.rawValue)
      throw .usage(
        "--to takes \(names.joined(separator: ", ")), not '\(text)'"
          + NearestName.suggestion(for: text, among: names), seeHelpOf: "convert")
    }
    if output == "-" { return .layoutCase }
    guard let format = ConvertFormat(ofName: output) else {
      throw .usage(
        "'\(output)' ends in none of \(ConvertFormat.endings); --to says what to write",
        seeHelpOf: "convert")
    }
    return format
  }

  /// Returns a case in the format of an output's name; a case file for a name without a known
  /// ending.
  ///
  /// - Parameter label: the name of the case in messages.
  static func encoded(
    _ layoutCase: LayoutCase, as path: String?, of label: String
  ) throws(CommandFailure) -> [UInt8] {
    try encode(
      layoutCase, path.flatMap(ConvertFormat.init(ofName:)) ?? .layoutCase, level: nil, of: label)
  }

  private static func encode(
    _ layoutCase: LayoutCase, _ format: ConvertFormat, level: Int?, of label: String,
    _ found: ReproducerHead? = nil
  ) throws(CommandFailure) -> [UInt8] {
    switch format {
    case .linearProgram, .mps:
      return try OptimizerFile(layoutCase, label, found).program(level: level) { program, title in
        format == .mps
          ? MPSFile.text(program, title: title) : LPFile.text(program, title: title)
      }
    case .smtlib: return try OptimizerFile(layoutCase, label, found).smtlib()
    case .uikit:
      let plain = CaseRunner.plain(layoutCase).layoutCase
      var head = [label]
      if let found { head += found.lines + (try ProvedCase(layoutCase, label).expectedFrames) }
      return Array(UIKitSource.text(plain, title: head).utf8)
    case .swiftTest: return try SwiftTestFile(layoutCase, label).bytes(found)
    case .requests: return try ConvertedScript.requests(layoutCase, label, found)
    case .picture:
      let drawn = try DrawnCase(layoutCase, label: label, strategy: nil)
      drawn.complainOfBroken(label)
      return Array(drawn.drawing.svg.utf8)
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
