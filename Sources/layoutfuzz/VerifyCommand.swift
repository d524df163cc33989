// SPDX-License-Identifier: MIT

import CaseFormats
import Certificates
import Checking
import Display
import JSON
import Judging
import Lowering
import ToolSupport

/// The command `layoutfuzz verify`.
enum VerifyCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  private static let syntax = CommandSyntax(
    name: "verify",
    summary: "check the certificate of an exact answer",
    operands: "CERTIFICATE CASE", operandCount: 2...2,
    options: [OptionSyntax("json", "print the result as JSON")]
      + ChosenScreen.syntax,
    notes: """
      Check the proof of an exact answer. CERTIFICATE is the certificate.json of a finding or a file
      of 'solve --certificate'. CASE is its case, storyboard or xib, with the options of 'solve'.

      The check adds, multiplies and compares fractions. It shares only the fractions with the exact
      solver. It proves that no layout is better at any priority, and that the layout is unique or
      not. Or it proves that required constraints contradict each other, and that the conflict is
      minimal. 1 means that the certificate proves nothing, with the reason. Texts, stacks and areas
      are resolved first, so the proof is about their last pass.
      """,
    exits: ExitCode.meanings(
      [
        .nothingFound: "verified", .findings: "the certificate proves nothing", .badInput: "",
        .internalError: "",
      ]),
    examples: [
      "layoutfuzz solve login.case.json --certificate login.proof.json",
      "layoutfuzz verify login.proof.json login.case.json",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let path = arguments.operands[0]
    let certificate = try read(path, of: arguments.operands[1])
    let screen = try ChosenScreen(arguments, operand: 1)
    let lowered = CaseRunner.plain(try screen.fitted(keepsStaleFrames: true))
    let verdict = CertificateVerifier.verdict(
      on: certificate, for: lowered.system, names: lowered.constraintNames)
    if arguments.has("json") {
      try Console.write(JSONText.document(json(verdict, path, screen.label)))
    } else {
      try say(verdict, path)
    }
    if case .rejected = verdict { return .findings }
    return .nothingFound
  }

  /// Reads a certificate.
  ///
  /// `other` is the case of the command line.
  ///
  /// - Throws: `.badInput` for a file that is no certificate.
  private static func read(
    _ path: String, of other: String
  ) throws(CommandFailure) -> CertificateFile {
    let bytes = try InputFiles.contents(ofFile: path)
    do throws(JSONError) {
      return try CertificateFile(decoding: bytes)
    } catch {
      if let kind = OwnFile(bytes), kind != .certificate {
        throw .badInput(
          at: path,
          "this is \(kind.name); verify needs a certificate; fix: \(command(path, kind, other))")
      }
      throw .badInput(path, bytes, error)
    }
  }

  /// Returns the command for operands of which the first is not a certificate: with its
  /// certificate, or the command that writes one.
  private static func command(_ path: String, _ kind: OwnFile, _ other: String) -> String {
    guard [.layoutCase, .document].contains(kind) else { return kind.command(for: path) }
    let layout = ShellWord.path(path)
    if let bytes = try? InputFiles.contents(ofFile: other), OwnFile(bytes) == .certificate {
      return "layoutfuzz verify \(ShellWord.path(other)) \(layout)"
    }
    let (folder, name) = PathText.split(path)
    let beside = "\(folder)/certificate.json"
    if name == "case.json", InputFiles.fileExists(beside) {
      return "layoutfuzz verify \(ShellWord.path(beside)) \(layout)"
    }
    return "layoutfuzz solve \(layout) --certificate proof.json"
  }

  private static func say(
    _ verdict: CertificateVerdict, _ path: String
  ) throws(CommandFailure) {
    let console = Console(json: false)
    let palette = Palette(isOn: console.coloured())
    switch verdict {
    case .proved(let claim):
      try console.say("\(path): " + palette.green("verified") + ": " + Printable.line("\(claim)"))
    case .rejected(let reason):
      try console.say(
        "\(path): " + palette.red("error") + ": not verified: " + Printable.line(reason))
      try console.say("  fix: give the case that this certificate was written for")
    }
  }

  private static func json(
    _ verdict: CertificateVerdict, _ path: String, _ label: String
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "certificate", value: .string(path)), .init(key: "case", value: .string(label)),
    ]
    switch verdict {
    case .proved(let claim):
      members += [
        .init(key: "verdict", value: "proved"), .init(key: "status", value: .string(claim.status)),
        .init(key: "claim", value: .string("\(claim)")),
      ]
    case .rejected(let reason):
      members += [
        .init(key: "verdict", value: "rejected"), .init(key: "reason", value: .string(reason)),
      ]
    }
    return .object(members)
  }
}
