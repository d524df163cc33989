// SPDX-License-Identifier: MIT

import Foundation

/// The processes of this machine, read from /proc.
enum Processes {
  /// Whether a process runs; an ended process that was not yet reaped does not.
  static func isAlive(_ process: Int32) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return false
    }
    let state = text.split(separator: ")").last?.split(separator: " ").first
    return state != "Z" && state != "X"
  }

  /// Returns the processes that any thread of a process has started or inherited.
  static func children(of process: Int32) -> [Int32] {
    let tasks = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.flatMap { thread in
      let text = try? String(contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)
      return (text ?? "").split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// Returns all processes that a process has started, directly or indirectly.
  static func descendants(of process: Int32) -> [Int32] {
    children(of: process).flatMap { [$0] + descendants(of: $0) }
  }

  /// Returns the processor time of a process in seconds of one core; 0 if it has ended.
  static func secondsOfWork(of process: Int32) -> Double {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    // Behind the name in parentheses, the 12th and 13th are ticks in the system and in the program.
    let words = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard words.count > 12, let own = Double(words[11]), let below = Double(words[12]) else {
      return 0
    }
    return (own + below) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Whether a process has its own handler for a signal.
  static func hears(_ signal: Int32, _ process: Int32) -> Bool {
    let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
    let set = line.flatMap {
      UInt64($0.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16)
    }
    return (set ?? 0) >> UInt64(signal - 1) & 1 == 1
  }

  /// Returns the words of the command line of a process.
  static func words(of process: Int32) -> [String] {
    let bytes = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Waits for the end of processes, with a bound that only a hang reaches.
  ///
  /// - Returns: the processes that have not ended.
  static func waitForEnd(_ processes: [Int32], seconds: Int) -> [Int32] {
    for _ in 0..<(seconds * 50) {
      if !processes.contains(where: isAlive) { return [] }
      usleep(20_000)
    }
    return processes.filter(isAlive)
  }
}
