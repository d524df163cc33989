// SPDX-License-Identifier: MIT

import Foundation
import Processes
import Synchronization

/// A page of memory that two processes share.
///
/// The worker writes the case and the phase before it begins with them. The supervisor reads them
/// when the worker has ended or makes no progress.
///
/// Only one process writes, and each word is written atomically, so a reader sees no partial
/// numbers. After the writer's end a reader sees its last words.
package final class ProgressSlot: Sendable {
  private static let bytes = 4096

  /// The descriptor of the page, to be inherited.
  package let descriptor: Int32
  private nonisolated(unsafe) let words: UnsafeMutablePointer<Atomic<UInt64>>

  private enum Word {
    static let sequence = 0
    static let index = 1
    static let phase = 2
  }

  /// Creates a page that has no name in the file system.
  package convenience init() throws(SpawnError) {
    try self.init(inherited: try SharedMemory.make(bytes: ProgressSlot.bytes))
  }

  /// Maps a page that another process has created.
  ///
  /// - Throws: when the descriptor belongs to no such page.
  package init(inherited descriptor: Int32) throws(SpawnError) {
    self.descriptor = descriptor
    let memory = mmap(
      nil, ProgressSlot.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let memory, memory != MAP_FAILED else {
      let code = errno
      close(descriptor)
      throw SpawnError(code: code)
    }
    words = memory.bindMemory(
      to: Atomic<UInt64>.self, capacity: ProgressSlot.bytes / MemoryLayout<UInt64>.stride)
  }

  deinit {
    munmap(words, ProgressSlot.bytes)
    close(descriptor)
  }

  /// Records the case and the phase that come next.
  package func note(_ index: Int?, _ phase: CasePhase) {
    words[Word.index].store(index.map { UInt64($0) + 1 } ?? 0, ordering: .relaxed)
    note(phase)
  }

  /// Records the phase that comes next with the same case.
  package func note(_ phase: CasePhase) {
    words[Word.phase].store(phase.code, ordering: .releasing)
    words[Word.sequence].add(1, ordering: .releasing)
  }

  /// A number that changes with each record.
  package var sequence: UInt64 { words[Word.sequence].load(ordering: .acquiring) }

  /// The last recorded case and phase.
  package var last: (index: Int?, phase: CasePhase) {
    let index = words[Word.index].load(ordering: .acquiring)
    let isIndex = index > 0 && index <= UInt64(Int.max)
    return (
      isIndex ? Int(index - 1) : nil,
      CasePhase(code: words[Word.phase].load(ordering: .acquiring))
    )
  }
}
