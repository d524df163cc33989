// SPDX-License-Identifier: MIT

import Synchronization

/// Work on several threads, which a system may refuse.
///
/// Where the system has no room for a thread, fewer threads do the same work. Without any, the
/// calling thread does all of it. Threads of Dispatch would not do: a start that the system refuses
/// is tried again without end, and the calling thread waits for it.
package enum Parallel {
  /// Runs pieces of work by number from 0 on at most `threads` threads and returns when all are
  /// done.
  ///
  /// The calling thread is one of them.
  package static func perform(
    count: Int, threads: Int, _ work: @Sendable (Int) -> Void
  ) {
    let numbers = Numbers(count)
    withoutActuallyEscaping(work) { work in
      let others = Team(of: min(count, threads) - 1) { numbers.forEach(work) }
      numbers.forEach(work)
      others?.wait()
    }
  }

  /// The numbers of the pieces of work that no thread has taken yet.
  private final class Numbers: Sendable {
    private let count: Int
    private let next = Atomic<Int>(0)

    init(_ count: Int) { self.count = count }

    func forEach(_ work: (Int) -> Void) {
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < count else { return }
        work(number)
      }
    }
  }

  /// Threads that run the same work.
  package struct Team {
    private var threads: [OwnThread] = []

    /// Starts at most `count` threads, fewer where the system has no room for as many.
    ///
    /// Returns nil, without running `work`, when no thread has started.
    package init?(of count: Int, _ work: @escaping @Sendable () -> Void) {
      while threads.count < count, let thread = OwnThread(work) { threads.append(thread) }
      if threads.isEmpty { return nil }
    }

    /// Waits until all have ended.
    package func wait() {
      for thread in threads { thread.join() }
    }
  }
}
