// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Reporting

/// The facts of a night's run, and parts that are closed at first.
extension NightlyPage {
  /// The number of nights in the table.
  private static let nightsListed = 90

  // MARK: - Run

  /// The facts of the run, with the commands that repeat it.
  var run: String {
    var text = section("run", "Run") + PageParts.facts(facts)
    if !report.repeating.isEmpty {
      text += "<p class=\"small\">Repeat the random cases of this night:</p>\n"
      text += report.repeating.map(PageParts.command).joined()
    }
    if !night.notes.isEmpty {
      text += "<h3>Notes</h3>\n<ul>"
      text += night.notes.map { "<li>\(Markup.escaped($0, upTo: 1000))</li>\n" }.joined()
      text += "</ul>\n"
    }
    return text + "</section>\n"
  }

  private var campaign: CampaignRecord { report.campaign }

  private func count(_ value: Int, _ noun: String, _ file: String) -> String {
    link(ShownNumber.counted(value, noun), to: file, isNumber: true)
  }

  /// Facts with a name as text and a value as markup.
  private var facts: [(name: String, value: String)] {
    let measured = record.measured
    var facts: [(String, String)] = []
    if let commit = record.stamp.commit {
      let before = report.history.nights.dropLast().last?.stamp.commit
      facts.append(
        (
          "Commit",
          Markup.escaped(commit, upTo: 80)
            + (before.map {
              " <span class=\"mute\">previous night \(Markup.escaped($0, upTo: 80))</span>"
            } ?? "")
        ))
    }
    facts += report.programTexts.map { ("Program", Markup.escaped($0, upTo: 200)) }
    facts.append(
      (
        "Cases",
        count(record.cases, "case", campaignFile) + " \(report.speedText); "
          + "\(ShownNumber.counted(record.undecided, "answer")) undecided, \(gaveUp) given up, "
          + "\(ShownNumber.counted(record.discards, "attempt")) discarded"
      ))
    if let profiles { facts.append(("Profiles", profiles)) }
    if let replayed = report.replayedText {
      facts.append(("Replayed", link(Markup.escaped(replayed), to: nightFile, isNumber: true)))
    }
    if let canary {
      facts.append(("Canary", canary))
    }
    if !campaign.laws.isEmpty { facts.append(("Laws", laws)) }
    if let behaviours = record.behaviours {
      facts.append(
        (
          "Behaviours",
          "\(ShownNumber.grouped(behaviours.seen)) covered, \(ShownNumber.grouped(behaviours.seenOnce)) "
            + "in one case only, \(ShownNumber.grouped(behaviours.newInLastTenth)) first in the last tenth"
        ))
    }
    facts += [
      ("Time", times),
      (
        "Storage",
        "\(ShownNumber.megabytes(measured.toolBytes)) memory, "
          + "\(ShownNumber.megabytes(measured.diskBytes)) on disk; "
          + "\(ShownNumber.counted(record.stored, "finding")) stored"
          + (record.pruned > 0 ? ", \(ShownNumber.grouped(record.pruned)) removed" : "")
      ),
      (
        "Seed",
        "<span class=\"id mono\">\(record.seed)</span> "
          + "<span class=\"id\">digest \(Markup.escaped(record.digest, upTo: 80))</span>"
      ),
    ]
    return facts.map { (name: $0.0, value: $0.1) }
  }

  /// The times of replays and random cases, with the part of minimization.
  private var times: String {
    let measured = record.measured
    func time(_ nanoseconds: UInt64) -> String { ShownNumber.duration(nanoseconds: nanoseconds) }
    let replays = record.replayed.stored > 0 || record.replayed.corpus > 0
    return (replays ? "\(time(measured.replayNanoseconds)) replays, " : "")
      + "\(time(measured.fuzzNanoseconds)) random cases"
      + (measured.minimizingNanoseconds > 0
        ? ", \(time(measured.minimizingNanoseconds)) of it minimization" : "")
  }

  /// The number of cases of each profile; nil without any.
  private var profiles: String? {
    let parts = campaign.profiles.filter { $0.value > 0 }.map {
      "\(Markup.escaped($0.name, upTo: 60)) \(ShownNumber.grouped($0.value))"
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private var gaveUp: String {
    ShownNumber.grouped(
      Self.sum(campaign.strategies.map { $0.counts.first { $0.name == "gaveUp" }?.value ?? 0 }))
  }

  private static func sum(_ counts: [Int]) -> Int {
    counts.reduce(0) { sum, count in
      let (next, overflows) = sum.addingReportingOverflow(count)
      return overflows ? .max : next
    }
  }

  private var canary: String? {
    guard let canary = record.canary else { return nil }
    return Markup.escaped(canary.name, upTo: 100)
      + (canary.isCaught ? " caught, " : " <span class=\"err\">not caught</span>, ")
      + "\(ShownNumber.counted(canary.cases, "case")) solved"
  }

  private var laws: String {
    func sum(_ name: String) -> Int {
      Self.sum(campaign.laws.flatMap(\.counts).filter { $0.name == name }.map(\.value))
    }
    return "\(ShownNumber.counted(campaign.laws.count, "law")): "
      + "\(ShownNumber.grouped(sum("held"))) held, \(ShownNumber.grouped(sum("broken"))) broken"
  }

  // MARK: - Details

  /// The parts that are closed at first.
  var more: String {
    let nights = ShownNumber.counted(
      min(report.history.nights.count, Self.nightsListed), "night")
    return "<div id=\"more\">\n"
      + PageParts.details("Answers", hint: "by strategy", strategies)
      + mutants + issues
      + PageParts.details("Nights", hint: "\(nights) in numbers", table)
      + PageParts.details("Method", hint: "of a night", Self.method) + "</div>\n"
  }

  private static let method = """
    <p class="small">A night replays all stored findings, each in a process of its own, then judges random \
    cases against the exact optimum. A bucket has all findings that fail in one way. It is new in the first \
    night that finds it, fixed when all its stored cases pass, and reopened when it fails again. Not every \
    failing case is minimized, and the bucket of the others is unknown. So the cases of a finding are the \
    known ones. A night is unreliable if it misses its canary, or if stored files are missing or changed. \
    Slower means that counters of work are above the cost model; the clock has no part in it.</p>

    """

  /// The tables of strategies, one for each run of strategies with the same columns.
  private var strategies: String {
    var text = ""
    for part in campaign.strategyTables {
      let noun = part.rows.first.map { isProgram($0.name) } == true ? "program" : "strategy"
      var table = PageTable(
        caption: "Answers by \(noun)",
        columns: [.init(noun)]
          + part.titles.map { .init(Markup.escaped($0, upTo: 60), "n") })
      for row in part.rows {
        table.add(
          [.text(row.name, upTo: 100)] + row.counts.map { number($0.value, in: campaignFile) })
      }
      text += table.markup
    }
    return text
  }

  private func isProgram(_ name: String) -> Bool {
    record.programs.contains { $0.name == name }
  }

  /// The table of all hunted planted faults with their last results; empty without any.
  private var mutants: String {
    var last: [String: (mutant: NightRecord.Hunted, night: NightStamp)] = [:]
    for night in report.history.nights {
      for mutant in night.mutants { last[mutant.name] = (mutant, night.stamp) }
    }
    if last.isEmpty { return "" }
    var table = PageTable(
      caption: "Each night hunts some planted faults. The last result of each:",
      label: "Planted faults", id: "t-mutants",
      columns: [
        .init("Planted fault"), .init("Night", "n"), .init("Result"), .init("Cases", "n"),
        .init("Smallest case", "n"), .init("By hand", "n"),
      ])
    for name in last.keys.sorted() {
      guard let (mutant, night) = last[name] else { continue }
      let file = "\(NightStore.folderName(ofNight: night.number))/\(Night.fileName)"
      table.add([
        .text(name, upTo: 100), number(night.number, in: file),
        .init(mutant.isFound ? "found" : "not found", mutant.isFound ? "" : "bad"),
        number(mutant.cases, in: file), mutant.size.map { number($0, in: file) } ?? .init("", "n"),
        number(mutant.handMadeSize, in: file),
      ])
    }
    return PageParts.details("Hunted faults", hint: report.huntedText ?? "", table.markup)
  }

  /// The table of suppressions; empty without any.
  private var issues: String {
    if night.issues.isEmpty { return "" }
    var table = PageTable(
      caption: "Findings in \(KnownIssues.fileName) are suppressed until a day, then open again.",
      label: "Suppressions", id: "t-issues",
      columns: [
        .init("Bucket"), .init("Reason", "long"), .init("Until"), .init("State"),
        .init("Open findings", "n"),
      ])
    for use in night.issues {
      let state = use.isExpired ? "expired" : (use.buckets == 0 ? "matches nothing" : "in force")
      table.add([
        .text(use.issue.bucket, upTo: 120),
        .init(Markup.escaped(use.issue.reason, upTo: 400), "long"),
        .init(use.issue.until.description, "f"),
        .init(state, use.isExpired && use.buckets > 0 ? "bad" : ""),
        hasKnownFile
          ? number(use.buckets, in: KnownIssues.fileName) : PageTable.Cell.number(use.buckets),
      ])
    }
    return PageParts.details(
      "Suppressions", hint: "\(ShownNumber.grouped(night.issues.count)) in \(KnownIssues.fileName)",
      table.markup)
  }

  private var table: String {
    let titles = [
      "New", "Reopened", "Fixed", "Open", "Suppressed", "Slower", "Cases", "Undecided", "Problems",
    ]
    var table = PageTable(
      caption: "Newest first; \(NightHistory.fileName) has all nights", label: "Nights",
      id: "t-nights",
      columns: [.init("Night", "n"), .init("Date"), .init("Commit"), .init("Canary")]
        + titles.map { .init($0, "n") })
    for night in report.history.nights.suffix(Self.nightsListed).reversed() {
      let buckets = night.buckets
      let file = "\(NightStore.folderName(ofNight: night.stamp.number))/\(Night.fileName)"
      let canary = night.canary.map { $0.isCaught ? "caught" : "not caught" } ?? "none"
      let values = [
        buckets.new, buckets.reopened, buckets.fixed, buckets.open, buckets.known, buckets.slower,
        night.cases, night.undecided,
      ]
      table.add(
        [
          number(night.stamp.number, in: file), .init(night.stamp.date.description, "f"),
          .init(Markup.escaped(night.stamp.commit ?? "", upTo: 20), "id"),
          .init(canary, night.canary?.isCaught == true ? "" : "bad"),
        ] + values.map { number($0, in: file) } + [
          night.problems == 0
            ? number(0, in: file)
            : .init(link(ShownNumber.grouped(night.problems), to: file, isNumber: true), "n bad")
        ])
    }
    return table.markup
  }
}
