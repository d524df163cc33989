// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The program of a level in free MPS format, which nearly every optimizer reads.
package enum MPSFile {
  package static func text(_ program: LevelProgram, title: [String] = []) -> String {
    var lines = CommentText.lines(title, after: "*")
    lines += ["NAME layout", "ROWS", " N obj"]
    for row in program.rows { lines.append(" \(letter(row.relation)) \(row.name)") }
    lines.append("COLUMNS")
    let columns = columns(program)
    for (variable, cells) in columns.enumerated() {
      for (row, coefficient) in cells {
        lines.append(" \(program.variables[variable]) \(row) \(coefficient)")
      }
      // A column exists by its cells, so an empty one gets a zero.
      if cells.isEmpty { lines.append(" \(program.variables[variable]) obj 0") }
    }
    lines.append("RHS")
    for row in program.rows where row.constant != .zero {
      lines.append(" rhs \(row.name) \(row.constant)")
    }
    lines.append("BOUNDS")
    for variable in 0..<program.freeCount {
      lines.append(" FR bound \(program.variables[variable])")
    }
    lines.append("ENDATA")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func columns(_ program: LevelProgram) -> [[(row: String, coefficient: BigInt)]] {
    var columns = [[(row: String, coefficient: BigInt)]](
      repeating: [], count: program.variables.count)
    for variable in program.objective { columns[variable].append(("obj", .one)) }
    for row in program.rows {
      for term in row.terms { columns[term.variable].append((row.name, term.coefficient)) }
    }
    return columns
  }

  private static func letter(_ relation: Relation) -> String {
    switch relation {
    case .lessThanOrEqual: return "L"
    case .equal: return "E"
    case .greaterThanOrEqual: return "G"
    }
  }
}
