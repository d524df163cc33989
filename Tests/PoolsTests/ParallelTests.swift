// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import Pools

@Suite("Work on several threads")
struct ParallelTests {
  @Test("each unit of work is done once, with any number of threads", arguments: [-1, 0, 1, 3, 40])
  func pieces(threads: Int) {
    for count in [0, 1, 2, 100] {
      let done = Mutex([Int](repeating: 0, count: count))
      Parallel.perform(count: count, threads: threads) { index in done.withLock { $0[index] += 1 } }
      #expect(done.withLock { $0 } == [Int](repeating: 1, count: count))
    }
  }

  @Test("all threads of a team run the work")
  func team() {
    let runs = Mutex(0)
    Parallel.team(of: 3) { runs.withLock { $0 += 1 } }?.wait()
    #expect(runs.withLock { $0 } == 3)
  }

  @Test("a try for more threads than processors starts no more than Dispatch would")
  func many() {
    #expect(Parallel.isPossible(threads: .max - 1))
  }
}
