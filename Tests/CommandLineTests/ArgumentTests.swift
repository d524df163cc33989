// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("Command line: words and help", .serialized, .waitsForProcesses)
struct ArgumentTests {
  static let subcommands = [
    "fuzz", "check", "solve", "fit", "replay", "minimize", "edit", "convert", "mutants",
    "laws",
  ]

  @Test(
    "--help and help go to standard output and name every subcommand",
    arguments: ["--help", "-h", "help"])
  func overview(word: String) throws {
    let run = try ToolRun([word])
    #expect(run.status == 0)
    for name in Self.subcommands { #expect(run.output.contains("\n  \(name) ")) }
    #expect(run.output.contains("Examples:"))
    #expect(run.error.isEmpty)
  }

  @Test("--version prints the version and nothing else")
  func version() throws {
    let run = try ToolRun(["--version"])
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("layoutfuzz "))
    #expect(run.output.split(separator: "\n").count == 1)
  }

  @Test(
    "an unknown word is named, with the nearest known one",
    arguments: [
      (["fuz"], "unknown subcommand 'fuz'\n  fix: use 'fuzz'"),
      (["mutant"], "fix: use 'mutants'"),
      (["--versoin"], "fix: use '--version'"),
      (["fuzz", "--sed", "3"], "unknown option '--sed'\n  fix: use '--seed'"),
      (["fuzz", "--seed"], "--seed needs a value"),
      (["fuzz", "--seed", "x"], "not 'x'"),
      (["fuzz", "--out", ""], "--out is empty\n  fix: give the name"),
      (["fuzz", "--seed", "-1"], "not '-1'"),
      (["fuzz", "--seed", "1", "--seed", "2"], "--seed is given twice"),
      (["fuzz", "--cases", "99999999999999999999"], "--cases takes an integer"),
      (["fuzz", "--time", "5 parsecs"], "--time takes a time"),
      (["fuzz", "--time", "1e30s"], "--time takes a time"),
      (["fuzz", "--jobs", "0"], "--jobs takes an integer from 1"),
      (["fuzz", "--json=yes"], "--json takes no value"),
      (["fuzz", "file"], "'fuzz' takes no operand, 'file' is one too many"),
      (["fuzz", "--cases", "0"], "--cases takes an integer from 1"),
      (
        ["fuzz", "--cases", "10kk"], "--cases takes an integer from 1 to 1000000000000, not '10kk'"
      ),
      (["fuzz", "--seed", "1__0"], "not '1__0'"),
      (["fuzz", "--jobs", "2k"], "--jobs takes an integer from 1 to 1024, not '2k'"),
      (["fuzz", "--bogus"], "unknown option '--bogus'\n"),
      (["fuzz", "--profile", "ambigous"], "fix: use 'ambiguous' (known are "),
      (["fuzz", "--profile", "zzz"], "unknown profile 'zzz'; known are "),
      (["fuzz", "--strategies", "zzz"], "fix: use simplex, "),
      (["check", "--explain-rule", "zzz"], "'zzz'; known are unreadable, conflict, "),
      (["fit", "x.json", "--rows", "3", "--table"], "--rows and --table cannot be given together"),
      (["check", "--text", "zzz", "."], "'zzz'; known are as-is, "),
      (["fuzz", "--strategies", "simplx"], "fix: use 'simplex'"),
      (["fuzz", "--strategies", "naive,naive"], "named twice"),
      (["fuzz", "--fresh"], "--fresh needs --out"),
      (["fuzz", "--laws", "none", "--external", "cat"], "--laws does not go with --external"),
      // Retired options.
      (["fuzz", "--feedback"], "unknown option '--feedback'"),
      (["fuzz", "--seeds", "folder"], "unknown option '--seeds'"),
      (["mutants", "compare"], "'mutants' takes list or run, not 'compare'"),
      (["mutants", "templates"], "'mutants' takes list or run, not 'templates'"),
      (["fuzz", "--canary", "none"], "unknown mutant 'none'"),
      (["solve"], "'solve' needs CASE"),
      (["mutants", "run", "unruly.trap"], "'unruly.trap' ends its process"),
      (["mutants", "lst"], "fix: use 'list'"),
      ([], "which subcommand?"),
    ])
  func nonsense(words: [String], message: String) throws {
    let run = try ToolRun(words)
    #expect(run.status == 64)
    #expect(run.error.contains(message), "\(words): \(run.error)")
    #expect(run.error.contains("\n  fix: "))
    #expect(run.output.isEmpty)
  }
}
