// SPDX-License-Identifier: MIT

import Clocks
import Platform
import Processes
import Testing

@Suite("programs whose work is measured")
struct MeasuredProcessTests {
  private func lines(
    _ words: [String], _ environment: [String: String], count: Int
  ) throws -> ChildProcess.Exchange {
    let child = try ChildProcess(
      measured: words, environment: environment, lineLengthMax: 100,
      now: { SystemClock.monotonic.now })
    return child.exchange(
      [], lines: count, deadline: SystemClock.monotonic.now.later(by: 60_000_000_000))
  }

  @Test("a program gets exactly its environment, in the order of names")
  func environment() throws {
    let exchange = try lines(["/usr/bin/env"], ["B": "2", "C": "", "A": "1"], count: 3)
    guard case .lines(let lines) = exchange else {
      Issue.record("\(exchange)")
      return
    }
    #expect(lines.map { String(decoding: $0, as: UTF8.self) } == ["A=1", "B=2", "C="])
    // There is no fourth line, such as a mark of the family.
    guard case .failed(.crashed) = try self.lines(["/usr/bin/env"], ["A": "1"], count: 2) else {
      Issue.record("more than one variable")
      return
    }
  }

  @Test("a line above the limit is refused")
  func limit() throws {
    let exchange = try lines(["/bin/sh", "-c", "printf %0101d 0; read line"], [:], count: 1)
    guard case .failed(.garbled(let reason)) = exchange else {
      Issue.record("\(exchange)")
      return
    }
    #expect(reason == "a line of more than 100 bytes")
  }
}
