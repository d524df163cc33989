// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Judging
import Reporting

/// The last nights: the strip of nights, and the trends of numbers.
extension NightlyPage {
  // MARK: - Strip

  /// The strip of the last nights with their new findings; empty in the first night.
  var strip: String {
    let nights = nightsShown
    guard nights.count > 1 else { return "" }
    var text = section("nights", ShownNumber.counted(nights.count, "night"))
    text += "<ol class=\"strip\">"
    for night in nights { text += "<li>\(square(night))</li>" }
    text += "</ol>\n"
    if let first = nights.first, let last = nights.last, nights.count > 14 {
      text +=
        "<p class=\"ends\"><span>\(Self.name(first))</span><span>\(Self.name(last))</span></p>\n"
    }
    text += "<p class=\"small mute\">A number: new and reopened findings. A dot: nothing new, but "
    text += "findings still open. Empty: nothing new, nothing open. An exclamation mark: an "
    text += "unreliable night.</p>\n"
    return text + "</section>\n"
  }

  private static func name(_ night: NightRecord) -> String {
    "night \(night.stamp.number), \(day(night.stamp.date))"
  }

  private func square(_ night: NightRecord) -> String {
    let buckets = night.buckets
    let (news, overflows) = buckets.new.addingReportingOverflow(buckets.reopened)
    let count = overflows ? Int.max : news
    let (style, sign): (String, String)
    if !night.isSound {
      (style, sign) = ("red", "!")
    } else if count > 0 {
      (style, sign) = ("new", count > 999 ? "999+" : "\(count)")
    } else {
      (style, sign) = buckets.open > 0 ? ("open", "\u{B7}") : ("none", "")
    }
    let words =
      Self.name(night) + ": " + (night.isSound ? "" : "unreliable, ")
      + "\(ShownNumber.grouped(count)) new or reopened, "
      + "\(ShownNumber.grouped(buckets.stillOpen)) still open"
    let file = "\(NightStore.folderName(ofNight: night.stamp.number))/\(Night.fileName)"
    return "<a class=\"\(style)\" href=\"\(URLText.path(file))\" title=\"\(words)\" "
      + "aria-label=\"\(words)\">\(sign)</a>"
  }

  // MARK: - Trends

  /// The most strategies whose costs have a trend.
  private static let strategiesMax = 12

  /// A number over nights with its unit.
  private struct Trend {
    /// The name, and the markup of a mark after it.
    let name: String
    var mark = ""
    let unit: String
    let plot: HistoryPlot
  }

  /// The table of trends; empty in the first night.
  var trends: String {
    let nights = nightsShown
    guard nights.count > 1 else { return "" }
    var table = PageTable(
      caption: "Black dot: tonight. Ring: the worst night.", label: "Trends", id: "t-trends",
      columns: [
        .init("Measure"), .init(ShownNumber.counted(nights.count, "night")), .init("First", "n"),
        .init("Tonight", "n"), .init("Worst", "n"),
      ])
    for trend in allTrends(nights) {
      guard let first = trend.plot.first, let worst = trend.plot.worstNight,
        let picture = trend.plot.picture, first.value != 0 || worst.value != 0
      else { continue }
      let tonight = trend.plot.points.last?.value
      func cell(_ value: Double, _ text: String) -> PageTable.Cell {
        .init(text, "n", key: "\(value)")
      }
      table.add([
        .init("\(trend.name)\(trend.mark) <small class=\"unit\">\(trend.unit)</small>"),
        .init(picture.bareSVG, key: ""), cell(first.value, trend.plot.text(first.value)),
        cell(tonight ?? 0, tonight.map { "<b>\(trend.plot.text($0))</b>" } ?? "none"),
        cell(
          worst.value,
          "\(trend.plot.text(worst.value)) <span class=\"mute\">night \(worst.night)</span>"),
      ])
    }
    return section("trends", "Trends") + table.markup + "</section>\n"
  }

  private func allTrends(_ nights: [NightRecord]) -> [Trend] {
    func trend(
      _ name: String, _ unit: String, _ worst: HistoryPlot.Worst = .high,
      _ text: @escaping (Double) -> String = { ShownNumber.grouped(rounding: $0) },
      _ value: (NightRecord) -> Double?
    ) -> Trend {
      Trend(
        name: Markup.escaped(name, upTo: 100), unit: unit,
        plot: HistoryPlot(
          title: name, text: text, shape: .line,
          points: nights.map { .init(night: $0.stamp.number, value: value($0)) }, worst: worst))
    }
    func megabytes(_ bytes: Double) -> String {
      ShownNumber.points((bytes / 1e5).rounded() / 10)
    }
    return [
      trend("Open findings", "at the end of the night") { Double($0.buckets.open) },
      trend("Speed", "cases/s", .low) { $0.casesPerSecond.rounded() },
      trend("Random cases", "cases in a night", .low) { Double($0.cases) },
      trend("Undecided answers", "answers in a night") { Double($0.undecided) },
      trend("Behaviours covered", "behaviours", .low) { $0.behaviours.map { Double($0.seen) } },
    ] + costs(nights) + [
      trend("Memory of one process for cases", "MB", .high, megabytes) {
        Double($0.measured.workerBytes)
      },
      trend("Folder of nights", "MB on disk", .high, megabytes) { Double($0.measured.diskBytes) },
    ]
  }

  /// Returns the largest cost of each strategy of tonight compared with its model.
  private func costs(_ nights: [NightRecord]) -> [Trend] {
    let limit = CostOracle.ratioMax
    return record.costs.prefix(Self.strategiesMax).map { cost in
      var trend = Trend(
        name: Markup.escaped("\(cost.strategy), cost / expected cost", upTo: 100),
        unit: "times, limit \(ShownNumber.points(limit))",
        plot: HistoryPlot(
          title: "\(cost.strategy), cost / expected cost",
          text: { ShownNumber.hundredths($0) + "x" }, shape: .line,
          points: nights.map { night in
            let known = night.costs.first { $0.strategy == cost.strategy }
            return .init(
              night: night.stamp.number, value: known.map { Double($0.thousandths) / 1000 })
          }, limit: limit))
      if Double(cost.thousandths) > limit * 1000 {
        trend.mark = " " + PageMark.warning.markup("slower")
      } else if let rise = night.rises.first(where: { $0.cost.strategy == cost.strategy }) {
        trend.mark =
          " " + PageMark.warning.markup("at most \(report.ratioText(rise.before)) before")
      }
      return trend
    }
  }
}
