// SPDX-License-Identifier: MIT

import CommandLineTable
import Foundation
import TestSupport
import Testing

/// Checks the texts generated from a table of options.
struct TextTests {
  private func text(_ words: String...) throws -> String {
    guard case .text(let text) = try SampleTool.table.request(words) else { return "" }
    return text
  }

  @Test("the help of the tool names all that is not hidden")
  func overview() throws {
    #expect(
      try text("--help") == """
        sample: pictures of cases

        Usage: sample SUBCOMMAND [OPTIONS]

        Draw:
          draw         it's a 'picture' of [one] case: 50 % \\ more

        Tools:
          completions  print a script with which a shell completes commands
          man          print the manual page

        Options:
          -h, --help  print this help; after a subcommand, the help of that
          --help-all  print all options of a subcommand, and all exit codes
          --version   print the version

        Exit codes: 0 fine, 9 wrong

        Examples:
          sample draw a.json

        """)
    #expect(
      try text("--help-all").contains(
        """
        Exit codes:
          0  Fine.
          9  Wrong, which takes more words than one line has, so that the second line is
             indented.

        """))
    #expect(try text("help", "draw") == text("draw", "--help"))
    #expect(try text("--help-all", "draw") == text("draw", "--help-all"))
    #expect(try text("draw", "-h").contains(/\n  -o, --output OUT +where it goes; - for/))
    #expect(try text("--version") == "sample 1.2\n")
  }

  @Test("the help of a subcommand has its common options, and --help-all has all options and notes")
  func commandHelp() throws {
    let all = try text("draw", "--help-all")
    let more = """
      More options:
        --into DIR  a folder
        --an-option-with-a-long-name N
                    help on a line of its own

      A paragraph of text in two lines. .that starts with a dot

        literal   line \\ 'quoted'
        .literal too

      The end.


      """
    #expect(all.contains(more), "\(all)")
    let common = try text("draw", "--help")
    #expect(common == all.replacingOccurrences(of: more, with: ""))
    #expect(
      common.hasPrefix("Draw a case.\n\nUsage: sample draw [OPTIONS] CASE|DIR...\n\nOptions:\n"))
    #expect(common.contains("\n  --views A,B       only these. All by default\n"))
    #expect(
      common.hasSuffix(
        "  0  drawn\n  9  not drawn\n\nExamples:\n  sample draw a.json --style=rich\n"))
    for line in all.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test("the reference in Markdown has all options, and no text is markup")
  func reference() throws {
    let page = try text("man", "--markdown")
    for line in [
      "# Commands of sample", "## Draw", "### sample draw",
      "| [draw](#sample-draw) | it's a 'picture' of \\[one\\] case: 50 % \\\\ more |",
      "| `--mode fast\\|slow` | how |", "| `--into DIR` | a folder |", "  .literal too",
      "A paragraph of text in two lines. .that starts with a dot", "| 9 | not drawn |",
    ] {
      #expect(
        page.split(separator: "\n").contains { $0 == line || "  \($0)" == line }, "\(line)\n\(page)"
      )
    }
    #expect(!page.contains("__worker") && !page.contains("1.2"))
  }

  @Test("bash completes subcommands, options, values and operands")
  func bash() throws {
    // The typed words, the last one unfinished, and the expected completions.
    let calls: [(typed: String, offered: String)] = [
      ("d", "draw"), ("", "draw completions man help --help --help-all --version"),
      ("draw --st", "--style"), ("draw --style ", "plain rich"), ("draw --style = r", "rich"),
      ("draw --style =", "plain rich"), ("draw --views first,s", "first,second"),
      ("draw --mode f", "fast"), ("draw --count ", ""), ("draw --count 1 --q", "--quiet"),
      ("completions ", "bash zsh fish"), ("completions --style = x z", "zsh"),
      ("completions bash ", ""), ("help m", "man"), ("nothing ", ""),
      ("draw FILE", "FILE-one FILE-two"), ("draw -o FILE", "FILE-one FILE-two"),
      ("draw --into FOL", "FOLDER"), ("draw a --count 3 FO", "FOLDER"),
    ]
    let folder = TestFolder.root
      .appendingPathComponent("completion-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("FOLDER"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["FILE-one", "FILE-two"] {
      try Data().write(to: folder.appendingPathComponent(name))
    }
    var script =
      "set -u\ncd '\(folder.path)'\n" + CompletionScript(SampleTool.table).text(of: .bash)
    for call in calls {
      let words = call.typed.split(separator: " ", omittingEmptySubsequences: false)
      let quoted = words.map { "'\($0)'" }.joined(separator: " ")
      script +=
        "COMP_WORDS=(sample \(quoted)); COMP_CWORD=\(words.count); _sample; echo \"${COMPREPLY[*]-}\"\n"
    }
    let run = try #require(try ProgramRun("bash", ["--norc"], input: script), "there is no bash")
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(run.status == 0 && lines.count == calls.count + 1, "\(run.output)")
    for (call, line) in zip(calls, lines) {
      #expect(line == call.offered, "sample \(call.typed)")
    }
  }

  @Test(
    "scripts are read by their shells without a complaint",
    arguments: CompletionScript<SampleCode>.Shell.allCases)
  func syntax(shell: CompletionScript<SampleCode>.Shell) throws {
    let script = CompletionScript(SampleTool.table).text(of: shell)
    guard let run = try ProgramRun(shell.rawValue, ["-n"], input: script) else {
      try Test.cancel("\(shell.rawValue) is not installed, so nothing reads its script")
    }
    #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
  }

  @Test("scripts of zsh and fish quote special characters")
  func quoting() {
    let scripts = CompletionScript(SampleTool.table)
    let zsh = scripts.text(of: .zsh)
    #expect(
      zsh.contains(#"'--style=['\''plain'\'': or \[rich\] \\n $HOME `id`]:S:(plain rich)'"#))
    #expect(
      zsh.contains(
        #"'(-o --output)'{-o,--output=}'[where it goes; - for "standard" output]:OUT:_files'"#))
    #expect(zsh.contains("'*--tag=[a word, more than once]:T: '"))
    #expect(zsh.contains("'*:operand:_files'"))
    let fish = scripts.text(of: .fish)
    #expect(fish.contains(#"-l style -x -a 'plain rich' -d '\'plain\': or [rich] \\n $HOME `id`'"#))
    #expect(fish.contains("-l views -x -a '(__fish_append , first second third)' -d 'only these'"))
    #expect(!zsh.contains("__worker") && !fish.contains("__worker"))
  }

  @Test("the manual page has all sections, and groff has no complaint")
  func manual() throws {
    let page = try text("man")
    for line in [
      ".TH SAMPLE 1 \"\" \"sample 1.2\" \"User Commands\"", "sample \\- pictures of cases",
      ".SS \"draw\"", "\\fB\\-o, \\-\\-output OUT\\fR", "\\&.that starts with a dot",
      "sample draw [OPTIONS] CASE|DIR...", "Exit codes:", "\\fB9\\fR", "not drawn", "Fine.",
      "\\&.literal too", "literal   line \\e \\(aqquoted\\(aq", "in two lines.",
    ] {
      #expect(page.split(separator: "\n").contains(Substring(line)), "\(line)")
    }
    guard let run = try ProgramRun("groff", ["-man", "-ww", "-Tascii", "-P-cbou"], input: page)
    else {
      try Test.cancel("groff is not installed, so nothing reads the page")
    }
    #expect(run.status == 0)
    #expect(!run.output.contains("warning") && !run.output.contains("error"), "\(run.output)")
    #expect(run.output.contains("A paragraph of text in two lines.  .that starts with a dot\n"))
    #expect(run.output.contains("literal   line \\ 'quoted'\n"))
  }
}
