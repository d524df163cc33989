// SPDX-License-Identifier: MIT

import Comparisons
import Display
import PeerBenchmarks
import Reporting
import Statistics

extension ComparisonPart {
  /// Makes the part that compares this solver with those of others.
  ///
  /// `file` is the path of its JSON file.
  init(_ report: PeerReport, file: String) {
    self = PeerPart(report).part(file)
  }
}

/// Makes the part of a report from a report on peers.
private struct PeerPart {
  private let report: PeerReport
  /// The rows of peers that took part.
  private let measured: [PeerReport.Row]
  private let ours = PeerReport.ours
  /// The peers in the order of their first rows.
  private let peers: [String]
  private let instances: [ComparisonInstance]

  init(_ report: PeerReport) {
    self.report = report
    measured = report.rows.filter {
      $0.status == .censored || $0.status == .measured && ($0.theirs ?? 0) > 0
    }
    var peers: [String] = []
    for row in measured where !peers.contains(row.peer) { peers.append(row.peer) }
    self.peers = peers
    instances = PeerPart.instances(measured, peers)
  }

  func part(_ file: String) -> ComparisonPart {
    let rows = measured.map(row)
    var part = ComparisonPart(
      kind: .peers,
      title: "\(ours) beside \(peers.isEmpty ? "no other solver" : peers.joined(separator: ", "))",
      verdict: verdict, isBad: rows.contains { $0.cpu?.verdict == .faster },
      sides: [ComparisonSide(name: ours)] + peers.map(side), instances: instances, rows: rows)
    part.sentence = sentence
    part.context = report.build.map { [$0.commit] } ?? []
    part.command =
      report.command.isEmpty
      ? "layoutbench peers" + (peers.isEmpty ? "" : " --peer \(peers.joined(separator: ","))")
      : (["layoutbench"] + report.command.map(ShellWord.quoted)).joined(separator: " ")
    part.growth = report.exponents.map(growth)
    part.profile = profile
    part.memory = memory
    part.facts = facts
    part.files = [.init(title: "the report as JSON, with the rounds of each process", path: file)]
    part.notes = notes
    return part
  }

  // MARK: - Words

  private var verdict: String {
    let headlines = report.headlines
    if headlines.isEmpty { return "\(ours) was measured alone" }
    // One answer leads; the page has a row for each peer.
    return headlines.max { $0.time.slower.count < $1.time.slower.count }?.text ?? ""
  }

  private var sentence: String {
    peers.compactMap { peer in
      side(peer).meanRatio.map { mean in
        "On average \(ours) is \(MeasuredText.change(1 / mean)) than \(peer)."
      }
    }.joined(separator: " ")
  }

  private var notes: [String] {
    var notes = [
      "Fresh processes take turns; their medians count. Slower or faster: the whole interval is beyond"
        + " \(ChartUnit.percent.tick(100 * Metric.cpu.threshold)). Intervals are over pairs of processes, without a"
        + " correction for their number.",
      "All answers agreed before times were taken.",
    ]
    for row in report.rows {
      if case .skipped(let reason) = row.status {
        notes.append("\(row.workload): \(row.peer): \(reason).")
      }
    }
    return notes
  }

  private var facts: [ComparisonPart.Fact] {
    var facts: [ComparisonPart.Fact] = [
      .init("Programs", report.programs.joined(separator: "; "))
    ]
    if let build = report.build {
      facts.append(.init("Commit", build.commit))
      facts.append(.init("Build", "\(build.flags), \(build.compiler)"))
    }
    if let machine = report.machine {
      facts.append(
        .init(
          "Machine",
          "\(machine.cpuModel), \(ShownNumber.counted(machine.cores, "core")),"
            + " \(ShownNumber.grouped(machine.memoryMegabytes)) MB, kernel \(machine.kernel), governor"
            + " \(machine.governor)"))
    } else {
      facts.append(.init("Machine", "unknown"))
    }
    return facts
  }

  // MARK: - Numbers

  private static let nanoseconds = 1e6

  private static func name(_ row: PeerReport.Row) -> String {
    "\(row.workload) \(row.phase.rawValue)"
  }

  private func row(_ row: PeerReport.Row) -> ComparisonRow {
    var note = ""
    var judged: ComparisonRow.Judged?
    switch row.status {
    case .measured:
      judged = row.ratio.map { ratio in
        let estimate = RatioEstimate(ratio: ratio, low: row.low, high: row.high)
        let verdict = ChangeVerdict(
          estimate, threshold: Metric.cpu.threshold, adjustedProbability: 0, level: 1)
        return .init(estimate: estimate, verdict: verdict)
      }
    case .censored:
      note =
        row.ratio.map {
          "\(row.peer) stopped at its limit: more than \(MeasuredText.times($0)) slower"
        }
        ?? "\(row.peer) stopped at its limit"
    case .skipped: break
    }
    return ComparisonRow(
      instance: Self.name(row), side: row.peer, baselineCost: row.ours * Self.nanoseconds,
      cost: row.status == .measured ? row.theirs.map { $0 * Self.nanoseconds } : nil, cpu: judged,
      note: note)
  }

  private static func instances(
    _ measured: [PeerReport.Row], _ peers: [String]
  ) -> [ComparisonInstance] {
    var names: [String] = []
    var rows: [String: [PeerReport.Row]] = [:]
    for row in measured {
      let name = name(row)
      if rows[name] == nil { names.append(name) }
      rows[name, default: []].append(row)
    }
    return names.compactMap { name in
      guard let own = rows[name], let first = own.first else { return nil }
      let cells = peers.map { peer -> ComparisonInstance.Cell in
        let row = own.first { $0.peer == peer && $0.status == .measured }
        let cost = row?.theirs.map { $0 * nanoseconds }
        return .init(cost: cost, isSolved: cost != nil)
      }
      return ComparisonInstance(
        name: name, family: first.phase.rawValue,
        cells: [.init(cost: first.ours * nanoseconds, isSolved: true)] + cells)
    }
  }

  private func side(_ peer: String) -> ComparisonSide {
    let ratios = measured.filter { $0.peer == peer && $0.status == .measured }
      .compactMap(\.ratio).filter { $0 > 0 }
    return ComparisonSide(
      name: peer, meanRatio: ratios.isEmpty ? nil : Summary.geometricMean(ratios),
      jointInstances: ratios.count)
  }

  /// The profile of the measurements in which every peer took part.
  private var profile: [ProfilePlot.Curve] {
    let known = instances.filter { instance in
      peers.allSatisfy { peer in
        measured.contains { Self.name($0) == instance.name && $0.peer == peer }
      }
    }
    guard !peers.isEmpty, !known.isEmpty else { return [] }
    let limit = PeerPart.limit
    let profile = PerformanceProfile(
      known.map { instance in
        instance.cells.map { $0.cost.map { .solved(cost: $0) } ?? .censored(limit: limit) }
      },
      weights: known.map { instance in
        1 / Double(known.count { $0.family == instance.family })
      })
    return ([ours] + peers).enumerated().map { index, name in
      .init(
        name: name,
        steps: profile.steps(of: index).map { .init(factor: $0.factor, share: $0.share) })
    }
  }

  /// The limit in nanoseconds; only whether it was reached counts.
  private static let limit = 60e9

  private func growth(_ row: PeerReport.Growth) -> ComparisonGrowth {
    ComparisonGrowth(
      series: "\(row.workload) \(row.phase.rawValue)", side: ours, measure: ComparisonGrowth.cpu,
      fit: .init(exponent: row.exponent, low: row.low, high: row.high),
      localSlopes: row.localSlopes, isLinearithmic: nil,
      points: zip(row.sizes, row.times).map {
        .init(size: Double($0), cost: $1 * Self.nanoseconds)
      })
  }

  private var memory: [ComparisonMemory] {
    report.memory.map {
      .init(instance: $0.workload, side: $0.peer, baseline: $0.ours, candidate: $0.theirs)
    }
  }
}
