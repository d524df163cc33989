// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LayoutEngine
import LayoutModel
import Oracles
import Solvers

/// A text that is replaced there and back takes what it took.
package struct SwapTexts: Law {
  package let name = "swapTexts"
  package let statement =
    "a self-sizing row whose texts are replaced by others and back is as high as before"
  package let reason = "the height of a row depends on its texts and the width, not on what it was"
  package let stage = LawStage.tables

  package func outcome(
    on subject: LawSubject, in world: LawWorld, _ choices: inout Xoshiro256
  ) throws(OracleError) -> LawOutcome {
    let cell = subject.original
    let views = cell.views.indices.filter { cell.views[$0].text != nil }
    guard !views.isEmpty, cell.environment.size.width.numerator > 0 else { return .notApplicable }
    let own = row(views) { cell.views[$0].text?.string ?? "" }
    let others = ["", "Word", String(repeating: "several longer words ", count: 12)]
    let other = row(views) { _ in choices.pick(others) ?? "" }
    var prototype = cell
    prototype.forgetAnswers()
    var table = TableLayout(
      TableContent(width: cell.environment.size.width, rows: [own]), prototype: prototype,
      solver: SimplexSolver(), fault: world.fault)
    let first = table.height(ofRow: 0)
    table.setRow(0, to: other)
    _ = table.height(ofRow: 0)
    table.setRow(0, to: own)
    let last = table.height(ofRow: 0)
    if last == first { return .holds }
    return .broken(
      "the row was \(Rational(first.points)) pt high, with other texts and its own again"
        + " it is \(Rational(last.points)) pt high")
  }

  private func row(_ views: [Int], _ string: (Int) -> String) -> TableContent.Row {
    TableContent.Row(texts: views.map { .init(view: $0, string: string($0)) })
  }
}
