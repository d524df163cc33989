// SPDX-License-Identifier: MIT

import LayoutGenerators
import Statistics

/// The cost models of all strategies, and the seed and number of the cases that they were fitted
/// to.
package struct CostTable: Sendable, Hashable {
  /// The cost model of one strategy.
  package struct Row: Sendable, Hashable {
    package let strategy: String
    /// The kind of cases; nil for the mix of all.
    package let profile: Profile?
    /// The number of cases that the cost model was fitted to.
    package let cases: Int
    package let model: CostModel

    package init(_ strategy: String, _ profile: Profile?, cases: Int, _ model: CostModel) {
      self.strategy = strategy
      self.profile = profile
      self.cases = cases
      self.model = model
    }
  }

  /// The seed of the training cases.
  package let seed: UInt64
  /// The number of training cases.
  package let cases: Int
  package let rows: [Row]

  /// Returns the cost model of a strategy, or of the healthy strategy of a mutant, for a kind of
  /// cases.
  ///
  /// Nil for strategies that are not in the table, such as other programs.
  package func model(of strategy: String, _ profile: Profile?) -> CostModel? {
    let dot = strategy.utf8.firstIndex(of: UInt8(ascii: "."))
    let family = strategy[..<(dot ?? strategy.endIndex)]
    return rows.first { $0.strategy == family && $0.profile == profile }?.model
  }
}

// MARK: - Text

extension CostTable {
  /// The Swift file that holds the table: the same table always gives the same bytes.
  package var sourceText: String {
    var lines = [
      "// SPDX-License-Identifier: MIT", "",
      "import Statistics", "",
      "// Written by `layoutfuzz costs fit --seed \(seed) --cases \(cases)`; not to be changed by hand.",
      "",
      "extension CostTable {",
      "  /// The cost models of the built-in strategies.",
      "  package static let stored = CostTable(",
      "    seed: \(seed), cases: \(cases),",
      "    rows: [",
    ]
    for row in rows { lines += text(row) }
    lines += ["    ])", "}"]
    return lines.joined(separator: "\n") + "\n"
  }

  private func text(_ row: Row) -> [String] {
    let profile = row.profile.map { ".\($0.rawValue)" } ?? "nil"
    let model = row.model
    let powers = model.powers.map { $0.map { "\($0)" } ?? "nil" }.joined(separator: ", ")
    let lines = model.lines.map {
      "            QuantileLine(intercept: \($0.intercept), slope: \($0.slope)),"
    }
    return [
      "      Row(",
      "        \"\(row.strategy)\", \(profile), cases: \(row.cases),",
      "        CostModel(",
      "          sizes: \(model.sizes.lowerBound)...\(model.sizes.upperBound),",
      "          lines: [",
    ] + lines + [
      "          ], powers: [\(powers)])),"
    ]
  }
}
