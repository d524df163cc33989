// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Processes

@Suite("The end of standard error", .waitsForProcesses)
struct ErrorTailTests {
  @Test("a quoted line has at most 120 characters", arguments: [0, 1, 119, 120, 121, 3000])
  func quote(length: Int) {
    var tail = ErrorTail(process: 1)
    tail.append("before\n\(String(repeating: "x", count: length))\n".utf8)
    let line = tail.lastLine ?? ""
    if length == 0 { #expect(line == "before") }
    if length > 0 { #expect(line.count == min(length, 120)) }
    #expect(line.hasSuffix("...") == (length > 120))
  }
}
