// SPDX-License-Identifier: MIT

/// An option of a subcommand: what it is called, what it takes, how it is explained.
package struct OptionSyntax: Sendable {
  /// Without the dashes: `seed`.
  package let name: String
  /// What stands for the value in help texts, as `N`; nil for a switch.
  package let value: String?
  /// One line, or several with line breaks.
  package let help: String
  /// A short form without the dash, as `o`.
  package let short: String?
  /// Whether it may be given more than once.
  package let isRepeatable: Bool
  /// What others call it: who types that is told how it is called here.
  package let synonyms: [String]
  /// What a shell offers for the value.
  package let candidates: Candidates

  /// - Parameters:
  ///   - value: what stands for the value; of `a|b` a shell offers both words, of `FILE` and `OUT`
  ///     files, of `DIR` folders.
  ///   - words: what a shell offers besides, where the values are a few known words.
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

  /// Reads `-o, --output FILE`.
  package var synopsis: String {
    (short.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0)" } ?? "")
  }

  /// The ways to write it: `--output`, `-o`.
  var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }
}

/// What a shell offers where a value or an operand is typed.
package enum Candidates: Sendable, Hashable {
  case none
  case files
  case folders
  /// One of these.
  case words([String])
  /// Some of these, with commas between.
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
