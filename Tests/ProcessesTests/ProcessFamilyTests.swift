// SPDX-License-Identifier: MIT

import Foundation
import Platform
import TestSupport
import Testing

@testable import Processes

@Suite("Families of processes", .waitsForProcesses)
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

  @Test("a mark consists of the name of a family and a number")
  func marks() {
    #expect(ProcessFamily.isMark("12-34.5"))
    for other in ["", "12-34", "12-34.", ".5", "12-34.5.6", "12.5", "12-34.x"] {
      #expect(!ProcessFamily.isMark(other), "\(other)")
    }
  }

  @Test("on a system without lists of children they are found by their parents")
  func children() throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c", "true & sleep 60 & a=$!; sleep 60 & echo; read -r word; kill -9 $a $!",
    ]
    let (input, output) = (Pipe(), Pipe())
    (shell.standardInput, shell.standardOutput) = (input, output)
    try shell.run()
    defer {
      input.fileHandleForWriting.write(Data("\n".utf8))
      shell.waitUntilExit()
    }
    _ = output.fileHandleForReading.availableData
    let listed = ProcessTable.children(of: shell.processIdentifier).sorted()
    #expect(listed.count >= 2)
    #expect(ProcessTable.childrenByParent(of: shell.processIdentifier).sorted() == listed)
  }
}
