// SPDX-License-Identifier: MIT

import Oracles

/// The way in which a program ended its process, without details of one run.
///
/// It is part of the identity of a crash.
///
/// Two faults of one program end it on cases of the same shape; their exit codes and last words
/// distinguish them.
package struct CrashEnding: Sendable, Hashable {
  /// `exit3` or `signal11`.
  package let exit: String
  /// The words of the last line on standard error, without numbers, addresses, names and
  /// quotations; empty for none.
  package let words: String

  /// The largest number of words: later words of a line are about the case.
  private static let wordsMax = 6

  package init(exit: String, words: String) {
    self.exit = exit
    self.words = words
  }

  /// Creates the ending of a crash; nil for another verdict, and where the ending is not known.
  package init?(_ verdict: Verdict) {
    guard case .processFailed(.crashed(let text)) = verdict,
      let match = text.prefixMatch(of: /(exit code|signal) (\d+)(?: \([A-Z]+\))?(?:, )?/)
    else { return nil }
    exit = (match.1 == "signal" ? "signal" : "exit") + match.2
    words = Self.words(text[match.range.upperBound...])
  }

  /// Returns the common words of messages: `ValueError is at` for `ValueError: x3 is 1e-5 at 0x7f`
  /// and for `ValueError: x4 is 2 at 0x80`.
  private static func words(_ line: Substring) -> String {
    // Quotations name the subject of the message, brackets contain values.
    let plain = String(line)
      .replacing(/'[^']*'|"[^"]*"|`[^`']*['`]|\[[^\]]*\]|\([^)]*\)|\{[^}]*\}/, with: " ")
    let words = plain.split { character in
      !character.isASCII
        || !(character.isLetter || character.isNumber || "_./\\+-".contains(character))
    }
    return words.filter(isWord).prefix(wordsMax).joined(separator: " ")
  }

  /// Whether `word` is a word.
  ///
  /// Numbers, paths, names with digits and spellings of doubles are none.
  private static func isWord(_ word: Substring) -> Bool {
    word.count > 1 && word.allSatisfy { $0.isLetter || $0 == "_" }
      && !["inf", "nan", "infinity"].contains(word.lowercased())
  }

  /// The same ending without words, for a program whose message is not repeatable.
  package var withoutWords: CrashEnding { CrashEnding(exit: exit, words: "") }
}
