// SPDX-License-Identifier: MIT

import Foundation

/// Counts of valgrind for the measured part of a program: nearly the same in every run on one
/// machine, given the same environment and addresses.
package enum ValgrindCount {
  /// The function whose instructions count, with all its callees; a worker runs its work inside of
  /// it.
  package static let symbol = "layoutbench_measured_section"

  /// The reason for a missing count.
  package struct Missing: Error, Sendable, Hashable {
    package let reason: String
  }

  /// Returns the instructions of the measured section, counted by callgrind.
  ///
  /// - Throws: `Missing` without valgrind and setarch, or when the program does not end well.
  package static func instructions(
    executable: String, arguments: [String]
  ) throws(Missing) -> Int {
    let lines = try run(
      ["--tool=callgrind", "--toggle-collect=\(symbol)", "--callgrind-out-file=/dev/null"],
      executable, arguments)
    return try number(after: "Collected :", in: lines)
  }

  /// Returns the heap blocks of one iteration, counted by dhat: those of a run with two iterations
  /// less those of a run with one.
  ///
  /// `--times N` is added to `arguments`.
  ///
  /// - Throws: as `instructions`.
  package static func allocations(
    executable: String, arguments: [String]
  ) throws(Missing) -> Int {
    var blocks: [Int] = []
    for times in 1...2 {
      let lines = try run(
        ["--tool=dhat", "--dhat-out-file=/dev/null"], executable,
        arguments + ["--times", "\(times)"])
      // Total:     252,469 bytes in 2,088 blocks
      let total = lines.filter { $0.contains("Total:") }
      blocks.append(try number(after: " bytes in ", in: total))
    }
    return blocks[1] - blocks[0]
  }

  private static func run(
    _ options: [String], _ executable: String, _ arguments: [String]
  ) throws(Missing) -> [Substring] {
    guard let valgrind = Command.find("valgrind") else {
      throw Missing(reason: "no program 'valgrind'")
    }
    let own = ProcessInfo.processInfo.environment
    var environment = ["SWIFT_DETERMINISTIC_HASHING": "1"]
    environment["LD_LIBRARY_PATH"] = own["LD_LIBRARY_PATH"]
    // Addresses must not be random: they decide the comparisons of a hash table.
    guard
      let result = Command.run(
        "setarch", ["-R", valgrind] + options + [executable] + arguments, environment: environment)
    else { throw Missing(reason: "no program 'setarch'") }
    let lines = result.error.split(separator: "\n")
    guard result.status == 0 else {
      throw Missing(reason: "valgrind ended with code \(result.status): \(lines.last ?? "")")
    }
    return lines
  }

  private static func number(after mark: String, in lines: [Substring]) throws(Missing) -> Int {
    for line in lines {
      guard let range = line.firstRange(of: mark) else { continue }
      let digits = line[range.upperBound...].drop { $0 == " " }
        .prefix { $0.isNumber || $0 == "," }.filter(\.isNumber)
      if let count = Int(digits), count > 0 { return count }
    }
    throw Missing(reason: "valgrind said nothing of '\(mark)'")
  }
}
