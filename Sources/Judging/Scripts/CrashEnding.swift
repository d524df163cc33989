// SPDX-License-Identifier: MIT

import Oracles

/// The way in which a program ended its process, without what differs from run to run: part of the
/// identity of a crash.
///
/// Two faults of one program end it on cases of the same shape; their exit codes and last words
/// tell them apart.
package struct CrashEnding: Sendable, Hashable {
  /// `exit3` or `signal11`.
  package let exit: String
  /// The words of the last line on standard error, without numbers, addresses, names and
  /// quotations; empty for none.
  package let words: String

  /// More words are not looked at: what comes later in a line is about the case.
  private static let wordsMax = 6

  package init(exit: String, words: String) {
    self.exit = exit
    self.words = words
  }

  /// Nil for a verdict other than a crash, and where the way is not known.
  package init?(_ verdict: Verdict) {
    guard case .processFailed(.crashed(let text)) = verdict,
      let match = text.prefixMatch(of: /(exit code|signal) (\d+)(?: \([A-Z]+\))?(?:, )?/)
    else { return nil }
    exit = (match.1 == "signal" ? "signal" : "exit") + match.2
    words = Self.words(text[match.range.upperBound...])
  }

  /// `ValueError: x3 is 1e-5 at 0x7f`, `ValueError: x4 is 2 at 0x80`: `ValueError is at`.
  private static func words(_ line: Substring) -> String {
    // Quoted is what the message is about, in brackets are values.
    let plain = String(line)
      .replacing(/'[^']*'|"[^"]*"|`[^`']*['`]|\[[^\]]*\]|\([^)]*\)|\{[^}]*\}/, with: " ")
    let words = plain.split { character in
      !character.isASCII
        || !(character.isLetter || character.isNumber || "_./\\+-".contains(character))
    }
    return words.filter(isWord).prefix(wordsMax).joined(separator: " ")
  }

  /// Numbers, paths and names with digits are not words; nor is what a double may be written as.
  private static func isWord(_ word: Substring) -> Bool {
    word.count > 1 && word.allSatisfy { $0.isLetter || $0 == "_" }
      && !["inf", "nan", "infinity"].contains(word.lowercased())
  }

  /// The same without words, for a program that does not say the same twice.
  package var withoutWords: CrashEnding { CrashEnding(exit: exit, words: "") }
}
