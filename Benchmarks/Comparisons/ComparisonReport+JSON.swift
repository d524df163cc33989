// SPDX-License-Identifier: MIT

import JSON
import Reporting
import Statistics

extension ComparisonReport {
  /// The report as JSON; ratios are candidate / baseline, times are nanoseconds of one iteration.
  package var json: JSONValue {
    [
      "generator": "LayoutFuzz", "schema": .number(Self.schemaVersion),
      "toolVersion": .string(toolVersion), "verdict": .string(verdict),
      "parts": .array(parts.map(\.json)),
    ]
  }
}

extension ComparisonPart {
  fileprivate var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "title": .string(title), "verdict": .string(verdict),
      "sentence": .string(sentence), "gates": .array(gates.map { .string($0) }),
      "isBad": .bool(isBad), "warnings": .array(warnings.map { .string($0) }),
      "judging": .string(judging), "baseline": .string(baseline), "sides": .array(sides.map(json)),
      "rows": .array(rows.map(\.json)), "instances": .array(instances.map(json)),
      "gaps": .array(gaps.map(\.json)), "exponents": .array(growth.map(\.json)),
      "profile": .array(profile.map(json)), "memory": .array(memory.map(\.json)),
      "control": control?.json ?? .null,
      "facts": .object(facts.map { .init(key: $0.name, value: .string($0.value)) }),
      "files": .array(
        files.map { ["title": .string($0.title), "path": .string($0.path)] }),
      "notes": .array(notes.map { .string($0) }),
    ]
  }

  private func json(_ side: ComparisonSide) -> JSONValue {
    let number = sides.firstIndex(of: side) ?? 0
    return [
      "side": .string(side.name), "detail": .string(side.detail),
      "solved": .number(side.solved), "feasible": .number(side.feasible),
      "gaveUp": .number(side.gaveUp), "stopped": .number(side.stopped),
      "wins": .number(instances.count { $0.winners.contains(number) }),
      "penalizedMeanNanoseconds": .optional(side.penalizedMean),
      "meanRatio": .optional(side.meanRatio), "jointInstances": .number(side.jointInstances),
    ]
  }

  private func json(_ instance: ComparisonInstance) -> JSONValue {
    let cells = zip(sides, instance.cells).map { side, cell in
      JSONValue.object([
        "side": .string(side.name), "cpuNanoseconds": .optional(cell.cost),
        "isSolved": .bool(cell.isSolved),
        "counters": .object(
          cell.counts.map { .init(key: $0.name, value: .optional($0.value)) }),
      ])
    }
    return [
      "instance": .string(instance.name), "family": .string(instance.family),
      "winners": .array(instance.winners.map { .string(sides[$0].name) }),
      "sides": .array(cells),
    ]
  }

  private func json(_ curve: ProfilePlot.Curve) -> JSONValue {
    [
      "side": .string(curve.name),
      "factors": .array(curve.steps.map { .optional($0.factor) }),
      "shares": .array(curve.steps.map { .optional($0.share) }),
    ]
  }
}

extension ComparisonRow {
  fileprivate var json: JSONValue {
    [
      "instance": .string(instance), "side": .string(side),
      "baselineNanoseconds": .optional(baselineCost), "nanoseconds": .optional(cost),
      "cpu": cpu?.json ?? .null, "wall": wall?.json ?? .null, "note": .string(note),
    ]
  }
}

extension ComparisonRow.Judged {
  fileprivate var json: JSONValue {
    [
      "ratio": .optional(estimate.ratio), "low": .optional(estimate.low),
      "high": .optional(estimate.high), "verdict": .string(verdict.rawValue),
    ]
  }
}

extension ComparisonGap {
  fileprivate var json: JSONValue {
    [
      "side": .string(side), "priority": .optional(priority), "points": .optional(points),
      "instances": .number(instances),
    ]
  }
}

extension ComparisonGrowth {
  fileprivate var json: JSONValue {
    [
      "series": .string(series), "side": .string(side), "of": .string(measure),
      "exponent": .optional(fit.exponent), "low": .optional(fit.low),
      "high": .optional(fit.high), "localSlopes": .array(localSlopes.map { .optional($0) }),
      "isLinearithmic": isLinearithmic.map { .bool($0) } ?? .null,
      "points": .array(
        points.map { point in
          [
            "size": .optional(point.size), "cost": .optional(point.cost),
            "low": .optional(point.range?.lowerBound),
            "high": .optional(point.range?.upperBound), "isFitted": .bool(point.isFitted),
          ]
        }),
    ]
  }
}

extension ComparisonMemory {
  fileprivate var json: JSONValue {
    [
      "instance": .string(instance), "side": .string(side),
      "baselineMegabytes": .optional(baseline), "megabytes": .optional(candidate),
    ]
  }
}

extension ComparisonControl {
  fileprivate var json: JSONValue {
    func json(_ estimate: RatioEstimate) -> JSONValue {
      [
        "ratio": .optional(estimate.ratio), "low": .optional(estimate.low),
        "high": .optional(estimate.high),
      ]
    }
    return [
      "cpu": json(cpu), "wall": json(wall), "isCPUNoisy": .bool(isCPUNoisy),
      "isWallNoisy": .bool(isWallNoisy), "falseChanges": .number(falseChanges),
      "instances": .number(instances),
    ]
  }
}

extension JSONValue {
  /// Returns a number, or null for a missing one.
  fileprivate static func optional(_ value: Double?) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    return .number(value)
  }
}
