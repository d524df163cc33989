// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import Pools

@Suite("Ordered pool")
struct OrderedPoolTests {
  @Test("folds every unit once and in order, for any number of workers", arguments: [1, 2, 3, 8])
  func order(jobs: Int) {
    var folded: [Int] = []
    OrderedPool(jobs: jobs).run(
      count: 500, shouldStop: { false },
      unit: { number in
        // Later units are often quicker, so results arrive out of order.
        var sum = 0
        for step in 0..<(number % 7) * 2_000 { sum &+= step }
        return number * 3 + min(sum, 0)
      },
      fold: { number, output in
        #expect(output == number * 3)
        folded.append(number)
        return .next
      })
    #expect(folded == Array(0..<500))
  }

  @Test("a stop request leaves a prefix without gaps", arguments: [1, 2, 8])
  func stopRequest(jobs: Int) {
    let started = Atomic<Int>(0)
    var folded: [Int] = []
    OrderedPool(jobs: jobs).run(
      count: nil, shouldStop: { started.load(ordering: .relaxed) >= 40 },
      unit: { number in
        started.add(1, ordering: .relaxed)
        return number
      },
      fold: { number, _ in
        folded.append(number)
        return .next
      })
    #expect(folded == Array(0..<folded.count))
    #expect(folded.count >= 40)
    #expect(folded.count <= 40 + jobs)
  }

  @Test("a fold that stops receives no further unit", arguments: [1, 2, 8])
  func stopFromFold(jobs: Int) {
    var folded: [Int] = []
    OrderedPool(jobs: jobs).run(
      count: nil, shouldStop: { false }, unit: { $0 },
      fold: { number, _ in
        folded.append(number)
        return number == 17 ? .stop : .next
      })
    #expect(folded == Array(0...17))
  }

  @Test("gathers all results in order, with their number after each", arguments: [1, 2, 8])
  func gather(jobs: Int) {
    var progress: [Int] = []
    let outputs = OrderedPool(jobs: jobs).gather(
      count: 100, unit: { $0 * $0 }, onProgress: { progress.append($0) })
    #expect(outputs == (0..<100).map { $0 * $0 })
    #expect(progress == Array(1...100))
  }

  @Test("throws the first error in order of units", arguments: [1, 2, 8])
  func firstError(jobs: Int) {
    struct Refusal: Error, Equatable { let number: Int }
    var progress: [Int] = []
    #expect(throws: Refusal(number: 17)) {
      try OrderedPool(jobs: jobs).gather(
        count: 100,
        unit: { number throws(Refusal) in
          if number >= 17 { throw Refusal(number: number) }
          return number
        }, onProgress: { progress.append($0) })
    }
    #expect(progress == Array(1...17))
  }

  @Test("a slow unit delays the others instead of filling memory")
  func window() {
    let highest = Atomic<Int>(0)
    OrderedPool(jobs: 2).run(
      count: 200, shouldStop: { false },
      unit: { number in
        highest.max(number, ordering: .relaxed)
        return number
      },
      fold: { number, _ in
        // At most the window may be claimed beyond the folded units.
        #expect(highest.load(ordering: .relaxed) <= number + 2 * 4 + 1)
        return .next
      })
  }

  @Test("no units give no folds")
  func empty() {
    OrderedPool(jobs: 4).run(
      count: 0, shouldStop: { false }, unit: { $0 },
      fold: { number, _ in
        Issue.record("folded \(number)")
        return .next
      })
  }
}
