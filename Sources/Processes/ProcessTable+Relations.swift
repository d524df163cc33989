// SPDX-License-Identifier: MIT

import Foundation
import Platform

extension ProcessTable {
  /// One process.
  struct Entry: Sendable, Hashable {
    let process: pid_t
    let parent: pid_t
    let group: pid_t
    let session: pid_t
  }

  /// Returns all running processes.
  static func entries() -> [Entry] {
    processes.compactMap { entry(of: $0, status: status(of: $0)) }.filter { !$0.hasEnded }
      .map(\.entry)
  }

  /// Returns the process that a text of `ProcessTable.status` describes; nil for another text.
  static func entry(of process: pid_t, status: [UInt8]) -> (entry: Entry, hasEnded: Bool)? {
    // The name in parentheses may contain anything, also parentheses and spaces.
    guard let end = status.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let words = status[(end + 1)...].split(separator: UInt8(ascii: " ")).map {
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

  /// Returns the processes that any thread of a process has started, or that it has adopted.
  static func children(of process: pid_t) -> [pid_t] {
    listsChildren ? listedChildren(of: process) : childrenByParent(of: process)
  }

  /// Returns the children of a process, found by the parent that each process names.
  static func childrenByParent(of process: pid_t) -> [pid_t] {
    processes.filter { entry(of: $0, status: status(of: $0))?.entry.parent == process }
  }

  /// Returns the children of a process, their children, and so on.
  static func descendants(of process: pid_t) -> [pid_t] {
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

  /// Returns how long each thread of a process and of its descendants has waited for a processor,
  /// in nanoseconds, by the numbers of the threads.
  static func processorWaits(of process: pid_t) -> QuietTime.Waits {
    var waits: QuietTime.Waits = [:]
    for member in [process] + descendants(of: process) {
      for thread in threads(of: member) {
        waits[thread] = schedule(of: thread, of: member).dropFirst().first
      }
    }
    return waits
  }

  /// Returns a variable of a process's environment at the start of its program; nil when it is not
  /// set or may not be read.
  static func environmentValue(of process: pid_t, _ name: String) -> String? {
    let start = Array("\(name)=".utf8)
    return environment(of: process).split(separator: 0).first { $0.starts(with: start) }
      .map { String(decoding: $0.dropFirst(start.count), as: UTF8.self) }
  }
}
