// SPDX-License-Identifier: MIT

import CorpusStore
import JSON
import Testing

/// Checks the file of known issues and the failures that it suppresses.
@Suite("Known issues")
struct KnownIssuesTests {
  @Test("known issues need a bucket, a day and a reason")
  func knownIssues() throws {
    func issues(_ members: String) throws -> KnownIssues {
      try KnownIssues(
        decoding: Array("{\"layoutfuzzKnown\": 1, \"issues\": [{\(members)}]}".utf8))
    }
    let good = try issues("\"bucket\": \"a-x*\", \"until\": \"2026-11-22\", \"reason\": \"seen\"")
    #expect(good.issues.count == 1)
    #expect(good.issues[0].matches("a-x-12") && !good.issues[0].matches("a-y"))
    for wrong in [
      "\"bucket\": \"*\", \"until\": \"2026-11-22\", \"reason\": \"seen\"",
      "\"bucket\": \"a\", \"until\": \"tomorrow\", \"reason\": \"seen\"",
      "\"bucket\": \"a\", \"until\": \"2026-11-22\", \"reason\": \" \"",
      "\"bucket\": \"a\", \"until\": \"2026-11-22\"",
      "\"bucket\": \"a\", \"untl\": \"2026-11-22\", \"reason\": \"seen\"",
    ] {
      #expect(throws: JSONError.self, "\(wrong)") { try issues(wrong) }
    }
  }

  private static let features = ["naturalSizes", "inequalities", "reroot"]

  private static func known(_ issues: String) throws -> KnownIssues {
    try KnownIssues(
      decoding: Array("{\"layoutfuzzKnown\": 1, \"issues\": [\(issues)]}".utf8),
      features: features)
  }

  private static func suppressions(_ issues: [(String, [String])]) throws -> Suppressions {
    let until = try #require(NightDate("2026-11-22"))
    let known = KnownIssues(
      issues.map { .init(bucket: $0.0, until: until, reason: "seen", without: $0.1) })
    return Suppressions(known, on: until)
  }

  @Test("features to leave out are read and written, and an unknown one is a located error")
  func leftOut() throws {
    let text = "\"bucket\": \"a-x*\", \"until\": \"2026-11-22\", \"reason\": \"seen\""
    let known = try Self.known("{\(text), \"without\": [\"naturalSizes\", \"reroot\"]}")
    #expect(known.issues.map(\.without) == [["naturalSizes", "reroot"]])
    #expect(try KnownIssues.Issue(known.issues[0].json) == known.issues[0])
    #expect(try Self.known("{\(text)}").issues[0].json["without"] == nil)
    for (name, hint) in [
      ("naturalSize", "fix: use \"naturalSizes\""),
      ("x", "known are naturalSizes, inequalities, reroot"),
    ] {
      do {
        _ = try Self.known("{\(text), \"without\": [\"\(name)\"]}")
        Issue.record("\(name) is accepted")
      } catch let error as JSONError {
        let message = error.message
        #expect(message.contains("unknown feature \"\(name)\"; \(hint)"), "\(message)")
        #expect(error.location.line == 1 && error.location.column > 100, "\(message)")
      }
    }
  }

  @Test("issues about none of the programs are found, by whole names and by beginnings")
  func foreign() throws {
    let buckets = ["gtk-x-*", "gtkk-x", "gt*", "gtk-*", "qt-", "q"]
    let suppressions = try Self.suppressions(buckets.map { ($0, []) })
    #expect(suppressions.foreign(to: ["gtk"]).map(\.bucket) == ["gtkk-x", "qt-", "q"])
    #expect(suppressions.foreign(to: ["gtk", "qt"]).map(\.bucket) == ["gtkk-x", "q"])
    #expect(suppressions.foreign(to: ["gtkk"]).map(\.bucket) == ["gtk-x-*", "gtk-*", "qt-", "q"])
  }

  @Test("an entry with a star suppresses all buckets that begin with it, others only their own")
  func covers() throws {
    let suppressions = try Self.suppressions([("a-x-*", []), ("a-y-alone-z", [])])
    #expect(suppressions.coversAll(beginningWith: "a-x-"))
    #expect(suppressions.coversAll(beginningWith: "a-x-alone-"))
    #expect(!suppressions.coversAll(beginningWith: "a-"))
    #expect(!suppressions.coversAll(beginningWith: "a-y-alone-"))
    #expect(suppressions.issue(for: "a-y-alone-z") != nil)
    #expect(suppressions.issue(for: "a-y-alone-zz") == nil)
  }

  @Test("after its day an entry suppresses nothing and leaves nothing out")
  func expired() throws {
    let old = try Self.suppressions([("a-x-*", ["reroot"])])
    let next = Suppressions(old.known, on: try #require(NightDate("2026-11-23")))
    #expect(old.without("a", among: ["a"]) == ["reroot"])
    #expect(next.without("a", among: ["a"]).isEmpty && next.holding.isEmpty)
    #expect(!next.coversAll(beginningWith: "a-x-") && next.issue(for: "a-x-1") == nil)
    #expect(next.expiredIssue(for: "a-x-1") == old.known.issues[0])
    #expect(old.expiredIssue(for: "a-x-1") == nil)
  }

  @Test("features are left out for the program that the bucket is about")
  func programs() throws {
    let suppressions = try Self.suppressions([
      ("qt-x-alone", ["reroot"]), ("qt-6-x-*", ["naturalSizes"]), ("q*", ["inequalities"]),
    ])
    let all = ["qt", "qt-6", "gtk"]
    #expect(suppressions.without("qt", among: all) == ["inequalities", "reroot"])
    #expect(suppressions.without("qt-6", among: all) == ["inequalities", "naturalSizes"])
    #expect(suppressions.without("gtk", among: all).isEmpty)
  }
}
