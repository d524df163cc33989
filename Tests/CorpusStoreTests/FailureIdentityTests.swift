// SPDX-License-Identifier: MIT

import CorpusStore
import JSON
import Oracles
import Testing

@Suite("Identities of failures")
struct FailureIdentityTests {
  private static let identities: [(FindingRecord.Subject, FailureIdentity)] = [
    (.layout, FailureIdentity(.strategy("simplex"), .wrongValue)),
    (.layout, FailureIdentity(.stage(.lowering), .lawBroken("mirror"))),
    (.layout, FailureIdentity(.part(.oracle), .process(.hang))),
    (.script, FailureIdentity(.solver("kiwi"), .worseThanOptimal, cause: .afterEdits)),
    (
      .script,
      FailureIdentity(
        .solver("kiwi"), .process(.crash), cause: .alone,
        ending: CrashEnding(exit: "exit3", words: "ValueError is at"))
    ),
    (.engine, FailureIdentity(.engine("gtk"), .wrongHint, cause: .sometimes)),
    (.document, FailureIdentity(.check("laws"), .lawBroken("mirror"), detail: "off-screen")),
  ]

  @Test("a failure of each kind of subject is read as it was written")
  func roundTrip() throws {
    for (subject, failure) in Self.identities {
      #expect(try FailureIdentity(json: failure.json, on: subject) == failure)
    }
  }

  @Test("the words of a failure of another kind of subject are refused")
  func mismatch() {
    for (json, subject) in [
      (["simplex", "wrongValue"], FindingRecord.Subject.script),
      (["kiwi", "crash", "alone", "exit3"], .script),
      (["gtk", "crash", "alone", "exit3", "words"], .engine),
      (["kiwi", "crash", "unheardOf"], .script), (["laws", "contradiction"], .document),
      (["simplex", "wrongValue", "alone"], .layout),
    ] {
      #expect(throws: JSONError.self, "\(json)") {
        try FailureIdentity(json: .strings(json), on: subject)
      }
    }
  }

  @Test("the names of queues and buckets begin with the accused, the verdict, cause and ending")
  func names() {
    #expect(
      Self.identities.map(\.1.stem) == [
        "simplex-wrongValue", "lowering-lawBroken.mirror", "oracle-hang",
        "kiwi-worseThanOptimal-afterEdits", "kiwi-crash-alone-exit3", "gtk-wrongHint-sometimes",
        "laws-lawBroken.mirror",
      ])
  }
}
