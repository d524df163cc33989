// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import Pools

@Suite("Threads with their own stacks")
struct OwnThreadTests {
  @Test("a thread without memory for its stack is refused, and its work is not done")
  func refused() {
    let isDone = Mutex(false)
    // More memory than any machine can address.
    let thread = OwnThread(stackBytes: 1 << 60) { isDone.withLock { $0 = true } }
    #expect(thread == nil)
    #expect(isDone.withLock { !$0 })
  }
}
