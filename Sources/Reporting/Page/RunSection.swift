// SPDX-License-Identifier: MIT

import CorpusStore
import Display

/// A run on a page: the answers of its solvers and the share of wrong ones, then its settings.
struct RunSection {
  private let run: Report.Run
  /// Whether the page has only this run, so that its folder is not its name.
  private let isOnly: Bool

  init(_ run: Report.Run, isOnly: Bool) {
    self.run = run
    self.isOnly = isOnly
  }

  var markup: String {
    let folder = "<code>\(Markup.escaped(run.folder, upTo: 200))</code>"
    guard let campaign = run.campaign else {
      return "<section><h2>Run \(folder)</h2>\n<p>\(Markup.escaped(run.kind)).</p></section>\n"
    }
    var text = isOnly ? "<section>" : "<section><h2>Run \(folder)</h2>\n"
    let head = isOnly ? "h2" : "h3"
    text += "<\(head)>Solvers</\(head)>\n" + tables(campaign)
    text += "<\(head)>\(isOnly ? "Run" : "Settings and counts")</\(head)>\n"
    return text + PageParts.facts(facts(campaign)) + "</section>\n"
  }

  private func facts(_ campaign: CampaignRecord) -> [(name: String, value: String)] {
    let seconds = ShownNumber.duration(nanoseconds: campaign.nanoseconds)
    var facts = [
      ("Folder", run.folder), ("Cases", "\(ShownNumber.grouped(campaign.cases)) in \(seconds)"),
      ("Seed", "\(campaign.seed)"),
      (
        "Profiles",
        campaign.profiles.filter { $0.value > 0 }
          .map { "\($0.name) \(ShownNumber.grouped($0.value))" }.joined(separator: ", ")
      ),
      ("Undecided", ShownNumber.counted(campaign.undecided, "answer")),
    ]
    if let canary = campaign.canary {
      let outcome = canary.isCaught ? "caught" : "not caught"
      facts.append(("Canary", "\(canary.name): \(outcome)"))
    }
    if !campaign.laws.isEmpty { facts.append(("Laws", Self.laws(campaign.laws))) }
    facts += campaign.warnings.map { ("Warning", $0) }
    facts.append(("Version", campaign.toolVersion))
    var shown = facts.map { ($0, Markup.escaped($1, upTo: 1000)) }
    let digest = Markup.escaped(campaign.digest, upTo: 100)
    shown.append(("Digest", "<span class=\"id mono\">\(digest)</span>"))
    return shown
  }

  /// Returns the number of tried laws, and the broken ones.
  private static func laws(_ rows: [CampaignRecord.Row]) -> String {
    func has(_ row: CampaignRecord.Row, _ name: String) -> Bool {
      row.counts.contains { $0.name == name && $0.value > 0 }
    }
    let broken = rows.filter { has($0, "broken") }
    let tried = rows.filter { has($0, "held") || has($0, "broken") }
    return "\(tried.count) of \(ShownNumber.counted(rows.count, "law")) tried, "
      + (broken.isEmpty ? "none broken" : "broken: " + broken.map(\.name).joined(separator: ", "))
  }

  // MARK: - Solvers

  /// Returns a table for each sequence of rows with the same columns.
  private func tables(_ campaign: CampaignRecord) -> String {
    var text = ""
    for part in campaign.strategyTables {
      var table = PageTable(
        caption: "Answers by solver, and how many of them are wrong", label: "Solvers",
        columns: [.init("Solver")]
          + part.titles.map { .init(Markup.escaped(Self.title($0), upTo: 60), "n") }
          + [.init("Share of wrong answers", "share")])
      for row in part.rows {
        let total = Self.total(row, campaign)
        let wrong = row.counts.first { $0.name == "wrong" }?.value ?? 0
        table.add(
          [.text(row.name, upTo: 100)]
            + row.counts.map { count in
              count.name == "wrong" && count.value > 0
                ? .init(ShownNumber.grouped(count.value), "n bad") : .number(count.value)
            } + [.init(Self.bar(wrong, of: total), "share")])
      }
      text += table.markup
    }
    return text
  }

  private static func title(_ name: String) -> String {
    switch name {
    case "gaveUp": "Gave up"
    default: name.prefix(1).uppercased() + name.dropFirst()
    }
  }

  /// Returns the number of answers of a solver.
  private static func total(_ row: CampaignRecord.Row, _ campaign: CampaignRecord) -> Int {
    row.counts.first { $0.name == "answers" }?.value ?? campaign.cases
  }

  private static let barWidth = 240.0

  private static func bar(_ count: Int, of total: Int) -> String {
    guard total > 0, count >= 0 else { return "" }
    let share = min(1, Double(count) / Double(total))
    let percent =
      count == 0 ? "0 %" : share < 0.001 ? "under 0.1 %" : ShownNumber.percent(share, .tenths)
    let width = Markup.number(share * barWidth + (count > 0 ? 1 : 0))
    let place = Markup.number(count > 0 ? share * barWidth + 7 : 0)
    return "<svg class=\"figure\" role=\"img\" width=\"320\" height=\"16\" viewBox=\"0 0 320 16\">"
      + "<title>\(percent)</title><rect class=\"wrong-share\" y=\"3\" width=\"\(width)\" height=\"10\"/>"
      + "<text class=\"m\" x=\"\(place)\" y=\"12\">\(percent)</text></svg>"
  }

  /// The style of the bars.
  static let style = """
    td.share{width:34%}td.share .figure{margin:0;vertical-align:-4px}.figure .wrong-share{fill:var(--err);stroke:none}
    .scroll td.n.bad::before{display:none}

    """
}
