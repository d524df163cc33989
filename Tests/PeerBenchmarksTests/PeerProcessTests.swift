// SPDX-License-Identifier: MIT

import Testing

@testable import PeerBenchmarks

/// Checks that a peer is not trusted to answer, or to answer correctly.
struct PeerProcessTests {
  @Test("answers are parsed")
  func answers() throws {
    let peer = try FakePeer(FakePeer.script(first: "388", last: "581.5"))
    defer { peer.remove() }
    let process = try peer.start()
    #expect(process.program == "fake 1")
    #expect(try process.build(3, limitMilliseconds: 5, within: 20) == [2, 1, 4])
    #expect(try process.objectives(within: 20) == WorkloadObjectives(weak: 388))
    try process.suggest(3, within: 20)
    #expect(try process.objectives(within: 20) == WorkloadObjectives(weak: 581.5))
    let steps = try process.steps("edit", 50, limitMilliseconds: 5, within: 20)
    #expect(steps == TimedSteps(count: 50, nanoseconds: 50_000))
    #expect(steps.millisecondsEach == 0.001)
    #expect(try process.peakMemory(within: 20) == 2)
    process.end()
  }

  @Test(
    "answers outside of the protocol are reported",
    arguments: [
      "build 0x", "build 1 x", "build -4", "memory 5", "", "build 1.5",
    ])
  func malformed(reply: String) throws {
    let peer = try FakePeer("echo ready x; read line; echo '\(reply)'; read line")
    defer { peer.remove() }
    let process = try peer.start()
    let error = #expect(throws: PeerFailure.self) {
      try process.build(1, limitMilliseconds: 1, within: 20)
    }
    #expect(error == .malformed(reply))
  }

  @Test("a program that gives a reason is quoted")
  func refused() throws {
    let peer = try FakePeer("echo ready x; read line; echo error not today")
    defer { peer.remove() }
    let process = try peer.start()
    #expect(throws: PeerFailure.refused("not today")) {
      try process.build(1, limitMilliseconds: 1, within: 20)
    }
  }

  @Test("a program that ends is reported with its status and its last words")
  func died() throws {
    let peer = try FakePeer("echo ready x; read line; echo first >&2; echo why >&2; exit 7")
    defer { peer.remove() }
    let process = try peer.start()
    #expect(throws: PeerFailure.died("exit code 7, why")) {
      try process.build(1, limitMilliseconds: 1, within: 20)
    }
  }

  @Test("a program that cannot read the workload never becomes ready")
  func bornDead() throws {
    let peer = try FakePeer("echo bad file >&2; exit 65")
    defer { peer.remove() }
    #expect(throws: PeerFailure.died("exit code 65, bad file")) { try peer.start() }
    let missing = PeerLaunch(name: "none", executable: "/nonexistent/peer")
    let error = #expect(throws: PeerFailure.self) {
      try PeerProcess(missing, workload: "none")
    }
    guard case .cannotStart = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("a program that does not answer is ended at the limit")
  func timedOut() throws {
    let peer = try FakePeer("echo ready x; read line; exec sleep 600")
    defer { peer.remove() }
    let process = try peer.start()
    #expect(throws: PeerFailure.timedOut(seconds: 0.2)) {
      try process.build(1, limitMilliseconds: 1, within: 0.2)
    }
  }

  @Test("an endless answer is not read to its end")
  func endless() throws {
    let peer = try FakePeer("echo ready x; read line; while :; do printf %01000d 0; done")
    defer { peer.remove() }
    let process = try peer.start()
    #expect(throws: PeerFailure.self) { try process.build(1, limitMilliseconds: 1, within: 60) }
  }
}
