// SPDX-License-Identifier: MIT

import Diagnosis
import Display
import JSON
import Judging
import LayoutModel
import LinearModel
import Lowering
import Oracles
import ToolSupport

/// The report of `solve` about a case.
struct SolveReport {
  private let label: String
  /// The screen and its configuration for people.
  private let heading: String
  /// The case with the names of its views.
  private let diagnosed: DiagnosedCase
  private let record: CaseRecord
  /// An irreducible conflict; empty when there is none.
  private let conflict: [ConstraintID]
  private let rounded: Bool

  /// - Throws: when the tool contradicts itself.
  init(
    label: String, heading: String, diagnosed: DiagnosedCase, record: CaseRecord, rounded: Bool
  ) throws(InternalError) {
    conflict = try record.conflict()
    self.label = label
    self.heading = heading
    self.diagnosed = diagnosed
    self.record = record
    self.rounded = rounded
  }

  private var layoutCase: LayoutCase { record.lowered.layoutCase }

  private func layout(_ solution: Solution) -> Layout {
    record.lowered.layout(from: solution, rounded: rounded)
  }

  private var exactLayout: Layout? {
    guard let optimum = record.answer?.optimum else { return nil }
    return layout(Solution(values: optimum.point.map(\.doubleValue)))
  }
}

// MARK: - JSON

extension SolveReport {
  var json: JSONValue {
    [
      "case": .string(label), "exact": exactJSON,
      "strategies": .array(record.strategies.map(strategyJSON)),
    ]
  }

  private var exactJSON: JSONValue {
    guard let answer = record.answer else { return ["status": "undecided"] }
    switch answer.status {
    case .infeasible:
      let names = conflict.map { JSONValue.string(record.lowered.originID(of: $0.index)) }
      return ["status": "conflict", "conflict": .array(names)]
    case .feasible(let optimum):
      let levels = optimum.levels.map { level -> JSONValue in
        [
          "priority": .number(level.strength.value),
          "violation": .string("\(level.optimum)"),
        ]
      }
      return [
        "status": optimum.isUnique ? "unique" : "ambiguous", "levels": .array(levels),
        "frames": exactLayout.map(framesJSON) ?? .null,
        "conditioning": record.conditioning.map { number($0.factor) } ?? .null,
        "illConditioned": .bool(record.conditioning?.isIll == true),
      ]
    }
  }

  private func strategyJSON(_ strategy: StrategyRecord) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "name", value: .string(strategy.strategy)),
      .init(key: "answer", value: .string(strategy.answer.name)),
      .init(key: "verdict", value: .string(strategy.verdict.name)),
    ]
    switch strategy.result.outcome {
    case .optimal(let solution), .feasible(let solution):
      members.append(.init(key: "frames", value: framesJSON(layout(solution))))
    case .infeasible(let conflict):
      let names = conflict.map { JSONValue.string(record.lowered.originID(of: $0.index)) }
      members.append(.init(key: "conflict", value: .array(names)))
    case .gaveUp(let reason):
      members.append(.init(key: "reason", value: .string(reason.sentence)))
    }
    return .object(members)
  }

  private func framesJSON(_ layout: Layout) -> JSONValue {
    .array(
      zip(layoutCase.views, layout.frames).map { view, frame in
        [
          "view": .string(view.id), "x": number(frame.x), "y": number(frame.y),
          "width": number(frame.width), "height": number(frame.height),
        ]
      })
  }

  /// Returns a number, or text for one that is not finite, as of a wrong strategy: JSON has no such
  /// numbers.
  private func number(_ value: Double) -> JSONValue {
    value.isFinite ? .number(value) : .string("\(value)")
  }
}

// MARK: - Text

extension SolveReport {
  func text(_ palette: Palette) -> String {
    var lines = [Printable.line("\(heading): \(status)")]
    if let exactLayout {
      let title = rounded ? "rounded frame" : "exact frame"
      lines += [""] + table(title, exactLayout, Array(exactLayout.frames.indices))
    } else {
      let layout = DiagnosedLayout(diagnosed, record.lowered)
      let facts = conflict.map { layout.fact(record.lowered.origins[$0.index]) }
      lines += SourcedLines.lines(facts.map { ($0.text, $0.source) }).map {
        Printable.line("  \($0)")
      }
    }
    var outcomes = strategyRows(palette)
    if let unmet { outcomes.append(("unmet", unmet)) }
    if !outcomes.isEmpty { lines += [""] + SourcedLines.lines(outcomes) }
    for strategy in record.strategies {
      guard let (layout, views) = differing(strategy) else { continue }
      lines += [""] + table(strategy.strategy, layout, views)
    }
    return lines.joined(separator: "\n")
  }

  private var status: String {
    guard let answer = record.answer else {
      return "undecided: \(OracleLimit.standard.sentence)"
    }
    guard let optimum = answer.optimum else { return "no layout, required constraints conflict" }
    var text = optimum.isUnique ? "unique layout" : "ambiguous, one of several right layouts"
    if let conditioning = record.conditioning, conditioning.isIll {
      let amount = FrameText.points(conditioning.factor * conditioning.tolerance)
      text += "; ill-conditioned: rounding may move the violations of a priority by \(amount)"
    }
    return text
  }

  /// The sum of the violations at each priority; nil when all preferences are met.
  private var unmet: String? {
    let levels = record.answer?.optimum?.levels.filter { !$0.optimum.isZero } ?? []
    if levels.isEmpty { return nil }
    return levels.map { level in
      let amount = FrameText.points(level.optimum.doubleValue)
      return "\(amount) pt at priority \(FrameText.points(level.strength.value))"
    }.joined(separator: ", ")
  }

  /// Returns the outcome of each strategy; those with equal ones share a row.
  private func strategyRows(_ palette: Palette) -> [(text: String, source: String)] {
    var rows: [(names: [String], outcome: String, fails: Bool)] = []
    for strategy in record.strategies {
      let (outcome, fails) = (Printable.line(outcome(strategy)), strategy.verdict.isFailure)
      if let number = rows.firstIndex(where: { $0.outcome == outcome && $0.fails == fails }) {
        rows[number].names.append(strategy.strategy)
      } else {
        rows.append(([strategy.strategy], outcome, fails))
      }
    }
    return rows.map { row in
      (row.names.joined(separator: ", "), row.fails ? palette.red(row.outcome) : row.outcome)
    }
  }

  private func outcome(_ strategy: StrategyRecord) -> String {
    let verdict = strategy.verdict.isFailure ? ", \(strategy.verdict.name)" : ""
    switch strategy.result.outcome {
    case .optimal, .feasible:
      let frames =
        exactLayout == nil || differing(strategy) != nil ? "frames below" : "same frames"
      return "\(strategy.answer.name)\(verdict), \(frames)"
    case .infeasible(let found):
      let start = "\(strategy.answer.name)\(verdict)"
      if found.isEmpty { return "\(start), gives no conflict" }
      if Set(found) == Set(conflict) { return "\(start), same conflict" }
      let names = found.map { record.lowered.originID(of: $0.index) }
      return "\(start), conflict between \(names.joined(separator: ", "))"
    case .gaveUp(let reason): return "gave up\(verdict): \(reason.sentence)"
    }
  }

  /// Returns the layout of a strategy and the views whose frames differ from the exact ones; nil
  /// when none do.
  private func differing(_ strategy: StrategyRecord) -> (layout: Layout, views: [Int])? {
    switch strategy.result.outcome {
    case .optimal(let solution), .feasible(let solution):
      let own = layout(solution)
      guard let exact = exactLayout else { return (own, Array(own.frames.indices)) }
      let views = own.frames.indices.filter { !own.frames[$0].looksLike(exact.frames[$0]) }
      return views.isEmpty ? nil : (own, views)
    case .infeasible, .gaveUp: return nil
    }
  }

  private func table(_ title: String, _ layout: Layout, _ views: [Int]) -> [String] {
    let rows = views.map { view in
      let frame = layout.frames[view]
      return [Printable.line(diagnosed.heading(ofView: view))]
        + [frame.x, frame.y, frame.width, frame.height].map(FrameText.points)
    }
    return TextTable([[title, "x", "y", "width", "height"]] + rows).lines
  }
}

extension Layout.Frame {
  /// Whether two frames look the same to a reader: within 0.001 pt.
  fileprivate func looksLike(_ other: Layout.Frame) -> Bool {
    abs(x - other.x) < 0.001 && abs(y - other.y) < 0.001
      && abs(width - other.width) < 0.001 && abs(height - other.height) < 0.001
  }
}
