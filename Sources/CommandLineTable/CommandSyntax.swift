// SPDX-License-Identifier: MIT

/// A subcommand: what it is called, what it takes, how it is explained.
package struct CommandSyntax: Sendable {
  package let name: String
  /// One line for the list of subcommands.
  package let summary: String
  /// What stands for the operands in the usage line, as `FILE|DIR...`; nil when there are none.
  package let operands: String?
  /// How many operands are allowed.
  package let operandCount: ClosedRange<Int>
  package let options: [OptionSyntax]
  /// What else there is to know, in paragraphs; indented lines stay as they are.
  ///
  /// May be empty.
  package let notes: String
  /// Full command lines.
  ///
  /// May be empty.
  package let examples: [String]
  /// Whether no list of subcommands shows it: those that the tool starts itself with.
  package let isHidden: Bool
  /// What a shell offers for each operand; the last one stands for all that follow.
  package let operandCandidates: [Candidates]

  /// - Parameter operandWords: what a shell offers for the last operand; nil for what `operands`
  ///   says: lowercase words stand for themselves, `FILE`, `CASE` and the like for files.
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

  /// The options all subcommands have.
  package static let common = [
    OptionSyntax("help", short: "h", "print this text")
  ]

  package var allOptions: [OptionSyntax] { options + CommandSyntax.common }
}
