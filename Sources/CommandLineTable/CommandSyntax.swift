// SPDX-License-Identifier: MIT

/// A subcommand: its name, its options and operands, and its help.
package struct CommandSyntax: Sendable {
  package let name: String
  /// The line in the list of subcommands.
  package let summary: String
  /// The operands in the usage line, as `FILE|DIR...`; nil when there are none.
  package let operands: String?
  /// The allowed number of operands.
  package let operandCount: ClosedRange<Int>
  package let options: [OptionSyntax]
  /// Further help in paragraphs; indented lines stay as they are.
  ///
  /// May be empty.
  package let notes: String
  /// Full command lines; may be empty.
  package let examples: [String]
  /// Whether lists of subcommands leave it out: those with which the tool starts itself.
  package let isHidden: Bool
  /// The words that a shell offers for each operand; the last one stands for all that follow.
  package let operandCandidates: [Candidates]

  /// - Parameter operandWords: the words that a shell offers for the last operand. Nil derives them
  ///   from `operands`: lowercase words stand for themselves, `FILE`, `CASE` and the like for
  ///   files.
  package init(
    name: String, summary: String, operands: String?, operandCount: ClosedRange<Int>,
    operandWords: [String]? = nil, options: [OptionSyntax], notes: String = "",
    examples: [String] = [], isHidden: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.operandCount = operandCount
    self.options = options
    self.notes = notes
    self.examples = examples
    self.isHidden = isHidden
    var candidates = (operands ?? "").split(separator: " ").map {
      Candidates(placeholder: String($0))
    }
    if let operandWords, !candidates.isEmpty {
      candidates[candidates.count - 1] = .words(operandWords)
    }
    operandCandidates = candidates
  }

  /// The options of every subcommand.
  package static let common = [
    OptionSyntax("help", short: "h", "print this text")
  ]

  package var allOptions: [OptionSyntax] { options + CommandSyntax.common }
}
