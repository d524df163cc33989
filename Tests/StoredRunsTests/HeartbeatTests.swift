// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization
import Testing
import ToolSupport

struct HeartbeatTests {
  @Test("a long step prints lines until it ends, and none after")
  func lines() {
    let lines = Mutex<[String]>([])
    let printed = DispatchSemaphore(value: 0)
    let result = Heartbeat.during(
      "minimize", pause: 1_000_000,
      print: { line in
        lines.withLock { $0.append(line) }
        printed.signal()
      },
      work: { () -> Int in
        for _ in 0..<3 { printed.wait() }
        return lines.withLock { $0.count }
      })
    #expect(result >= 3)
    let all = lines.withLock { $0 }
    #expect(all.allSatisfy { $0.wholeMatch(of: /minimize: .+, still running/) != nil }, "\(all)")
  }

  @Test("a short step prints nothing, and its error is passed on")
  func short() {
    struct Stop: Error {}
    let count = Mutex(0)
    #expect(throws: Stop.self) {
      try Heartbeat.during("minimize", print: { _ in count.withLock { $0 += 1 } }) {
        () throws(Stop) -> Int in throw Stop()
      }
    }
    #expect(count.withLock { $0 } == 0)
  }
}
