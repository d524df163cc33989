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

  @Test("the system is probed for room once, however often work is given to threads")
  func probes() {
    for _ in 0..<20 {
      Parallel.perform(count: 2, threads: 2) { _ in }
      Parallel.team(of: 2) {}?.wait()
    }
    #expect(Parallel.probes.load(ordering: .relaxed) == 1)
  }
}
