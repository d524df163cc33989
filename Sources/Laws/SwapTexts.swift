// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LayoutEngine
import LayoutModel
import Oracles
import Solvers

/// A row whose texts are replaced there and back has the same height, and a changed table is as a
/// new one.
package struct SwapTexts: Law {
  package let name = "swapTexts"
  package let statement =
    "a self-sizing row whose texts are replaced by others and back is as high as before, and a "
    + "changed table has the heights and places of a new one"
  package let reason = "the height of a row depends on its texts and the width, not on what it was"
  package let stage = LawStage.tables

  package func outcome(
    on subject: LawSubject, in world: LawWorld, _ choices: inout Xoshiro256
  ) throws(OracleError) -> LawOutcome {
    let cell = subject.original
    guard cell.environment.size.width.numerator > 0, let column = Self.column(of: cell) else {
      return .notApplicable
    }
    for prototype in [cell, column] {
      let outcome = outcome(of: prototype, in: world, &choices)
      guard case .holds = outcome else { return outcome }
    }
    return .holds
  }

  private func outcome(
    of cell: LayoutCase, in world: LawWorld, _ choices: inout Xoshiro256
  ) -> LawOutcome {
    let views = cell.views.indices.filter { cell.views[$0].text != nil }
    let own = row(views) { cell.views[$0].text?.string ?? "" }
    let others = ["", "Word", String(repeating: "several longer words ", count: 12)]
    let other = row(views) { _ in choices.pick(others) ?? "" }
    var prototype = cell
    prototype.forgetAnswers()
    var table = TableLayout(
      TableContent(width: cell.environment.size.width, rows: [own]), prototype: prototype,
      solver: SimplexSolver(), fault: world.fault?.lowering)
    let first = table.height(ofRow: 0)
    table.setRow(0, to: other)
    _ = table.height(ofRow: 0)
    table.setRow(0, to: own)
    let last = table.height(ofRow: 0)
    if last == first { return TableRelations.outcome(of: prototype, own, other, &choices) }
    return .broken(
      "the row was \(Rational(first.points)) pt high, with other texts and its own again"
        + " it is \(Rational(last.points)) pt high")
  }

  /// Returns the texts of the case one below the other from edge to edge, in a cell.
  ///
  /// The height of the cell follows from its texts, as that of a whole screen seldom does. Returns
  /// nil for a case without texts.
  private static func column(of layoutCase: LayoutCase) -> LayoutCase? {
    var root = View(id: layoutCase.views[0].id, parent: nil)
    root.margins = layoutCase.views[0].margins
    var column = LayoutCase(environment: layoutCase.environment, views: [root])
    func pin(_ view: Int, _ attribute: Attribute, _ other: Int, _ otherAttribute: Attribute) {
      column.constraints.append(
        LayoutConstraint(
          id: "pin\(column.constraints.count)", first: Anchor(.view(view), attribute),
          second: Anchor(.view(other), otherAttribute)))
    }
    for view in layoutCase.views.dropFirst() where view.text != nil {
      var text = View(id: view.id, parent: 0, kind: view.kind)
      text.text = view.text
      text.hugging = view.hugging
      text.compressionResistance = view.compressionResistance
      let index = column.views.count
      column.views.append(text)
      pin(index, .top, index - 1, index == 1 ? .top : .bottom)
      pin(index, .leading, 0, .leading)
      pin(index, .trailing, 0, .trailing)
    }
    guard column.views.count > 1 else { return nil }
    pin(0, .bottom, column.views.count - 1, .bottom)
    return column
  }

  private func row(_ views: [Int], _ string: (Int) -> String) -> TableContent.Row {
    TableContent.Row(texts: views.map { .init(view: $0, string: string($0)) })
  }
}
