// SPDX-License-Identifier: MIT

import Processes
import TestSupport
import Testing

@testable import CorpusStore

@Suite("Standard error of a program beside its finding")
struct StoredStandardErrorTests {
  @Test("a finding has it as a file and in its page, which omits it if others ended the process")
  func stored() throws {
    for isLast in [true, false] {
      let folder = try ScratchFolder()
      var store = FindingStore(output: folder.path)
      let draft = try store.begin(bytes: Array("{}".utf8))
      let errors = try #require(StandardError("# no\u{1B}\n".utf8, isLast: isLast))
      let outcome = try store.finish(
        draft,
        FindingFiles(sampleRecord("b"), minimized: Array("{}\n".utf8), errors: errors)
      ) { _ in "# page\n" }
      let place = "findings/\(try #require(outcome.place))"
      #expect(try folder.text("\(place)/stderr.txt") == "# no\\u{1B}\n")
      let page = try folder.text("\(place)/report.md")
      #expect(page.hasPrefix("# page\n\n## Standard error\n\n"))
      #expect(page.contains("\n    # no\\u{1B}\n") == isLast)
      #expect(try folder.text("\(place)/case.json") == "{}\n")
    }
  }
}
