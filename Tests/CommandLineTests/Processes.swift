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

  /// Whether all threads of a process wait for something other than the processor or a disk.
  static func rests(_ process: Int32) -> Bool {
    let tasks = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return !threads.isEmpty
      && threads.allSatisfy { thread in
        let text = try? String(contentsOfFile: "\(tasks)/\(thread)/stat", encoding: .utf8)
        return text?.split(separator: ")").last?.split(separator: " ").first == "S"
      }
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
