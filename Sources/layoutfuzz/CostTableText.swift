// SPDX-License-Identifier: MIT

import Display
import Judging
import LinearModel

/// The cost models of all strategies as tables of 80 columns.
enum CostTableText {
  /// Returns a heading, then two tables for each strategy: its models, and their training cases.
  static func lines(_ table: CostTable) -> [String] {
    var strategies: [String] = []
    for row in table.rows where strategies.last != row.strategy { strategies.append(row.strategy) }
    let cases = ShownNumber.counted(table.cases, "case")
    var lines = [
      "Cost models of \(strategies.count) strategies, fitted to \(cases) of seed \(table.seed)"
    ]
    for strategy in strategies {
      let rows = table.rows.filter { $0.strategy == strategy }
      lines += [""] + TextTable(models(rows, strategy)).trimmedLines
      lines += [""] + TextTable(training(rows, strategy)).trimmedLines
    }
    lines += [
      "", "6.7n^1.44: at most 6.7 times the size of the system to the power 1.44.",
      "columns, nested: power of growth if a case is repeated beside or inside itself.",
      "'layoutfuzz costs fit' prints all digits.",
    ]
    return lines
  }

  private static func models(_ rows: [CostTable.Row], _ strategy: String) -> [[String]] {
    [[strategy] + WorkCounter.allCases.map(\.rawValue)]
      + rows.map { row in [kind(row)] + WorkCounter.allCases.map { power($0, row.model) } }
  }

  private static func training(_ rows: [CostTable.Row], _ strategy: String) -> [[String]] {
    [[strategy, "cases", "sizes"] + CaseScaling.allCases.map(\.rawValue)]
      + rows.map { row in
        let sizes = row.model.sizes
        let range =
          "\(ShownNumber.grouped(sizes.lowerBound)) to \(ShownNumber.grouped(sizes.upperBound))"
        return [kind(row), ShownNumber.grouped(row.cases), range]
          + CaseScaling.allCases.map { scaling in
            row.model.power(scaling).map { "n^\(ShownNumber.hundredths($0))" } ?? "unknown"
          }
      }
  }

  private static func kind(_ row: CostTable.Row) -> String { row.profile?.rawValue ?? "all kinds" }

  /// Returns a model as `6.7n^1.44`, its factor with two significant digits.
  private static func power(_ counter: WorkCounter, _ model: CostModel) -> String {
    let exponent = ShownNumber.hundredths(model.coefficients(counter).b)
    return "\(ShownNumber.twoDigits(model.factor(counter)))n^\(exponent)"
  }
}
