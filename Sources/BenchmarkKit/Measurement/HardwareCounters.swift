// SPDX-License-Identifier: MIT

/// Whether the machine can count instructions in hardware; most virtual machines cannot.
package enum HardwareCounters {
  /// Returns `available`, or the missing part.
  ///
  /// A missing count is never taken for 0.
  package static func probe() -> String {
    guard let result = Command.run("perf", ["stat", "-x", ",", "-e", "instructions:u", "true"])
    else {
      return "missing: no program 'perf'"
    }
    let line = result.error.split(separator: "\n").first { $0.contains("instructions") }
    guard let line, result.status == 0 else { return "missing: perf stat fails" }
    let count = line.split(separator: ",", omittingEmptySubsequences: false).first ?? ""
    return Int(count) == nil ? "missing: perf says \(count)" : "available"
  }
}
