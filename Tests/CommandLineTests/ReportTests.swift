// SPDX-License-Identifier: MIT

import Foundation
import JSON
import TestSupport
import Testing

@Suite("Command line: report", .serialized, .waitsForProcesses)
struct ReportTests {
  /// Returns a folder with the results of a campaign with findings.
  private static func results(
    _ mutant: String = "simplex.weightedLevels", _ more: [String] = []
  ) throws -> URL {
    let folder = try TemporaryFolder.make()
    let run = try ToolRun(
      ["fuzz", "--strategies", mutant, "--cases", "20", "--seed", "6", "--out", "o"] + more,
      in: folder)
    try #require(run.status == 1, "\(run.output)\(run.error)")
    return folder
  }

  @Test("the result of a campaign is beside its findings; a clean one writes no file unasked")
  func campaignFile() throws {
    let folder = try Self.results()
    let bytes = try Data(contentsOf: folder.appendingPathComponent("o/campaign.json"))
    let json = try JSONParser.parse(Array(bytes))
    #expect(json["layoutfuzzCampaign"]?.int == 1)
    #expect(json["cases"]?.int == 20)
    #expect(json["seed"]?.int == 6)
    #expect(json["findings"]?.array?.count == 1)
    #expect(json["strategies"]?.array?.first?["counts"]?["wrong"]?.int == 1)

    let clean = try TemporaryFolder.make()
    #expect(try ToolRun(["fuzz", "--cases", "16"], in: clean).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: clean.path) == [])
    #expect(try ToolRun(["fuzz", "--cases", "16", "--out", "o"], in: clean).status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: clean.path + "/o") == ["campaign.json"])
    let report = try ToolRun(["report", "o"], in: clean)
    #expect(report.status == 0, "\(report.error)")
    #expect(report.output.hasPrefix("Nothing found in 16 cases.\n"))
  }

  @Test("missing findings that campaign.json lists are a problem in every format")
  func lostFindings() throws {
    let folder = try Self.results()
    let place = folder.appendingPathComponent("o/findings")
    try FileManager.default.removeItem(at: place)
    for format in ["console", "json", "markdown", "junit", "github", "sarif", "html"] {
      let run = try ToolRun(["report", "o", "--format", format, "-o", "-"], in: folder)
      #expect(run.status == 65, "\(format)")
      #expect((run.output + run.error).contains("lists this finding"), "\(format)")
    }
    // A link in their place does not count as the findings of this campaign.
    try FileManager.default.createSymbolicLink(
      at: place, withDestinationURL: folder.appendingPathComponent("elsewhere"))
    #expect(try ToolRun(["report", "o"], in: folder).status == 65)
  }

  @Test("findings of earlier campaigns in the folder are distinguished, and counted separately")
  func earlierCampaigns() throws {
    let folder = try Self.results()
    let own = try ToolRun(["report", "o", "--format", "json"], in: folder).json()
    let record = own["runs"]?.array?.first?["campaign"]?["findings"]?.array?.first
    let place = try #require(own["findings"]?.array?.first?["folder"]?.string)
    #expect(record?["folders"]?.array?.compactMap(\.string).map { "o/findings/\($0)" } == [place])
    #expect(own["findings"]?.array?.first?["isEarlier"] == nil)
    let second = try ToolRun(["fuzz", "--cases", "16", "--out", "o"], in: folder)
    #expect(second.status == 0, "\(second.error)")
    let report = try ToolRun(["report", "o"], in: folder)
    #expect(
      report.output.hasPrefix("Nothing found in 16 cases; 1 finding of earlier campaigns.\n"),
      "\(report.output)")
    #expect(report.output.contains("not in this campaign"), "\(report.output)")
    let json = try ToolRun(["report", "o", "--format", "json"], in: folder).json()
    #expect(json["findings"]?.array?.first?["isEarlier"]?.bool == true)
    #expect(json["findings"]?.array?.first?["occurrences"] == .null)
    // A campaign that finds the same failure again owns the finding, also if it stores no new one.
    let third = try ToolRun(
      [
        "fuzz", "--strategies", "simplex.weightedLevels", "--cases", "20", "--seed", "6", "--out",
        "o",
      ], in: folder)
    #expect(third.status == 1, "\(third.error)")
    let again = try ToolRun(["report", "o"], in: folder)
    #expect(again.output.hasPrefix("1 finding in 20 cases.\n"), "\(again.output)")
  }

  @Test("every format of the report has the findings of the campaign")
  func formats() throws {
    let folder = try Self.results()
    let console = try ToolRun(["report", "o"], in: folder)
    #expect(console.status == 0, "\(console.error)")
    #expect(console.output.hasPrefix("1 finding in 20 cases.\n"))
    #expect(console.output.contains("simplex.weightedLevels makes v1 50 pt too wide"))
    let replay = try #require(
      console.output.split(separator: "\n").first { $0.contains("layoutfuzz replay ") })
    let words = replay.split(separator: " ").dropFirst().map(String.init)
    let again = try ToolRun(words, in: folder)
    #expect(again.status == 1, "\(again.error)")
    #expect(again.output.contains("still open"))

    let json = try ToolRun(["report", "o", "--format", "json"], in: folder).json()
    #expect(json["layoutfuzzReport"]?.int == 1)
    let finding = try #require(json["findings"]?.array?.first)
    #expect(finding["subject"]?.string == "simplex.weightedLevels")
    #expect(finding["occurrences"]?.int == 1)
    #expect(finding["hasCertificate"]?.bool == true)
    let answers = try #require(finding["layout"]?["answers"]?.array)
    #expect(
      answers.compactMap { $0["name"]?.string } == [
        "exact", "simplex.weightedLevels", "simplex", "relaxation", "naive",
      ])
    #expect(answers[1]["role"]?.string == "accused")
    #expect(answers[1]["frames"]?.array?[1].array?[2].double == 50)
    #expect(answers[0]["frames"]?.array?[1].array?[2].double == 0)
    let level = try #require(finding["layout"]?["levels"]?.array?[1])
    #expect(level["priority"]?.double == 750)
    #expect(level["exact"]?.string == "0")
    #expect(level["values"]?.array?.first?.double == 50)

    let junit = try ToolRun(["report", "o", "-o", "a.xml"], in: folder)
    #expect(junit.status == 0 && junit.output.isEmpty, "\(junit.error)")
    let xml = try String(contentsOf: folder.appendingPathComponent("a.xml"), encoding: .utf8)
    #expect(xml.contains("failures=\"1\" errors=\"0\""))
    for name in ["a.xml", "a.json", "a.sarif", "a.md", "a.html"] {
      // The second run replaces the report of the first.
      for _ in 0..<2 {
        #expect(try ToolRun(["report", "o", "-o", name], in: folder).status == 0, "\(name)")
      }
      try Data("{}".utf8).write(to: folder.appendingPathComponent(name))
      #expect(try ToolRun(["report", "o", "-o", name], in: folder).status == 64, "\(name)")
      #expect(try ToolRun(["report", "o", "-o", name, "--force"], in: folder).status == 0)
    }
    #expect(try ToolRun(["report", "o", "-o", "a.doc"], in: folder).status == 64)
    #expect(try ToolRun(["report", "o", "--format", "marksdown"], in: folder).status == 64)
    let github = try ToolRun(["report", "o", "--format", "github"], in: folder)
    #expect(github.output.hasPrefix("::error file=o/findings/simplex.weightedLevels-"))
    let sarif = try ToolRun(["report", "o", "--format", "sarif"], in: folder).json()
    #expect(sarif["runs"]?.array?.first?["results"]?.array?.count == 1)
    let markdown = try ToolRun(["report", "o", "--format", "markdown"], in: folder)
    #expect(markdown.output.contains("| 1 | `simplex.weightedLevels` | worseThanOptimal |"))
    let schema = try ToolRun(["report", "--schema"]).json()
    #expect(schema["title"]?.string == "A report of layoutfuzz, version 1")
  }

  @Test("the page is written beside the findings, and its links lead to their files")
  func page() throws {
    let folder = try Self.results()
    let run = try ToolRun(["report", "o", "-o", "o/report.html"], in: folder)
    #expect(run.status == 0 && run.output.isEmpty, "\(run.error)")
    let place = folder.appendingPathComponent("o/report.html")
    let page = try String(contentsOf: place, encoding: .utf8)
    #expect(page.hasPrefix("<!DOCTYPE html>\n"))
    let links = page.matches(of: /href="([^#"][^"]*)"/).map { String($0.1) }
    #expect(links.count == 3, "certificate, case, original")
    for link in links {
      #expect(
        FileManager.default.fileExists(atPath: folder.path + "/o/" + link), "\(link)")
    }
    for word in ["http:", "https:", "src=", "url("] { #expect(!page.contains(word), "\(word)") }
    #expect(page.contains("simplex.weightedLevels makes v1 50 pt too wide"))
  }

  @Test("a strategy that ends its process is reported, and does not end the report")
  func endings() throws {
    let folder = try TemporaryFolder.make()
    let run = try ToolRun(
      ["fuzz", "--strategies", "unruly.trap", "--cases", "8", "--laws", "none", "--out", "o"],
      in: folder)
    try #require(run.status == 1, "\(run.error)")
    let told = try ToolRun(["report", "o", "--format", "json"], in: folder)
    #expect(told.status == 0, "\(told.error)")
    let finding = try #require(try told.json()["findings"]?.array?.first)
    #expect(finding["verdict"]?.string == "crash")
    #expect(finding["sentence"]?.string?.hasPrefix("unruly.trap ends with signal ") == true)
    let page = try ToolRun(["report", "o", "--format", "html"], in: folder)
    #expect(page.status == 0 && page.output.contains("unruly.trap was not run for this page"))
  }

  @Test(
    "laws, costs, sessions and conflicts are reported, too",
    arguments: [
      ("lowering.rightConstantNegated", ["--laws", "mirror", "--cases", "40"]),
      ("relaxation.neverSettles", ["--laws", "none", "--cases", "1"]),
      ("session.dependentsUnreported", ["--cases", "40"]),
      ("simplex.failedPhaseIgnored", ["--profile", "conflicting"]),
    ])
  func kinds(name: String, more: [String]) throws {
    let folder = try TemporaryFolder.make()
    var words = ["fuzz", "--strategies", name, "--seed", "1", "--out", "o"] + more
    if !words.contains("--cases") { words += ["--cases", "40"] }
    let run = try ToolRun(words, in: folder)
    try #require(run.status == 1, "\(run.output)\(run.error)")
    let json = try ToolRun(["report", "o", "--format", "json"], in: folder).json()
    let findings = try #require(json["findings"]?.array)
    #expect(!findings.isEmpty)
    #expect(json["problems"]?.array == [])
    for finding in findings {
      #expect(finding["subject"]?.string == name)
      let isScript = finding["caseFile"]?.string == "case.script.json"
      #expect(isScript == name.hasPrefix("session."))
      #expect((finding["layout"] == .null) == isScript)
      #expect((finding["text"] == .null) != isScript)
      #expect((finding["script"] == .null) != isScript)
      #expect(finding["since"] == .null, "a lone campaign knows nothing of others")
      let (own, all) = (finding["inBucket"]?.int ?? 0, finding["examined"]?.int ?? 0)
      #expect(0 < own && own <= all && all <= finding["occurrences"]?.int ?? 0)
      guard isScript else { continue }
      let steps = try #require(finding["script"]?["steps"]?.array)
      #expect(steps.count == finding["minimized"]?.array?.first?["count"]?.int)
      let wrong = try #require(steps.firstIndex { $0["isWrong"]?.bool == true })
      #expect(steps.count { $0["isWrong"]?.bool == true } == 1)
      #expect(steps[..<wrong].allSatisfy { $0["got"]?.string == "as expected" })
      #expect(steps[(wrong + 1)...].allSatisfy { $0["got"]?.string == "not reached" })
    }
  }

  @Test("both pages mark numbers that result from a planted fault of the lowering")
  func faultyLowering() throws {
    let folder = try TemporaryFolder.make()
    let run = try ToolRun(
      [
        "fuzz", "--strategies", "lowering.rightConstantNegated", "--cases", "200", "--seed", "3",
        "--out", "o",
      ], in: folder)
    try #require(run.status == 1, "\(run.output)\(run.error)")
    let page = try ToolRun(["report", "o", "--format", "html"], in: folder).output
    let note = "All numbers here are those of the system that the planted fault"
    let findings = page.matches(of: /<section class="finding"/).count
    #expect(findings > 0 && page.components(separatedBy: note).count == findings + 1)
    let file = try #require(try reports(folder).first)
    #expect(try String(contentsOf: file, encoding: .utf8).contains(note))
  }

  @Test("a case that is not wrong any more is reported as such")
  func repaired() throws {
    let folder = try Self.results()
    let file = try #require(try reports(folder).first).deletingLastPathComponent()
      .appendingPathComponent("finding.json")
    let record = try String(contentsOf: file, encoding: .utf8)
    let healthy = record.replacing(
      "\"accused\": \"simplex.weightedLevels\"", with: "\"accused\": \"simplex\"")
    #expect(healthy != record)
    try Data(healthy.utf8).write(to: file)
    let console = try ToolRun(["report", "o"], in: folder).output
    #expect(console.contains("simplex is not wrong on this case any more (pass); it was: "))
  }

  @Test(
    "the page of a slower finding shows its cost relative to its cost model and to others",
    .exhaustive)
  func costs() throws {
    let folder = try TemporaryFolder.make()
    let run = try ToolRun(
      [
        "fuzz", "--strategies", "simplex.supportsIgnored", "--cases", "100", "--seed", "3",
        "--laws", "none", "--out", "o",
      ], in: folder)
    try #require(run.status == 1, "\(run.output)\(run.error)")
    let page = try ToolRun(["report", "o", "--format", "html"], in: folder).output
    #expect(
      page.contains(
        /simplex.supportsIgnored did [\d,]+ \w+, and its expected cost for systems of size \d+/))
    #expect(page.contains("times is a finding, so a minimized case is just above."))
  }

  /// Returns the `report.md` of all findings.
  private func reports(_ folder: URL) throws -> [URL] {
    let findings = folder.appendingPathComponent("o/findings")
    let names = try #require(FileManager.default.enumerator(atPath: findings.path))
    return names.compactMap { $0 as? String }.filter { $0.hasSuffix("report.md") }.sorted()
      .map(findings.appendingPathComponent)
  }

  @Test("a script's page has its steps, with expected and actual values")
  func script() throws {
    let folder = try TemporaryFolder.make()
    let run = try ToolRun(
      [
        "fuzz", "--strategies", "session.equalsRemovedTogether", "--seed", "1", "--cases", "40",
        "--out",
        "o",
      ], in: folder)
    try #require(run.status == 1, "\(run.output)\(run.error)")
    let json = try ToolRun(["report", "o", "--format", "json"], in: folder).json()
    let findings = try #require(json["findings"]?.array)
    let finding = try #require(findings.first { $0["script"]?["values"]?.array?.isEmpty == false })
    let values = try #require(finding["script"]?["values"]?.array)
    #expect(values.contains { $0["differs"]?.bool == true }, "\(values)")
    let wrong = try #require(
      finding["script"]?["steps"]?.array?.first { $0["isWrong"]?.bool == true })
    let got = try #require(values.first?["got"]?.string)
    #expect(wrong["got"]?.string?.contains("x0 = \(got)") == true, "\(wrong)")
    #expect(wrong["expected"]?.string?.hasPrefix("x0 = ") == true, "\(wrong)")
    #expect(try ToolRun(["report", "o", "-o", "r.html"], in: folder).status == 0)
    let page = try String(contentsOf: folder.appendingPathComponent("r.html"), encoding: .utf8)
    #expect(page.contains("<table class=\"ea steps\">") && page.contains("Values after step "))
    #expect(page.contains("<td class=\"bad\"><b>\(got)</b></td>"))
    let isDrawn = page.contains("<svg class=\"chart\"") || page.contains("class=\"chart\"")
    #expect(isDrawn == page.contains("Red band: the wrong step"))
    let markdown = try ToolRun(["report", "o", "--format", "markdown"], in: folder).output
    #expect(markdown.contains("; how often: "), "\(markdown)")
  }

  @Test("unreadable findings are a problem in the report and exit code 65, and the rest is shown")
  func damaged() throws {
    let folder = try Self.results()
    let findings = folder.appendingPathComponent("o/findings")
    let bad = findings.appendingPathComponent("x/1")
    try FileManager.default.createDirectory(at: bad, withIntermediateDirectories: true)
    try Data("{\u{1B}[31m".utf8).write(to: bad.appendingPathComponent("case.json"))
    let open = findings.appendingPathComponent("unfinished/2")
    try FileManager.default.createDirectory(at: open, withIntermediateDirectories: true)
    let run = try ToolRun(["report", "o"], in: folder)
    #expect(run.status == 65)
    #expect(run.output.hasPrefix("1 finding in 20 cases; 2 problems.\n"), "\(run.output)")
    #expect(!run.output.contains("\u{1B}") && !run.error.contains("\u{1B}"))
    try Data("[".utf8).write(to: folder.appendingPathComponent("o/campaign.json"))
    let other = try ToolRun(["report", "o"], in: folder)
    #expect(other.status == 65)
    #expect(other.output.contains("campaign.json:1:2: error: "), "\(other.output)")
    #expect(try ToolRun(["report", "nowhere"], in: folder).status == 65)
    #expect(try ToolRun(["report", "o/campaign.json"], in: folder).status == 65)
    #expect(try ToolRun(["report", "o/findings/x"], in: folder).status == 65)
    #expect(try ToolRun(["report"], in: folder).status == 64)
  }
}
