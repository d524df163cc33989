// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Checks the programs for the authors of other toolkits: those of stored faults, and those that a
/// campaign runs and stores.
@Suite(
  "Command line: programs for the authors of other toolkits", .serialized,
  .timeLimit(.minutes(30)), .waitsForProcesses)
struct AuthorProgramTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Whether a shell command succeeds.
  private static func succeeds(_ command: String) -> Bool {
    guard let folder = try? TemporaryFolder.make() else { return false }
    return (try? ShellRun(command, in: folder))?.status == 0
  }

  private static let hasGTK = succeeds(
    """
    command -v xvfb-run && /usr/bin/python3 -c 'import gi
    gi.require_version("Gtk", "4.0")'
    """)
  private static let hasGTKHeaders = hasGTK && succeeds("cc --version && pkg-config gtk4")
  private static let hasKiwi = succeeds("python3 -c 'import kiwisolver'")
  private static let hasQt = succeeds("python3 -c 'import PySide6.QtWidgets'")

  /// Converts the case of a trophy and runs the program until it ends with 0 or 1.
  ///
  /// The display of `xvfb-run` may fail, and a fault that corrupts memory may end a run.
  private static func run(_ trophy: String, _ format: String) throws -> ShellRun {
    let folder = try TemporaryFolder.make()
    let isC = format == "gtk-c"
    let name = isC ? "program.c" : "program.py"
    let converted = try ToolRun(
      ["convert", "\(root.path)/Corpus/trophies/\(trophy)", "--to", format, "-o", name],
      in: folder)
    #expect(converted.status == 0, "\(converted.error)")
    let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    func command(_ kind: String) throws -> String {
      let line = try #require(text.split(separator: "\n").first { $0.contains(" \(kind): ") })
      let words = try #require(line.components(separatedBy: " \(kind): ").last)
      return words.components(separatedBy: " (exit code").first ?? words
    }
    if isC {
      let built = try ShellRun(
        try command("Build") + " -Wall -Wextra -Wno-unused-parameter", in: folder)
      #expect(built.status == 0 && !built.output.contains("warning"), "\(built.output)\n\(text)")
    }
    // When xvfb-run fails, it leaves its server; else that ends by itself.
    let alone = """
      set -m
      (\(try command("Run"))) >output 2>&1 </dev/null &
      wait $!
      code=$?
      sleep 0.2
      kill -KILL -- -$! 2>/dev/null
      cat output
      exit $code
      """
    var last = try ShellRun(alone, in: folder, shell: "/bin/bash")
    for _ in 0..<8 where last.status > 1 {
      last = try ShellRun(alone, in: folder, shell: "/bin/bash")
    }
    return last
  }

  private static let gtkTrophies = [
    "gtk-contradiction-crash", "gtk-natural-size-ignored", "gtk-removed-preference-stays",
    "gtk-window-change-loses-edges", "gtk-window-change-loses-minimum",
  ]

  @Test(
    "programs in Python show the stored faults of GTK",
    .enabled(if: hasGTK, "5 skipped: GTK 4, gi or Xvfb is not installed"), arguments: gtkTrophies)
  func gtk(trophy: String) throws {
    let run = try Self.run(trophy, "gtk-python")
    #expect(run.status == 1 && run.output.contains("expected"), "\(run.output)")
  }

  @Test(
    "programs in C show the stored faults of GTK",
    .enabled(if: hasGTKHeaders, "5 skipped: no headers of GTK 4, or no cc"),
    arguments: gtkTrophies)
  func gtkC(trophy: String) throws {
    let run = try Self.run(trophy, "gtk-c")
    #expect(run.status == 1 && run.output.contains("expected"), "\(run.output)")
  }

  @Test(
    "programs show the stored faults of kiwi",
    .enabled(if: hasKiwi, "5 skipped: python3 has no kiwisolver"),
    arguments: [
      "kiwi-huge-suggestion-breaks-required", "kiwi-nan-stays", "kiwi-refused-constraint-stays",
      "kiwi-removal-removes-equal", "kiwi-large-constant-is-refused",
    ])
  func kiwi(trophy: String) throws {
    let run = try Self.run(trophy, "kiwi-python")
    #expect(run.status == 1 && run.output.contains("expected"), "\(run.output)")
  }

  @Test(
    "a program shows the stored fault of Qt",
    .enabled(if: hasQt, "1 skipped: python3 has no PySide6"))
  func qt() throws {
    let run = try Self.run("qt-zero-size-item-floats", "pyside6")
    #expect(run.status == 1 && run.output.contains("expected"), "\(run.output)")
  }

  @Test("convert names the part that a toolkit lacks, and formats of other findings")
  func refused() throws {
    let trophies = "\(Self.root.path)/Corpus/trophies"
    let lacking = try ToolRun(
      ["convert", "\(trophies)/gtk-contradiction-crash", "--to", "pyside6"])
    #expect(lacking.status == 65, "\(lacking.error)")
    #expect(lacking.error.contains("Qt's anchor layout does not have"), "\(lacking.error)")
    let solver = try ToolRun(["convert", "\(trophies)/kiwi-nan-stays", "--to", "gtk-c"])
    #expect(solver.status == 65 && solver.error.contains("kiwi-cpp"), "\(solver.error)")
    let engine = try ToolRun(
      ["convert", "\(trophies)/gtk-contradiction-crash", "--to", "kiwi-python"])
    #expect(engine.status == 65 && engine.error.contains("gtk-python"), "\(engine.error)")
  }

  @Test("the requests of a script are answered by any adapter")
  func requests() throws {
    let folder = try TemporaryFolder.make()
    let adapter = "\(Self.root.path)/scripts/engines/reference.py"
    let run = try ShellRun(
      """
      $tool convert '\(Self.root.path)/Corpus/trophies/gtk-removed-preference-stays' \
        --to engine-requests -o requests.jsonl &&
      \(Python.command) '\(adapter)' <requests.jsonl >replies && wc -l <requests.jsonl &&
      grep -c '"status": "ok"' replies
      """, in: folder)
    let counts = run.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(run.status == 0 && counts.count == 2 && counts[0] == counts[1] + 1, "\(run.output)")
  }

  // MARK: - Campaigns

  /// Returns a folder with an adapter that prints a message for three views, and a `python3` that
  /// plays the program of the finding.
  private static func folder(python: String) throws -> (URL, engine: String, path: String) {
    let folder = try TemporaryFolder.make([
      "adapter.py": """
      import sys
      sys.path.insert(0, '\(root.path)/scripts/engines')
      import protocol, reference
      class Engine(reference.Engine):
          def offer(self):
              return {
                  "attributes": ["leading", "trailing", "top", "bottom"], "relations": ["=="],
                  "items": 2, "priorities": [], "operations": ["add", "resize"],
                  "programs": ["pyside6", "kiwi-cpp", "unknown"]}
      protocol.serve(Engine(False, "message"))
      """,
      "python3": "#!/bin/sh\n" + python,
    ])
    #expect(chmod(folder.appendingPathComponent("python3").path, 0o755) == 0)
    let engine = "ref=\(Python.command) '\(folder.path)/adapter.py'"
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return (folder, engine, "\(folder.path):\(path)")
  }

  private static func fuzz(_ engine: String) -> [String] {
    ["fuzz", "--engine", engine, "--cases", "32", "--json", "--out", "o"]
  }

  @Test(
    "a campaign stores the program with the result of its run, which changes no verdict",
    arguments: [
      ("echo expected none; exit 1", "shows", "shows the bug"),
      ("exit 0", "showsNot", "does not show the bug: it ended with exit code 0"),
      ("echo no Qt; exit 75", "notRun", "not run: no Qt"),
    ])
  func stored(python: String, result: String, words: String) throws {
    let (folder, engine, path) = try Self.folder(python: python)
    let run = try ToolRun(Self.fuzz(engine), in: folder, environment: ["PATH": path])
    #expect(run.status == 1, "\(run.error)")
    let finding = try #require(try run.json()["findings"]?.array?.first)
    #expect(finding["verdict"]?.string == "message")
    let script = try #require(finding["script"]?.string)
    let place = folder.appendingPathComponent(script).deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
    #expect(names.contains("program.py") && !names.contains("trial"), "\(names)")
    let report = try String(
      contentsOf: place.appendingPathComponent("report.md"), encoding: .utf8)
    #expect(report.contains("- Program (pyside6): `program.py` \(words)"), "\(report)")
    #expect(report.contains("- Program (kiwi-cpp): not written: "), "\(report)")
    let record = try String(
      contentsOf: place.appendingPathComponent("finding.json"), encoding: .utf8)
    #expect(record.contains("\"\(result)\""), "\(record)")
    // The finding is converted to the stored program.
    let converted = try ToolRun(["convert", place.path, "--to", "pyside6"], in: folder)
    let stored = try String(
      contentsOf: place.appendingPathComponent("program.py"), encoding: .utf8)
    #expect(converted.output == stored, "\(converted.error)")
  }

  @Test("minimize makes a script smaller on which the engine fails")
  func minimize() throws {
    let (folder, engine, path) = try Self.folder(python: "exit 75")
    let fuzz = try ToolRun(
      Self.fuzz(engine) + ["--no-minimize"], in: folder, environment: ["PATH": path])
    let script = try #require(try fuzz.json()["findings"]?.array?.first?["script"]?.string)
    let run = try ToolRun(
      ["minimize", script, "--engine", engine, "-o", "small.engine.json"], in: folder)
    #expect(run.status == 0 && run.error.contains("ref message-alone: "), "\(run.error)")
    #expect(run.error.contains(" -> 3 views, 0 constraints in 1 step in "), "\(run.error)")
    let replay = try ToolRun(["replay", "small.engine.json", "--engine", engine], in: folder)
    #expect(replay.status == 1 && replay.output.contains("1 wrong, 0 right"), "\(replay.error)")

    let healthy = "ref=\(Python.command) '\(Self.root.path)/scripts/engines/reference.py'"
    let right = try ToolRun(["minimize", script, "--engine", healthy], in: folder)
    #expect(right.status == 65 && right.error.contains("nothing to minimize"), "\(right.error)")
    let none = try ToolRun(["minimize", script], in: folder)
    #expect(none.status == 64 && none.error.contains("--engine"), "\(none.error)")
  }

  @Test(
    "when the tool is killed, the run of a program ends, and the campaign resumes",
    .linuxOnly("looks for processes in /proc"))
  func killed() throws {
    let (folder, engine, path) = try Self.folder(
      python: """
        sleep 600 &
        echo $$ $! >"$FOLDER/pids"
        wait
        """)
    let environment = ["PATH": path, "FOLDER": folder.path]
    let tool = try RunningTool(Self.fuzz(engine), in: folder, environment: environment)
    let file = folder.appendingPathComponent("pids")
    var processes: [Int32] = []
    while processes.count < 2, tool.isRunning {
      usleep(20_000)
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      processes = text.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
    }
    #expect(processes.allSatisfy(Processes.isAlive) && processes.count == 2)
    tool.send(signal: SIGKILL)
    _ = try tool.finish()
    #expect(Processes.waitForEnd(processes, seconds: 60) == [])
    try "#!/bin/sh\nexit 0\n".write(
      to: folder.appendingPathComponent("python3"), atomically: true, encoding: .utf8)
    #expect(chmod(folder.appendingPathComponent("python3").path, 0o755) == 0)
    let later = try ToolRun(Self.fuzz(engine), in: folder, environment: environment)
    #expect(later.status == 1, "\(later.error)")
    let left = FileManager.default.enumerator(atPath: folder.appendingPathComponent("o").path)?
      .compactMap { ($0 as? String)?.split(separator: "/").last }
    #expect(left?.contains("program.py") == true && left?.contains("trial") == false)
  }
}
