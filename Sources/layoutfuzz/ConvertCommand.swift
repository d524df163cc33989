// SPDX-License-Identifier: MIT

import CaseFormats
import Checking
import Judging
import LayoutModel
import Reproducers
import StoredRuns
import ToolSupport
import VisualFormats

/// The command `layoutfuzz convert`.
enum ConvertCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "convert",
    summary: "convert layouts to case files, VFL, Swift, LP, SMT-LIB and others",
    operands: "IN", operandCount: 1...1,
    options: [
      OptionSyntax(
        "output", value: "OUT", short: "o",
        "write to OUT, or to standard output for -. The ending chooses the format: "
          + ConvertFormat.patterns
      ),
      OptionSyntax(
        "to", value: "F", words: ConvertFormat.allCases.map(\.rawValue), synonyms: ["format"],
        "format, whatever the ending of OUT: \(ConvertFormat.names) (default for -: case)"),
      OptionSyntax(
        "level", value: "PRIORITY",
        "lp and mps: minimize the violations of this priority, with those above at their optima "
          + "(default: the lowest)"
      ),
      OptionSyntax("force", "replace an existing OUT"),
    ] + ChosenScreen.syntax,
    notes: """
      Convert a screen or case to another format: for tests, for apps, or for optimizers. IN is a
      case file, a storyboard, a xib, a .vfl file or a script, and is never overwritten.

      A screen of a document is converted in the configuration of 'solve': on its own device unless
      --device is given. Self-sizing cells are as large as their contents request. Frames that the
      document records for another size are omitted.

      A .vfl file is text with one declaration or visual format on each line:

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

        size WxH                          once; the size of the root in points
        root NAME                         the name of the root (default root)
        view NAME [KIND] [WxH] [in NAME]  in the root by default; - for no
                                          natural width or height
        guide NAME [in NAME]              a layout guide
        metric NAME NUMBER                for the formats below
        options NAME...                   for the formats below, instead of
                                          those before: alignAllTop,
                                          directionLeftToRight,
                                          spacingBaselineToBaseline,
                                          superviewSpaceClassic ...
        constraint A.ATTRIBUTE RELATION B.ATTRIBUTE * NUMBER + NUMBER @PRIORITY
        table {...}, row {...}            the table of the cell, row by row
        name "TEXT", expect {...}         as in case files

      Declarations and constraints may end with an object of further keys, as in case files. Names
      are identifiers of C. The object has an id of another form. A dash beside | is the margin of
      the superview, or 20 with superviewSpaceClassic. A dash between views is 8. Formats do not
      keep the ids of constraints. Constraints are numbered again, and an expectation that names
      them is omitted.

      A linear program (lp, mps) is about one priority. It has all constraints of that priority and
      above, and a variable for each violation of an optional one. The sums of the priorities above
      are fixed at their exact optima. Rows are multiplied by their denominators, so that they are
      exact. A .smt2 file has all priorities in exact fractions. scripts/optimize.py solves these
      files with HiGHS and z3.

      A .swift file (uikit) is a view controller with the same views, guides and constraints, to
      paste into an app. It is written after the passes of layout, so texts are natural sizes. A
      *Tests.swift file (swift-test) is a Swift Testing test for a package that uses LayoutSolving.
      It solves the constraints in a session and expects the exact answer. A .svg file is the
      picture of 'render'.

      A .jsonl file (requests) has the requests of the adapter protocol, one JSON object on each
      line. The key 'expected' has the correct answer. 'COMMAND < requests.jsonl' shows the
      responses of a program without this tool. IN may be a script (case.script.json of a finding).
      A script has the formats requests, swift-test, kiwi-python and kiwi-cpp only. IN may be the
      folder of a finding.

      A finding about a layout engine (case.engine.json) has the formats gtk-python, gtk-c, pyside6
      and engine-requests. A program prints expected and actual numbers. It exits with 1 while the
      bug is there, and with 0 when it is gone. Without -o it is printed.

      If IN is the case.json of a finding, the files begin with comments. They name the accused
      strategy, the failure, the seed, the replay command and the correct answer.
      """,
    exits: ExitCode.meanings([.badInput: "", .internalError: ""]),
    examples: [
      "layoutfuzz convert Main.storyboard --scope Login -o login.case.json",
      "layoutfuzz convert login.case.json -o LoginTests.swift",
      "layoutfuzz convert login.case.json --to lp --level 750 -o - | less",
      "layoutfuzz convert findings/BUCKET/ID --to gtk-python -o program.py",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let isProgram = arguments.text("to").flatMap(ProgramFormat.init(rawValue:)) != nil
    guard let output = arguments.text("output") ?? (isProgram ? "-" : nil) else {
      throw .usage(
        "'convert' needs -o OUT; fix: add -o NAME.case.json, or -o - for standard output",
        seeHelpOf: "convert")
    }
    if output.isEmpty {
      throw .usage(
        "-o has no file name; fix: add -o NAME.case.json, or -o - for standard output",
        seeHelpOf: "convert")
    }
    let format = try format(arguments, output)
    let input = try InputFiles.subject(of: arguments.operands[0])
    let place = try CaseOutput(
      output, input: input, force: arguments.has("force"), command: "convert")
    if let script = try ConvertedEngine(input) {
      try check(format, ConvertFormat.ofEngines, input, "of steps on a live layout", arguments)
      if let program = format.program {
        try place.write(script.program(program))
      } else {
        try place.write(script.requests())
      }
      return .nothingFound
    }
    if let script = try ConvertedScript(input) {
      try check(
        format, ConvertFormat.ofScripts, input, "of operations of an incremental solver", arguments)
      if let program = format.program {
        try place.write(script.program(program))
      } else {
        try place.write(format == .swiftTest ? script.test() : script.requests())
      }
      return .nothingFound
    }
    if format.program != nil || format == .engineRequests {
      throw .badInput(
        at: input, "--to \(format.rawValue) takes a finding about a program of others")
    }
    let screen = try ChosenScreen(arguments, whenSeveral: .usage)
    if !screen.unsupported.isEmpty {
      Console.note(
        "\(screen.label): note: not translated, so not in the result: "
          + screen.unsupported.joined(separator: ", "))
    }
    let level = try arguments.integer("level", in: 1...999)
    if level != nil, format != .linearProgram, format != .mps {
      throw .usage("--level applies to the formats lp and mps only", seeHelpOf: "convert")
    }
    let found = ReproducerHead(of: input, isChanged: !screen.comparesRecorded)
    try place.write(
      encode(screen.fitted(keepsStaleFrames: false), format, level: level, of: screen.label, found))
    return .nothingFound
  }

  /// Checks that a script can be written in a format, with these options.
  private static func check(
    _ format: ConvertFormat, _ formats: [ConvertFormat], _ path: String, _ kind: String,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    for option in ["level"] + ChosenScreen.syntax.map(\.name) where arguments.has(option) {
      throw .usage("--\(option) applies to layouts, not to scripts", seeHelpOf: "convert")
    }
    guard formats.contains(format) else {
      let names = formats.map(\.rawValue).joined(separator: " or ")
      throw .badInput(at: path, "this is a script \(kind), not a layout; fix: use --to \(names)")
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
        "'\(output)' has none of the endings \(ConvertFormat.endings)"
          + "; fix: use one of them, or name the format with --to",
        seeHelpOf: "convert")
    }
    return format
  }

  /// Returns a case in the format of an output's name; a case file for a name without a known
  /// ending.
  ///
  /// `label` is the name of the case in messages.
  ///
  /// - Throws: when the case cannot be written in the format.
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
    // Checked before: these take no layouts.
    case .layoutCase, .gtkPython, .gtkC, .pySide, .kiwiPython, .kiwiCPP, .engineRequests:
      return CaseFile.encode(layoutCase)
    case .visualFormat:
      let encoded = VisualFormatFile.encode(layoutCase)
      if encoded.losesExpectation {
        Console.note(
          "\(label): note: the expectation is omitted: it names constraints by id, which formats"
            + " do not keep")
      }
      return encoded.bytes
    }
  }
}
