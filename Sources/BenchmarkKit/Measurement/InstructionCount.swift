// SPDX-License-Identifier: MIT

import Foundation

/// Instructions of the measured part of a program, as callgrind counts them: nearly the same in every run on one
/// machine, given the same environment and addresses.
package enum InstructionCount {
  /// The function whose instructions count, with all it calls; a worker runs its work inside of it.
  package static let symbol = "layoutbench_measured_section"

  /// Why nothing was counted.
  package struct Missing: Error, Sendable, Hashable {
    package let reason: String
  }

  /// Runs a program that works once and counts.
  ///
  /// - Throws: `Missing` without valgrind and setarch, or when the program does not end well.
  package static func measure(
    executable: String, arguments: [String]
  ) throws(Missing) -> Int {
    guard let valgrind = Command.find("valgrind") else {
      throw Missing(reason: "no program 'valgrind'")
    }
    guard let setarch = Command.find("setarch") else {
      throw Missing(reason: "no program 'setarch'")
    }
    let own = ProcessInfo.processInfo.environment
    var environment = ["SWIFT_DETERMINISTIC_HASHING": "1"]
    environment["LD_LIBRARY_PATH"] = own["LD_LIBRARY_PATH"]
    // Addresses must not be random: they decide what a hash table compares.
    let words =
      ["-R", valgrind, "--tool=callgrind", "--toggle-collect=\(symbol)"]
      + ["--callgrind-out-file=/dev/null", executable] + arguments
    guard let result = Command.run(setarch, words, environment: environment) else {
      throw Missing(reason: "setarch cannot be started")
    }
    for line in result.error.split(separator: "\n") {
      guard let range = line.firstRange(of: "Collected :") else { continue }
      guard result.status == 0, let count = Int(line[range.upperBound...].filter(\.isNumber)),
        count > 0
      else { break }
      return count
    }
    let last = result.error.split(separator: "\n").last ?? "no output"
    throw Missing(reason: "callgrind ended with code \(result.status): \(last)")
  }
}
