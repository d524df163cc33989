// SPDX-License-Identifier: MIT

import Diagnosis
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
  private let record: CaseRecord
  /// An irreducible conflict; empty when there is none.
  private let conflict: [ConstraintID]
  private let rounded: Bool
  /// The width of the column of names: the longest id and a space.
  private let nameWidth: Int

  /// - Throws: when the tool contradicts itself.
  init(label: String, record: CaseRecord, rounded: Bool) throws(InternalError) {
    conflict = try record.conflict()
    self.label = label
    self.record = record
    self.rounded = rounded
    nameWidth = (record.lowered.layoutCase.views.map { Printable.line($0.id).count }.max() ?? 0) + 2
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
      members.append(.init(key: "reason", value: .string(Wording.reason(reason))))
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
    var lines = [Printable.line("\(label): \(exactText)")]
    if let exactLayout { lines += ["", titles] + table(exactLayout) }
    for strategy in record.strategies {
      lines.append("")
      if case .gaveUp(let reason) = strategy.result.outcome, !strategy.verdict.isFailure {
        lines.append("\(strategy.strategy): gave up: \(Wording.reason(reason))")
        continue
      }
      let heading = "\(strategy.strategy): \(strategy.answer.name), \(strategy.verdict.name)"
      lines.append(strategy.verdict.isFailure ? palette.red(heading) : heading)
      lines += details(strategy)
    }
    return lines.joined(separator: "\n")
  }

  private var exactText: String {
    guard let answer = record.answer else {
      return "undecided: \(OracleLimit.standard.sentence)"
    }
    guard let optimum = answer.optimum else {
      return "conflict between "
        + conflict.map { record.lowered.originID(of: $0.index) }.joined(separator: ", ")
    }
    var text = optimum.isUnique ? "one right layout" : "ambiguous, one of several right layouts"
    for level in optimum.levels where !level.optimum.isZero {
      let amount = FrameText.points(level.optimum.doubleValue)
      text += "; off by \(amount) at priority \(FrameText.points(level.strength.value))"
    }
    if let conditioning = record.conditioning, conditioning.isIll {
      let amount = FrameText.points(conditioning.factor * conditioning.tolerance)
      text += "; ill-conditioned: rounding may move the violations of a priority by \(amount)"
    }
    return text
  }

  private func details(_ strategy: StrategyRecord) -> [String] {
    switch strategy.result.outcome {
    case .optimal(let solution), .feasible(let solution):
      let own = layout(solution)
      let differing = exactLayout.map { exact in
        zip(own.frames, exact.frames).contains { !Wording.agree($0, $1) }
      }
      return differing == false ? ["  the same frames"] : table(own)
    case .infeasible(let conflict):
      if conflict.isEmpty { return ["  gives no conflict"] }
      return [
        Printable.line(
          "  conflict between "
            + conflict.map { record.lowered.originID(of: $0.index) }.joined(separator: ", "))
      ]
    case .gaveUp(let reason):
      return ["  gave up: \(Wording.reason(reason))"]
    }
  }

  /// The line above the exact frames.
  private var titles: String { row("exact", ["x", "y", "width", "height"]) }

  private func table(_ layout: Layout) -> [String] {
    zip(layoutCase.views, layout.frames).map { view, frame in
      let values = [frame.x, frame.y, frame.width, frame.height]
      return row("  " + Printable.line(view.id), values.map(FrameText.points))
    }
  }

  /// Returns a name and columns wide enough for layouts of usual size, always separated by a space.
  private func row(_ name: String, _ cells: [String]) -> String {
    let columns = cells.map { String(repeating: " ", count: max(1, 10 - $0.count)) + $0 }
    return name + String(repeating: " ", count: max(0, nameWidth - name.count)) + columns.joined()
  }
}

/// Small texts and comparisons that reports share.
enum Wording {
  /// Whether two frames look the same to a reader: within 0.001 pt.
  static func agree(_ left: Layout.Frame, _ right: Layout.Frame) -> Bool {
    abs(left.x - right.x) < 0.001 && abs(left.y - right.y) < 0.001
      && abs(left.width - right.width) < 0.001 && abs(left.height - right.height) < 0.001
  }

  static func reason(_ reason: GiveUpReason) -> String {
    switch reason {
    case .workLimit: return "the work limit was reached"
    case .numericalDoubt: return "rounding may have spoiled the answer"
    case .noConvergence: return "the iteration does not settle"
    case .unsupported(let what): return "cannot handle \(what)"
    case .processFailed(let failure): return failure.sentence
    }
  }
}
