// SPDX-License-Identifier: MIT

import LayoutModel
import TextMeasurement

/// A replacement for the texts of a screen; the raw value is the name on the command line.
package enum TextVariant: String, Sendable, Hashable, CaseIterable {
  case asIs = "as-is"
  case empty
  case oneWord = "one-word"
  case doubled
  case longWord = "long-word"
  case cjk

  /// The words after "with": `doubled text`.
  package var phrase: String {
    switch self {
    case .asIs: return "the texts as they are"
    case .empty: return "empty texts"
    case .oneWord: return "one word"
    case .doubled: return "doubled texts"
    case .longWord: return "a long unbreakable word"
    case .cjk: return "Chinese texts"
    }
  }

  /// A word without line breaks, of a length common in German.
  private static let unbreakable = "Rechtsschutzversicherungsgesellschaften"
  /// The letters of the shortest such word that is used.
  private static let lettersMin = 12
  /// Ideographs and a mark; lines may break between most of them.
  private static let ideographs = Array("自動版面配置、這是一段測試文字。")

  /// Returns the case with replaced texts.
  ///
  /// Empty texts stay as they are. Recorded sizes of the replaced texts are dropped.
  ///
  /// - Parameters:
  ///   - layoutCase: the case.
  ///   - keepsLines: whether an empty label is as high as a line, as on macOS.
  ///   - isWritten: whether the text of a view is the one that is shown, in some language; false if
  ///     it only stands for the data of the application.
  /// - Returns: the changed case.
  package func applied(
    to layoutCase: LayoutCase, keepsLines: Bool = false,
    isWritten: (_ view: Int) -> Bool = { _ in false }
  ) -> LayoutCase {
    if self == .asIs { return layoutCase }
    var changed = layoutCase
    for index in changed.views.indices {
      guard let text = changed.views[index].text, !text.string.isEmpty else { continue }
      let string = applied(to: text.string, isWritten: isWritten(index))
      guard string != text.string else { continue }
      changed.views[index].text?.string = string
      changed.views[index].text?.measured = []
      if keepsLines { changed.views[index].text?.keepLine(scale: changed.environment.scale) }
      changed.expectation = nil
    }
    return changed
  }

  /// Returns the replacement for one text.
  ///
  /// Numbers, times and symbols are the same in all languages, so only an empty text replaces them.
  func applied(to text: String, isWritten: Bool) -> String {
    let letters = text.count(where: \.isLetter)
    if self != .empty, letters <= text.count(where: \.isNumber) { return text }
    switch self {
    case .asIs: return text
    case .empty: return ""
    case .oneWord:
      return text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? text
    case .doubled:
      // The numbers of a text do not double.
      let words = text.split(whereSeparator: \.isWhitespace).filter {
        !$0.contains(where: \.isNumber)
      }
      return text.contains(where: \.isNumber)
        ? ([text[...]] + words).joined(separator: " ") : "\(text) \(text)"
    case .longWord:
      // A translated word may be three times as long; a name may have any length.
      let longest = text.split(whereSeparator: \.isWhitespace).map {
        $0.count(where: \.isLetter)
      }.max()
      let length = max(Self.lettersMin, 3 * (longest ?? 0))
      return isWritten ? String(Self.unbreakable.prefix(length)) : Self.unbreakable
    case .cjk:
      // Ten letters correspond to about five ideographs.
      let count = (text.count + 1) / 2
      return String((0..<count).map { TextVariant.ideographs[$0 % TextVariant.ideographs.count] })
    }
  }
}
