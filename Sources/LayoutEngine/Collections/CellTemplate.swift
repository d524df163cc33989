// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel
import Lowering

/// A cell that is lowered once and laid out for many rows, which only differ in texts and width.
///
/// Natural sizes of texts are right sides of the linear system and nothing else. A pass for a row
/// is therefore that system with other right sides. If required equations alone fix the widths of
/// texts, the first pass of `LayoutEngine.settle` would only find those, and it is left out. Rows
/// with the same right sides then share one solution. The result of a row always equals that of
/// `FittingSize.measure` for its cell: it depends on no row before.
struct CellTemplate: Sendable {
  /// The result of laying out the cell of a row.
  struct Fitted: Sendable {
    /// The result of the last pass; without work when a row before had the same right sides.
    var result: SolveResult
    /// The conflict, as in `FittingSize.conflict`.
    var conflict: [String]
    /// The number of passes; 0 when a row before had the same right sides.
    var passes: Int
    /// The measured bytes, as in `SettledLayout.measuredBytes`.
    var measuredBytes: Int
    /// The variable of the cell's height.
    fileprivate(set) var heightVariable: Int

    /// The height, not rounded, in points; nil when there is no layout.
    var height: Double? { result.outcome.solution?.values[heightVariable] }
  }

  /// The right sides set by rows that decide a layout.
  private struct Deciders: Hashable {
    var width: LayoutNumber
    var naturalSizes: [LayoutNumber]
  }

  /// The constraints on the natural size of one text along one axis.
  private struct SizeRows {
    var rows: [Int] = []
    /// Whether the size can decide about other views: optional constraints on a length that
    /// required equations fix are violated by the same amount in every layout.
    var isDecider = false
  }

  private let lowered: LoweredCase
  /// The system of `lowered` with the right sides of the last row that was laid out.
  private var system: LinearSystem
  /// The texts of the unchanged cell.
  private let texts: TextExpansion
  /// The position of each view in `texts`; nil for views without text.
  private let textOfView: [Int?]
  /// The rows of natural sizes, two for each text: across and down.
  private let sizeRows: [SizeRows]
  private let widthRow: Int
  /// The widths of all texts that are wrapped at the width that layout gives; nil for other texts.
  private let tiedWidths: [TiedLengths.Value?]
  /// Whether the first pass can be left out.
  private let knowsWidths: Bool
  /// The results of rows that were laid out in one pass.
  private var shared: [Deciders: Fitted] = [:]

  /// Creates the template of a cell.
  ///
  /// - Returns: nil for a cell in which more than natural sizes depends on texts. Examples are
  ///   baselines in constraints, proportional stacks, grids, and required natural sizes of texts
  ///   that wrap.
  init?(_ isolated: IsolatedView) {
    let arranged = StackExpansion.arranging(SpringsAndStruts.settling(isolated.layoutCase))
    var expansion = CaseExpansion(texts: TextExpansion(of: arranged), flows: .none)
    guard !arranged.hasAreas, !expansion.texts.hasAlignedBaselines,
      !arranged.views.contains(where: {
        $0.flow != nil || $0.stack?.distribution == .fillProportionally
      })
    else { return nil }
    let measures = Measures(beforeLayoutOf: arranged, with: &expansion)
    let texts = expansion.texts
    let wrapped = texts.viewsWrappedAtTheirWidth
    if wrapped.contains(where: { arranged.views[$0].hasRequiredContentPriority }) { return nil }
    let lowered = lower(measures.plainCase(of: arranged, with: expansion))
    let target = ConstraintOrigin.constraint(isolated.targetConstraint(along: .horizontal))
    guard let widthRow = lowered.origins.firstIndex(of: target) else { return nil }
    var textOfView = [Int?](repeating: nil, count: arranged.views.count)
    for (text, view) in texts.views.enumerated() { textOfView[view] = text }
    let ties = TiedLengths(in: lowered.system, parameterRow: widthRow)
    self.lowered = lowered
    self.texts = texts
    self.textOfView = textOfView
    self.widthRow = widthRow
    system = lowered.system
    sizeRows = Self.sizeRows(of: lowered, textOfView, count: texts.views.count, ties)
    tiedWidths = texts.views.map { view in
      wrapped.contains(view) ? ties.values[lowered.viewVariables[view] + 2] : nil
    }
    knowsWidths = wrapped.allSatisfy { ties.values[lowered.viewVariables[$0] + 2] != nil }
  }

  private static func sizeRows(
    of lowered: LoweredCase, _ textOfView: [Int?], count: Int, _ ties: TiedLengths
  ) -> [SizeRows] {
    var result = [SizeRows](repeating: SizeRows(), count: 2 * count)
    for (row, origin) in lowered.origins.enumerated() {
      switch origin {
      case .hugging(let view, let axis), .compressionResistance(let view, let axis):
        guard let text = textOfView[view] else { continue }
        let length = lowered.viewVariables[view] + 2 + Int(axis.rawValue)
        result[2 * text + Int(axis.rawValue)].rows.append(row)
        if ties.values[length] == nil || lowered.system.strengths[row].isRequired {
          result[2 * text + Int(axis.rawValue)].isDecider = true
        }
      default: continue
      }
    }
    return result
  }

  // MARK: - Rows

  /// Lays out the cell with other texts, in as many passes as it needs.
  ///
  /// - Precondition: the views have texts.
  /// - Parameters:
  ///   - rowTexts: by the index of the view in the isolated case.
  ///   - width: the width of the cell, in points.
  ///   - solver: solves each pass.
  ///   - limit: the limit of all passes together.
  /// - Returns: the result of the last pass; without passes when a row before had the same right
  ///   sides.
  mutating func fit(
    _ rowTexts: [TableContent.Row.Text], width: LayoutNumber, solver: some Solver, limit: WorkLimit
  ) -> Fitted {
    var texts = texts
    for text in rowTexts {
      guard let index = textOfView[text.view] else {
        preconditionFailure("view \(text.view) of the cell has no text to replace")
      }
      texts.setText(text.string, at: index)
    }
    system.setConstant(Rational(width), of: widthRow)
    var fitted = fit(&texts, width: width, solver: solver, limit: limit)
    fitted.measuredBytes = texts.measuredBytes - self.texts.measuredBytes
    return fitted
  }

  private mutating func fit(
    _ texts: inout TextExpansion, width: LayoutNumber, solver: some Solver, limit: WorkLimit
  ) -> Fitted {
    if let measures = knownMeasures(of: &texts, width: width),
      let fitted = fitInOnePass(measures, &texts, width: width, solver: solver, limit: limit)
    {
      return fitted
    }
    return fitPassByPass(&texts, solver: solver, limit: limit)
  }

  /// Drops the results that rows share.
  mutating func forgetRows() { shared.removeAll(keepingCapacity: true) }

  /// Lays out the cell as `LayoutEngine.settle` does.
  private mutating func fitPassByPass(
    _ texts: inout TextExpansion, solver: some Solver, limit: WorkLimit
  ) -> Fitted {
    var measures = texts.firstMeasures()
    var passes = 0
    while true {
      passes += 1
      setNaturalSizes(measures)
      let result = solver.solve(system, limit: limit)
      if let solution = result.outcome.solution, passes < LayoutEngine.passLimit {
        let next = texts.measures(in: lowered.layout(from: solution, rounded: false))
        if next != measures {
          measures = next
          continue
        }
      }
      return fitted(result, passes: passes)
    }
  }

  /// Returns the layout with the measures at the widths that required equations give.
  ///
  /// - Returns: nil when there is none, or when the resulting widths differ.
  private mutating func fitInOnePass(
    _ measures: [TextMeasure], _ texts: inout TextExpansion, width: LayoutNumber,
    solver: some Solver, limit: WorkLimit
  ) -> Fitted? {
    var deciders = Deciders(width: width, naturalSizes: [])
    for (text, measure) in measures.enumerated() {
      if sizeRows[2 * text].isDecider { deciders.naturalSizes.append(measure.size.width) }
      if sizeRows[2 * text + 1].isDecider { deciders.naturalSizes.append(measure.size.height) }
    }
    if var known = shared[deciders] {
      known.passes = 0
      known.result = SolveResult(known.result.outcome, work: WorkCounters())
      return known
    }
    setNaturalSizes(measures)
    let result = solver.solve(system, limit: limit)
    guard let solution = result.outcome.solution,
      texts.measures(in: lowered.layout(from: solution, rounded: false)) == measures
    else { return nil }
    let fitted = fitted(result, passes: 1)
    shared[deciders] = fitted
    return fitted
  }

  /// Returns the measures at the widths that required equations give; nil when they do not give
  /// all.
  private func knownMeasures(
    of texts: inout TextExpansion, width: LayoutNumber
  ) -> [TextMeasure]? {
    guard knowsWidths else { return nil }
    let exactWidth = Rational(width)
    var widths: [LayoutNumber?] = []
    for tied in tiedWidths {
      guard let tied else {
        widths.append(nil)
        continue
      }
      guard
        let known = Self.solvedWidth(
          tied.at(exactWidth), scale: lowered.layoutCase.environment.scale)
      else { return nil }
      widths.append(known)
    }
    return texts.firstMeasures(atWidths: widths)
  }

  /// Returns the reading of a solver's number for a width, whatever its rounding noise; nil when
  /// the noise could decide.
  private static func solvedWidth(_ exact: Rational, scale: Int) -> LayoutNumber? {
    let width = exact.doubleValue
    let parts = width * Double(scale * 1024)
    // Readings change half way between two parts of a pixel.
    guard abs(width) < 10_000, abs(parts - parts.rounded(.down) - 0.5) > 0.1 else { return nil }
    return LayoutNumber(nearest: width, scale: scale)
  }

  private mutating func setNaturalSizes(_ measures: [TextMeasure]) {
    for (text, measure) in measures.enumerated() {
      let (across, down) = (Rational(measure.size.width), Rational(measure.size.height))
      for row in sizeRows[2 * text].rows { system.setConstant(across, of: row) }
      for row in sizeRows[2 * text + 1].rows { system.setConstant(down, of: row) }
    }
  }

  private func fitted(_ result: SolveResult, passes: Int) -> Fitted {
    var conflict: [String] = []
    if case .infeasible(let rows) = result.outcome {
      conflict = rows.map { lowered.originID(of: $0.index) }.sorted()
    }
    return Fitted(
      result: result, conflict: conflict, passes: passes, measuredBytes: 0,
      heightVariable: lowered.viewVariables[IsolatedView.view] + 2 + Int(Axis.vertical.rawValue))
  }
}

extension CellTemplate.Fitted {
  /// Creates the result for a cell that was laid out as a case of its own.
  init(_ fitting: FittingSize) {
    let lowered = fitting.settled.lowered
    self.init(
      result: fitting.settled.result, conflict: fitting.conflict, passes: fitting.settled.passes,
      measuredBytes: fitting.settled.measuredBytes,
      heightVariable: lowered.viewVariables[IsolatedView.view] + 2 + Int(Axis.vertical.rawValue))
  }
}
