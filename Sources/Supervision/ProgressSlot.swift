// SPDX-License-Identifier: MIT

import Foundation
import Platform
import Processes
import Synchronization

/// A page of memory that two processes share: the one writes which case it works on, and in which
/// phase, before it does; the other reads it when the first has ended, or does not get on.
///
/// One process writes, and each word is written in one go, so a reader sees no half numbers; what
/// it reads after the writer's end is what was written last.
package final class ProgressSlot: Sendable {
  private static let bytes = 4096

  /// The open file of the page, to be inherited.
  package let descriptor: Int32
  private nonisolated(unsafe) let words: UnsafeMutablePointer<Atomic<UInt64>>

  private enum Word {
    static let sequence = 0
    static let index = 1
    static let phase = 2
  }

  /// Makes a page that has no name in the file system.
  package convenience init() throws(SpawnError) {
    try self.init(inherited: try SharedMemory.make(bytes: ProgressSlot.bytes))
  }

  /// Takes a page that another process has made.
  ///
  /// - Throws: when the descriptor is none of such a page.
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

  /// Takes down what comes next.
  package func note(_ index: Int?, _ phase: CasePhase) {
    words[Word.index].store(index.map { UInt64($0) + 1 } ?? 0, ordering: .relaxed)
    note(phase)
  }

  /// Takes down what comes next with the same case.
  package func note(_ phase: CasePhase) {
    words[Word.phase].store(phase.code, ordering: .releasing)
    words[Word.sequence].add(1, ordering: .releasing)
  }

  /// Changes whenever something is taken down.
  package var sequence: UInt64 { words[Word.sequence].load(ordering: .acquiring) }

  /// What was taken down last.
  package var last: (index: Int?, phase: CasePhase) {
    let index = words[Word.index].load(ordering: .acquiring)
    let isIndex = index > 0 && index <= UInt64(Int.max)
    return (
      isIndex ? Int(index - 1) : nil,
      CasePhase(code: words[Word.phase].load(ordering: .acquiring))
    )
  }
}
