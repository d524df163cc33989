// SPDX-License-Identifier: MIT

import CorpusStore
import Testing

@Suite("Queues of pending findings")
struct PendingQueueTests {
  @Test(
    "names are made and recognized", arguments: ["simplex-wrongValue", "a-b-c", "", "e\u{301}"])
  func roundTrip(kind: String) {
    let queue = PendingQueue(kind: kind)
    #expect(queue.name == "\(kind)-unminimized")
    #expect(PendingQueue(named: queue.name) == queue)
    #expect(
      PendingQueue(named: queue.name)?.kind.unicodeScalars.count == kind.unicodeScalars.count)
  }

  @Test(
    "other names are not those of queues",
    arguments: [
      "unminimized", "simplex-wrongValue-12345678", "simplex-unminimized-12345678",
      "simplex-unminimized\u{301}", "",
    ])
  func others(name: String) {
    #expect(PendingQueue(named: name) == nil)
  }

  @Test("a pending finding moves to a bucket of its kind only")
  func moves() {
    let queue = PendingQueue(kind: "simplex-wrongValue")
    #expect(queue.mayBecome("simplex-wrongValue-12345678"))
    for other in [queue.name, "simplex-wrongValues-12345678", "naive-wrongValue-12345678"] {
      #expect(!queue.mayBecome(other))
    }
  }

  @Test("a pending finding of an unknown cause moves to a bucket of any cause")
  func causes() {
    for cause in ["unexamined", "unrepeatable"] {
      let queue = PendingQueue(kind: "kiwi-crash-\(cause)")
      #expect(queue.stem == "kiwi-crash")
      for name in ["kiwi-crash-alone-exit3-12345678", "kiwi-crash-alone-unminimized"] {
        #expect(queue.mayBecome(name))
      }
      for other in [queue.name, "kiwi-hang-alone-12345678", "kiwi-crashes-alone-12345678"] {
        #expect(!queue.mayBecome(other))
      }
    }
    let known = PendingQueue(kind: "kiwi-crash-alone-exit3")
    #expect(known.stem == known.kind && !known.mayBecome("kiwi-crash-afterEdits-exit3-12345678"))
    #expect(!known.mayBecome("kiwi-crash-alone-signal11-12345678"))
  }
}
