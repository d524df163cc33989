// SPDX-License-Identifier: MIT

import Foundation
import Processes
import TestSupport
import Testing

@Suite("programs that run to their end")
struct CompletedProcessTests {
  private func run(
    _ script: String, in folder: URL, environment: [String: String]? = nil,
    isLate: () -> Bool = { false }, isStopped: () -> Bool = { false }
  ) throws -> CompletedProcess.End? {
    try CompletedProcess.run(
      ["/bin/sh", "-c", script],
      output: ("\(folder.path)/out", "\(folder.path)/err"), environment: environment,
      isLate: isLate, isStopped: isStopped)
  }

  @Test("both outputs are in files, without the limits of pipes, and the exit code is kept")
  func output() throws {
    let folder = try TestFolder.make()
    let script = "head -c 300000 /dev/zero; head -c 200000 /dev/zero >&2; exit 7"
    #expect(try run(script, in: folder) == .code(7))
    #expect(try Data(contentsOf: URL(filePath: "\(folder.path)/out")).count == 300_000)
    #expect(try Data(contentsOf: URL(filePath: "\(folder.path)/err")).count == 200_000)
  }

  @Test("a program's own signal is not one from outside")
  func signals() throws {
    let crash = try run("kill -SEGV $$", in: TestFolder.make())
    #expect(crash == .signal(SIGSEGV, isFromOutside: false))
    let ended = try run("kill -TERM $$", in: TestFolder.make())
    #expect(ended == .signal(SIGTERM, isFromOutside: true))
  }

  @Test("a late program hangs, and a stopped run has no end; neither leaves a process")
  func ends() throws {
    let folder = try TestFolder.make()
    let script = "echo $$ >&2; sleep 60"
    var process: pid_t? {
      (try? String(contentsOfFile: "\(folder.path)/err", encoding: .utf8)).flatMap {
        pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines))
      }
    }
    #expect(try run(script, in: folder, isLate: { process != nil }) == .hung)
    #expect(kill(try #require(process), 0) != 0)
    for name in ["out", "err"] { unlink("\(folder.path)/\(name)") }
    #expect(try run(script, in: folder, isStopped: { process != nil }) == nil)
    #expect(kill(try #require(process), 0) != 0)
  }

  @Test("a program that does not exist is an error, and no existing file is written")
  func errors() throws {
    let folder = try TestFolder.make()
    #expect(throws: (any Error).self) {
      try CompletedProcess.run(
        ["\(folder.path)/missing"], output: ("\(folder.path)/a", "\(folder.path)/b"))
    }
    try "kept".write(toFile: "\(folder.path)/out", atomically: true, encoding: .utf8)
    #expect(throws: (any Error).self) { try run("echo lost", in: folder) }
    #expect(try String(contentsOfFile: "\(folder.path)/out", encoding: .utf8) == "kept")
  }
}
