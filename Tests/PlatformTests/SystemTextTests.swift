// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Platform

@Suite("Texts in which a system shows its state")
struct SystemTextTests {
  @Test("a value is the rest of the first line with its name, without colon and blanks before it")
  func values() {
    let text = Array("model\t: 85\nmodel name\t: A: B\nVmHWM:\t  120 kB\nmodel name\t: C\n".utf8)
    #expect(SystemText.value(after: "model name", in: text) == "A: B")
    #expect(SystemText.value(after: "VmHWM", in: text) == "120 kB")
    #expect(SystemText.value(after: "VmRSS", in: text) == nil)
    #expect(SystemText.value(after: "", in: Array("performance\n".utf8)) == "performance")
    #expect(SystemText.value(after: "", in: []) == nil)
  }

  @Test("a text is read up to the limit, and one that does not exist is empty")
  func limit() {
    let all = SystemText.bytes(of: #filePath)
    #expect(all.count > 100 && String(decoding: all, as: UTF8.self).hasSuffix("\n}\n"))
    #expect(SystemText.bytes(of: #filePath, max: 10).starts(with: all.prefix(10)))
    #expect(SystemText.bytes(of: #filePath, max: 10).count == 10)
    #expect(SystemText.bytes(of: #filePath + "/none").isEmpty)
    #expect(SystemText.bytes(of: "/").isEmpty)
  }

  @Test("words are separated by any number of spaces")
  func words() {
    #expect(SystemText.words(" 12  kB".utf8) == ["12", "kB"])
    #expect(SystemText.words("".utf8).isEmpty)
  }
}
