// SPDX-License-Identifier: MIT

import Clocks
import Display
import Processes

/// A run of a program that shows a finding, in a folder of its own and with a time limit.
///
/// The program belongs to the family of this process, so that it ends with this process.
package struct ProgramTrial {
  /// The result of one or more runs.
  package enum Result: Sendable, Hashable {
    case shows
    /// It ended without showing the bug, in a way described by a sentence.
    case showsNot(String)
    case notRun(String)
  }

  private let format: ProgramFormat
  private let bytes: [UInt8]
  private let now: @Sendable () -> UInt64

  /// The time limit of all runs together, in nanoseconds.
  private static let limit: UInt64 = 30_000_000_000
  /// The largest number of blocks of 512 bytes that a run may write.
  private static let blocksMax = 40_000
  /// The largest number of runs in a row that end neither with 0 nor with 1.
  ///
  /// The display of `xvfb-run` may fail at its end, and a bug of the toolkit may also corrupt its
  /// memory, so that some runs crash.
  private static let brokenMax = 5
  /// The code of a program whose package is missing.
  private static let unavailable = 75

  package init(_ text: String, _ format: ProgramFormat, now: @escaping @Sendable () -> UInt64) {
    bytes = Array(text.utf8)
    self.format = format
    self.now = now
  }

  /// Runs the program until it shows the bug.
  ///
  /// - Parameters:
  ///   - folder: an empty folder; its files are those of the run afterwards.
  ///   - runsMax: the largest number of runs.
  ///   - isStopped: whether the campaign is stopped.
  /// - Returns: the result of the last run.
  package func run(in folder: String, runsMax: Int, isStopped: () -> Bool) -> Result {
    let deadline = now().later(by: Self.limit)
    var last = Result.notRun("no run")
    for run in 0..<max(1, runsMax) {
      // A program that shows the bug in some runs needs no other time limit.
      if run > 0, now() >= deadline { return last }
      for _ in 0..<Self.brokenMax {
        let (result, isBroken) = runOnce(in: folder, deadline: deadline, isStopped)
        last = result
        if !isBroken || now() >= deadline { break }
      }
      guard case .showsNot = last else { return last }
    }
    return last
  }

  /// Runs the program once.
  ///
  /// - Returns: the result, and whether the program ended neither with 0 nor with 1.
  private func runOnce(
    in folder: String, deadline: UInt64, _ isStopped: () -> Bool
  ) -> (Result, isBroken: Bool) {
    let child: ChildProcess
    do throws(SpawnError) {
      child = try ChildProcess(command: command(folder), now: now)
    } catch {
      return (.notRun("no process starts"), false)
    }
    defer { child.end() }
    switch child.exchange(bytes, lines: 2, deadline: deadline, isStopped: isStopped) {
    case .stopped: return (.notRun("the campaign was stopped"), false)
    case .failed(.hung):
      return (.notRun("it took longer than \(ShownNumber.limit(nanoseconds: Self.limit))"), false)
    case .failed(let failure): return (.notRun(failure.sentence), false)
    case .lines(let lines):
      let words = lines.map { String(decoding: $0, as: UTF8.self) }
      return result(words[0], said: ShownText.line(words[1], upTo: 200))
    }
  }

  /// Returns the shell command, which reads the program from standard input and writes two lines:
  /// the exit code with the number of lines with expected numbers, and the last line of the output.
  ///
  /// The display that xvfb-run has started gets time to end: killed, it would leave its lock file.
  private func command(_ folder: String) -> String {
    let last = "tail -n 1 output | head -c 1000 | tr -d '\\r\\n'; echo"
    let build = format.buildCommand.map {
      "(\($0)) >output 2>&1 || { echo build; \(last); exit; }\n"
    }
    return """
      cd \(ShellWord.quoted(folder)) || exit
      head -c \(bytes.count) >\(format.fileName)
      ulimit -f \(Self.blocksMax)
      \(build ?? "")(\(format.runCommand)) >output 2>&1 </dev/null
      code=$?
      \(format.needsDisplay ? "sleep 0.2" : "")
      echo "$code $(grep -c expected output)"
      \(last)
      """
  }

  private func result(_ end: String, said: String) -> (Result, isBroken: Bool) {
    let words = end.split(separator: " ").compactMap { Int($0) }
    guard words.count == 2 else { return (.notRun("it cannot be compiled: \(said)"), false) }
    switch (words[0], words[1]) {
    case (1, 1...): return (.shows, false)
    case (0, _): return (.showsNot("it ended with exit code 0"), false)
    case (Self.unavailable, _), (126...127, _): return (.notRun(said), false)
    default: return (.notRun("it ended with exit code \(words[0]): \(said)"), true)
    }
  }
}
