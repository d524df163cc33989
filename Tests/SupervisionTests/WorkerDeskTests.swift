// SPDX-License-Identifier: MIT

import Foundation
import JSON
import TestSupport
import Testing

@testable import Supervision

@Suite(
  "Workers for any request: ends that are attributed to the request", .serialized,
  .waitsForProcesses, .linuxOnly("workers write to /proc/self/fd"))
struct WorkerDeskTests {
  @Sendable private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// A desk with one process at a time, which is a shell script.
  private final class Desk {
    private let folder: URL
    let stock: WorkerStock
    private let desk: WorkerDesk

    /// Makes a desk whose worker is a shell.
    ///
    /// `start` are the shell commands that a worker runs before it begins, `script` those for each
    /// request. `$n` is the number of earlier requests, to this worker and others. `begin` notes
    /// progress, as a worker does before it reads a file.
    init(start: String = ":", _ script: String, limits: WorkerLimits = WorkerLimits()) throws {
      folder = try TestFolder.make()
      // The words of `ProgressSlot`: the sequence, the index, the phase `layout`.
      let text = """
        \(start)
        begin() { printf "\\\\$(printf %03o $((n + 1)))$zeros\\000$zeros\\002$zeros" 1<>/proc/self/fd/5; }
        zeros='\\000\\000\\000\\000\\000\\000\\000'
        read -r greeting <&3
        while read -r request <&3; do
        n=$(cat '\(folder.path)/n' 2>/dev/null || echo 0)
        echo $((n + 1)) > '\(folder.path)/n'; \(script)
        done
        """
      stock = try WorkerStock(
        command: ["/bin/sh", "-c", text], jobs: 1, now: WorkerDeskTests.now,
        isStopped: { false })
      var limits = limits
      // The usual number of attempts, in a shorter time.
      limits.backOff.milliseconds = 1
      limits.backOff.millisecondsMax = 1
      desk = WorkerDesk(stock, greeting: "hello", limits: limits)
    }

    deinit { stock.endAll() }

    func outcome(isOver: () -> Bool = { false }) -> WorkerDesk.Outcome<Int> {
      desk.outcome(of: "request", isOver: isOver) { (value) throws(JSONError) in
        try value.requiredInt("a number")
      }
    }

    /// The number of requests made.
    var requests: Int {
      let text = try? String(contentsOf: folder.appendingPathComponent("n"), encoding: .utf8)
      return Int(text?.split(separator: "\n").first ?? "0") ?? 0
    }
  }

  private func expect(_ number: Int, _ desk: Desk, _ comment: Comment) {
    guard case .answer(number) = desk.outcome() else {
      Issue.record("\(comment) (\(desk.requests) requests, \(desk.stock.problem ?? "no problem"))")
      return
    }
  }

  @Test(
    "kills from outside in quick succession are not attributed to the request",
    arguments: ["-9 ", "-TERM ", "-INT ", "-HUP "], ["", "begin;"])
  func kills(signal: String, begin: String) throws {
    let desk = try Desk("\(begin) [ $n -lt 19 ] && kill \(signal)$$; echo $n >&4")
    expect(19, desk, "a request is blamed for kills from outside")
  }

  @Test(
    "if no worker survives the desk gives up, and the request is not accused",
    arguments: [
      ("begin; kill -9 $$", "are ended from outside: 20 in a row"),
      ("kill -9 $$", "are ended from outside: 20 in a row"),
      ("exit 3", "end before they have begun: 20 in a row"),
    ])
  func givingUp(script: String, sentence: String) throws {
    let desk = try Desk(script)
    guard case .stopped = desk.outcome() else {
      Issue.record("a request is blamed: \(script)")
      return
    }
    #expect(desk.requests == 20)
    #expect(desk.stock.problem?.contains(sentence) == true, "\(desk.stock.problem ?? "")")
    // No further request begins.
    guard case .stopped = desk.outcome() else {
      Issue.record("a desk that has given up goes on")
      return
    }
  }

  @Test("once the time of the run is over, a request that is disturbed is not sent again")
  func timeIsOver() throws {
    let desk = try Desk("kill -XCPU $$")
    guard case .stopped = desk.outcome(isOver: { desk.requests > 2 }) else {
      Issue.record("a request is blamed for a limit of the user")
      return
    }
    #expect(desk.requests == 3 && desk.stock.problem == nil)
  }

  @Test("workers that end before they begin are not attributed to the request")
  func idle() throws {
    expect(9, try Desk("[ $n -lt 9 ] && exit 3; echo $n >&4"), "a request is blamed for idle ends")
    // They do not separate two ends that count, either.
    let desk = try Desk("[ $n -eq 1 ] && exit 3; begin; exit 3")
    guard case .failed(.crashed("exit code 3"), _) = desk.outcome() else {
      Issue.record("a request that ends two new processes is not blamed")
      return
    }
    #expect(desk.requests == 3)
  }

  @Test("a request that ends two new processes is accused, one that ends one is not")
  func ends() throws {
    expect(1, try Desk("begin; [ $n -lt 1 ] && exit 3; echo $n >&4"), "blamed for a single end")
    let desk = try Desk("begin; exit 3")
    guard case .failed(.crashed("exit code 3"), _) = desk.outcome() else {
      Issue.record("a request that always ends its process is not blamed")
      return
    }
    #expect(desk.requests == 2)
  }

  @Test("the crash of a worker that has answered before does not count, two of new ones do")
  func worn() throws {
    let spared = try Desk(
      "begin; [ $n -eq 1 ] && exit 3; [ $n -eq 2 ] && exit 3; echo $n >&4")
    expect(0, spared, "the first request")
    expect(3, spared, "a request is blamed for a worker that had answered others")
    let blamed = try Desk("begin; [ $n -ge 1 ] && exit 3; echo $n >&4")
    expect(0, blamed, "the first request")
    guard case .failed(.crashed("exit code 3"), _) = blamed.outcome() else {
      Issue.record("a request that ends two new processes is not blamed")
      return
    }
    #expect(blamed.requests == 4)
  }

  @Test("the hang of a worker that has answered before is measured, and counts")
  func wornHang() throws {
    var limits = WorkerLimits()
    limits.caseNanoseconds = 2_000_000_000
    let desk = try Desk("begin; [ $n -ge 1 ] && sleep 9; echo $n >&4", limits: limits)
    expect(0, desk, "the first request")
    guard case .failed(.hung, _) = desk.outcome() else {
      Issue.record("a request that hangs is not blamed")
      return
    }
    #expect(desk.requests == 3)
  }

  @Test("the start time of a new worker does not count for the request")
  func slowStart() throws {
    var limits = WorkerLimits()
    limits.caseNanoseconds = 500_000_000
    expect(0, try Desk(start: "sleep 2", "begin; echo $n >&4", limits: limits), "a slow start")
    // From the first sign of progress on, the limit of the request counts.
    let desk = try Desk(start: "sleep 2", "begin; sleep 5; echo $n >&4", limits: limits)
    guard case .failed(.hung, _) = desk.outcome() else {
      Issue.record("a request that hangs is not blamed")
      return
    }
  }

  @Test("an unreadable reply counts as an end")
  func garbled() throws {
    let desk = try Desk("echo true >&4; sleep 9")
    guard case .failed(.garbled, _) = desk.outcome() else {
      Issue.record("a reply was taken that is none")
      return
    }
    #expect(desk.requests == 2)
  }
}
