// SPDX-License-Identifier: MIT

import Foundation
import JSON
import TestSupport
import Testing

@Suite("Command line: nights", .serialized, .waitsForProcesses)
struct NightlyTests {
  static let mutant = "simplex,simplex.weightedLevels"

  static func words(
    _ day: Int, strategies: String = "simplex", _ more: [String] = []
  ) -> [String] {
    [
      "campaign", "nightly", "--state", "s", "--cases", "128", "--laws", "none", "--no-costs",
      "--date", "2026-11-\(day < 10 ? "0" : "")\(day)", "--commit", "c\(day)", "--strategies",
      strategies, "--json",
      "--seed", "3",
    ] + more
  }

  static func night(
    _ folder: URL, _ day: Int, strategies: String = "simplex", _ more: [String] = []
  ) throws -> ToolRun {
    try ToolRun(words(day, strategies: strategies, more), in: folder)
  }

  /// Returns the changes of buckets, by kind.
  static func changes(_ run: ToolRun) throws -> [String: [String]] {
    let changes = try #require(try run.json()["changes"]?.array, "\(run.error)")
    return Dictionary(grouping: changes, by: { $0["change"]?.string ?? "" }).mapValues {
      $0.compactMap { $0["bucket"]?["bucket"]?.string }
    }
  }

  @Test(
    "findings that are not minimized in time are pending in one bucket until later nights",
    .exhaustive, arguments: ["simplex,simplex.weightedLevels", "simplex,session.zerosUnreported"])
  func unminimized(strategies: String) throws {
    let folder = try TemporaryFolder.make()
    let cut = ["--minimize-time", "1ms"]
    let first = try Self.night(folder, 1, strategies: strategies, cut)
    #expect(first.status == 1, "\(first.error)")
    let waiting = try #require(try Self.changes(first)["new"])
    #expect(!waiting.isEmpty && waiting.allSatisfy { $0.hasSuffix("-unminimized") }, "\(waiting)")
    let second = try Self.night(folder, 2, strategies: strategies, cut)
    #expect(second.status == 0, "no bucket is new: \(second.error)")
    #expect(try Self.changes(second) == ["stillOpen": waiting])
    let third = try Self.night(folder, 3, strategies: strategies, ["--minimize-time", "10m"])
    #expect(third.error.contains("resuming the minimization of "), "\(third.error)")
    let changes = try Self.changes(third)
    #expect(changes["moved"] == waiting && changes["fixed"] == nil, "\(changes)")
    // The pending finding was listed in the first night and is not new.
    let carried = try #require(changes["stillOpen"])
    let buckets = try #require(try third.json()["changes"]?.array).compactMap { $0["bucket"] }
    for bucket in buckets where carried.contains(bucket["bucket"]?.string ?? "") {
      #expect(bucket["first"]?["night"]?.int == 1 && bucket["cases"]?.int ?? 0 > 0, "\(bucket)")
    }
    let small = (carried + (changes["new"] ?? [])).sorted()
    #expect(small.allSatisfy { !$0.hasSuffix("-unminimized") }, "\(small)")
    let findings = folder.appendingPathComponent("s/findings").path
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: findings).sorted() == small.sorted())
    // A later minimization gives the same cases as an immediate one.
    let other = try TemporaryFolder.make()
    let atOnce = try Self.night(other, 3, strategies: strategies, ["--minimize-time", "10m"])
    let known = try #require(try Self.changes(atOnce)["new"])
    #expect(!Set(small).isDisjoint(with: known), "\(small), \(known)")
    let fourth = try Self.night(folder, 4, ["--minimize-time", "10m"])
    #expect(fourth.status == 0, "\(fourth.error)")
    #expect(try Self.changes(fourth) == ["stillOpen": small])
  }

  @Test(
    "a known fault that a later night cuts short is still open, and its command runs for ever",
    .exhaustive, arguments: ["simplex,simplex.weightedLevels", "simplex,session.zerosUnreported"])
  func cutShort(strategies: String) throws {
    let folder = try TemporaryFolder.make()
    let (whole, cut) = (["--minimize-time", "10m"], ["--minimize-time", "1ms"])
    let first = try Self.night(folder, 1, strategies: strategies, whole)
    let known = try #require(try Self.changes(first)["new"])
    #expect(known.allSatisfy { !$0.hasSuffix("-unminimized") }, "\(known)")
    let second = try Self.night(folder, 2, strategies: strategies, cut)
    let changes = try Self.changes(second)
    func isKnown(_ queue: String) -> Bool {
      let kind = queue.dropLast("unminimized".count)
      return known.contains { $0.hasPrefix(kind) }
    }
    let new = changes["new"] ?? []
    #expect(!new.contains(where: isKnown), "\(new)")
    #expect(second.status == (new.isEmpty ? 0 : 1))
    let waiting = try #require(changes["stillOpen"]?.filter { $0.hasSuffix("-unminimized") })
    #expect(!waiting.isEmpty && waiting.allSatisfy(isKnown), "\(changes)")
    let report = try ToolRun(["report", "s", "--format", "sarif"], in: folder).json()
    let results = try #require(report["runs"]?.array?.first?["results"]?.array)
    for result in results where waiting.contains(result["ruleId"]?.string ?? "") {
      #expect(result["baselineState"]?.string == "unchanged")
    }
    let buckets = try #require(try second.json()["changes"]?.array).compactMap { $0["bucket"] }
    let paths = buckets.filter { waiting.contains($0["bucket"]?.string ?? "") }
      .compactMap { $0["case"]?.string }
    #expect(paths.count == waiting.count)
    let third = try Self.night(folder, 3, strategies: strategies, whole)
    #expect(try Self.changes(third)["moved"]?.isEmpty == false, "\(third.error)")
    for path in paths {
      let run = try ToolRun(["replay", "s/\(path)"], in: folder)
      #expect(run.status == 1, "\(run.output)\(run.error)")
    }
  }

  @Test("new, still open, fixed, reopened: each night reports the change and its exit code")
  func states() throws {
    let folder = try TemporaryFolder.make()
    let first = try Self.night(folder, 1, strategies: Self.mutant)
    #expect(first.status == 1, "\(first.error)")
    let found = try #require(try Self.changes(first)["new"])
    #expect(!found.isEmpty && found.allSatisfy { $0.hasPrefix("simplex.weightedLevels-") })
    let clean = try Self.night(folder, 2)
    #expect(clean.status == 0, "the stored cases still fail, and none is new: \(clean.error)")
    #expect(try Self.changes(clean) == ["stillOpen": found])
    // Simulates a fix by renaming the strategy in the finding to the healthy one.
    try rename("simplex.weightedLevels", to: "simplex", in: folder)
    try NightFolder.adopt(folder)
    let mended = try Self.night(folder, 3)
    #expect(mended.status == 0, "\(mended.error)")
    #expect(try Self.changes(mended) == ["fixed": found])
    let quiet = try Self.night(folder, 4)
    #expect(quiet.status == 0, "\(quiet.error)")
    #expect(try Self.changes(quiet).isEmpty)
    try rename("simplex", to: "simplex.weightedLevels", in: folder)
    try NightFolder.adopt(folder)
    let back = try Self.night(folder, 5)
    #expect(back.status == 1, "\(back.error)")
    #expect(try Self.changes(back) == ["reopened": found])
    // The page of a finding has its first night; its bucket is that of the registry.
    let report = try ToolRun(["report", "s", "--format", "json"], in: folder).json()
    let told = try #require(report["findings"]?.array)
    #expect(!told.isEmpty)
    for finding in told {
      let since = finding["since"]
      #expect(since?["first"]?["night"]?.int == 1 && since?["first"]?["commit"]?.string == "c1")
      #expect(since?["last"]?["night"]?.int == 5 && since?["state"]?.string == "reopened")
    }
    let console = try ToolRun(["report", "s"], in: folder).output
    #expect(
      console.contains("first seen in night 1, 2026-11-01, commit c1; met in 3 nights, last in"))
    let nights = try lines(folder.appendingPathComponent("s/history.jsonl"))
    #expect(nights.map { $0["night"]?.int } == [1, 2, 3, 4, 5])
    #expect(Set(nights.compactMap { $0["seed"]?.double }).count == 5, "a seed of its own each")
    let page = try text(folder.appendingPathComponent("s/index.html"))
    #expect(
      page.contains("Behaviours covered") && nights.allSatisfy { $0["behaviours"]?["seen"] != nil })
    #expect(page.contains("LayoutFuzz night 5: ") && page.contains(">Reopened</span>"))
  }

  /// Returns the targets of the rows of the night's page: places on the page of evidence, and
  /// files.
  private func links(_ folder: URL) throws -> (places: Set<String>, files: [String]) {
    let page = try text(folder.appendingPathComponent("s/index.html"))
    let targets = page.matches(of: /href="([^"#]+)(?:#([^"]+))?"/)
    for target in targets {
      let file = folder.appendingPathComponent("s/\(target.1)").path
      #expect(FileManager.default.fileExists(atPath: file), "\(target.1)")
    }
    let places = targets.compactMap { $0.2.map(String.init) }.filter { $0.hasPrefix("f-") }
    return (Set(places), targets.map { String($0.1) })
  }

  @Test(
    "rows link to the evidence of their cases after any change, and no link is dead", .exhaustive)
  func evidence() throws {
    let folder = try TemporaryFolder.make()
    let page = folder.appendingPathComponent("s/findings.html")
    let quiet = try Self.night(folder, 1)
    #expect(quiet.status == 0, "\(quiet.error)")
    #expect(try links(folder).places.isEmpty)
    #expect(try text(page).contains("<h1>Night 1: no stored finding.</h1>"))
    let first = try Self.night(folder, 2, strategies: Self.mutant)
    #expect(first.status == 1, "\(first.error)")
    let night = try text(folder.appendingPathComponent("s/index.html"))
    #expect(
      night.contains("<section class=\"finding\" id=\"") && night.contains("<svg role=\"img\""))
    let places = try links(folder).places
    #expect(try Self.changes(first)["new"]?.count == places.count && !places.isEmpty)
    for place in places {
      #expect(try text(page).contains(" id=\"\(place)\""), "\(place)")
    }
    #expect(try text(page).contains("Frames: x, y, width, height in pt"))
    // The next night writes a page again that was lost in a kill.
    try FileManager.default.removeItem(at: page)
    let again = try Self.night(folder, 3)
    #expect(again.status == 0, "\(again.error)")
    #expect(try links(folder).places == places)
    // A strategy that answered wrongly now ends its process: the page shows the stored answer.
    try rename("simplex.weightedLevels", to: "unruly.trap", in: folder)
    for file in try Self.caseFiles(folder) { try Data(Self.ending.utf8).write(to: file) }
    try NightFolder.adopt(folder)
    let ending = try Self.night(folder, 4)
    #expect(ending.status == 0, "\(ending.error)")
    #expect(try Self.changes(ending)["stillOpen"]?.count == places.count)
    #expect(try links(folder).places == places)
    #expect(try text(page).contains("the case was not solved again for this report"))
    // With --as-stored the page reports this, too, without an earlier run that solved the case.
    let told = try ToolRun(
      ["report", "s", "--format", "html", "--as-stored", "s/findings"], in: folder)
    #expect(
      told.status == 0 && told.output.contains("the case was not solved again"), "\(told.error)")
    let one = try #require(Self.caseFiles(folder).first)
    try Data("{".utf8).write(to: one)
    let spoiled = try Self.night(folder, 5)
    #expect(spoiled.status == 70, "\(spoiled.error)")
    let left = try links(folder)
    #expect(
      left.places.count == places.count - 1 && left.files.contains { $0.hasSuffix("report.md") })
    #expect(try text(page).contains("<span class=\"s err\">unreadable</span>"))
  }

  /// A case with preferences at four priorities, on which the fault `unruly.trap` ends its process.
  private static let ending = """
    {"layoutfuzz": 1, "environment": {"size": [100, 100]},
     "views": [{"id": "root"}, {"id": "v1", "parent": "root"}],
     "constraints": [
       {"id": "c1", "first": "v1.width", "relation": "==", "constant": 1, "priority": 100},
       {"id": "c2", "first": "v1.width", "relation": "==", "constant": 2, "priority": 200},
       {"id": "c3", "first": "v1.width", "relation": "==", "constant": 3, "priority": 300},
       {"id": "c4", "first": "v1.width", "relation": "==", "constant": 4, "priority": 400}]}
    """

  /// Returns the minimized cases in the store.
  private static func caseFiles(_ folder: URL) throws -> [URL] {
    let findings = folder.appendingPathComponent("s/findings")
    let names = try #require(FileManager.default.enumerator(atPath: findings.path))
    return names.compactMap { $0 as? String }.filter { $0.hasSuffix("/case.json") }.sorted().map {
      findings.appendingPathComponent($0)
    }
  }

  @Test("a pending case beside its minimized one is one finding, in reports and in nights")
  func twins() throws {
    let folder = try TemporaryFolder.make()
    let first = try Self.night(folder, 1, strategies: Self.mutant, ["--minimize-time", "10m"])
    #expect(first.status == 1, "\(first.error)")
    let found = try #require(try Self.changes(first)["new"])
    // The state after a kill between storing a finding at its new place and removing the old one.
    let own = try #require(Self.caseFiles(folder).first).deletingLastPathComponent()
    let bucket = own.deletingLastPathComponent()
    let name = bucket.lastPathComponent.split(separator: "-").dropLast().joined(separator: "-")
    let waiting = bucket.deletingLastPathComponent().appendingPathComponent(
      "\(name)-unminimized/0f0f0f0f0f0f0f0f")
    try FileManager.default.createDirectory(
      at: waiting.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: own, to: waiting)
    let record = waiting.appendingPathComponent("finding.json")
    let renamed = try text(record).replacing(
      bucket.lastPathComponent, with: "\(name)-unminimized")
    try Data(renamed.utf8).write(to: record)
    try NightFolder.adopt(folder)
    let report = try ToolRun(["report", "s", "--format", "json"], in: folder).json()
    let count = try Self.caseFiles(folder).count
    #expect(try #require(report["findings"]?.array).count == count - 1)
    let page = try ToolRun(["report", "s", "--format", "html"], in: folder).output
    #expect(page.contains("the same case, pending for minimization"))
    let second = try Self.night(folder, 2, ["--no-minimize"])
    #expect(second.status == 0, "\(second.error)")
    #expect(try Self.changes(second) == ["stillOpen": found])
    #expect(try Self.caseFiles(folder).count == count - 1)
    // A pending case that fails is no duplicate of a stored one that passes.
    try FileManager.default.createDirectory(
      at: waiting.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: own, to: waiting)
    try Data(renamed.utf8).write(to: record)
    let passing = #"{"layoutfuzz": 1, "environment": {"size": [9, 9]}, "views": [{"id": "root"}]}"#
    try Data(passing.utf8).write(to: own.appendingPathComponent("case.json"))
    try NightFolder.adopt(folder)
    let third = try Self.night(folder, 3, ["--no-minimize"])
    #expect([0, 1].contains(third.status), "\(third.error)")
    #expect(FileManager.default.fileExists(atPath: waiting.path))
  }

  @Test("a stored finding without its record is not listed as fixed")
  func withoutRecord() throws {
    let folder = try TemporaryFolder.make()
    let first = try Self.night(folder, 1, strategies: Self.mutant)
    #expect(first.status == 1, "\(first.error)")
    let findings = folder.appendingPathComponent("s/findings").path
    for case let name as String in try #require(FileManager.default.enumerator(atPath: findings))
    where name.hasSuffix("finding.json") {
      try FileManager.default.removeItem(atPath: "\(findings)/\(name)")
    }
    let second = try Self.night(folder, 2)
    #expect(second.status == 70, "\(second.output)")
    #expect(try Self.changes(second)["fixed"] == nil)
    #expect(second.output.contains("its finding.json is missing"), "\(second.output)")
  }

  @Test("numbers of nights that no night can follow are refused")
  func lastNight() throws {
    let folder = try TemporaryFolder.make()
    #expect(try Self.night(folder, 1).status == 0)
    for name in ["registry.json", "history.jsonl"] {
      let file = folder.appendingPathComponent("s/\(name)")
      let good = try text(file)
      let spoiled = good.replacing("\"night\": 1,", with: "\"night\": \(Int.max),")
      #expect(spoiled != good)
      try Data(spoiled.utf8).write(to: file)
      let run = try Self.night(folder, 2)
      #expect(run.status == 65, "\(name): \(run.status) \(run.error)")
      try Data(good.utf8).write(to: file)
    }
  }

  @Test("a night hunts some planted faults, the next one others, and the page has all of them")
  func mutants() throws {
    let folder = try TemporaryFolder.make()
    for day in 1...2 {
      let run = try Self.night(folder, day, ["--mutants", "2"])
      #expect(run.status == 0, "\(run.error)")
    }
    let nights = try lines(folder.appendingPathComponent("s/history.jsonl"))
    let names = try nights.map { night in
      try #require(night["mutants"]?.array).compactMap { $0["name"]?.string }
    }
    #expect(names.map(\.count) == [2, 2] && Set(names.joined()).count == 4, "\(names)")
    let page = try text(folder.appendingPathComponent("s/index.html"))
    for name in names.joined() { #expect(page.contains(">\(name)<"), "\(name)") }
  }

  /// Renames the strategy in the stored findings, and leaves their folders.
  private func rename(_ old: String, to new: String, in folder: URL) throws {
    let findings = folder.appendingPathComponent("s/findings").path
    for case let name as String in try #require(FileManager.default.enumerator(atPath: findings))
    where name.hasSuffix("finding.json") {
      let file = URL(fileURLWithPath: "\(findings)/\(name)")
      let changed = try text(file).replacing(
        "\"accused\": \"\(old)\"", with: "\"accused\": \"\(new)\"")
      try Data(changed.utf8).write(to: file)
    }
  }

  private func text(_ file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  private func lines(_ file: URL) throws -> [JSONValue] {
    try text(file).split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)) }
  }

  /// Returns a folder of two cases, one of which all strategies answer correctly.
  static func corpusFolder() throws -> URL {
    try TemporaryFolder.make([
      "one.case.json": """
      {"layoutfuzz": 1, "environment": {"size": [100, 100]},
       "views": [{"id": "root"}, {"id": "v1", "parent": "root"}],
       "constraints": [{"id": "c1", "first": "v1.width", "relation": "==", "constant": 10}]}
      """
    ])
  }

  @Test("a stopped night ends cleanly and resumes; a concurrent second night is refused")
  func stops() throws {
    let folder = try TemporaryFolder.make()
    let words = Self.words(1, strategies: Self.mutant).map { $0 == "128" ? "400000" : $0 }
    let tool = try RunningTool(words, in: folder)
    for _ in 0..<3000 where try !tool.errorSoFar().contains("night 1") { usleep(20_000) }
    let second = try Self.night(folder, 1)
    #expect(second.status == 75 && second.error.contains("another process"), "\(second.error)")
    usleep(1_500_000)
    tool.send(signal: SIGTERM)
    let stopped = try tool.finish()
    #expect(stopped.status == 143, "\(stopped.error)")
    #expect(
      stopped.error.contains("Interrupted after ")
        && stopped.error.contains(" of 400,000 cases. Run the same command to resume."))
    let other = try Self.night(folder, 2)
    #expect(other.error.contains("night 1, 2026-11-02"), "\(other.error)")
    let notes = try other.json()["notes"]?.array?.compactMap(\.string) ?? []
    #expect(notes.contains { $0.contains("starts again, and its findings are kept") }, "\(notes)")
  }

  @Test("known issues are suppressed until their day, and always listed")
  func knownIssues() throws {
    let folder = try TemporaryFolder.make()
    let state = folder.appendingPathComponent("s")
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    func know(_ text: String) throws {
      try Data(text.utf8).write(to: state.appendingPathComponent("known.json"))
    }
    try know("{\"layoutfuzzKnown\": 1, \"issues\": [{\"bucket\": \"*\"}]}")
    let bad = try Self.night(folder, 1)
    #expect(bad.status == 65 && bad.error.contains("known.json:1:"), "\(bad.error)")
    try know(
      """
      {"layoutfuzzKnown": 1, "issues": [
        {"bucket": "simplex.weightedLevels-*", "until": "2026-11-02", "reason": "issue 12"},
        {"bucket": "nobody", "until": "2026-12-31", "reason": "left over"}]}
      """)
    for day in 1...2 {
      let run = try Self.night(folder, day, strategies: Self.mutant, ["--no-minimize"])
      #expect(run.status == 0, "\(run.error)")
      #expect(try Self.changes(run).keys.sorted() == ["known"])
      #expect(run.error.contains("suppressed until 2026-11-02: issue 12"), "\(run.error)")
      #expect(run.error.contains("known.json: 'nobody': matches no open finding; until 2026-12-31"))
    }
    let expired = try Self.night(folder, 3, strategies: Self.mutant, ["--no-minimize"])
    #expect(expired.status == 1, "\(expired.error)")
    #expect(try Self.changes(expired)["reopened"]?.isEmpty == false)
    #expect(expired.error.contains("1 suppression expired"), "\(expired.error)")
    #expect(
      expired.error.contains("the suppression expired on 2026-11-02: issue 12"), "\(expired.error)")
  }

  @Test("a missed canary and missing stored cases make a night red")
  func unsound() throws {
    let folder = try TemporaryFolder.make()
    // The only case that this fault solves does not reveal it.
    let missed = try Self.night(
      folder, 1, ["--canary", "simplex.failedPhaseIgnored", "--profile", "wellFormed"])
    #expect(missed.status == 70, "\(missed.error)")
    #expect(missed.error.contains("unreliable: canary simplex.failedPhaseIgnored was not caught."))
    let found = try Self.night(folder, 2, strategies: Self.mutant, ["--no-minimize"])
    #expect(found.status == 1, "\(found.error)")
    try FileManager.default.removeItem(at: folder.appendingPathComponent("s/findings"))
    let lost = try Self.night(folder, 3)
    #expect(lost.status == 70, "\(lost.error)")
    let bucket = try #require(try Self.changes(found)["new"]?.first)
    #expect(lost.error.contains("\(bucket)/"), "each file is named: \(lost.error)")
    let after = try Self.night(folder, 4)
    #expect(after.status == 0, "told once; the bucket stays open")
    #expect(try Self.changes(after)["stillOpen"]?.contains(bucket) == true)
    #expect(after.output.contains("without a stored case"), "\(after.output)")
  }

  @Test("a failing case of the corpus is a finding, an unreadable one makes a night red")
  func corpus() throws {
    let folder = try TemporaryFolder.make()
    let corpus = try Self.corpusFolder()
    let good = try Self.night(folder, 1, ["--corpus", corpus.path])
    #expect(good.status == 0, "\(good.error)")
    #expect(try good.json()["night"]?["replayed"]?["corpus"]?.int == 1)
    try Data("{".utf8).write(to: corpus.appendingPathComponent("two.case.json"))
    let bad = try Self.night(folder, 2, ["--corpus", corpus.path])
    #expect(bad.status == 70 && bad.error.contains("cannot be replayed"), "\(bad.error)")
    let none = try Self.night(folder, 3)
    #expect(none.status == 70 && none.error.contains("the corpus had 2 cases"), "\(none.error)")
  }

  @Test("options that only other commands have, or only nights, are refused")
  func options() throws {
    let folder = try TemporaryFolder.make()
    for (words, text) in [
      (["nightly"], "needs --state"),
      (["nightly", "--state", "s", "--shards", "2"], "no --shards"),
      (["nightly", "--state", "s", "--date", "2026-02-30"], "--date takes a day"),
      (["merge", "--dir", "d", "--time", "1h"], "no --time"),
    ] {
      let run = try ToolRun(["campaign"] + words, in: folder)
      #expect(run.status == 64 && run.error.contains(text), "\(run.error)")
    }
    let help = try ToolRun(["campaign", "--help-all"], in: folder)
    #expect(help.output.contains("known.json") && help.output.contains("--state DIR"))
  }
}
