// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin

  /// Returns the system's account of a process; nil when there is none, or it may not be seen.
  func usage(of process: pid_t) -> rusage_info_v4? {
    var usage = rusage_info_v4()
    let code = withUnsafeMutablePointer(to: &usage) {
      $0.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
        proc_pid_rusage(process, RUSAGE_INFO_V4, $0)
      }
    }
    return code == 0 ? usage : nil
  }
#else
  import Glibc
#endif

/// The memory that processes hold, in bytes.
package enum ProcessMemory {
  /// Returns the memory that a process holds now; nil when the system does not show it.
  ///
  /// Pages that Darwin has compressed count.
  package static func held(by process: pid_t) -> Int? {
    #if canImport(Darwin)
      return usage(of: process).map { Int(clamping: $0.ri_phys_footprint) }
    #else
      // The second number counts the pages in memory.
      let words = SystemText.words(SystemText.bytes(of: "/proc/\(process)/statm", max: 128))
      return words.dropFirst().first.flatMap { Int($0) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
    #endif
  }

  /// The peak of the memory that the program in this process has held.
  ///
  /// The peak of the process starts with the memory of its parent, which does not belong to this
  /// program.
  package static var peakOfProgram: Int {
    #if canImport(Darwin)
      return usage(of: getpid()).map { Int(clamping: $0.ri_lifetime_max_phys_footprint) } ?? 0
    #else
      let peak = SystemText.value(after: "VmHWM", in: SystemText.bytes(of: "/proc/self/status"))
      let kilobytes = peak.flatMap { SystemText.words($0.utf8).first }.flatMap { Int($0) }
      return kilobytes.map { $0 * 1024 } ?? self.peak(of: .own)
    #endif
  }

  /// The processes whose peak is measured.
  package enum Holder: Sendable {
    /// This process, including the program that it ran before an `exec`.
    case own
    /// The child with the largest peak among those that have ended.
    case children
  }

  /// Returns the peak of the memory; 0 when the system does not report it.
  package static func peak(of holder: Holder) -> Int {
    #if canImport(Darwin)
      let unit = 1
    #else
      let unit = 1024
    #endif
    var usage = rusage()
    let code = getrusage(number(holder == .own ? RUSAGE_SELF : RUSAGE_CHILDREN), &usage)
    return code == 0 ? usage.ru_maxrss * unit : 0
  }
}
