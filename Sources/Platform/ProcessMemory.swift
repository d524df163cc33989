// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The memory that processes hold, in bytes.
package enum ProcessMemory {
  /// The processes whose memory is measured.
  package enum Holder: Sendable {
    /// This process, including the program that it ran before an `exec`.
    case own
    /// The child with the largest peak among those that have ended.
    case children
  }

  #if canImport(Darwin)
    /// Returns the memory that a process holds now; nil when the system does not show it.
    ///
    /// Pages that the system has compressed count.
    package static func held(by process: pid_t) -> Int? {
      usage(of: process).map { Int(clamping: $0.ri_phys_footprint) }
    }

    /// The peak of the memory that the program in this process has held.
    package static var peakOfProgram: Int {
      usage(of: getpid()).map { Int(clamping: $0.ri_lifetime_max_phys_footprint) } ?? 0
    }

    private static func usage(of process: pid_t) -> rusage_info_v4? {
      var usage = rusage_info_v4()
      let code = withUnsafeMutablePointer(to: &usage) {
        $0.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
          proc_pid_rusage(process, RUSAGE_INFO_V4, $0)
        }
      }
      return code == 0 ? usage : nil
    }

    /// Returns the peak of the memory; 0 when the system does not report it.
    package static func peak(of holder: Holder) -> Int {
      var usage = rusage()
      let code = getrusage(holder == .own ? RUSAGE_SELF : RUSAGE_CHILDREN, &usage)
      // In bytes here, in kilobytes on other systems.
      return code == 0 ? usage.ru_maxrss : 0
    }
  #else
    /// Returns the memory that a process holds now; nil when the system does not show it.
    package static func held(by process: pid_t) -> Int? {
      // The second number counts the pages in memory.
      let text = SystemText.bytes(of: "/proc/\(process)/statm", max: 128) ?? []
      let words = text.split(separator: UInt8(ascii: " "))
      guard words.count > 1, let pages = Int(String(decoding: words[1], as: UTF8.self)) else {
        return nil
      }
      return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    /// The peak of the memory that the program in this process has held.
    ///
    /// The peak of the process starts with the memory of its parent, which does not belong to this
    /// program.
    package static var peakOfProgram: Int {
      let status = SystemText.bytes(of: "/proc/self/status") ?? []
      let value = SystemText.value(of: "VmHWM", in: status)
      guard let kilobytes = value?.split(separator: " ").first.flatMap({ Int($0) }) else {
        return peak(of: .own)
      }
      return kilobytes * 1024
    }

    /// Returns the peak of the memory; 0 when the system does not report it.
    package static func peak(of holder: Holder) -> Int {
      var usage = rusage()
      let who = holder == .own ? RUSAGE_SELF : RUSAGE_CHILDREN
      return getrusage(__rusage_who_t(who.rawValue), &usage) == 0 ? usage.ru_maxrss * 1024 : 0
    }
  #endif

  /// Whether the system shows how much memory a process holds.
  package static var isSeen: Bool { held(by: getpid()) != nil }
}
