// SPDX-License-Identifier: MIT

import Dispatch
import EngineScripts
import ExternalSolvers
import Foundation
import TestSupport
import Testing

@testable import Engines

/// Compiles the example in C of `scripts/engines` and runs scripts with it.
@Suite(
  "The example of an engine in C",
  .enabled(if: Compiler.isInstalled, "skipped: no C compiler, cc"), .waitsForProcesses)
struct ExampleEngineTests {
  private static let source = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("scripts/engines/example.c")

  /// Compiles a text without warnings, with checks of memory and arithmetic where they exist.
  private static func compiled(_ text: String) throws -> String {
    let folder = try TestFolder.make()
    let (source, program) = ("\(folder.path)/example.c", "\(folder.path)/example")
    try text.write(toFile: source, atomically: true, encoding: .utf8)
    let options = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-o", program, source]
    let checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    if try Compiler.run("cc", checks + options), try Compiler.run(program, []) { return program }
    #expect(try Compiler.run("cc", options), "cc does not compile the example without warnings")
    return program
  }

  /// Runs the scripts of seeds up to the first failure.
  ///
  /// Returns that, the first other script that did not pass, and the number of those that passed.
  private static func fuzz(
    _ program: String, _ seeds: Range<UInt64>
  ) throws -> (failure: String?, gaveUp: String?, passed: Int) {
    let pool = try EnginePool(
      AdapterCommand(name: "example", command: "'\(program)'"),
      timeoutNanoseconds: 60_000_000_000, now: { DispatchTime.now().uptimeNanoseconds })
    defer { pool.endAll() }
    let runner = EngineRunner(pool)
    let generator = EngineGenerator(runner.offer)
    var (gaveUp, passed): (String?, Int) = (nil, 0)
    for seed in seeds {
      let script = generator.script(seed: seed)
      let truth = try EngineTruth(of: script, runner.offer)
      guard case .judged(let judgement, _) = try runner.run(script, truth) else { continue }
      let sentence = EngineText(script).sentence(judgement)
      if judgement.failure != nil { return (sentence, gaveUp, passed) }
      if judgement.verdict == .judged(.pass) {
        passed += 1
      } else {
        gaveUp = gaveUp ?? "seed \(seed): \(sentence)"
      }
    }
    return (nil, gaveUp, passed)
  }

  @Test("it has no finding and never gives up")
  func healthy() throws {
    let text = try String(contentsOf: Self.source, encoding: .utf8)
    let count: UInt64 = TestLength.isFull ? 2000 : 300
    let (failure, gaveUp, passed) = try Self.fuzz(try Self.compiled(text), 0..<count)
    #expect(failure == nil && gaveUp == nil)
    #expect(passed == Int(count))
  }

  @Test("a fault in it is found")
  func faulty() throws {
    let text = try String(contentsOf: Self.source, encoding: .utf8)
    let wrong = text.replacing(
      "\"left\", \"right\", \"width\"", with: "\"right\", \"left\", \"width\"")
    #expect(wrong != text)
    #expect(try Self.fuzz(try Self.compiled(wrong), 0..<300).failure != nil)
  }
}

/// The C compiler of this machine.
private enum Compiler {
  static let isInstalled = (try? run("cc", ["--version"])) == true

  /// Runs a program of the search path, and returns whether it ends with 0.
  static func run(_ program: String, _ arguments: [String]) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
