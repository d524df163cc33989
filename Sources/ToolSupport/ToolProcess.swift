// SPDX-License-Identifier: MIT

import Clocks
import Foundation
import Platform
import Processes
import Supervision

/// This tool with other arguments in a process of its own, so that a crash or endless work there
/// does not affect this process.
package enum ToolProcess {
  /// Runs the tool, and again while its processes are killed from outside.
  ///
  /// When such kills do not stop, everything ends as after a request to stop
  /// (`Interruption.giveUp`).
  ///
  /// - Parameters: as of `run`.
  /// - Returns: as `run`, and never a signal from outside.
  package static func undisturbed(_ arguments: [String], output name: String, limit: UInt64)
    -> CompletedProcess.End?
  {
    var backOff = BackOff()
    while true {
      let end = run(arguments, output: name, limit: limit)
      guard let death = end?.death, death.isDisturbance else { return end }
      switch backOff.rest(isStopped: { Interruption.signal != 0 }) {
      case .again: continue
      case .stopped: return nil
      case .hopeless:
        Interruption.giveUp(
          "processes of '\(arguments[0])' are ended from outside: \(backOff.count) in a row, the last one so: "
            + death.failure.sentence)
        return nil
      }
    }
  }

  /// Runs this tool with arguments.
  ///
  /// `name` is the name of two files with its output, without the endings `.out` and `.err`.
  /// `limit` is the time limit, in nanoseconds.
  ///
  /// - Returns: nil when no process can be started, or when the run is stopped.
  private static func run(
    _ arguments: [String], output name: String, limit: UInt64
  ) -> CompletedProcess.End? {
    removeOutput(name)
    let deadline = MonotonicClock.now().later(by: limit)
    return try? CompletedProcess.run(
      [Executable.path] + arguments, output: ("\(name).out", "\(name).err"),
      isLate: { MonotonicClock.now() >= deadline }, isStopped: { Interruption.signal != 0 })
  }

  /// Returns the last line of its standard error; nil when there is none.
  package static func lastErrorLine(_ name: String) -> String? {
    let text = (try? InputFiles.contents(ofFile: "\(name).err")) ?? []
    let lines = String(decoding: text.suffix(2000), as: UTF8.self).split(separator: "\n")
    // When a command is refused, the last line refers to its help.
    return lines.last { !$0.contains(": see '") }.map { String($0.prefix(300)) }
  }

  /// Removes the files with its output.
  package static func removeOutput(_ name: String) {
    for ending in ["out", "err"] { unlink("\(name).\(ending)") }
  }
}

extension CompletedProcess.End {
  /// The failure that makes the arguments suspect; nil when the process ended with an exit code.
  package var death: CaseDeath? {
    switch self {
    case .hung: return CaseDeath(index: nil, phase: .layout, failure: .hung)
    case .signal(let number, let isFromOutside):
      return CaseDeath(
        index: nil, phase: .layout, failure: .crashed("signal \(number)"),
        isFromOutside: isFromOutside)
    case .code: return nil
    }
  }
}
