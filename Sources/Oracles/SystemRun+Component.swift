// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

extension SystemRun {
  /// Solves one component level by level and examines its optimal set.
  mutating func solve(_ component: Int) throws(ArithmeticStop) {
    let rows = components.rows(of: component)
    let variables = components.variables(of: component)
    if (rows.count + 1) * variables.count > limit.tableauCells { throw .limit }
    var tableau = Tableau<Number>(
      rowCount: rows.count, columnCount: variables.count, operationsMax: operationsMax)
    fill(&tableau, rows: rows)
    tableau.operations = operations
    defer {
      operations = tableau.operations
      pivots += tableau.pivots
    }
    assert(!rows.isEmpty && !variables.isEmpty, "component \(component) is empty")
    let required = try tableau.solveLevel(0)
    if !required.optimum.isZero {
      try contradict(
        required.multipliers.map { entry in
          .init(constraint: constraint(inComponent: rows, row: entry.row), value: entry.value)
        })
      return
    }
    for level in 0..<table.strengths.count {
      guard tableau.hasResiduals(ofLevel: Int16(level + 1)) else { continue }
      let result = try tableau.solveLevel(Int16(level + 1))
      try meter.add(result.optimum, to: &optima[level])
      for entry in result.multipliers {
        multipliers[level].entries.append(
          .init(constraint: constraint(inComponent: rows, row: entry.row), value: entry.value))
      }
    }
    record(tableau, rows: rows)
    try examine(&tableau, rows: rows, variables: variables)
  }

  private func constraint(inComponent rows: Range<Int>, row: Int) -> Int {
    Int(elimination.rest.constraints[Int(components.rows[rows.lowerBound + row])])
  }

  private func fill(_ tableau: inout Tableau<Number>, rows: Range<Int>) {
    for (local, position) in rows.enumerated() {
      let row = Int(components.rows[position])
      let index = constraint(row)
      let start = local * tableau.columnCount
      for cell in elimination.rest.cells(row) {
        let column = Int(components.positions[Int(elimination.rest.columns[cell])])
        tableau.cells[start + column] = elimination.rest.values[cell]
      }
      tableau.constants[local] = elimination.rest.constants[row]
      tableau.denominators[local] = elimination.restScales[row]
      tableau.setResidual(
        row: local, level: Int16(table.levels[index]), relation: system.relations[index])
    }
  }

  private mutating func record(_ tableau: borrowing Tableau<Number>, rows: Range<Int>) {
    for local in 0..<tableau.rowCount {
      let index = constraint(inComponent: rows, row: local)
      let state = tableau.states[tableau.columnCount + local]
      closedUp[index] = state.closedUp
      closedDown[index] = state.closedDown
    }
  }

  private mutating func examine(
    _ tableau: inout Tableau<Number>, rows: Range<Int>, variables: Range<Int>
  ) throws(ArithmeticStop) {
    if alternatives.isEmpty {
      switch try tableau.examineOptimalSet() {
      case .ambiguous(let entering, let step):
        let values = tableau.freeValues(after: entering, step: step)
        for (value, position) in zip(values, variables) {
          alternatives.append(
            (variable: Int(components.variables[position]), value: value))
        }
      case .unique(let face):
        record(face, rows: rows, variables: variables)
      }
    }
    for (value, position) in zip(tableau.freeValues(), variables) {
      point[Int(components.variables[position])] = value
    }
  }

  private mutating func record(_ face: UniqueFace, rows: Range<Int>, variables: Range<Int>) {
    assert(face.tight.count == variables.count, "\(face.tight.count) residuals prove a point")
    for (row, position) in zip(face.tight, variables) {
      tight.append(
        .init(
          constraint: constraint(inComponent: rows, row: row),
          pivotHint: Int(components.variables[position])))
    }
    for entry in face.live {
      live.append(
        .init(
          constraint: constraint(inComponent: rows, row: entry.row), isPositive: entry.isPositive))
    }
    for entry in face.multipliers {
      liveMultipliers.entries.append(
        .init(constraint: constraint(inComponent: rows, row: entry.row), value: entry.value))
    }
  }
}
