// SPDX-License-Identifier: MIT

import Display
import Foundation
import TestSupport
import Testing

/// Checks layout engines on the command line, with the reference engine and a planted fault.
@Suite("Command line: layout engines", .serialized, .timeLimit(.minutes(30)), .waitsForProcesses)
struct EngineTests {
  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("scripts/engines/reference.py").path

  private static func engine(_ options: String = "") -> String {
    "ref=\(Python.command) '\(script)' \(options)"
  }

  @Test(
    "conformance --engine fails for a faulty engine, with its requests, also as JSON", .exhaustive)
  func conformance() throws {
    let words = ["conformance", "--engine", "--timeout", "1m"]
    let command = ["--", "\(Python.command) '\(Self.script)' --fault message"]
    let run = try ToolRun(words + ["--verbose"] + command)
    #expect(run.status == 1, "\(run.error)")
    #expect(run.output.hasPrefix("reference 1: 1 of "), "\(run.output)")
    #expect(run.output.contains("the engine printed \"a view has no superview\""))
    #expect(run.output.contains("\n  request    {\"id\": 1, \"op\": \"open\""), "\(run.output)")
    let json = try ToolRun(words + ["--json"] + command)
    #expect(json.status == 1)
    let checks = try #require(try json.json()["checks"]?.array)
    let failed = checks.filter { $0["status"]?.string == "failed" }
    #expect(failed.count == 1 && failed.first?["exchanges"]?.array?.isEmpty == false)
    #expect(try ToolRun(words + ["--", "/nowhere/none"]).status == 75)
    let solver = try ToolRun(words + ["--", "cat"])
    #expect(solver.status == 75 && solver.error.contains("echoes its input"), "\(solver.error)")
  }

  /// An adapter with the members of the reference engine's handshake changed by Python code.
  private static func altered(_ code: String, in folder: URL) throws -> String {
    let file = folder.appendingPathComponent("altered.py")
    let scripts = URL(fileURLWithPath: script).deletingLastPathComponent().path
    try """
    import sys
    sys.path.insert(0, "\(scripts)")
    import protocol, reference

    class Engine(reference.Engine):
        def offer(self):
            offer = super().offer()
            \(code)
            return offer

    protocol.serve(Engine(False, []))
    """.write(to: file, atomically: true, encoding: .utf8)
    return "ref=\(Python.command) '\(file.path)'"
  }

  @Test("an offer without constraints is refused, with the member that was meant")
  func emptyOffer() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let engine = try Self.altered(
      "offer = {'atributes': offer['attributes'], 'relations': ['==']}", in: folder)
    for command in [
      ["fuzz", "--cases", "5"], ["campaign", "nightly", "--state", "s", "--cases", "5"],
    ] {
      let run = try ToolRun(command + ["--engine", engine], in: folder)
      #expect(run.status == 75, "\(run.output)")
      #expect(
        run.error.contains("ref: error: no answer of the layout engine can be tested"),
        "\(run.error)")
      #expect(run.error.contains("did you mean \"attributes\"?"), "\(run.error)")
      #expect(run.error.contains("layoutfuzz conformance --engine -- "), "\(run.error)")
    }
  }

  @Test("an unknown member of an offer is named, and ignored")
  func unknownMember() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let engine = try Self.altered(
      "offer['oprations'] = offer.pop('operations'); offer['vendor'] = 1", in: folder)
    let run = try ToolRun(["fuzz", "--engine", engine, "--cases", "5"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(
      run.error.contains(
        "ref: warning: the member \"oprations\" is ignored, did you mean \"operations\"?"),
      "\(run.error)")
    #expect(run.error.contains("ref: warning: the member \"vendor\" is ignored\n"), "\(run.error)")
  }

  @Test("an engine that does not start is called a layout engine", arguments: ["fuzz", "minimize"])
  func absent(command: String) throws {
    let file = Self.script.replacing(
      "scripts/engines/reference.py",
      with: "Corpus/trophies/gtk-natural-size-ignored/case.engine.json")
    let run = try ToolRun(
      [command, "--engine", "x=/nowhere/none"] + (command == "minimize" ? [file] : []))
    #expect(run.status == 75)
    #expect(run.error.contains("x: error: the layout engine did not start"), "\(run.error)")
  }

  @Test("fuzz finds the fault; replay runs its finding again, and reports name it")
  func finding() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let faulty = Self.engine("--fault message")
    let run = try ToolRun(
      ["fuzz", "--engine", faulty, "--cases", "60", "--json", "--out", "o"], in: folder)
    #expect(run.status == 1, "\(run.error)")
    let first = try #require(try run.json()["findings"]?.array?.first)
    #expect(first["engine"]?.string == "ref" && first["verdict"]?.string == "message")
    #expect(first["views"]?.int == 3 && first["steps"]?.int == 1)
    let path = try #require(first["script"]?.string)
    #expect(path.hasSuffix("/case.engine.json"))

    let open = try ToolRun(["replay", "o", "--engine", faulty], in: folder)
    #expect(open.status == 1 && open.output.contains(": still open"), "\(open.error)")
    let fixed = try ToolRun(["replay", path, "--engine", Self.engine()], in: folder)
    #expect(fixed.status == 0 && fixed.output.contains("0 still open, 1 fixed"), "\(fixed.error)")
    // Without its engine a finding must not look like one that was replayed.
    for operand in ["o", path] {
      let left = try ToolRun(["replay", operand], in: folder)
      #expect(left.status == 65, "\(left.output)")
      let command = "layoutfuzz replay \(operand) --engine \(ShellWord.quoted(faulty))"
      #expect(
        left.error.hasPrefix("ref: ") && left.error.hasSuffix(" not replayed\n  fix: \(command)\n"),
        "\(left.error)")
    }
    let report = try ToolRun(["report", "o", "--format", "json"], in: folder)
    let reported = try #require(try report.json()["findings"]?.array?.first)
    #expect(reported["subject"]?.string == "ref", "\(report.output)")
  }

  /// A smaller script may not fail any more when it is judged for the texts about it.
  @Test(
    "an engine that is right after some wrong readings leaves findings, whenever that happens",
    arguments: TestLength.some(of: [8, 12, 16, 20, 40], quick: 2))
  func heals(after count: Int) throws {
    let folder = try TemporaryFolder.make([
      "heals.py": """
      import os, sys
      sys.dont_write_bytecode = True
      sys.path.insert(0, os.path.dirname(sys.argv[1]))
      import protocol, reference
      class Layout(reference.Layout):
          def frames(self):
              reply = super().frames()
              if self.constraints:
                  with open("count", "a+") as file:
                      file.write("x")
                      file.flush()
                      if file.tell() <= int(sys.argv[2]):
                          for frame in reply["frames"].values():
                              frame[0] += 7
              return reply
      class Engine(reference.Engine):
          def open(self, size, direction, views):
              return Layout(self, size, direction, views)
      protocol.serve(Engine(False, []))
      """
    ])
    let engine = "healing=\(Python.command) heals.py '\(Self.script)' \(count)"
    let run = try ToolRun(
      ["fuzz", "--engine", engine, "--cases", "4", "--jobs", "1", "--out", "o"], in: folder)
    #expect(run.status == 1, "\(run.output)\(run.error)")
    #expect(run.output.contains("healing: wrongValue"), "\(run.output)")
  }

  @Test("a healthy engine has no finding, and the digest depends on the seed alone")
  func healthy() throws {
    let digests = try [1, 2].map { jobs in
      let run = try ToolRun([
        "fuzz", "--engine", Self.engine(), "--cases", "8", "--json", "--jobs", "\(jobs)",
      ])
      #expect(run.status == 0, "\(run.error)")
      return try run.json()["digest"]?.string
    }
    #expect(digests[0] != nil && digests[0] == digests[1])
  }

  /// Writes a file of known issues, each with the features to leave out.
  private static func writeKnown(
    _ issues: [(bucket: String, without: [String])], until day: String = "2999-12-31",
    in folder: URL
  ) throws {
    let entries = issues.map { issue in
      let names = issue.without.map { "\"\($0)\"" }.joined(separator: ", ")
      return "{\"bucket\": \"\(issue.bucket)\", \"until\": \"\(day)\", \"reason\": \"issue 7\""
        + (names.isEmpty ? "}" : ", \"without\": [\(names)]}")
    }
    try Data("{\"layoutfuzzKnown\": 1, \"issues\": [\(entries.joined(separator: ",\n"))]}".utf8)
      .write(to: folder.appendingPathComponent("known.json"))
  }

  /// Returns the verdicts of all findings.
  private static func verdicts(_ run: ToolRun) throws -> Set<String> {
    Set((try run.json()["findings"]?.array ?? []).compactMap { $0["verdict"]?.string })
  }

  @Test(
    "a tool that is suspended with its engine for longer than the time limit accuses it of no hang",
    .exhaustive, .linuxOnly("finds the engine in /proc"))
  func suspended() throws {
    let folder = try TemporaryFolder.make()
    // The first layout takes a second to open.
    let engine = try Self.altered(
      """
      import os, time
              known = self.open
              def slow(*arguments):
                  if not os.path.exists("opened"):
                      os.mkdir("opened")
                      time.sleep(1.5)
                  return known(*arguments)
              self.open = slow
      """, in: folder)
    let tool = try RunningTool(
      [
        "fuzz", "--engine", engine, "--cases", "40", "--jobs", "1", "--timeout", "2s", "--json",
      ], in: folder)
    defer { tool.send(signal: SIGKILL) }
    let opened = folder.appending(path: "opened").path
    for _ in 0..<6000 where !FileManager.default.fileExists(atPath: opened) { usleep(10_000) }
    #expect(FileManager.default.fileExists(atPath: opened))
    let all = [tool.identifier] + Processes.descendants(of: tool.identifier)
    #expect(all.count > 1)
    for process in all { kill(process, SIGSTOP) }
    usleep(5_000_000)
    for process in all { kill(process, SIGCONT) }
    let run = try tool.finish()
    #expect(run.status == 0, "\(run.output)\(run.error)")
  }

  @Test("a known fault is only counted, and without its trigger only the other one is found")
  func known() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let faulty = Self.engine("--fault mirrored-format --fault hint-ignored")
    let words = [
      "fuzz", "--engine", faulty, "--cases", "60", "--seed", "4", "--no-minimize", "--json",
    ]
    let loud = try ToolRun(words, in: folder)
    #expect(loud.status == 1, "\(loud.error)")
    #expect(try Self.verdicts(loud) == ["wrongFormat", "wrongValue"])
    try Self.writeKnown([("ref-wrongFormat-*", []), ("reff-wrongValue-*", [])], in: folder)
    let counted = try ToolRun(words + ["--known", "known.json"], in: folder)
    #expect(counted.status == 1, "\(counted.error)")
    #expect(try Self.verdicts(counted) == ["wrongValue"])
    #expect(counted.error.contains("known     1 bucket, "), "\(counted.error)")
    #expect(counted.error.contains("has the bucket 'reff-wrongValue-*'; fix: "), "\(counted.error)")
    #expect(try counted.json()["digest"] == loud.json()["digest"])
    try Self.writeKnown([("ref-wrongFormat-*", ["formats"])], in: folder)
    let quiet = try ToolRun(words + ["--known", "known.json"], in: folder)
    #expect(quiet.status == 1, "\(quiet.error)")
    #expect(try Self.verdicts(quiet) == ["wrongValue"])
    #expect(quiet.error.contains("without   ref: formats"), "\(quiet.error)")
    #expect(try quiet.json()["digest"] != loud.json()["digest"])
  }

  @Test("a bucket by its whole name is set aside after its minimization, until its day")
  func knownBucket() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let words = [
      "fuzz", "--engine", Self.engine("--fault message"), "--cases", "60", "--known", "known.json",
    ]
    try Self.writeKnown([("ref-message-alone-plain", [])], in: folder)
    let held = try ToolRun(words + ["--out", "o"], in: folder)
    #expect(held.status == 0, "\(held.output)\(held.error)")
    #expect(held.output.contains("ref-message-alone-plain: "), "\(held.output)")
    let stored = folder.appendingPathComponent("o/findings").path
    #expect((try? FileManager.default.subpathsOfDirectory(atPath: stored))?.isEmpty ?? true)
    try Self.writeKnown([("ref-message-alone-plain", [])], until: "2001-12-31", in: folder)
    let open = try ToolRun(words + ["--out", "p"], in: folder)
    #expect(open.status == 1, "\(open.error)")
    #expect(
      open.output.contains("was suppressed until 2001-12-31 by 'ref-message-alone-plain'"),
      "\(open.output)")
  }

  @Test("a campaign is resumed only with the same known issues")
  func knownIdentity() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let words = [
      "fuzz", "--engine", Self.engine(), "--cases", "100k", "--out", "o", "--known", "known.json",
    ]
    try Self.writeKnown([("ref-wrongValue-*", ["resize"])], in: folder)
    let tool = try RunningTool(words, in: folder)
    let progress = folder.appendingPathComponent("o/campaign.progress").path
    for _ in 0..<600 where !FileManager.default.fileExists(atPath: progress) { usleep(100_000) }
    tool.send(signal: SIGTERM)
    #expect(try tool.finish().status == 143)
    try Self.writeKnown([("ref-wrongValue-*", ["reroot"])], in: folder)
    let other = try ToolRun(words, in: folder)
    #expect(other.status == 64 && other.error.contains("--fresh"), "\(other.error)")
  }

  @Test("an unknown feature is an error with its place; other campaigns take no known issues")
  func knownErrors() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.writeKnown([("ref-wrongValue-*", ["reroots"])], in: folder)
    let words = ["--cases", "1", "--known", "known.json"]
    let wrong = try ToolRun(["fuzz", "--engine", Self.engine()] + words, in: folder)
    #expect(wrong.status == 65, "\(wrong.error)")
    #expect(wrong.error.contains("known.json:1:") && wrong.error.contains("fix: use \"reroot\""))
    let own = try ToolRun(["fuzz"] + words, in: folder)
    #expect(own.status == 64 && own.error.contains("--known needs --engine"), "\(own.error)")
  }

  @Test("options of other campaigns, and programs that are no engines, are refused")
  func refused() throws {
    for words in [
      ["--strategies", "simplex"], ["--external", "x"], ["--canary", "x"],
      ["--case-memory", "300"], ["--case-timeout", "1s"], ["--in-process"],
    ] {
      let run = try ToolRun(["fuzz", "--engine", Self.engine()] + words)
      #expect(run.status == 64 && run.error.contains("does not go with --engine"), "\(run.error)")
    }
    let run = try ToolRun(["fuzz", "--engine", "exit 75", "--cases", "1"])
    #expect(run.status == 75, "\(run.error)")
  }
}
