// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// Work on several threads of Dispatch, which a system may refuse.
///
/// Dispatch waits forever for a first thread that the system has no room for. It ends the process
/// when it has no descriptor for the files by which it watches its threads. So both are tried
/// before its first work. Where one is missing, the calling thread does all the work of this
/// process.
///
/// The result of the first try holds for the life of the process. Dispatch keeps its files, and
/// needs only one thread to make progress. A limit that another process lowers later is not
/// noticed.
package enum Parallel {
  /// The number of files that Dispatch opens.
  private static let filesOfDispatch = 4

  /// The number of times that the system was tried.
  static let probes = Atomic<Int>(0)

  /// Whether the system has room for a thread and for the files of Dispatch.
  private static let isPossible: Bool = {
    probes.add(1, ordering: .relaxed)
    guard (try? Descriptors.ensureRoom(for: filesOfDispatch)) != nil,
      let thread = OwnThread(stackBytes: 1 << 16, {})
    else { return false }
    thread.join()
    return true
  }()

  /// Runs pieces of work by number from 0 on at most `threads` threads and returns when all are
  /// done.
  package static func perform(
    count: Int, threads: Int, _ work: @Sendable (Int) -> Void
  ) {
    let shares = min(count, threads)
    guard shares > 1, isPossible else {
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
  ///   a thread.
  package static func team(
    of count: Int, _ work: @escaping @Sendable () -> Void
  ) -> DispatchGroup? {
    guard isPossible else { return nil }
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
