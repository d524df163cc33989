// SPDX-License-Identifier: MIT

import BenchmarkKit
import CaseFormats

/// What a comparison of two sides came to.
struct Comparison {
  /// One cost of one instance.
  struct Row {
    let instance: String
    /// `cpu`, `wall`, or the name of a count.
    let measure: String
    let metric: Metric
    let estimate: RatioEstimate
    let baseline: Double
    let candidate: Double
    let verdict: ChangeVerdict
    /// Whether the row decides the exit code.
    let isGate: Bool
  }

  private(set) var rows: [Row] = []
  var notes: [String] = []
  private let head: String
  private let headJSON: JSONValue
  /// How many comparisons of each metric of time were corrected for.
  private let tests: Int
  private let isNoisy: Bool

  /// Of two sides that were measured side by side.
  init(_ analysis: RunAnalysis, gates: Set<Metric>) {
    head = RunHead.text(analysis.run.record, analysis)
    headJSON = JSONParts.head(analysis)
    tests = analysis.rows.count
    isNoisy = analysis.control?.isCPUNoisy ?? true
    for row in analysis.rows {
      for (metric, judged) in [(Metric.cpu, row.cpu), (.wall, row.wall)] {
        guard let judged else {
          notes.append("\(row.instance): stopped at the limit, \(metric.rawValue) not compared")
          continue
        }
        func cost(_ arm: String) -> Double {
          analysis.table.cost(row.instance, arm: arm, metric: metric) ?? 0
        }
        rows.append(
          Row(
            instance: row.instance, measure: metric.rawValue, metric: metric,
            estimate: judged.estimate, baseline: cost(analysis.baseline), candidate: cost(row.arm),
            verdict: judged.verdict, isGate: gates.contains(metric)))
      }
      if gates.contains(.counters) { addCounts(row.instance, row.counts) }
      if row.outliers.total > 0 {
        notes.append(
          "\(row.instance): \(row.outliers.total) of \(row.outliers.samples) CPU times of the"
            + " candidate are outliers (none left out)")
      }
    }
  }

  /// Of two saved runs: times are shown but not judged, because drift between them is not known.
  init(baseline: StoredRun, candidate: StoredRun) {
    let first = RunAnalysis(baseline)
    let second = RunAnalysis(candidate)
    head =
      "baseline: " + RunHead.text(baseline.record, first) + "\ncandidate: "
      + RunHead.text(candidate.record, second)
    headJSON = JSONParts.head(second)
    tests = 0
    isNoisy = false
    notes = ["saved runs were not measured side by side: times are shown, not judged"]
    for entry in candidate.record.entries {
      let arms = [first.baseline, second.baseline]
      if let one = first.table.cost(entry.instance, arm: arms[0], metric: .cpu),
        let two = second.table.cost(entry.instance, arm: arms[1], metric: .cpu)
      {
        rows.append(
          Row(
            instance: entry.instance, measure: "cpu", metric: .cpu,
            estimate: RatioEstimate(ratio: two / one, low: nil, high: nil), baseline: one,
            candidate: two, verdict: .inconclusive, isGate: false))
      }
      let old = first.table.counters(entry.instance, arm: arms[0])
      let new = second.table.counters(entry.instance, arm: arms[1])
      addCounts(
        entry.instance,
        new.keys.sorted().compactMap { name in
          guard let one = old[name]?.first, let two = new[name]?.first else { return nil }
          return RunAnalysis.CountRow(
            name: name, baseline: one, candidate: two,
            verdict: ChangeVerdict(
              baseline: one, candidate: two, threshold: Metric.counters.threshold))
        })
    }
  }

  private mutating func addCounts(_ instance: String, _ counts: [RunAnalysis.CountRow]) {
    for count in counts {
      add(
        instance, count.name, .counters, baseline: count.baseline, candidate: count.candidate,
        count.verdict)
    }
  }

  private mutating func add(
    _ instance: String, _ measure: String, _ metric: Metric, baseline: Double, candidate: Double,
    _ verdict: ChangeVerdict
  ) {
    let ratio = baseline == candidate ? 1 : candidate / max(baseline, 1e-9)
    rows.append(
      Row(
        instance: instance, measure: measure, metric: metric,
        estimate: RatioEstimate(ratio: ratio, low: ratio, high: ratio), baseline: baseline,
        candidate: candidate, verdict: verdict, isGate: true))
  }

  /// Counts with valgrind what each side does; says so when that cannot be done.
  mutating func addValgrind(_ metric: Metric, arms: [Arm], instances: [String]) {
    for instance in instances {
      var counts: [Int] = []
      for arm in arms.prefix(2) {
        let arguments = [WorkerCommand.onceName] + arm.arguments.dropFirst() + [instance]
        do throws(ValgrindCount.Missing) {
          counts.append(
            try metric == .instructions
              ? ValgrindCount.instructions(executable: arm.executable, arguments: arguments)
              : ValgrindCount.allocations(executable: arm.executable, arguments: arguments))
        } catch {
          notes.append("\(instance): no \(metric.rawValue): \(error.reason)")
          break
        }
      }
      guard counts.count == 2 else { return }
      let verdict = ChangeVerdict(
        baseline: Double(counts[0]), candidate: Double(counts[1]), threshold: metric.threshold)
      add(
        instance, metric.rawValue, metric, baseline: Double(counts[0]),
        candidate: Double(counts[1]), verdict)
    }
  }

  // MARK: - Verdict

  func exitCode(isStrict: Bool) -> ExitCode {
    let verdicts = rows.filter(\.isGate).map(\.verdict)
    if verdicts.contains(.slower) { return .regression }
    if verdicts.contains(.inconclusive) { return .inconclusive }
    return isStrict && verdicts.contains(.faster) ? .improvement : .fine
  }

  private func sentence(_ code: ExitCode) -> String {
    let gates = rows.filter(\.isGate)
    func count(_ verdict: ChangeVerdict) -> Int { gates.count { $0.verdict == verdict } }
    let counts =
      "of \(gates.count) rows that gate \(count(.slower)) slower, \(count(.faster)) faster,"
      + " \(count(.equivalent)) equivalent, \(count(.inconclusive)) inconclusive"
    switch code {
    case .regression: return "REGRESSION: \(counts)"
    case .inconclusive: return (isNoisy ? "INCONCLUSIVE, noisy: " : "INCONCLUSIVE: ") + counts
    default: return "no regression: \(counts)"
    }
  }

  func text(code: ExitCode) -> String {
    let sorted = rows.enumerated().sorted { one, two in
      let first = abs(Self.effect(one.element))
      let second = abs(Self.effect(two.element))
      return first == second ? one.offset < two.offset : first > second
    }.map(\.element)
    let quiet = sorted.filter { !$0.metric.isTime && $0.verdict == .equivalent }.count
    var table = [["instance", "of", "baseline", "candidate", "candidate / baseline", ""]]
    for row in sorted where row.metric.isTime || row.verdict != .equivalent {
      func cost(_ value: Double) -> String {
        row.metric.isTime ? Readable.time(nanoseconds: value) : "\(value.rounded())".droppingZero
      }
      let ratio =
        row.metric.isTime ? Readable.ratio(row.estimate) : Readable.digits(row.estimate.ratio)
      table.append([
        row.instance, row.measure, cost(row.baseline), cost(row.candidate), ratio,
        row.verdict.rawValue + (row.isGate ? "" : " (no gate)"),
      ])
    }
    var parts = [sentence(code), head, Readable.table(table)]
    if quiet > 0 { parts.append("\(quiet) counts of work are the same on both sides") }
    if tests > 0 {
      parts.append("changes of time are corrected for \(tests) comparisons (Holm), level 5 %")
    }
    return (parts + notes).joined(separator: "\n")
  }

  private static func effect(_ row: Row) -> Double {
    let ratio = max(row.estimate.ratio, 1e-9)
    return ratio >= 1 ? ratio : 1 / ratio
  }

  func json(code: ExitCode) -> JSONValue {
    [
      "schema": 1,
      "code": .number(code.rawValue),
      "verdict": .string(sentence(code)),
      "head": headJSON,
      "rows": .array(
        rows.map { row in
          [
            "instance": .string(row.instance), "of": .string(row.measure),
            "baseline": .number(row.baseline), "candidate": .number(row.candidate),
            "ratio": .number(row.estimate.ratio),
            "low": row.estimate.low.map { .number($0) } ?? .null,
            "high": row.estimate.high.map { .number($0) } ?? .null,
            "verdict": .string(row.verdict.rawValue), "isGate": .bool(row.isGate),
          ]
        }),
      "notes": .array(notes.map { .string($0) }),
    ]
  }
}

extension String {
  /// A whole number without `.0`.
  fileprivate var droppingZero: String { hasSuffix(".0") ? String(dropLast(2)) : self }
}
