// SPDX-License-Identifier: MIT

import Display
import Reporting
import Statistics

extension ComparisonSection {
  // MARK: - Growth

  var growth: String {
    guard !part.growth.isEmpty else { return "" }
    var table = PageTable(
      caption: "Cost as a power of the size; slopes are between neighbouring sizes",
      label: "Exponents", id: "growth-table\(number)",
      columns: [
        .init("Series"), .init("Side"), .init("Of"), .init("Exponent", "n"),
        .init("95 % interval"), .init("Slopes"), .init("Like n log n"),
      ])
    table.isBlocks = true
    for row in part.growth {
      table.add([
        .text(row.series, upTo: Self.nameMax), .text(row.side, upTo: 60),
        .text(row.measureText, upTo: 60),
        .init("n^\(ShownNumber.digits(row.fit.exponent))", "n", key: "\(row.fit.exponent)"),
        .init(row.fit.interval),
        .init(row.localSlopes.map(ShownNumber.digits).joined(separator: " ")),
        .init(row.isLinearithmic.map { $0 ? "yes" : "no" } ?? ""),
      ])
    }
    return head(
      "growth", "Growth",
      "Both axes are logarithmic. Dashed: \(Markup.escaped(part.baseline, upTo: 60)).")
      + "<div class=\"charts\">\n" + growthCharts + "</div>\n"
      + PageParts.details("All exponents", hint: "with intervals", table.markup)
  }

  /// The charts of growth, one for each series, with a line for each side: of CPU time, or of work
  /// where times have no exponent.
  private var growthCharts: String {
    var order: [String] = []
    var groups: [String: [ComparisonGrowth]] = [:]
    for row in part.growth {
      if groups[row.series] == nil { order.append(row.series) }
      groups[row.series, default: []].append(row)
    }
    return order.compactMap { series in
      guard let all = groups[series], let first = all.first else { return nil }
      let rows = all.filter { $0.measure == first.measure }
      let plot = ScalingPlot(
        title: series, measure: first.measureText, unit: first.unit,
        series: part.sides.compactMap { side in
          rows.first { $0.side == side.name }.map {
            .init(name: side.name, points: $0.points, fit: $0.fit)
          }
        }.filter { !$0.points.isEmpty })
      return plot.picture.map { picture in
        "<figure>\(picture.bareSVG)<figcaption>\(exponents(all))</figcaption></figure>\n"
      }
    }.joined()
  }

  /// Returns the exponents of a series: `CPU time n^1.04 -> n^1.06`, by measure.
  private func exponents(_ rows: [ComparisonGrowth]) -> String {
    var measures: [String] = []
    for row in rows where !measures.contains(row.measureText) { measures.append(row.measureText) }
    return measures.map { measure in
      let own = rows.filter { $0.measureText == measure }
        .map { "n^\(ShownNumber.digits($0.fit.exponent))" }
      return Markup.escaped(measure, upTo: 60) + " "
        + own.dropLast().map { "\($0) \u{2192} " }.joined() + "<b>\(own.last ?? "")</b>"
    }.joined(separator: "<br/>")
  }

  /// The verdicts on the exponents of work, which are exact.
  var growthTally: ComparisonHeadline.Tally {
    var tally = ComparisonHeadline.Tally()
    for old in part.growth where old.side == part.baseline && old.measure != ComparisonGrowth.cpu {
      for new in part.growth
      where new.side != old.side && new.series == old.series && new.measure == old.measure {
        let change = new.fit.exponent - old.fit.exponent
        tally.add(change > 0.1 ? .slower : change < -0.1 ? .faster : .equivalent, ratio: nil)
      }
    }
    return tally
  }

  // MARK: - Counts

  /// The names of all counters.
  private var counterNames: [String] {
    var names: Set<String> = []
    for cell in part.instances.flatMap(\.cells) {
      for count in cell.counts { names.insert(count.name) }
    }
    return names.sorted()
  }

  /// A change of a count between the first two sides.
  private struct Change {
    let instance: String
    let name: String
    let values: [Double?]

    /// The ratio; nil where a side has no count, or the first has 0.
    var ratio: Double? {
      guard let first = values.first ?? nil, let last = values.last ?? nil else { return nil }
      if first == last { return 1 }
      return first > 0 ? last / first : nil
    }

    var isEqual: Bool { Set(values).count == 1 }
  }

  private func changes(of name: String) -> [Change] {
    part.instances.compactMap { instance in
      let values = instance.cells.map { cell in cell.counts.first { $0.name == name }?.value }
      return values.allSatisfy { $0 == nil }
        ? nil : Change(instance: instance.name, name: name, values: values)
    }
  }

  /// The verdicts on all counts of two builds.
  var workTally: ComparisonHeadline.Tally {
    var tally = ComparisonHeadline.Tally()
    for change in counterNames.flatMap(changes) {
      let ratio = change.ratio
      let verdict: ChangeVerdict =
        change.isEqual
        ? .equivalent : ratio.map { $0 > 1 ? .slower : .faster } ?? .inconclusive
      tally.add(verdict, ratio: ratio)
    }
    return tally
  }

  var counts: String {
    let names = counterNames
    if names.isEmpty { return "" }
    let start = head(
      "work", "Work counts",
      part.kind == .builds
        ? "The same in every run, so any difference is real."
        : "Sums over the workloads that every side completed. Strategies do different work.")
    if part.kind == .builds {
      return start + "<div class=\"brief\">\n\(summary(names))</div>\n" + details(names)
    }
    return start + figure(totals(names).picture, caption: "") + details(names)
  }

  /// The numbers of changed counts by name, with the largest changes.
  private func summary(_ names: [String]) -> String {
    var table = PageTable(
      caption: "Counts of \(part.candidates.first?.name ?? "candidate") beside \(part.baseline)",
      label: "Work counts", id: "work-table\(number)",
      columns: [.init("Count")] + ["More", "Fewer", "Same"].map { .init($0, "n") }
        + [.init("Largest increase", "n"), .init("Largest decrease", "n")])
    table.isBlocks = true
    for name in names {
      let all = changes(of: name)
      let more = all.filter { ($0.ratio ?? 1) > 1 }
      let fewer = all.filter { ($0.ratio ?? 1) < 1 }
      func largest(_ changes: [Change]) -> PageTable.Cell {
        func size(_ change: Change) -> Double { change.ratio.map { max($0, 1 / $0) } ?? 0 }
        guard let most = changes.max(by: { size($0) < size($1) }) else {
          return .init("-", "n", key: "0")
        }
        let place = "<span class=\"mute\">\(Markup.escaped(most.instance, upTo: 60))</span>"
        return .init("\(MeasuredText.times(size(most))) \(place)", "n", key: "\(size(most))")
      }
      table.add([
        .text(name, upTo: 60), .number(more.count), .number(fewer.count),
        .number(all.count(where: \.isEqual)), largest(more), largest(fewer),
      ])
    }
    return table.markup
  }

  /// The table of all counts; of two builds only those that differ.
  private func details(_ names: [String]) -> String {
    let id = "count-table\(number)"
    var table = PageTable(
      caption: "Counts of one iteration; - where a side does not keep the count, or was stopped",
      label: "Counts", id: id,
      columns: [.init("Workload"), .init("Count")]
        + part.sides.map { .init(Markup.escaped($0.name, upTo: 60), "n") }
        + (part.kind == .builds ? [.init("Change", "by")] : []))
    table.isBlocks = true
    var listed = 0
    for change in names.flatMap(changes) where part.kind != .builds || !change.isEqual {
      listed += 1
      var cells: [PageTable.Cell] =
        [.text(change.instance, upTo: Self.nameMax), .text(change.name, upTo: 60)]
        + change.values.map(Self.count)
      if part.kind == .builds {
        let text = change.ratio.map { MeasuredText.change($0, ("more", "less")) } ?? "-"
        let mark = change.ratio.map { ($0 > 1 ? PageMark.bad : .good).markup(text) }
        cells.append(.init(mark ?? text, key: change.ratio.map { "\($0)" } ?? ""))
      }
      table.add(cells)
    }
    guard listed > 0 else { return "" }
    return PageParts.details(
      part.kind == .builds ? "Counts that differ" : "All counts",
      hint: "\(ShownNumber.grouped(listed))",
      PageTable.filter(id) + table.markup)
  }

  private func totals(_ names: [String]) -> CounterBars {
    let common = part.instances.filter { $0.cells.allSatisfy { $0.cost != nil } }
    return CounterBars(
      title: "Work counts of \(ShownNumber.counted(common.count, "workload"))",
      sides: part.sides.map(\.name),
      groups: names.map { name in
        .init(
          name: name,
          counts: part.sides.indices.map { side in
            let values = common.compactMap { instance in
              instance.cells[side].counts.first { $0.name == name }?.value
            }
            return values.isEmpty ? nil : values.reduce(0, +)
          })
      })
  }

  private static func count(_ value: Double?) -> PageTable.Cell {
    guard let value, value.isFinite else { return .init("-", "n", key: "") }
    return .init(MeasuredText.count(value), "n", key: "\(value)")
  }

  // MARK: - Memory

  var memory: String {
    guard !part.memory.isEmpty else { return "" }
    var table = PageTable(
      caption: "Megabytes over those of the same program without work", label: "Memory",
      id: "memory-table\(number)",
      columns: [
        .init("Workload"), .init(Markup.escaped(part.baseline, upTo: 60), "n"),
        .init("Beside"), .init("Its memory", "n"),
      ])
    for row in part.memory {
      table.add([
        .text(row.instance, upTo: Self.nameMax),
        .init("\(ShownNumber.digits(row.baseline)) MB", "n", key: "\(row.baseline)"),
        .text(row.side, upTo: 60),
        row.candidate.map { .init("\(ShownNumber.digits($0)) MB", "n", key: "\($0)") }
          ?? .init("-", "n", key: ""),
      ])
    }
    return head("memory", "Memory") + table.markup
  }
}
