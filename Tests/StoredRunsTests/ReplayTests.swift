// SPDX-License-Identifier: MIT

import CorpusStore
import JSON
import Judging
import ObservedRates
import Oracles
import StoredRuns
import Testing
import ToolSupport

@Suite("Replays")
struct ReplayTests {
  private static let stored = FailureIdentity(.check("explain"), .contradiction, detail: "words")

  private static func lines(_ answer: ReplayedAnswer) -> [String] {
    Replay(path: "case.storyboard", stored: stored, [answer]).lines(Palette(isOn: false))
  }

  @Test("a failure of another part is not taken for that of the finding")
  func otherPart() {
    let answer = ReplayedAnswer("check", .failure(.contradiction), "it differs")
    #expect(
      Self.lines(answer) == [
        "case.storyboard: check: contradiction (stored as contradiction of explain, which was not"
          + " run)", "  It differs.",
      ])
    #expect(!Replay(path: "", stored: Self.stored, [answer]).isFinding)
  }

  @Test("the state of a finding is still open, fixed, or undecided, with the new verdict")
  func states() {
    let broken = ReplayedAnswer("explain", .failure(.lawBroken("mirror")), "it differs")
    #expect(
      Self.lines(broken) == [
        "case.storyboard: still open, now lawBroken.mirror (stored as contradiction)",
        "  It differs.",
      ])
    #expect(Self.lines(ReplayedAnswer("explain", .pass, "right")) == ["case.storyboard: fixed"])
    #expect(
      Self.lines(ReplayedAnswer("explain", .undecided, "too long")) == [
        "case.storyboard: undecided (stored as contradiction)", "  Too long.",
      ])
  }

  @Test("an answer of a program names its version and that of the finding")
  func versions() {
    var fixed = ReplayedAnswer("kiwi", .pass, "right")
    fixed.program = "kiwi 2"
    var replay = Replay(
      path: "p", stored: FailureIdentity(.solver("kiwi"), .wrongValue, cause: .alone), [fixed])
    let palette = Palette(isOn: false)
    #expect(replay.lines(palette) == ["p: fixed in kiwi 2"])
    replay.storedProgram = "kiwi 1"
    #expect(replay.lines(palette) == ["p: fixed in kiwi 2 (found in kiwi 1)"])
    replay.storedProgram = "kiwi 2"
    #expect(replay.lines(palette) == ["p: fixed in kiwi 2 (found in the same version)"])
    #expect(replay.json["storedProgram"]?.string == "kiwi 2")
    #expect(replay.json["strategies"]?.array?.first?["program"]?.string == "kiwi 2")
  }

  @Test("JSON has one form for all kinds of subjects, with a rate where one was measured")
  func json() throws {
    let rate = ObservedRate(failures: 1, of: 4)
    let answer = ReplayedAnswer(
      "qt", .failure(.wrongValue), "wrong", cause: .sometimes, rate: rate)
    let replay = Replay(
      path: "p", stored: FailureIdentity(.engine("qt"), .wrongValue, cause: .sometimes), [answer])
    #expect(replay.json["case"]?.string == "p")
    #expect(replay.json["stored"]?.string == "wrongValue-sometimes")
    let strategy = try #require(replay.json["strategies"]?.array?.first)
    #expect(strategy["verdict"]?.string == "wrongValue-sometimes")
    #expect(strategy["asStored"]?.bool == true && strategy["rate"] == rate.json)
  }
}
