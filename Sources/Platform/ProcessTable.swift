// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The processes of the machine, as Linux shows them in `/proc`; on other systems there are none.
///
/// On Darwin `proc_listchildpids` and `sysctl` with KERN_PROC_ALL list processes. KERN_PROCARGS2
/// has their environment, and `kqueue` with EVFILT_PROC and NOTE_EXIT reports the end of one.
/// Nothing there adopts orphans, so the guard alone would find them by their environment.
package enum ProcessTable {
  /// Makes this process the parent of descendants whose own parents end.
  ///
  /// - Returns: whether the system supports that.
  package static func adoptOrphans() -> Bool {
    // PR_SET_CHILD_SUBREAPER. Swift imports no function with a variable number of arguments.
    let option: Int32 = 36
    typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    // Darwin finds no symbol without a handle.
    guard let symbol = dlsym(nil, "prctl") else { return false }
    return unsafeBitCast(symbol, to: Control.self)(option, 1, 0, 0, 0) == 0
  }

  /// The numbers of all processes.
  package static var processes: [pid_t] { numbers(in: "/proc") }

  /// Returns the number of a process, its name in parentheses, its state, and the numbers of its
  /// parent, group and session, with spaces between them; empty when there is no such process.
  package static func status(of process: pid_t) -> [UInt8] {
    SystemText.bytes(of: "/proc/\(process)/stat", max: 4096)
  }

  /// Whether this kernel was built with lists of children.
  package static let listsChildren = access("/proc/self/task/\(getpid())/children", R_OK) == 0

  /// Returns the processes that the system lists as children of any thread of a process.
  package static func listedChildren(of process: pid_t) -> [pid_t] {
    threads(of: process).flatMap { thread in
      SystemText.words(SystemText.bytes(of: "/proc/\(process)/task/\(thread)/children"))
        .compactMap { pid_t($0) }
    }
  }

  /// Returns the numbers of the threads of a process.
  package static func threads(of process: pid_t) -> [pid_t] { numbers(in: "/proc/\(process)/task") }

  /// Returns the nanoseconds that a thread has had a processor, those that it has waited for one,
  /// and the number of its turns; empty where the system does not count them.
  package static func schedule(of thread: pid_t, of process: pid_t) -> [UInt64] {
    SystemText.words(SystemText.bytes(of: "/proc/\(process)/task/\(thread)/schedstat"))
      .compactMap { UInt64($0) }
  }

  /// Returns the variables of a process at the start of its program, with a zero after each; empty
  /// when they may not be read.
  package static func environment(of process: pid_t) -> [UInt8] {
    // The system allows no more in all.
    SystemText.bytes(of: "/proc/\(process)/environ", max: 8 << 20)
  }

  /// Returns the descriptors of the open files of this process; on Darwin those that may be open.
  package static func openDescriptors() -> [Int32] {
    #if canImport(Darwin)
      Array(0..<256)
    #else
      numbers(in: "/proc/self/fd")
    #endif
  }

  /// The counts of events of the system's memory: lines of a name and a number.
  package static var memoryEvents: [UInt8] { SystemText.bytes(of: "/proc/vmstat") }

  /// Returns the names in a folder that are numbers.
  private static func numbers(in folder: String) -> [Int32] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var numbers: [Int32] = []
    while let entry = readdir(stream) {
      let number = withUnsafeBytes(of: &entry.pointee.d_name) { name in
        Int32(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
      }
      if let number { numbers.append(number) }
    }
    return numbers
  }
}
