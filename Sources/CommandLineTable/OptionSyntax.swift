// SPDX-License-Identifier: MIT

/// An option of a subcommand: its name, its value and its help.
package struct OptionSyntax: Sendable {
  /// The name without the dashes: `seed`.
  package let name: String
  /// The placeholder of the value in help texts, as `N`; nil for a switch.
  package let value: String?
  /// The help: a phrase, then sentences if the phrase is not enough; filled where it is printed.
  package private(set) var help: String
  /// A short form without the dash, as `o`.
  package let short: String?
  /// Whether it may be given more than once.
  package let isRepeatable: Bool
  /// Names that other tools use for the option: the message about such a name suggests this one.
  package let synonyms: [String]
  /// The words that a shell offers for the value.
  package let candidates: Candidates
  /// Whether only `--help-all` lists the option.
  package private(set) var isRare = false

  /// Describes an option.
  ///
  /// `value` is the placeholder of the value. For `a|b` a shell offers both words, for `FILE` and
  /// `OUT` files, for `DIR` folders. `words` are further words that a shell offers, for a value
  /// with a few known words.
  package init(
    _ name: String, value: String? = nil, short: String? = nil, isRepeatable: Bool = false,
    words: [String] = [], synonyms: [String] = [], _ help: String
  ) {
    self.name = name
    self.value = value
    self.short = short
    self.isRepeatable = isRepeatable
    self.help = help
    self.synonyms = synonyms
    candidates =
      words.isEmpty
      ? value.map(Candidates.init(placeholder:)) ?? .none
      : Candidates(words: words, isList: value?.contains(",") ?? false)
  }

  /// The option as one that only `--help-all` lists.
  package var rare: OptionSyntax {
    var option = self
    option.isRare = true
    return option
  }

  /// Returns the option with the verbs of a subcommand that take it before its help.
  package func of(_ verbs: String) -> OptionSyntax {
    var copy = self
    copy.help = "\(verbs): \(help)"
    return copy
  }

  /// The option in a list of options: `-o, --output FILE`.
  package var synopsis: String {
    (short.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0)" } ?? "")
  }

  /// All ways to write the option: `--output`, `-o`.
  var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }
}

/// The words that a shell offers for a value or an operand.
package enum Candidates: Sendable, Hashable {
  case none
  case files
  case folders
  /// One of these words.
  case words([String])
  /// Some of these words, separated by commas.
  case list([String])

  init(words: [String], isList: Bool) { self = isList ? .list(words) : .words(words) }

  /// - Parameter placeholder: a part of a usage line, as `FILE|DIR...`, `list|run` or `N`.
  init(placeholder: String) {
    let parts = placeholder.replacing("...", with: "").trimmingBrackets.split(
      scalar: "|", omittingEmpty: true)
    if parts.allSatisfy({ $0.utf8.allSatisfy(Candidates.isLowercase) }), !parts.isEmpty {
      self = .words(parts)
    } else if parts.contains(where: { ["FILE", "OUT", "IN", "CASE", "CERTIFICATE"].contains($0) }) {
      self = .files
    } else {
      self = parts.contains("DIR") ? .folders : .none
    }
  }

  private static func isLowercase(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
  }
}

extension String {
  fileprivate var trimmingBrackets: String {
    begins(with: "[") && ends(with: "]") ? String(dropFirst().dropLast()) : self
  }
}
