// SPDX-License-Identifier: MIT

import Display
import Reporting
import Statistics

/// A run on a page: verdict, ratios, winners, growth, work, answers, and the run itself.
struct ComparisonSection {
  let part: ComparisonPart
  let number: Int
  let pairs: [ComparisonPair]
  private let link: (String) -> String
  /// The largest number of characters of an input's name.
  static let nameMax = 120

  init(_ part: ComparisonPart, number: Int, link: @escaping (String) -> String) {
    self.part = part
    self.number = number
    self.link = link
    pairs = part.pairs
  }

  var markup: String {
    var text =
      "<section class=\"run\" id=\"part\(number)\" aria-label=\"\(Markup.escaped(part.title, upTo: 200))\">\n"
    // The head of the page has those of the first run.
    if number > 1 {
      text += "<h2>\(Markup.escaped(part.title, upTo: 300))</h2>\n"
      text += "<p><b>\(Markup.escaped(part.verdict, upTo: 300)).</b> \(sentence)</p>\n"
    }
    return text + contents.map(\.markup).joined() + "</section>\n"
  }

  /// The existing sections with their titles, in order.
  private var contents: [(name: String, title: String, markup: String)] {
    let all: [(name: String, title: String, markup: String)] = [
      ("verdict", "Verdict", verdict), ("time", "CPU time", ratios),
      ("wins", "Who wins", winners), ("growth", "Growth", growth),
      ("work", "Work counts", counts), ("answers", "Answers", answers),
      ("profile", "Profile", profile), ("memory", "Memory", memory), ("run", "Run", run),
    ]
    return all.filter { !$0.markup.isEmpty }
  }

  /// The links to the sections, without the verdict, which is the first one.
  var links: [(target: String, text: String)] {
    contents.dropFirst().map { ("#\($0.name)\(number)", $0.title) }
  }

  func head(_ name: String, _ title: String, _ explanation: String = "") -> String {
    "<h2 id=\"\(name)\(number)\">\(title)</h2>\n"
      + (explanation.isEmpty ? "" : "<p class=\"mute\">\(explanation)</p>\n")
  }

  // MARK: - Head

  /// The warnings and the condition of the answer, as markup.
  var sentence: String {
    let warnings = part.warnings.map {
      "<span class=\"s warn\">Warning</span> \(Markup.escaped($0, upTo: 300)) "
    }
    return warnings.joined() + Markup.escaped(part.sentence, upTo: 600)
  }

  var tiles: [PageHeader.Tile] {
    if pairs.isEmpty { return [] }
    let tallies = pairs.count > 1 && pairs.count <= 3 ? sideTiles : verdictTiles
    return tallies + (part.control.map { [tile($0)] } ?? [])
  }

  /// The tiles of slower, faster and other rows of all pairs.
  private var verdictTiles: [PageHeader.Tile] {
    let tallies = pairs.map(\.tally)
    let equal = tallies.reduce(0) { $0 + $1.equal }
    let undecided = tallies.reduce(0) { $0 + $1.undecided }
    return [
      tile("Slower", .slower, "worst", .bad), tile("Faster", .faster, "best", .good),
      .init(
        "Equal or undecided", ShownNumber.grouped(equal + undecided),
        fact: "\(equal) equal, \(undecided) undecided"),
    ]
  }

  private func tile(
    _ label: String, _ verdict: ChangeVerdict, _ word: String, _ mark: PageMark
  ) -> PageHeader.Tile {
    let rows = pairs.flatMap(\.rows).filter { $0.verdict == verdict }
    let worst = rows.compactMap { row in row.cpu.map { (row.instance, $0.estimate.ratio) } }
      .max { max($0.1, 1 / $0.1) < max($1.1, 1 / $1.1) }
    let fact = worst.map {
      mark.markup("\(word) \(MeasuredText.times(max($0.1, 1 / $0.1))), \($0.0)")
    }
    return .init(
      label, ShownNumber.grouped(rows.count),
      fact: fact ?? "of \(pairs.reduce(0) { $0 + $1.rows.count }) ratios")
  }

  /// A tile for each pair.
  private var sideTiles: [PageHeader.Tile] {
    pairs.map { pair in
      let tally = pair.tally
      let isSlower = tally.slower.count >= tally.faster.count
      let count = isSlower ? tally.slower.count : tally.faster.count
      let rest = tally.count - count
      if count == 0 {
        return .init(
          "\(pair.subject) beside \(pair.reference)", "No change",
          fact: "\(tally.equal) equal, \(tally.undecided) undecided")
      }
      return .init(
        "\(pair.subject) beside \(pair.reference)", "\(count) of \(tally.count)",
        fact: ((isSlower ? PageMark.bad : .good).markup(isSlower ? "slower" : "faster"))
          + (rest > 0 ? " \(rest) not" : ""))
    }
  }

  private func tile(_ control: ComparisonControl) -> PageHeader.Tile {
    .init(
      "Control", MeasuredText.times(control.cpu.ratio),
      fact: control.isCPUNoisy
        ? PageMark.warning.markup("not reliable")
        : "\(control.falseChanges) of \(control.instances) false changes")
  }

  // MARK: - Verdict

  private var verdict: String {
    if pairs.isEmpty { return "" }
    let isMarked = !part.gates.isEmpty
    var table = PageTable(
      caption: "Verdicts by measure", label: "Verdict",
      columns: [.init("Measure")]
        + ["Slower", "Faster", "Equal", "Undecided"].map { .init($0, "n") }
        + [.init("Slower or faster means", "gap")]
        + (isMarked ? [.init("Decides the exit code")] : []))
    table.isBlocks = true
    func add(_ name: String, _ tally: ComparisonHeadline.Tally, _ rule: String, _ gate: String) {
      if tally.count == 0 { return }
      func mark(_ count: Int, _ mark: PageMark) -> PageTable.Cell {
        .init(count > 0 ? mark.markup(ShownNumber.grouped(count)) : "0", "n", key: "\(count)")
      }
      table.add(
        [
          .init(name), mark(tally.slower.count, .bad), mark(tally.faster.count, .good),
          .number(tally.equal), .number(tally.undecided), .init(rule, "gap mute"),
        ] + (isMarked ? [.init(part.gates.contains(gate) ? "yes" : "no")] : []))
    }
    for pair in pairs {
      let suffix =
        pairs.count == 1
        ? ""
        : ", \(Markup.escaped(part.kind == .peers ? "beside \(pair.reference)" : pair.subject, upTo: 60))"
      func rule(_ metric: Metric) -> String {
        "the interval is beyond \(ChartUnit.percent.tick(100 * metric.threshold))"
          + (part.control == nil ? "" : " and beyond the control")
      }
      add("CPU time\(suffix)", pair.tally, rule(.cpu), Metric.cpu.rawValue)
      add("Wall time\(suffix)", pair.wallTally, rule(.wall), Metric.wall.rawValue)
    }
    if part.kind == .builds {
      let counters = Metric.counters.rawValue
      add("Work counts", workTally, "any difference: counts are exact", counters)
      add("Growth of work", growthTally, "the exponent differs by more than 0.1", counters)
    }
    return head("verdict", "Verdict") + "<div class=\"brief\">\n\(table.markup)</div>\n"
  }

  // MARK: - Answers

  private var answers: String {
    let all = part.sides.reduce(0) { $0 + $1.problems }
    // Answers that are all proved are a line among the facts.
    let isDifferent =
      Set(part.sides.map { [$0.solved, $0.feasible, $0.gaveUp, $0.stopped] }).count > 1
    guard all > 0, part.kind != .builds || isDifferent,
      part.sides.contains(where: { $0.solved < $0.problems }) || !part.gaps.isEmpty
    else { return "" }
    let names = ["solved", "feasible", "gave up", "stopped"]
    let bars = StackedBars(
      title: "Answers by strategy", noun: "all problems", parts: names,
      rows: part.sides.map { side in
        .init(
          label: side.name,
          amounts: [side.solved, side.feasible, side.gaveUp, side.stopped].map { Double($0) })
      })
    var table = PageTable(
      caption: "PAR2: mean CPU time, with twice the limit for what was not solved",
      label: "Answers", id: "side-table\(number)",
      columns: [.init("Strategy")] + names.map { .init($0, "n") } + [.init("PAR2 mean", "n")])
    table.isBlocks = true
    for side in part.sides {
      let counts = [side.solved, side.feasible, side.gaveUp, side.stopped]
      let all = Double(max(1, side.problems))
      table.add(
        [.text(side.name, upTo: Self.nameMax)]
          + counts.map {
            .init(
              "\(ShownNumber.grouped($0)) (\(ShownNumber.percent(Double($0) / all)))", "n",
              key: "\($0)")
          } + [Self.time(side.penalizedMean)])
    }
    return head("answers", "Answers", "Solved: proved optimal or contradictory.")
      + figure(bars.picture, caption: "") + table.markup + gaps
  }

  private var gaps: String {
    guard !part.gaps.isEmpty else { return "" }
    var table = PageTable(
      caption:
        "Excess over the proved optimum, or the best known answer, at the first priority that differs",
      label: "Gaps", id: "gap-table\(number)",
      columns: [
        .init("Strategy"), .init("Priority", "n"), .init("Worst gap", "n"),
        .init("Workloads", "n"),
      ])
    for gap in part.gaps {
      table.add([
        .text(gap.side, upTo: Self.nameMax),
        .init(MeasuredText.priority(gap.priority), "n", key: "\(gap.priority)"),
        .init("\(ShownNumber.digits(gap.points)) pt", "n", key: "\(gap.points)"),
        .number(gap.instances),
      ])
    }
    return "<h3>Gap by priority</h3>\n" + table.markup
  }

  // MARK: - Profile

  /// The profiles, that of the reference first.
  private var curves: [ProfilePlot.Curve] {
    part.kind == .peers ? Array(part.profile.dropFirst() + part.profile.prefix(1)) : part.profile
  }

  private var profile: String {
    guard part.kind != .builds, part.profile.count > 1,
      let picture = ProfilePlot(title: "Performance profile", curves: curves).picture
    else { return "" }
    return head(
      "profile", "Profile",
      "The share of workloads that each side solves within a factor of the best.")
      + figure(
        picture,
        caption: "Higher is better. Each family of workloads has the same weight."
          + (part.profile.count > 2
            ? " Ranks beyond the first depend on which sides take part." : ""))
  }

  // MARK: - Run

  private var run: String {
    var facts = part.facts.map { ($0.name, Markup.escaped($0.value, upTo: 300)) }
    if let first = part.sides.first, first.problems > 0, answers.isEmpty {
      facts.append(
        (
          "Answers",
          "the same: \(first.solved) of \(ShownNumber.counted(first.problems, "problem")) solved"
        ))
    }
    if let control = part.control {
      facts.append(("Control", Markup.escaped(control.sentence)))
    } else if part.kind != .peers {
      facts.append(("Control", "none: the noise of the machine is unknown"))
    }
    let files = part.files.map { file in
      "<a href=\"\(URLText.path(link(file.path)))\">\(Markup.escaped(file.title, upTo: 200))</a>"
    }
    if !files.isEmpty { facts.append(("Data", files.joined(separator: ", "))) }
    let method = ([part.judging] + part.notes).filter { !$0.isEmpty }.map {
      "<p>\(Markup.escaped($0, upTo: 1000))</p>\n"
    }
    var text = head("run", "Run") + PageParts.facts(facts)
    if !method.isEmpty {
      text += PageParts.details(
        "How a verdict is reached", "<div class=\"small\">\(method.joined())</div>\n")
    }
    if !part.command.isEmpty { text += PageParts.command(part.command) }
    return text
  }

  static func time(_ value: Double?) -> PageTable.Cell {
    guard let value, value.isFinite else { return .init("-", "n", key: "") }
    return .init(MeasuredText.time(nanoseconds: value), "n", key: "\(value)")
  }

  /// Returns a wide picture with its caption, in a region that scrolls.
  func figure(_ picture: ChartPicture?, caption: String) -> String {
    guard let picture else { return "" }
    let drawn =
      "<div class=\"scroll wide\" tabindex=\"0\" role=\"region\" "
      + "aria-label=\"\(Markup.escaped(picture.title, upTo: 200))\">\(picture.bareSVG)</div>"
    let text = caption.isEmpty ? "" : "<figcaption>\(Markup.escaped(caption))</figcaption>"
    return "<figure>\(drawn)\(text)</figure>\n"
  }
}
