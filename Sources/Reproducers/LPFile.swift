// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// The program of a level in the LP format, which CPLEX, HiGHS, SCIP and Gurobi read.
package enum LPFile {
  /// The longest line that all readers accept.
  private static let lineLengthMax = 200

  package static func text(_ program: LevelProgram, title: [String] = []) -> String {
    var writer = LineWriter()
    writer.lines = CommentText.lines(title, after: "\\")
    writer.lines.append("Minimize")
    writer.add("obj:", program.objective.map { (BigInt.one, $0) }, program.variables, end: "")
    writer.lines.append("Subject To")
    for row in program.rows {
      writer.add(
        "\(row.name):", row.terms.map { ($0.coefficient, $0.variable) }, program.variables,
        end: " \(row.relation.symbol(equal: "=")) \(row.constant)")
    }
    writer.lines.append("Bounds")
    for variable in 0..<program.freeCount {
      writer.lines.append(" \(program.variables[variable]) free")
    }
    writer.lines.append("End")
    return writer.lines.joined(separator: "\n") + "\n"
  }

  private struct LineWriter {
    var lines: [String] = []

    /// Adds a row on as many lines as needed.
    ///
    /// A row without terms gets a zero, since the format has no empty rows.
    mutating func add(
      _ name: String, _ terms: [(coefficient: BigInt, variable: Int)], _ variables: [String],
      end: String
    ) {
      var line = " \(name)"
      var words = terms.map { coefficient, variable in
        let size = coefficient.absoluteValue
        return (coefficient.isNegative ? "- " : "+ ") + (size == .one ? "" : "\(size) ")
          + variables[variable]
      }
      if words.isEmpty, let first = variables.first { words = ["0 \(first)"] }
      for word in words {
        if line.utf8.count + word.utf8.count + 1 > LPFile.lineLengthMax {
          lines.append(line)
          line = " "
        }
        line += " \(word)"
      }
      lines.append(line + end)
    }
  }
}
