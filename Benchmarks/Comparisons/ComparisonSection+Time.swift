// SPDX-License-Identifier: MIT

import Display
import Reporting
import Statistics

extension ComparisonSection {
  /// The largest number of rows that are shown together; more are split by whether they changed.
  private static let rowsTogether = 12

  // MARK: - Ratios

  var ratios: String {
    if part.rows.isEmpty { return "" }
    let limit = ChartUnit.percent.tick(100 * Metric.cpu.threshold)
    let tables = pairs.enumerated().map { index, pair in
      (pairs.count == 1
        ? ""
        : "<h3>\(Markup.escaped("\(pair.subject) beside \(pair.reference)", upTo: 200))</h3>\n")
        + ratios(pair, "\(number)\(index == 0 ? "" : "-\(index + 1)")")
    }
    return head(
      "time", "CPU time",
      "Line: 95 % interval. Grey band: within \(limit), treated as equal. Log scale. "
        + ComparisonPart.pairing)
      + "<div class=\"ratios\">\n\(tables.joined())</div>\n"
  }

  /// Returns the tables of ratios as markup.
  ///
  /// `id` is the end of the ids of the tables.
  private func ratios(_ pair: ComparisonPair, _ id: String) -> String {
    let estimates = pair.rows.compactMap(\.cpu?.estimate) + [part.control?.cpu].compactMap { $0 }
    let plot = ForestPlot(estimates, threshold: Metric.cpu.threshold)
    // Rows without a change move below if there are many.
    let changed = pair.rows.filter { $0.verdict.isChange || $0.cpu == nil }
    let isSplit = pair.rows.count > Self.rowsTogether && !changed.isEmpty
    var main = table(pair, plot, "ratio-table\(id)", "CPU time of \(pair.subject)")
    for row in isSplit ? changed : pair.rows { main.add(cells(row, plot)) }
    main.footer = footer(plot)
    guard isSplit else { return main.markup + wall(pair, id) }
    let others = pair.rows.filter { !$0.verdict.isChange && $0.cpu != nil }
    if others.isEmpty { return main.markup + wall(pair, id) }
    var rest = table(
      pair, plot, "ratio-rest\(id)", "CPU time of \(pair.subject), without a change")
    for row in others { rest.add(cells(row, plot)) }
    let tally = pair.tally
    return main.markup
      + PageParts.details(
        "\(ShownNumber.counted(others.count, "workload")) without a change",
        hint: "\(tally.equal) equal, \(tally.undecided) undecided", rest.markup)
      + wall(pair, id)
  }

  private func table(
    _ pair: ComparisonPair, _ plot: ForestPlot?, _ id: String, _ caption: String
  ) -> PageTable {
    var columns: [PageTable.Cell] = [
      .init("Workload"), .init(Markup.escaped(pair.reference, upTo: 60), "n"),
      .init(Markup.escaped(pair.subject, upTo: 60), "n"),
    ]
    if let plot { columns.append(.init(plot.axis, "plot")) }
    columns += [
      .init("\(Markup.escaped(pair.subject, upTo: 60)) is", "by"), .init("95 % interval"),
    ]
    var table = PageTable(caption: caption, id: id, columns: columns)
    table.isBlocks = true
    return table
  }

  private func cells(_ row: ComparisonPair.Row, _ plot: ForestPlot?) -> [PageTable.Cell] {
    var cells: [PageTable.Cell] = [
      .text(row.instance, upTo: Self.nameMax), Self.time(row.referenceCost),
      Self.time(row.subjectCost),
    ]
    if let plot {
      let picture = row.cpu.map { plot.row($0.estimate, $0.verdict) } ?? ""
      cells.append(.init(picture, "plot", key: row.cpu.map { "\($0.estimate.ratio)" } ?? ""))
    }
    let note = row.notes.isEmpty ? "" : "<small>\(Markup.escaped(row.notes, upTo: 200))</small>"
    return cells + [
      Self.verdict(row.verdict, row.cpu?.estimate.ratio),
      .init((row.cpu.map { MeasuredText.interval($0.estimate) } ?? "") + note, "mark"),
    ]
  }

  /// Returns a verdict with its factor and its mark.
  private static func verdict(_ verdict: ChangeVerdict, _ ratio: Double?) -> PageTable.Cell {
    let text = MeasuredText.verdict(verdict, ratio)
    let key = ratio.map { "\($0)" } ?? ""
    switch verdict {
    case .slower: return .init(PageMark.bad.markup(text), key: key)
    case .faster: return .init(PageMark.good.markup(text), key: key)
    case .equivalent: return .init(PageMark.neutral.markup(text), key: key)
    case .inconclusive: return .init("<span class=\"mute\">\(text)</span>", key: key)
    }
  }

  /// Returns the control as the last row, and the axis for phones, which show no heads.
  private func footer(_ plot: ForestPlot?) -> String {
    var text = ""
    if let control = part.control {
      var cells: [PageTable.Cell] = [
        .init("Control: \(Markup.escaped(part.baseline, upTo: 60)) against itself"),
        .init("", "n"), .init("", "n"),
      ]
      if let plot { cells.append(.init(plot.row(control.cpu, nil), "plot")) }
      cells += [
        .init(
          control.isCPUNoisy
            ? PageMark.warning.markup("not reliable") : PageMark.neutral.markup("equal")),
        .init(MeasuredText.control(control.cpu), "mark"),
      ]
      text += PageTable.row(cells)
    }
    if let plot {
      text += "<tr class=\"axis\"><td class=\"plot\" colspan=\"6\">\(plot.axis)</td></tr>"
    }
    return text
  }

  /// Returns the table of wall times, which is closed at first; empty if they were not judged.
  private func wall(_ pair: ComparisonPair, _ id: String) -> String {
    let tally = pair.wallTally
    if tally.count == 0 { return "" }
    var table = PageTable(
      caption: "Wall time of \(pair.subject)", id: "wall-table\(id)",
      columns: [
        .init("Workload"), .init("\(Markup.escaped(pair.subject, upTo: 60)) is", "by"),
        .init("95 % interval"),
      ])
    for row in pair.rows {
      guard let wall = row.wall else { continue }
      table.add([
        .text(row.instance, upTo: Self.nameMax), Self.verdict(wall.verdict, wall.estimate.ratio),
        .init(MeasuredText.interval(wall.estimate), "mark"),
      ])
    }
    return PageParts.details(
      "Wall time",
      hint: "\(tally.slower.count) slower, \(tally.faster.count) faster, \(tally.equal) equal,"
        + " \(tally.undecided) undecided", table.markup)
  }

  // MARK: - Winners

  var winners: String {
    let tables = pairs.map(matrix)
    if tables.allSatisfy(\.isEmpty) { return "" }
    return head("wins", "Who wins where", "By family and size. Size: number of views or boxes.")
      + tables.joined()
  }

  /// Returns the verdicts by family and size; empty unless a family has two sizes.
  private func matrix(_ pair: ComparisonPair) -> String {
    var families: [(name: String, rows: [Int: ComparisonPair.Row])] = []
    for row in pair.rows {
      guard let (name, size) = Self.size(row.instance) else { continue }
      if let place = families.firstIndex(where: { $0.name == name }) {
        families[place].rows[size] = row
      } else {
        families.append((name, [size: row]))
      }
    }
    families = families.filter { $0.rows.count > 1 }.sorted { $0.name < $1.name }
    let sizes = Set(families.flatMap(\.rows.keys)).sorted()
    // A wider matrix does not fit a phone.
    guard !families.isEmpty, sizes.count <= 8 else { return "" }
    let name = Markup.escaped("\(pair.subject) beside \(pair.reference)", upTo: 200)
    var text = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(name)\">"
    text += "<table class=\"matrix\"><caption><span>\(name)</span></caption><thead><tr>"
    text += "<th scope=\"col\">Family</th>"
    text += sizes.map { "<th scope=\"col\">\(ShownNumber.grouped($0))</th>" }.joined()
    text += "</tr></thead><tbody>\n"
    for family in families {
      text += "<tr><th scope=\"row\">\(Markup.escaped(family.name, upTo: 60))</th>"
      text += sizes.map { family.rows[$0].map(Self.cell) ?? "<td></td>" }.joined() + "</tr>\n"
    }
    return text + "</tbody></table></div>\n"
  }

  private static func cell(_ row: ComparisonPair.Row) -> String {
    let style: String
    switch row.verdict {
    case .slower: style = " class=\"err\""
    case .faster: style = " class=\"good\""
    case .equivalent, .inconclusive: style = ""
    }
    guard let ratio = row.cpu?.estimate.ratio, ratio > 0 else {
      return "<td\(style)><b>\(row.verdict.isChange ? "stopped" : "-")</b></td>"
    }
    let factor = MeasuredText.times(max(ratio, 1 / ratio))
    let word = MeasuredText.word(row.verdict)
    return row.verdict.isChange
      ? "<td\(style)><b>\(factor)</b><small>\(word)</small></td>"
      : "<td>\(MeasuredText.change(ratio))<br/><small>\(word)</small></td>"
  }

  /// Returns the family and the size of a name: `workload/chain` and 100 for `workload/chain100`;
  /// nil without a size: smaller numbers are part of a name.
  private static func size(_ name: String) -> (family: String, size: Int)? {
    // Workloads of peers have their phase behind the size.
    let words = name.split(separator: " ", maxSplits: 1).map(String.init)
    guard let first = words.first else { return nil }
    let digits = String(first.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    guard digits.count < first.count, let size = Int(digits), size >= 10 else { return nil }
    let family = String(first.dropLast(digits.count))
    return ((words.count > 1 ? "\(family) \(words[1])" : family), size)
  }
}
