// SPDX-License-Identifier: MIT

import Foundation
import Platform
import Testing

@Suite("Readings of processes")
struct ProcessReadingTests {
  /// A number that no process has: Linux ends at 2^22, and Darwin below 10^5.
  private static let absent: pid_t = (1 << 22) + 1

  @Test("this process holds memory, no more than its peak, and a process that is absent none")
  func memory() throws {
    let held = try #require(ProcessMemory.held(by: getpid()))
    #expect(held > 1 << 20)
    #expect(ProcessMemory.peak(of: .own) > 1 << 20)
    #expect(ProcessMemory.peakOfProgram > 1 << 20)
    #expect(ProcessMemory.held(by: Self.absent) == nil)
  }

  @Test("the processor time of this process rises, and a process that is absent has none")
  func processorTime() throws {
    let before = try #require(ProcessorTime.seconds(of: getpid()))
    var sum = 0.0
    for number in 0..<1_000_000 { sum += Double(number).squareRoot() }
    let after = try #require(ProcessorTime.seconds(of: getpid()))
    #expect(sum > 0 && before > 0 && after > before)
    #expect(ProcessorTime.seconds(of: Self.absent) == nil)
  }

  @Test("the path of this program can be opened")
  func executable() {
    let file = open(Executable.path, O_RDONLY)
    #expect(file >= 0)
    close(file)
  }
}
