// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Synchronization

/// Work on several threads of Dispatch, which a system may refuse.
///
/// Dispatch tries a thread that the system refuses again without end. It ends the process when it
/// has no descriptor for the files by which it watches its threads. So both are tried before its
/// work. Where one is missing, the calling thread does all the work of this process.
///
/// A limit that is reached after the try is not noticed.
package enum Parallel {
  /// The number of files that Dispatch opens, and keeps.
  private static let filesOfDispatch = 4
  /// The number of threads that Dispatch starts besides those of the work.
  private static let threadsOfDispatch = 1

  /// Whether the system had room for the files of Dispatch before its first work.
  private static let hasFiles = (try? Descriptors.ensureRoom(for: filesOfDispatch)) != nil

  /// Whether the system has room for the threads that Dispatch starts for as many: at most one for
  /// each processor.
  ///
  /// - Complexity: starts and ends as many threads.
  static func isPossible(threads: Int) -> Bool {
    guard hasFiles else { return false }
    let count =
      min(threads, ProcessInfo.processInfo.activeProcessorCount) + threadsOfDispatch
    let end = DispatchSemaphore(value: 0)
    var started: [OwnThread] = []
    while started.count < count, let thread = OwnThread({ end.wait() }) { started.append(thread) }
    for _ in started { end.signal() }
    for thread in started { thread.join() }
    return started.count == count
  }

  /// Runs pieces of work by number from 0 on at most `threads` threads and returns when all are
  /// done.
  package static func perform(
    count: Int, threads: Int, _ work: @Sendable (Int) -> Void
  ) {
    let shares = min(count, threads)
    guard shares > 1, isPossible(threads: shares) else {
      for number in 0..<count { work(number) }
      return
    }
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: shares) { _ in
      ThreadPriority.takeThatOfProcess()
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < count else { return }
        work(number)
      }
    }
  }

  /// Starts `count` threads that run the same work; Dispatch may use fewer on a small machine.
  ///
  /// - Returns: the group to wait for; nil, without running `work`, when the system has no room for
  ///   the threads.
  package static func team(
    of count: Int, _ work: @escaping @Sendable () -> Void
  ) -> DispatchGroup? {
    guard isPossible(threads: count) else { return nil }
    let queue = DispatchQueue(label: "layoutfuzz.team", attributes: .concurrent)
    let group = DispatchGroup()
    for _ in 0..<count {
      queue.async(group: group) {
        ThreadPriority.takeThatOfProcess()
        work()
      }
    }
    return group
  }
}
