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

  @Test(
    "a team does the same work on each thread, and needs at least one", arguments: [-1, 0, 1, 3])
  func team(count: Int) {
    let runs = Mutex(0)
    let team = Parallel.Team(of: count) { runs.withLock { $0 += 1 } }
    team?.wait()
    #expect((team == nil) == (count < 1))
    #expect(runs.withLock { $0 } == max(0, count))
  }
}
