// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Reporting

/// The numbers of a night, and the nights before it.
extension NightlyPage {
  // MARK: - Tonight

  var numbers: String {
    section("numbers", "Tonight in numbers", nil) + PageParts.facts(facts) + strategies + mutants
      + "</section>\n"
  }

  /// Facts with a name as text and a value as markup.
  private var facts: [(name: String, value: String)] {
    func counted(_ count: Int, _ noun: String, _ file: String) -> String {
      link(ShownNumber.counted(count, noun), to: file)
    }
    let (replayed, measured) = (record.replayed, record.measured)
    let time = ShownNumber.duration(nanoseconds: measured.fuzzNanoseconds)
    let rate = ShownNumber.grouped(rounding: record.casesPerSecond)
    var facts = [
      (
        "Random cases",
        counted(record.cases, "case", campaignFile) + " in \(time), "
          + link("\(rate) a second", to: nightFile)
      ),
      ("Made from", profiles),
      (
        "Run again",
        counted(replayed.corpus, "case", nightFile) + " of the corpus, "
          + link(ShownNumber.grouped(replayed.stored), to: nightFile) + " stored, in "
          + ShownNumber.duration(nanoseconds: measured.replayNanoseconds) + "; "
          + link(ShownNumber.grouped(replayed.failing), to: nightFile) + " failing, "
          + link(ShownNumber.grouped(replayed.unusable), to: nightFile) + " that cannot be run"
      ),
      (
        "Undecided",
        counted(record.undecided, "answer", campaignFile) + ", " + gaveUp + " given up"
      ),
      (
        "Discarded",
        counted(record.discards, "attempt", campaignFile) + " of the generator that led nowhere"
      ),
      ("Last new finding", link(Markup.escaped(report.quietText), to: NightHistory.fileName)),
      ("Planted fault", canary),
      (
        "Making small",
        link(ShownNumber.duration(nanoseconds: measured.minimizingNanoseconds), to: nightFile)
          + ", of findings of this night and of those that had no time before"
      ),
      (
        "Memory",
        link(ShownNumber.megabytes(measured.toolBytes), to: nightFile) + " at most, "
          + link(ShownNumber.megabytes(measured.workerBytes), to: nightFile)
          + " in a process for cases"
      ),
      (
        "Disk",
        link(ShownNumber.megabytes(measured.diskBytes), to: nightFile) + "; "
          + counted(record.stored, "finding", nightFile) + " stored, "
          + link(ShownNumber.grouped(record.pruned), to: nightFile) + " taken out tonight"
      ),
      ("Digest", link(Markup.escaped(record.digest, upTo: 80), to: campaignFile)),
    ]
    if let behaviours = record.behaviours { facts.append(("Behaviours", text(behaviours))) }
    if !campaign.laws.isEmpty { facts.append(("Laws", laws)) }
    return facts
  }

  /// The table of all hunted planted faults with their last results; empty without any.
  private var mutants: String {
    var last: [String: (mutant: NightRecord.Hunted, night: NightStamp)] = [:]
    for night in report.history.nights {
      for mutant in night.mutants { last[mutant.name] = (mutant, night.stamp) }
    }
    if last.isEmpty { return "" }
    var table = PageTable(
      caption: "Planted faults that nights hunt by turns, as each came out last",
      label: "Planted faults", id: "t-mutants",
      columns: [
        .init("Planted fault"), .init("Night", "n"), .init("Came out"), .init("Cases", "n"),
        .init("Smallest case", "n"), .init("By hand", "n"),
      ])
    for name in last.keys.sorted() {
      guard let (mutant, night) = last[name] else { continue }
      let file = "\(NightStore.folderName(ofNight: night.number))/\(Night.fileName)"
      table.add(
        [
          .text(name, upTo: 100), number(night.number, in: file),
          .init(mutant.isFound ? "found" : "not found", mutant.isFound ? "" : "bad"),
          number(mutant.cases, in: file),
          mutant.size.map { number($0, in: file) } ?? .init("", "n"),
          number(mutant.handMadeSize, in: file),
        ], style: mutant.isFound ? "" : "core")
    }
    return table.markup
  }

  private var campaign: CampaignRecord { report.campaign }

  private var profiles: String {
    let parts = campaign.profiles.filter { $0.value > 0 }.map {
      "\(Markup.escaped($0.name, upTo: 60)) "
        + link(ShownNumber.grouped($0.value), to: campaignFile)
    }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }

  private var gaveUp: String {
    let count = campaign.strategies.reduce(0) { sum, row in
      let (next, overflows) = sum.addingReportingOverflow(
        row.counts.first { $0.name == "gaveUp" }?.value ?? 0)
      return overflows ? .max : next
    }
    return link(ShownNumber.grouped(count), to: campaignFile)
  }

  private var canary: String {
    guard let canary = record.canary else { return "<span class=\"bad\">none</span>" }
    let name = Markup.escaped(canary.name, upTo: 100)
    let outcome = canary.isCaught ? "caught" : "<span class=\"bad\">not caught</span>"
    return "<code>\(name)</code> \(outcome); it solved "
      + link(ShownNumber.counted(canary.cases, "case"), to: campaignFile)
  }

  /// Returns a text such as `412 seen, 31 of them in one case, 2 in the last tenth of the cases
  /// only`.
  private func text(_ behaviours: NightRecord.Behaviours) -> String {
    func number(_ value: Int) -> String { link(ShownNumber.grouped(value), to: campaignFile) }
    return number(behaviours.seen) + " seen, " + number(behaviours.seenOnce)
      + " of them in one case, " + number(behaviours.newInLastTenth)
      + " in the last tenth of the cases only"
  }

  private var laws: String {
    func sum(_ name: String) -> Int {
      campaign.laws.flatMap(\.counts).filter { $0.name == name }.reduce(0) { sum, count in
        let (next, overflows) = sum.addingReportingOverflow(count.value)
        return overflows ? .max : next
      }
    }
    let broken = sum("broken")
    return link(ShownNumber.counted(campaign.laws.count, "law"), to: campaignFile) + ", held "
      + link(ShownNumber.counted(sum("held"), "time"), to: campaignFile) + ", broken "
      + link(ShownNumber.counted(broken, "time"), to: campaignFile)
  }

  /// The tables of strategies, one for each run of strategies with the same columns.
  private var strategies: String {
    var text = ""
    var rest = campaign.strategies[...]
    while let first = rest.first {
      let titles = first.counts.map(\.name)
      let part = rest.prefix { $0.counts.map(\.name) == titles }
      rest = rest.dropFirst(part.count)
      var table = PageTable(
        caption: "Answers by strategy",
        columns: [.init("strategy")] + titles.map { .init(Markup.escaped($0, upTo: 60), "n") })
      for row in part {
        table.add(
          [.text(row.name, upTo: 100)] + row.counts.map { number($0.value, in: campaignFile) })
      }
      text += table.markup
    }
    return text
  }

  // MARK: - Nights

  var nights: String {
    let drawn = Array(report.history.nights.suffix(Self.nightsDrawn))
    var text = section(
      "nights", "The last \(ShownNumber.counted(drawn.count, "night"))",
      "Bars in red are nights that cannot be relied on.")
    text += "<div class=\"charts\">\n"
    for chart in charts(drawn) {
      let title = link(Markup.escaped(chart.title), to: NightHistory.fileName)
      text += "<figure><figcaption>\(title)</figcaption>"
      text += chart.picture.bareSVG + "</figure>\n"
    }
    return text + "</div>\n" + table(drawn.suffix(Self.nightsListed)) + "</section>\n"
  }

  private func charts(_ nights: [NightRecord]) -> [HistoryPlot] {
    func chart(
      _ title: String, _ shape: HistoryPlot.Shape = .bars,
      _ text: @escaping (Double) -> String = { ShownNumber.grouped(rounding: $0) },
      _ value: (NightRecord) -> Double?
    ) -> HistoryPlot {
      HistoryPlot(
        title: title, text: text, shape: shape,
        points: nights.map {
          .init(
            night: $0.stamp.number, date: $0.stamp.date.description, value: value($0),
            isBad: !$0.isSound)
        })
    }
    func size(_ bytes: Double) -> String { ShownNumber.megabytes(bytes < 9e18 ? Int(bytes) : .max) }
    return [
      chart("New and reopened findings") { Double($0.buckets.new) + Double($0.buckets.reopened) },
      chart("Open findings", .line) { Double($0.buckets.open) },
      chart("Fixed findings") { Double($0.buckets.fixed) },
      chart("Known findings that are let be") { Double($0.buckets.known) },
      chart("Random cases") { Double($0.cases) },
      chart("Random cases a second", .line) { $0.casesPerSecond.rounded() },
      chart("Cases run again") { Double($0.replayed.stored) + Double($0.replayed.corpus) },
      chart("Undecided answers") { Double($0.undecided) },
      chart("Slower findings") { Double($0.buckets.slower) },
      chart("Dearest answer beside its envelope", .line, { ShownNumber.points($0) }) { night in
        night.costs.map { Double($0.thousandths) / 1000 }.max()
      },
      chart("Behaviours seen", .line) { $0.behaviours.map { Double($0.seen) } },
      chart("Behaviours that only the last tenth of the cases showed") {
        $0.behaviours.map { Double($0.newInLastTenth) }
      },
      chart("Memory of a process for cases", .line, size) { Double($0.measured.workerBytes) },
      chart("Disk", .line, size) { Double($0.measured.diskBytes) },
    ]
  }

  private func table(_ nights: some Collection<NightRecord>) -> String {
    let titles = [
      "New", "Reopened", "Fixed", "Open", "Known", "Slower", "Cases", "Undecided", "Problems",
    ]
    var table = PageTable(
      caption: "The last nights, newest first; history.jsonl has all", label: "Nights",
      id: "t-nights",
      columns: [.init("Night", "n"), .init("Date"), .init("Commit"), .init("Planted fault")]
        + titles.map { .init($0, "n") })
    for night in nights.reversed() {
      let buckets = night.buckets
      let file = "\(NightStore.folderName(ofNight: night.stamp.number))/\(Night.fileName)"
      let canary = night.canary.map { $0.isCaught ? "caught" : "not caught" } ?? "none"
      let values = [
        buckets.new, buckets.reopened, buckets.fixed, buckets.open, buckets.known, buckets.slower,
        night.cases, night.undecided, night.problems,
      ]
      table.add(
        [
          number(night.stamp.number, in: file), .init(night.stamp.date.description, "f"),
          .init(night.stamp.commit.map { "<code>\(Markup.escaped($0, upTo: 20))</code>" } ?? ""),
          .init(canary, night.canary?.isCaught == true ? "" : "bad"),
        ] + values.map { number($0, in: file) }, style: night.isSound ? "" : "core")
    }
    return table.markup
  }
}
