// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Checks the completions and manual pages of both tools.
@Suite("Command line: completions and manual pages", .waitsForProcesses)
struct ShellTests {
  /// Returns the executable of a tool, beside that of the tests.
  private func executable(_ tool: String) throws -> String {
    let path = BuiltTool.executable(tool).path
    try #require(FileManager.default.isExecutableFile(atPath: path), "not built: \(path)")
    return path
  }

  /// Runs a command in its own folder.
  private func shell(_ command: String) throws -> ShellRun {
    try ShellRun(command, in: TemporaryFolder.make())
  }

  private func exists(_ program: String) throws -> Bool {
    try shell("command -v \(program)").status == 0
  }

  /// Returns the completions of bash after some words, the last of which is unfinished.
  private func offered(_ tool: String, _ words: [String]) throws -> [String] {
    let typed = words.map { "'\($0)'" }.joined(separator: " ")
    let script = """
      source <('\(try executable(tool))' completions bash)
      COMP_WORDS=(\(tool) \(typed)); COMP_CWORD=\(words.count); _\(tool); printf '%s\\n' "${COMPREPLY[@]}"
      """
    let file = try TemporaryFolder.make(["script": script]).appendingPathComponent("script").path
    let run = try shell("bash --norc '\(file)'")
    #expect(run.status == 0, "\(run.output)")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test(
    "bash offers every subcommand and every option of the help text",
    arguments: ["layoutfuzz", "layoutbench"])
  func everything(tool: String) throws {
    let path = try executable(tool)
    let overview = try shell("'\(path)' --help").output
    let listed = overview.components(separatedBy: "Options:\n")[0]
      .matches(of: #/(?m)^  ([a-z]+) /#).map { String($0.1) }
    #expect(listed.count > 8 && listed.contains("completions") && listed.contains("man"))
    #expect(try offered(tool, [""]) == listed + ["help", "--help", "--help-all", "--version"])
    for command in listed {
      let help = try shell("'\(path)' \(command) --help-all").output
      let lists = help.split(separator: /(?:Options|More options):\n/).dropFirst()
      let options = lists.map { $0.components(separatedBy: "\n\n")[0] }
        .joined(separator: "\n")
        .matches(of: /(?m)^  (?:-\w, )?(--[a-z-]+)/).map { String($0.1) }
      #expect(options.contains("--help"))
      let long = try offered(tool, [command, "--"])
      #expect(long == options, "\(tool) \(command)")
    }
  }

  @Test(
    "bash offers the values of an option or operand",
    arguments: [
      ("layoutfuzz", ["convert", "a.json", "--to", "s"], ["smtlib", "swift-test", "svg"]),
      ("layoutfuzz", ["fuzz", "--strategies", "simplex,n"], ["simplex,naive"]),
      ("layoutfuzz", ["fuzz", "--strategies", "=", "rel"], ["relaxation"]),
      ("layoutfuzz", ["mutants", ""], ["list", "run"]),
      ("layoutfuzz", ["mutants", "run", "simplex.weightedL"], ["simplex.weightedLevels"]),
      (
        "layoutfuzz", ["check", "--device", "smoke,retina4_"],
        ["smoke,retina4_0", "smoke,retina4_7"]
      ),
      ("layoutfuzz", ["check", "x", "--direction", ""], ["ltr", "rtl", "both"]),
      ("layoutfuzz", ["fuzz", "--seed", ""], []),
      ("layoutbench", ["completions", ""], ["bash", "zsh", "fish"]),
    ])
  func values(tool: String, words: [String], expected: [String]) throws {
    #expect(try offered(tool, words) == expected)
  }

  @Test(
    "scripts contain no word that a shell would expand", arguments: ["layoutfuzz", "layoutbench"])
  func words(tool: String) throws {
    let script = try shell("'\(try executable(tool))' completions bash").output
    let lists = script.matches(of: /(?:_words|_list|options=|valued=) ?'([^']*)'/)
    #expect(lists.count > 20)
    for list in lists {
      #expect(
        list.1.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || " -._".contains($0)) },
        "\(list.1)")
    }
  }

  /// Returns the completions of fish or zsh at the end of a line, unordered.
  ///
  /// Without the shell it skips the test.
  private func offered(by shell: String, _ tool: String, _ line: String) throws -> Set<String> {
    guard try exists(shell) else {
      try Test.cancel("\(shell) is not installed, so its script was not run")
    }
    let folder = try TemporaryFolder.make(["offers.zsh": Self.offersOfZsh])
    let script = try self.shell("'\(try executable(tool))' completions \(shell)").output
    try Data(script.utf8).write(to: folder.appendingPathComponent("_\(tool)"))
    let path = folder.path
    let run =
      shell == "fish"
      ? try self.shell("fish --no-config -c \"source '\(path)/_\(tool)'; complete -C '\(line)'\"")
      : try self.shell("zsh -f '\(path)/offers.zsh' '\(path)' '\(line)'")
    #expect(run.status == 0, "\(shell), \(line): \(run.output)")
    // Fish appends a tabulator and a description to each.
    return Set(
      run.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) })
  }

  /// A script that types a line and a tabulator into an interactive zsh and prints the completions.
  ///
  /// The folder has the functions. The completions pass through a file, because a terminal would
  /// cut them and arrange them in columns.
  private static let offersOfZsh = """
    zmodload zsh/zpty || exit 1
    typeset folder=$1 line=$2 offers=$1/offers
    zpty inner zsh -f -i
    zpty -w inner "PS1= PS2=; unsetopt beep; fpath=(${(q)folder} \\$fpath); autoload -Uz compinit; compinit -u -D
    compadd() {
      local -a hits
      if (( \\${@[(I)-[OAD]]} )); then builtin compadd \"\\$@\"; return; fi
      builtin compadd -A hits \"\\$@\"
      (( \\$#hits )) && print -rl -- \"\\$IPREFIX\"\\${^hits} >> ${(q)offers}
      builtin compadd \"\\$@\"
    }
    finished() { print -r -- 'no more' >> ${(q)offers} }
    comppostfuncs=(finished)
    print ready >> ${(q)offers}"
    await() {
      integer turns
      while (( turns++ < 1200 )); do
        grep -qx $1 $offers 2> /dev/null && return
        sleep 0.05
      done
      print -u 2 "the inner zsh never said: $1"
      exit 1
    }
    await ready
    : > $offers
    zpty -w -n inner "$line"$'\\t'
    await 'no more'
    grep -vx 'no more' $offers || true
    zpty -d inner

    """

  @Test(
    "zsh and fish offer every subcommand, and every option of each", arguments: ["zsh", "fish"])
  func everythingElsewhere(name: String) throws {
    for tool in ["layoutfuzz", "layoutbench"] {
      let all = Set(try offered(tool, [""])).subtracting([
        "--help", "--help-all", "--version",
      ])
      #expect(try offered(by: name, tool, "\(tool) ") == all, "\(name), \(tool)")
      #expect(try offered(by: name, tool, "\(tool) help ") == all.subtracting(["help"]))
    }
    // One command of each tool: the same lines generate the completions of the others.
    for (tool, command) in [("layoutfuzz", "check"), ("layoutbench", "compare")] {
      let long = Set(try offered(tool, [command, "--"]))
      let found = try offered(by: name, tool, "\(tool) \(command) --")
      #expect(found == long, "\(name), \(tool) \(command)")
    }
  }

  @Test(
    "zsh and fish offer the values of an option or operand", arguments: ["zsh", "fish"],
    [
      ("convert a.json --to s", ["smtlib", "swift-test", "svg"]),
      ("fuzz --strategies simplex,n", ["simplex,naive"]),
      ("fuzz --strategies=rel", ["--strategies=relaxation"]),
      ("mutants ", ["list", "run"]),
      ("mutants --seeds 3 ", ["list", "run"]),
      ("mutants run simplex.weightedL", ["simplex.weightedLevels"]),
      ("check --device smoke,retina4_", ["smoke,retina4_0", "smoke,retina4_7"]),
      ("check x --direction ", ["ltr", "rtl", "both"]), ("fuzz --seed ", []),
      ("convert check --fid", []), ("campaign laun", ["launcher"]),
      ("completions ", ["bash", "zsh", "fish"]),
    ])
  func valuesElsewhere(name: String, line: (text: String, expected: [String])) throws {
    let found = try offered(by: name, "layoutfuzz", "layoutfuzz \(line.text)")
    #expect(found == Set(line.expected), "\(name): \(line.text)")
  }

  @Test("zsh and fish read their scripts", arguments: ["zsh", "fish"])
  func syntax(name: String) throws {
    guard try exists(name) else {
      try Test.cancel("\(name) is not installed, so nothing reads its script")
    }
    for tool in ["layoutfuzz", "layoutbench"] {
      let run = try shell(
        "'\(try executable(tool))' completions \(name) > script && \(name) -n script")
      #expect(run.status == 0 && run.output.isEmpty, "\(tool): \(run.output)")
    }
  }

  @Test(
    "man and groff have no complaint about the pages", arguments: ["layoutfuzz", "layoutbench"])
  func manual(tool: String) throws {
    let path = try executable(tool)
    let page = try shell("'\(path)' man").output
    for name in ["NAME", "SYNOPSIS", "DESCRIPTION", "SUBCOMMANDS", "\"EXIT STATUS\"", "EXAMPLES"] {
      #expect(page.contains("\n.SH \(name)\n"), "\(name) is missing")
    }
    #expect(page.hasPrefix(".TH \(tool.uppercased()) 1 "))
    guard try exists("groff") else {
      try Test.cancel("groff is not installed, so nothing reads the page")
    }
    let complaints = try shell("'\(path)' man | groff -K utf8 -man -ww -Tutf8 2>&1 > /dev/null")
    #expect(complaints.status == 0 && complaints.output.isEmpty, "\(complaints.output)")
    guard try exists("man") else { try Test.cancel("man is not installed, so it shows no page") }
    let shown = try shell(
      "'\(path)' man > page.1 && MANPAGER=cat MANWIDTH=100 man --warnings -l ./page.1 2> complaints; cat complaints >&2; test ! -s complaints"
    )
    #expect(shown.status == 0, "\(shown.output.suffix(2000))")
    #expect(shown.output.contains("completions"))
  }
}
