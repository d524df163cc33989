// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("Command line: inputs and outputs", .serialized, .waitsForProcesses)
struct InputTests {
  static let readers = ["check", "solve", "replay", "minimize"]

  @Test("a missing file is named", arguments: readers)
  func missing(command: String) throws {
    let run = try ToolRun([command, "no-such.case.json"])
    #expect(run.status == 65)
    #expect(run.error.contains("no-such.case.json: error: file not found"))
    #expect(run.output.isEmpty)
  }

  @Test("a folder without inputs is no success", arguments: ["check", "replay"])
  func emptyFolder(command: String) throws {
    let folder = try TemporaryFolder.make(["notes.txt": "nothing to see"])
    let run = try ToolRun([command, folder.path])
    #expect(run.status == 65)
    #expect(run.error.contains("no inputs in this folder"))
  }

  @Test("a file of the wrong type is refused with a place and a reason", arguments: readers)
  func impostors(command: String) throws {
    let folder = try TemporaryFolder.make([
      "empty.case.json": "", "half.case.json": "{\"layoutfuzz\": 1,", "other.case.json": "[1, 2]",
      "image.case.json": "\u{1}\u{2}PNG", "text": "hello",
      "broken.storyboard": "<document><scenes>",
      "wrong.xib": "<html></html>", "empty.storyboard": "",
    ])
    for name in [
      "empty.case.json", "half.case.json", "other.case.json", "image.case.json", "text",
      "broken.storyboard", "wrong.xib", "empty.storyboard",
    ] {
      let run = try ToolRun([command, name], in: folder)
      #expect(run.status == 65, "\(command) \(name): \(run.error)")
      #expect(run.error.contains(name), "\(command) \(name): \(run.error)")
      #expect(run.output.isEmpty, "\(command) \(name): \(run.output)")
    }
  }

  @Test("a place in a case file is given as line and column")
  func place() throws {
    let folder = try TemporaryFolder.make([
      "bad.case.json": "{\n  \"layoutfuzz\": 1,\n  \"vews\": []\n}\n"
    ])
    let run = try ToolRun(["solve", "bad.case.json"], in: folder)
    #expect(run.status == 65)
    #expect(run.error.contains("bad.case.json:3:3: error: "), "\(run.error)")
  }

  /// A screen with a grid view.
  private let screen = """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0"
      targetRuntime="iOS.CocoaTouch"><objects><view id="v"><rect key="frame" x="0.0" y="0.0"
      width="375" height="667"/><subviews><gridView id="s"><rect key="frame" x="0.0" y="0.0"
      width="10" height="10"/></gridView></subviews></view></objects></document>
    """

  @Test("replay reads only the cases of a folder: a document may have several screens")
  func replayOfMixedFolder() throws {
    let folder = try TemporaryFolder.make(["a.xib": screen, "b.storyboard": "<document/>"])
    let run = try ToolRun(["replay", "."], in: folder)
    #expect(run.status == 65)
    #expect(
      run.error.contains(
        "no inputs in this folder\n  fix: give a folder with *.case.json, case.json"))
  }

  @Test(
    "replay and minimize take one screen of a document by --scope, which the error names",
    arguments: ["replay", "minimize"])
  func scope(command: String) throws {
    func screen(_ id: String) -> String {
      "<scene><objects><viewController id=\"c\(id)\"><view key=\"view\" id=\"\(id)\">"
        + "<rect key=\"frame\" x=\"0\" y=\"0\" width=\"320\" height=\"480\"/><subviews><view id=\"s\(id)\">"
        + "<rect key=\"frame\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"/></view></subviews>"
        + "</view></viewController></objects></scene>"
    }
    let document =
      "<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB\" version=\"3.0\" "
      + "useAutolayout=\"YES\"><scenes>\(screen("a"))\(screen("b"))</scenes></document>"
    let folder = try TemporaryFolder.make(["a.storyboard": document])
    let open = try ToolRun([command, "a.storyboard"], in: folder)
    #expect(open.status == 65 && open.error.contains("choose one with --scope"), "\(open.error)")
    let chosen = try ToolRun([command, "a.storyboard", "--scope", "a"], in: folder)
    // No strategy is wrong, so there is nothing to minimize.
    #expect(chosen.status == (command == "replay" ? 0 : 65), "\(chosen.error)")
    #expect(!chosen.error.contains("--scope"), "\(chosen.error)")
    for other in ["a.case.json", "f", "s.script.json", "s.engine.json"] {
      let refused = try ToolRun([command, other, "--scope", "a"], in: folder)
      #expect(refused.status == 65 && refused.error.contains("no scope 'a'"), "\(refused.error)")
    }
  }

  @Test("solve lists the parts that could not be translated")
  func untranslated() throws {
    let folder = try TemporaryFolder.make(["a.xib": screen])
    let run = try ToolRun(["solve", "a.xib", "--json"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.error.contains("the frames prove nothing: grid view"), "\(run.error)")
    _ = try run.json()
  }

  @Test("check --fidelity refuses an unusable file by name, and skips one in a folder")
  func fidelityOfBadFile() throws {
    let folder = try TemporaryFolder.make(["a.xib": screen, "b.xib": "<document>"])
    let named = try ToolRun(["check", "--fidelity", "a.xib", "b.xib"], in: folder)
    #expect(named.status == 65, "\(named.output)")
    let inside = try ToolRun(["check", "--fidelity", "."], in: folder)
    #expect(inside.status == 0, "\(inside.error)")
    #expect(inside.error.contains("b.xib"))
  }

  @Test("a folder for findings without write permission is refused before any work")
  func unwritable() throws {
    let folder = try TemporaryFolder.make(["file": ""])
    let run = try ToolRun(["fuzz", "--cases", "10", "--out", "file/findings"], in: folder)
    #expect(run.status == 74)
    #expect(
      run.error.contains("file/findings: error: cannot write: 'file' is a file, not a folder\n"),
      "\(run.error)")
    #expect(run.output.isEmpty)
  }

  /// The name `a.case.json` with a byte after its first letter that is not UTF-8.
  private static let foreignName = "\"$(printf 'a\\377.case.json')\""

  @Test(
    "a name on the command line that is not UTF-8 is refused, and nothing is written",
    .linuxOnly("makes such files"),
    arguments: [
      "check \(foreignName)", "convert b.case.json -o \(foreignName)",
      "convert b.case.json -o link.case.json --force", "fuzz --cases 4 --out \(foreignName)",
    ])
  func foreignWord(command: String) throws {
    let folder = try TemporaryFolder.make(["b.case.json": "{}"])
    let link = "ln -s \(Self.foreignName) link.case.json; echo '{}' > \(Self.foreignName)"
    let run = try ShellRun("\(link); \"$tool\" \(command)", in: folder)
    #expect(run.status == 64, "\(run.output)")
    let isLink = command.contains("link")
    #expect(isLink || run.output.contains("'a\\xFF.case.json' is not UTF-8"), "\(run.output)")
    let names = try ShellRun("ls | wc -l", in: folder).output
    #expect(names.trimmingCharacters(in: .whitespaces) == "3\n", "\(names)")
  }

  @Test(
    "a file or folder in a folder whose name is not UTF-8 is reported, not passed over",
    .linuxOnly("makes such files"),
    arguments: ["touch \(foreignName)", "mkdir \"$(printf 'a\\377.case.json')\""])
  func foreignEntry(made: String) throws {
    let folder = try TemporaryFolder.make(["b.xib": screen])
    let run = try ShellRun("\(made); \"$tool\" check .", in: folder)
    #expect(run.status == 1, "\(run.output)")
    let message =
      "a\\xFF.case.json: error: the file cannot be read: its name is not UTF-8 (unreadable)"
    #expect(run.output.contains(message), "\(run.output)")
    let named = try ShellRun("\"$tool\" replay .", in: folder)
    #expect(named.status == 65 && named.output.contains("a\\xFF.case.json"), "\(named.output)")
  }

  @Test("a full disk under standard output is reported", .linuxOnly("writes to /dev/full"))
  func fullDisk() throws {
    let run = try ShellRun("exec \"$tool\" --help > /dev/full", in: TemporaryFolder.make())
    #expect(run.status == 74)
  }

  @Test("a finding above the limit of file sizes is reported, and no part of it stays")
  func fileSizeLimit() throws {
    let folder = try TemporaryFolder.make()
    // In this process, because the page that workers share exceeds the limit, too.
    let options = "--in-process --strategies simplex.weightedLevels --cases 20 --seed 6"
    let run = try ShellRun("ulimit -f 1; exec \"$tool\" fuzz \(options)", in: folder)
    #expect(run.status == 74, "\(run.output)")
    let left = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    #expect(try #require(left).allSatisfy { !$0.contains(".tmp-") && !$0.hasSuffix(".json") })
  }

  @Test("a reader that closes the pipe does not crash the tool")
  func brokenPipe() throws {
    let run = try ShellRun(
      "(sleep 0.2; exec \"$tool\" mutants list --json) | true; echo \"${PIPESTATUS[0]}\"",
      in: TemporaryFolder.make(), shell: "/bin/bash")
    #expect(run.output == "0\n")
  }
}
