// SPDX-License-Identifier: MIT

import CaseFormats
import Foundation
import Testing

@Suite("Command line: campaigns that are killed", .serialized)
struct KillTests {
  private static let command = [
    "fuzz", "--seed", "2", "--cases", "160", "--jobs", "2", "--laws", "none", "--json", "--out", "o",
    "--strategies", "simplex,simplex.failedPhaseIgnored",
  ]

  /// The result without what depends on time.
  private static func result(_ run: ToolRun) throws -> [JSONValue.Member] {
    try #require(try run.json().members).filter { $0.key != "casesPerSecond" }
  }

  @Test("killed again and again, the same command comes to the result of an unbroken run")
  func kills() throws {
    let unbroken = try ToolRun(Self.command, in: try TemporaryFolder.make())
    #expect(unbroken.status == 1, "\(unbroken.error)")
    let folder = try TemporaryFolder.make()
    var wait: UInt32 = 100_000
    var kills = 0
    while true {
      let tool = try RunningTool(Self.command, in: folder)
      usleep(wait)
      // Each run gets a little longer, so that the last one comes to its end whatever the machine does meanwhile.
      wait += 150_000
      tool.send(signal: SIGKILL)
      let run = try tool.finish()
      if run.status == -1 {
        kills += 1
        continue
      }
      #expect(run.status == 1, "\(run.error)")
      #expect(try Self.result(run) == Self.result(unbroken), "after \(kills) kills")
      break
    }
    #expect(kills > 0)
    let left = try FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent("o").path)
    #expect(left == ["findings"])
  }

  @Test("another command in the folder of an unfinished campaign is refused, --fresh begins anew")
  func otherCommand() throws {
    let folder = try TemporaryFolder.make()
    let tool = try RunningTool(["fuzz", "--time", "10m", "--out", "o"], in: folder)
    while try !tool.errorSoFar().contains("seed 1") { usleep(20_000) }
    let second = try ToolRun(["fuzz", "--cases", "1", "--out", "o"], in: folder)
    #expect(second.status == 75, "\(second.error)")
    tool.send(signal: SIGTERM)
    #expect(try tool.finish().error.contains("the same command goes on from here"))
    let other = try ToolRun(["fuzz", "--cases", "1", "--out", "o"], in: folder)
    #expect(other.status == 64)
    #expect(other.error.contains("unfinished campaign of another command"), "\(other.error)")
    #expect(other.error.contains("fuzz --time 10m --out o"))
    let fresh = try ToolRun(["fuzz", "--cases", "1", "--out", "o", "--fresh"], in: folder)
    #expect(fresh.status == 0, "\(fresh.error)")
  }

  @Test("a full disk ends with 74 and nothing half-written, and the campaign goes on later")
  func fullDisk() throws {
    let folder = try TemporaryFolder.make()
    // Files may have half a kilobyte in this shell: no finding fits.
    let tool = try ToolRun.executable().path
    let words = Self.command.map { "'\($0)'" }.joined(separator: " ")
    let limited = Process()
    limited.executableURL = URL(fileURLWithPath: "/bin/bash")
    limited.arguments = ["-c", "ulimit -f 0; exec '\(tool)' \(words) 2>&1 | cat"]
    limited.currentDirectoryURL = folder
    let pipe = Pipe()
    limited.standardOutput = pipe
    try limited.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    limited.waitUntilExit()
    #expect(text.contains("cannot write: File too large"), "\(text)")
    let left = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    for name in left ?? [] {
      var isFolder: ObjCBool = false
      let path = folder.appendingPathComponent(name).path
      #expect(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder))
      #expect(isFolder.boolValue, "\(name) is left")
    }
    let later = try ToolRun(Self.command, in: folder)
    #expect(later.status == 1, "\(later.error)")
  }
}
