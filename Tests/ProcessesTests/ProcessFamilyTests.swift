// SPDX-License-Identifier: MIT

import Testing

@testable import Platform
@testable import Processes

@Suite("Families of processes")
struct ProcessFamilyTests {
  @Test("a process belongs to the families in its environment, and to no other")
  func names() {
    #expect(ProcessFamily.contains("12-34.1", family: "12-34"))
    #expect(ProcessFamily.contains("1-2.7:12-34.1:5-6.9", family: "12-34"))
    for other in ["", "12-345.1", "112-34.1", "12-34", "1-2.12-34.1"] {
      #expect(!ProcessFamily.contains(other, family: "12-34"), "\(other)")
    }
    #expect(ProcessFamily.isName("12-34"))
    for other in ["", "-", "12", "12-", "-34", "1-2-3", "a-b", "12-34.1"] {
      #expect(!ProcessFamily.isName(other), "\(other)")
    }
  }

  @Test("a mark is the name of a family and a number")
  func marks() {
    #expect(ProcessFamily.isMark("12-34.5"))
    for other in ["", "12-34", "12-34.", ".5", "12-34.5.6", "12.5", "12-34.x"] {
      #expect(!ProcessFamily.isMark(other), "\(other)")
    }
  }

  @Test("room for files that may be opened is found, and a shortage has its numbers")
  func room() throws {
    try Descriptors.ensureRoom(for: 3)
    let error = try #require(throws: Descriptors.Shortage.self) {
      try Descriptors.ensureRoom(for: 1 << 40)
    }
    #expect(error.needed == 1 << 40 && error.free < error.needed)
  }
}
