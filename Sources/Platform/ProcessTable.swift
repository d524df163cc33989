// SPDX-License-Identifier: MIT

// The processes of the machine. Only Linux lists them in /proc and gives orphans to an ancestor
// other than the first process. On Darwin `proc_listchildpids` and `sysctl` with KERN_PROC_ALL list
// processes. KERN_PROCARGS2 has their environment, and `kqueue` with EVFILT_PROC and NOTE_EXIT
// reports the end of one. Nothing there adopts orphans, so the guard alone would find them by their
// environment.

#if canImport(Darwin)
  import Darwin

  /// The processes of the machine.
  package enum ProcessTable {
    package static func adoptOrphans() -> Bool { false }
    package static func children(of process: pid_t) -> [pid_t] { [] }
    static func childrenByParent(of process: pid_t) -> [pid_t] { [] }
    package static func descendants(of process: pid_t) -> [pid_t] { [] }
    package static func environmentValue(of process: pid_t, _ name: String) -> String? { nil }
    package static func processorWaits(of process: pid_t) -> [pid_t: UInt64] { [:] }
    package static func entries() -> [Entry] { [] }
    package static func openDescriptors() -> [Int32] { Array(0..<256) }
    package static var memoryKills: Int? { nil }
  }
#else
  import Glibc

  /// The processes of the machine.
  package enum ProcessTable {
    /// The most bytes that are read of an environment: the system allows no more in all.
    private static let environmentBytesMax = 8 << 20

    /// Makes this process the parent of descendants whose own parents end.
    ///
    /// - Returns: whether the system supports that.
    package static func adoptOrphans() -> Bool {
      // PR_SET_CHILD_SUBREAPER. Swift imports no function with a variable number of arguments.
      let option: Int32 = 36
      typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
      guard let symbol = dlsym(nil, "prctl") else { return false }
      return unsafeBitCast(symbol, to: Control.self)(option, 1, 0, 0, 0) == 0
    }

    /// Returns the processes that any thread of a process has started, or that it has adopted.
    package static func children(of process: pid_t) -> [pid_t] {
      listsChildren ? listedChildren(of: process) : childrenByParent(of: process)
    }

    /// Whether this kernel was built with lists of children.
    private static let listsChildren =
      access("/proc/self/task/\(getpid())/children", R_OK) == 0

    private static func listedChildren(of process: pid_t) -> [pid_t] {
      names(in: "/proc/\(process)/task").flatMap { thread in
        let text = SystemText.bytes(of: "/proc/\(process)/task/\(thread)/children") ?? []
        return text.split(separator: UInt8(ascii: " ")).compactMap {
          pid_t(String(decoding: $0, as: UTF8.self))
        }
      }
    }

    /// Returns the children of a process, found by the parent that each process names.
    static func childrenByParent(of process: pid_t) -> [pid_t] {
      names(in: "/proc").compactMap { pid_t($0) }.filter { status(of: $0)?.entry.parent == process }
    }

    /// Returns the children of a process, their children, and so on.
    package static func descendants(of process: pid_t) -> [pid_t] {
      var all: [pid_t] = []
      var known: Set<pid_t> = [process]
      var next = children(of: process)
      while let found = next.popLast() {
        guard known.insert(found).inserted else { continue }
        all.append(found)
        next += children(of: found)
      }
      return all
    }

    /// Returns how long each thread of a process and of its descendants has waited for a processor
    /// since its start, in nanoseconds.
    ///
    /// The keys are the numbers of the threads. A system that does not count this has none.
    package static func processorWaits(of process: pid_t) -> [pid_t: UInt64] {
      var waits: [pid_t: UInt64] = [:]
      for member in [process] + descendants(of: process) {
        for thread in names(in: "/proc/\(member)/task").compactMap({ pid_t($0) }) {
          // The time on a processor, the time of waiting for one, and the number of turns.
          let text = SystemText.bytes(of: "/proc/\(member)/task/\(thread)/schedstat", max: 128)
          let words = text?.split(separator: UInt8(ascii: " ")) ?? []
          guard words.count > 1 else { continue }
          waits[thread] = UInt64(String(decoding: words[1], as: UTF8.self))
        }
      }
      return waits
    }

    /// Returns a variable of a process's environment at the start of its program; nil when it is
    /// not set or may not be read.
    package static func environmentValue(of process: pid_t, _ name: String) -> String? {
      let start = Array("\(name)=".utf8)
      let file = "/proc/\(process)/environ"
      guard let text = SystemText.bytes(of: file, max: environmentBytesMax) else { return nil }
      return text.split(separator: 0).first { $0.starts(with: start) }
        .map { String(decoding: $0.dropFirst(start.count), as: UTF8.self) }
    }

    /// Returns all running processes.
    package static func entries() -> [Entry] {
      names(in: "/proc").compactMap { pid_t($0) }.compactMap(status).filter { !$0.hasEnded }
        .map(\.entry)
    }

    private static func status(of process: pid_t) -> (entry: Entry, hasEnded: Bool)? {
      // The name in parentheses may contain anything, also parentheses and spaces.
      guard let text = SystemText.bytes(of: "/proc/\(process)/stat", max: 4096),
        let end = text.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      let words = text[(end + 1)...].split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard words.count > 3, let parent = pid_t(words[1]),
        let group = pid_t(words[2]), let session = pid_t(words[3])
      else { return nil }
      return (
        Entry(process: process, parent: parent, group: group, session: session),
        hasEnded: ["Z", "X"].contains(words[0])
      )
    }

    /// Returns the descriptors of the open files of this process.
    package static func openDescriptors() -> [Int32] {
      names(in: "/proc/self/fd").compactMap { Int32($0) }
    }

    /// The number of processes that the system has ended for lack of memory since its start; nil
    /// where it does not count them.
    package static var memoryKills: Int? {
      SystemText.bytes(of: "/proc/vmstat", max: 1 << 20).flatMap(count(ofMemoryKills:))
    }

    private static func names(in folder: String) -> [String] {
      guard let stream = opendir(folder) else { return [] }
      defer { closedir(stream) }
      var names: [String] = []
      while let entry = readdir(stream) {
        names.append(
          withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
          })
      }
      return names
    }
  }
#endif

extension ProcessTable {
  /// One process.
  package struct Entry: Sendable, Hashable {
    package let process: pid_t
    package let parent: pid_t
    package let group: pid_t
    package let session: pid_t
  }

  /// Returns the count of processes ended for lack of memory; nil if the table has none.
  ///
  /// `table` has lines of a name and a number.
  package static func count(ofMemoryKills table: [UInt8]) -> Int? {
    let name = Array("oom_kill ".utf8)
    return table.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name) }
      .flatMap { Int(String(decoding: $0.dropFirst(name.count), as: UTF8.self)) }
  }
}
