// SPDX-License-Identifier: MIT

import Display

extension ComparisonSection {
  // MARK: - Growth

  var growth: String {
    guard !part.growth.isEmpty else { return "" }
    var table = PageTable(
      caption: "Cost as a power of the size; slopes are those between neighbouring sizes",
      label: "Exponents", id: "growth-table\(number)",
      columns: [
        .init("Series"), .init("Side"), .init("Of"),
        .init("Exponent [95 %]", "n"), .init("Slopes"),
        .init("Like n log n"),
      ])
    for row in part.growth {
      table.add([
        .text(row.series, upTo: Self.nameMax), .text(row.side, upTo: 60),
        .text(row.measureText, upTo: 60), .init(row.fit.text, "n", key: "\(row.fit.exponent)"),
        .init(row.localSlopes.map(MeasuredText.digits).joined(separator: " ")),
        .init(row.isLinearithmic.map { $0 ? "yes" : "no" } ?? ""),
      ])
    }
    return head("growth", "Growth") + "<div class=\"charts\">\n" + growthCharts + "</div>\n"
      + table.markup
  }

  /// The charts of growth, one for each series and measure, with a line for each side.
  private var growthCharts: String {
    var groups: [(series: String, measure: String, rows: [ComparisonGrowth])] = []
    for row in part.growth {
      let place = groups.firstIndex { $0.series == row.series && $0.measure == row.measure }
      if let place {
        groups[place].rows.append(row)
      } else {
        groups.append((row.series, row.measure, [row]))
      }
    }
    return groups.compactMap { group in
      guard let first = group.rows.first else { return nil }
      let plot = ScalingPlot(
        title: "\(group.series): \(first.measureText)", measure: first.measureText,
        unit: first.unit,
        series: part.sides.map { side in
          let own = group.rows.first { $0.side == side.name }
          return .init(name: side.name, points: own?.points ?? [], fit: own?.fit)
        }.filter { !$0.points.isEmpty })
      return figure(plot.picture, isWide: false, caption: "")
    }.joined()
  }

  // MARK: - Counts

  /// The names of all counters, in the order of the first instance with each.
  private var counterNames: [String] {
    var names: [String] = []
    var seen: Set<String> = []
    for cell in part.instances.flatMap(\.cells) {
      for count in cell.counts where seen.insert(count.name).inserted { names.append(count.name) }
    }
    return names.sorted()
  }

  var hasCounts: Bool { part.instances.contains { $0.cells.contains { !$0.counts.isEmpty } } }

  var counts: String {
    guard hasCounts else { return "" }
    let names = counterNames
    let id = "count-table\(number)"
    var table = PageTable(
      caption: "Counts of one iteration; they are the same in every run. "
        + "A side has 'none' of a counter that its work does not keep, or where it was stopped: a session that is "
        + "edited tells the work since the edit before, and the peak of its cells is no such work.",
      label: "Counts", id: id,
      columns: [.init("Instance"), .init("Counter")]
        + part.sides.map { .init(Markup.escaped($0.name, upTo: 60), "n") }
        + (part.kind == .builds ? [.init("Change", "n")] : []))
    var (same, listed) = (0, 0)
    for instance in part.instances {
      for name in names {
        let values = instance.cells.map { cell in cell.counts.first { $0.name == name }?.value }
        if values.allSatisfy({ $0 == nil }) { continue }
        // Builds should do the same work, so equal counts are not listed.
        if part.kind == .builds, Set(values).count == 1 {
          same += 1
          continue
        }
        listed += 1
        table.add(
          [.text(instance.name, upTo: Self.nameMax), .text(name, upTo: 60)]
            + values.map(Self.count) + (part.kind == .builds ? [Self.change(values)] : []))
      }
    }
    var text = head("counts", "Counts of work")
    let picture = totals(names).picture
    text += figure(
      picture, isWide: true, caption: "Sums over the instances that every side came to the end of.")
    if same > 0 {
      text += "<p>\(ShownNumber.counted(same, "count")) the same on both sides, not listed.</p>\n"
    }
    return listed == 0 ? text : text + PageTable.filter(id) + table.markup
  }

  private func totals(_ names: [String]) -> CounterBars {
    let common = part.instances.filter { $0.cells.allSatisfy { $0.cost != nil } }
    return CounterBars(
      title: "Counts of work, \(ShownNumber.counted(common.count, "instance"))",
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
    guard let value, value.isFinite else { return .init("none", "n", key: "") }
    return .init(MeasuredText.count(value), "n", key: "\(value)")
  }

  private static func change(_ values: [Double?]) -> PageTable.Cell {
    guard let first = values.first ?? nil, let last = values.last ?? nil, first > 0 else {
      return .init("", "n", key: "")
    }
    let ratio = last / first
    return .init(MeasuredText.digits(ratio), ratio > 1 ? "n bad" : "n good", key: "\(ratio)")
  }

  // MARK: - Memory

  var memory: String {
    guard !part.memory.isEmpty else { return "" }
    var table = PageTable(
      caption: "Megabytes over those of the same program with nothing to do", label: "Memory",
      id: "memory-table\(number)",
      columns: [
        .init("Instance"), .init("Side"), .init(Markup.escaped(part.baseline, upTo: 60), "n"),
        .init("Candidate", "n"),
      ])
    for row in part.memory {
      table.add([
        .text(row.instance, upTo: Self.nameMax), .text(row.side, upTo: 60),
        .init(MeasuredText.digits(row.baseline), "n", key: "\(row.baseline)"),
        row.candidate.map { .init(MeasuredText.digits($0), "n", key: "\($0)") }
          ?? .init("none", "n", key: ""),
      ])
    }
    return head("memory", "Memory") + table.markup
  }
}
