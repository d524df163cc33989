// SPDX-License-Identifier: MIT

import BenchmarkKit
import Display

/// A run on a page: its ratios first, then solved problems, profiles, growth, counts, noise,
/// machine and data.
struct ComparisonSection {
  let part: ComparisonPart
  let number: Int
  private let link: (String) -> String
  /// The largest number of characters of an input's name.
  static let nameMax = 120

  init(_ part: ComparisonPart, number: Int, link: @escaping (String) -> String) {
    self.part = part
    self.number = number
    self.link = link
  }

  var markup: String {
    var text = "<section class=\"run\" id=\"part\(number)\" aria-labelledby=\"part\(number)t\">\n"
    text += "<h2 id=\"part\(number)t\">\(Markup.escaped(part.title, upTo: 300))</h2>\n"
    // The page already begins with the verdict of the first run.
    if number > 1 { text += "<p>\(Markup.escaped(part.verdict, upTo: 1000))</p>\n" }
    text += contents + ratios + answers + wins + profile + growth + counts + memory + noise
    return text + machine + data + "</section>\n"
  }

  func head(_ name: String, _ title: String) -> String {
    "<h3 id=\"\(name)\(number)\">\(title)</h3>\n"
  }

  /// Links to the existing sections.
  private var contents: String {
    let all: [(name: String, title: String, isThere: Bool)] = [
      ("ratios", "Ratios", !part.rows.isEmpty), ("answers", "Answers", hasAnswers),
      ("wins", "Who wins where", !part.candidates.isEmpty && !part.instances.isEmpty),
      ("profile", "Profile", !part.profile.isEmpty), ("growth", "Growth", !part.growth.isEmpty),
      ("counts", "Counts of work", hasCounts), ("memory", "Memory", !part.memory.isEmpty),
      ("noise", "Noise", true), ("machine", "Machine", true), ("data", "Data", true),
    ]
    let links = all.filter(\.isThere).map { "<a href=\"#\($0.name)\(number)\">\($0.title)</a>" }
    return "<nav class=\"wrap\" aria-label=\"Sections\">\(links.joined())</nav>\n"
  }

  // MARK: - Ratios

  private var ratios: String {
    if part.rows.isEmpty { return "" }
    let id = "ratio-table\(number)"
    let hasWall = part.rows.contains { $0.wall != nil }
    var columns: [PageTable.Cell] = [
      .init("Instance"), .init("Side"), .init(Markup.escaped(part.baseline, upTo: 60), "n"),
      .init("Candidate", "n"), .init("CPU ratio [95 %]", "n"),
      .init("Verdict"),
    ]
    if hasWall {
      columns += [.init("Wall ratio [95 %]", "n"), .init("Verdict")]
    }
    var table = PageTable(
      caption: "CPU time of one iteration, the largest changes first", id: id, columns: columns)
    for row in part.rows {
      var cells: [PageTable.Cell] = [
        .text(row.instance, upTo: Self.nameMax), .text(row.side, upTo: 60),
        Self.time(row.baselineCost), Self.time(row.cost), Self.ratio(row.cpu),
        verdict(row.cpu, row.note),
      ]
      if hasWall { cells += [Self.ratio(row.wall), verdict(row.wall, "")] }
      table.add(cells)
    }
    let judging =
      part.judging.isEmpty
      ? "" : "<p class=\"mute\">\(Markup.escaped(part.judging, upTo: 1000))</p>\n"
    return head("ratios", "Ratios") + judging + forests + PageTable.filter(id) + table.markup
  }

  /// The largest number of rows in a forest plot; the table has all.
  private static let forestRowsMax = 60

  /// The forest plots, one for each candidate.
  private var forests: String {
    part.candidates.map { side in
      let rows = part.rows.filter { $0.side == side.name && $0.cpu != nil }
      let shown = rows.prefix(Self.forestRowsMax).compactMap { row in
        row.cpu.map {
          ForestPlot.Row(label: row.instance, estimate: $0.estimate, verdict: $0.verdict)
        }
      }
      let plot = ForestPlot(
        title: "\(side.name) beside \(part.baseline): CPU time",
        ratio: "\(side.name) / \(part.baseline)", rows: shown,
        threshold: Metric.cpu.threshold,
        control: part.control.map {
          .init(label: "\(part.baseline) beside itself", estimate: $0.cpu, verdict: nil)
        }, wanted: wanted)
      var caption =
        "Lines are 95 % intervals; the grey band is \(ChartUnit.percent.tick(100 * Metric.cpu.threshold))"
        + " either way, which does not matter."
      if rows.count > shown.count {
        caption += " The \(shown.count) largest of \(rows.count) changes; all are in the table."
      }
      return figure(plot.picture, isWide: true, caption: caption)
    }.joined()
  }

  static func time(_ value: Double?) -> PageTable.Cell {
    guard let value, value.isFinite else { return .init("none", "n", key: "") }
    return .init(MeasuredText.time(nanoseconds: value), "n", key: "\(value)")
  }

  private static func ratio(_ judged: ComparisonRow.Judged?) -> PageTable.Cell {
    guard let judged else { return .init("", "n", key: "") }
    return .init(MeasuredText.ratio(judged.estimate), "n", key: "\(judged.estimate.ratio)")
  }

  /// The good verdict: programs of others should be slower.
  private var wanted: ChangeVerdict { part.kind == .peers ? .slower : .faster }

  private func verdict(_ judged: ComparisonRow.Judged?, _ note: String) -> PageTable.Cell {
    let isChange = judged?.verdict.isChange == true
    let style = !isChange ? "" : judged?.verdict == wanted ? "good" : "bad"
    let words = [judged?.verdict.rawValue ?? "", Markup.escaped(note, upTo: 200)]
    return .init(words.filter { !$0.isEmpty }.joined(separator: "; "), style)
  }

  // MARK: - Answers

  private var hasAnswers: Bool { part.sides.contains { $0.problems > 0 } }

  private var answers: String {
    guard hasAnswers else { return "" }
    let names = ["solved", "feasible", "given up", "stopped"]
    let bars = StackedBars(
      title: "What was answered", noun: "all problems", parts: names,
      rows: part.sides.map { side in
        .init(
          label: side.name,
          amounts: [side.solved, side.feasible, side.gaveUp, side.stopped].map { Double($0) })
      })
    var table = PageTable(
      caption:
        "Solved: proved optimal or contradictory. PAR2 takes twice the limit for what was not solved; the mean ratio is "
        + "the geometric mean over the instances of which both solve all problems.",
      label: "Answers", id: "side-table\(number)",
      columns: [.init("Side")] + names.map { .init($0, "n") } + [
        .init("PAR2 mean", "n"), .init("Mean ratio", "n"),
        .init("Both solve", "n"),
      ])
    for side in part.sides {
      let counts = [side.solved, side.feasible, side.gaveUp, side.stopped]
      let all = Double(max(1, side.problems))
      table.add(
        [.text(side.name, upTo: Self.nameMax)]
          + counts.map {
            .init(
              "\(ShownNumber.grouped($0)) (\(MeasuredText.percent(Double($0) / all)))", "n",
              key: "\($0)"
            )
          } + [
            Self.time(side.penalizedMean),
            side.meanRatio.map { .init(MeasuredText.digits($0), "n", key: "\($0)") }
              ?? .init("", "n", key: ""),
            .number(side.jointInstances),
          ])
    }
    return head("answers", "Answers")
      + figure(bars.picture, isWide: true, caption: "Of all problems of all instances.")
      + table.markup + gaps
  }

  private var gaps: String {
    guard !part.gaps.isEmpty else {
      return "<p>No answer is worse than the best one known, at any priority.</p>\n"
    }
    var table = PageTable(
      caption:
        "How much worse than the proved optimum, or the best answer where none is proved, at the first "
        + "priority that differs",
      label: "Gaps", id: "gap-table\(number)",
      columns: [
        .init("Side"), .init("Priority", "n"), .init("Worst gap", "n"), .init("Instances", "n"),
      ])
    for gap in part.gaps {
      table.add([
        .text(gap.side, upTo: Self.nameMax),
        .init(MeasuredText.priority(gap.priority), "n", key: "\(gap.priority)"),
        .init("\(MeasuredText.digits(gap.points)) pt", "n", key: "\(gap.points)"),
        .number(gap.instances),
      ])
    }
    return "<h4>Gap by priority</h4>\n" + table.markup
  }

  // MARK: - Wins

  private var wins: String {
    guard !part.candidates.isEmpty, !part.instances.isEmpty else { return "" }
    var table = PageTable(
      caption: "Instances on which no other side that solves all problems takes less time",
      label: "Wins", id: "win-table\(number)",
      columns: [.init("Family"), .init("Instances", "n")]
        + part.sides.map { .init(Markup.escaped($0.name, upTo: 60), "n") }
        + [.init("Nobody", "n")])
    for family in part.families {
      table.add(
        [.text(family.name, upTo: Self.nameMax), .number(family.instances.count)]
          + part.sides.indices.map { side in
            .number(family.instances.count { $0.winners.contains(side) })
          } + [.number(family.instances.count { $0.winners.isEmpty })])
    }
    var text = head("wins", "Who wins where") + table.markup
    for (number, side) in part.sides.enumerated() {
      let names = part.instances.filter { $0.winners.contains(number) }.map(\.name)
      guard !names.isEmpty else { continue }
      let list = names.map { "<code>\(Markup.escaped($0, upTo: Self.nameMax))</code>" }
      text += "<details><summary>\(Markup.escaped(side.name, upTo: 60)): "
      text += "\(ShownNumber.counted(names.count, "instance"))</summary>"
      text += "<p>\(list.joined(separator: ", "))</p></details>\n"
    }
    return text
  }

  // MARK: - Profile

  private var profile: String {
    guard !part.profile.isEmpty else { return "" }
    let plot = ProfilePlot(title: "Performance profile", curves: part.profile)
    return head("profile", "Profile")
      + figure(
        plot.picture, isWide: true,
        caption:
          "The higher, the better. Each family of instances has the same weight; what is not solved never counts. "
          + "With more than two sides the ranks beyond the first depend on who takes part.")
  }

  // MARK: - The end

  private var noise: String {
    var text = head("noise", "Noise")
    guard let control = part.control else {
      return text + "<p>There was no control: how noisy the machine was is not known.</p>\n"
    }
    text += "<p\(control.isCPUNoisy || control.isWallNoisy ? " class=\"bad\"" : "")>"
    return text + Markup.escaped(control.sentence) + ".</p>\n"
  }

  private var machine: String {
    head("machine", "Machine")
      + PageParts.facts(part.facts.map { ($0.name, Markup.escaped($0.value, upTo: 300)) })
  }

  private var data: String {
    var text = head("data", "Data")
    if part.files.isEmpty { text += "<p>No file with samples.</p>\n" }
    if !part.files.isEmpty {
      let items = part.files.map { file in
        "<li><a href=\"\(URLText.path(link(file.path)))\">\(Markup.escaped(file.title, upTo: 200))</a></li>"
      }
      text += "<ul>\(items.joined())</ul>\n"
    }
    if !part.notes.isEmpty {
      let notes = part.notes.map { "<li>\(Markup.escaped($0, upTo: 500))</li>" }
      text += "<h4>Notes</h4>\n<ul>\(notes.joined())</ul>\n"
    }
    return text
  }

  /// Returns a picture with its caption, in a region that scrolls if it is wide.
  func figure(_ picture: ChartPicture?, isWide: Bool, caption: String) -> String {
    guard let picture else { return "<p class=\"mute\">Nothing that could be drawn.</p>\n" }
    let drawn =
      isWide
      ? "<div class=\"scroll wide\" tabindex=\"0\" role=\"region\" "
        + "aria-label=\"\(Markup.escaped(picture.title, upTo: 200))\">\(picture.bareSVG)</div>"
      : picture.bareSVG
    let text = caption.isEmpty ? "" : "<figcaption>\(Markup.escaped(caption))</figcaption>"
    return "<figure>\(drawn)\(text)</figure>\n"
  }
}
