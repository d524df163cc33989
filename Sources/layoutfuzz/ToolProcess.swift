// SPDX-License-Identifier: MIT

import Foundation

/// This tool with other arguments, in a process of its own: what ends it, or never comes to an end, ends nothing else.
enum ToolProcess {
  /// How a process ended.
  enum End {
    case code(Int32)
    case signal(Int32)
    case hung

    /// Whether the machine may be the cause.
    var isDoubtful: Bool {
      switch self {
      case .hung: return true
      case .signal(let number): return number == SIGKILL
      case .code: return false
      }
    }
  }

  private static let pollMicroseconds: UInt32 = 2_000

  /// - Parameters:
  ///   - output: what it prints goes to files of this name that end in `.out` and `.err`.
  ///   - limit: how long it may take.
  /// - Returns: nil when no process can be started, or when somebody wants everything to end.
  static func run(_ arguments: [String], output name: String, limit: UInt64) -> End? {
    let process = Process()
    for ending in ["out", "err"] {
      guard FileManager.default.createFile(atPath: "\(name).\(ending)", contents: nil) else {
        return nil
      }
    }
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: "\(name).out")
    process.standardError = FileHandle(forWritingAtPath: "\(name).err")
    guard (try? process.run()) != nil else { return nil }
    let deadline = MonotonicClock.now() + limit
    while process.isRunning {
      let isLate = MonotonicClock.now() >= deadline
      if isLate || Interruption.signal != 0 {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return isLate ? .hung : nil
      }
      usleep(pollMicroseconds)
    }
    return process.terminationReason == .exit
      ? .code(process.terminationStatus) : .signal(process.terminationStatus)
  }

  /// The last line of what it printed to standard error; nil when there is none.
  static func lastErrorLine(_ name: String) -> String? {
    let text = (try? InputFiles.contents(ofFile: "\(name).err")) ?? []
    let lines = String(decoding: text.suffix(2000), as: UTF8.self).split(separator: "\n")
    // Where a command is refused, the last line leads to its help.
    return lines.last { !$0.contains(": see '") }.map { String($0.prefix(300)) }
  }

  /// Takes away what it printed.
  static func removeOutput(_ name: String) {
    for ending in ["out", "err"] { unlink("\(name).\(ending)") }
  }
}
