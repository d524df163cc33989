// SPDX-License-Identifier: MIT

import CorpusStore
import Oracles
import Testing

@Suite("Failing parts and their texts in files")
struct FailingPartTests {
  @Test(
    "the text of a file gives the kind and the cause, and is kept",
    arguments: [
      ("wrongValue", FailureKind.wrongValue, nil), ("crash-alone", .process(.crash), .alone),
      ("lawBroken.mirror", .lawBroken("mirror"), nil),
      ("message-sometimes", .message, .sometimes), ("alone", .unknown("alone"), nil),
      ("of-a-later-version", .unknown("of-a-later-version"), nil),
      ("of-a-later-version-afterEdits", .unknown("of-a-later-version"), .afterEdits),
      ("", .unknown(""), nil),
    ] as [(String, FailureKind, FailureCause?)])
  func texts(text: String, verdict: FailureKind, cause: FailureCause?) {
    let part = FailingPart("kiwi", text: text)
    #expect(part.verdict == verdict && part.cause == cause)
    #expect(part.text == text && part.name == "kiwi")
  }
}
