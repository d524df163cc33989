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
  /// Help in paragraphs, which are filled; indented lines stay as they are.
  ///
  /// The first paragraph is the description in `--help`, the others follow in `--help-all`. May be
  /// empty.
  package let notes: String
  /// The exit codes that the subcommand can return.
  package let exits: [ExitMeaning]
  /// Full command lines; may be empty.
  package let examples: [String]
  /// Whether lists of subcommands leave it out: those with which the tool starts itself.
  package let isHidden: Bool
  /// The words that a shell offers for each operand; the last one stands for all that follow.
  package let operandCandidates: [Candidates]

  /// Describes a subcommand.
  ///
  /// `operandWords` are the words that a shell offers for the last operand. Nil derives them from
  /// `operands`: lowercase words stand for themselves, `FILE`, `CASE` and the like for files.
  package init(
    name: String, summary: String, operands: String?, operandCount: ClosedRange<Int>,
    operandWords: [String]? = nil, options: [OptionSyntax], notes: String = "",
    exits: [ExitMeaning] = [], examples: [String] = [], isHidden: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.operandCount = operandCount
    self.options = options
    self.notes = notes
    self.exits = exits
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
    OptionSyntax("help", short: "h", "print this help"),
    OptionSyntax("help-all", "print the help with all options and details"),
  ]

  /// The options of `--help`, with those of every subcommand.
  var commonOptions: [OptionSyntax] { options.filter { !$0.isRare } + CommandSyntax.common }

  /// The options that only `--help-all` lists.
  var rareOptions: [OptionSyntax] { options.filter(\.isRare) }

  package var allOptions: [OptionSyntax] { commonOptions + rareOptions }

  /// Returns the usage without the word `Usage:`; options after `--` belong to another program.
  func usage(of tool: String) -> String {
    "\(tool) \(name) [OPTIONS]" + (operands.map { " \($0)" } ?? "")
  }

  /// The first paragraph of the notes, or the summary if there are none.
  var description: String {
    paragraphs.first ?? summary
  }

  /// The notes without their first paragraph.
  var details: String { paragraphs.count > 1 ? paragraphs[1] : "" }

  /// The first paragraph of the notes and the text after it.
  private var paragraphs: [String] {
    notes.split(separator: "\n\n" as String, maxSplits: 1).map(String.init)
  }
}
