// SPDX-License-Identifier: MIT

import Display
import LayoutModel

/// The texts of a finding for people: views by their names, and ids only where there is no name.
package struct FindingWording: Sendable, Hashable {
  /// A fact that the finding follows from.
  package struct Fact: Sendable, Hashable {
    /// The fact in one line.
    package var text: String
    /// The place or the maker of the fact, as `line 21`; empty when unknown.
    package var source: String

    package init(_ text: String, source: String = "") {
      self.text = text
      self.source = source
    }
  }

  /// The subject and its state, in one line without a full stop.
  package var title: String
  package var facts: [Fact]
  /// The single changes that fix it, each verified by solving again.
  package var fixes: [String]
  /// The reason why there are no fixes; nil when there are some, or none were searched for.
  package var unfixed: String?

  package init(title: String, facts: [Fact] = [], fixes: [String] = [], unfixed: String? = nil) {
    self.title = title
    self.facts = facts
    self.fixes = fixes
    self.unfixed = unfixed
  }
}

extension [LayoutFinding] {
  /// Returns the findings, each with its wording.
  ///
  /// - Complexity: O(views + length of all texts).
  func worded(_ diagnosed: DiagnosedCase) -> [LayoutFinding] {
    let unworded = filter { $0.wording == nil }
    if unworded.isEmpty { return self }
    var ids: Set<String> = []
    for finding in unworded {
      for text in [finding.message] + finding.details { ids.formUnion(ViewWords.ids(in: text)) }
    }
    let words = ViewWords(ids, in: diagnosed)
    return map { finding in
      guard finding.wording == nil else { return finding }
      var finding = finding
      finding.wording = FindingWording(
        title: words.renamed(finding.message),
        facts: finding.details.map { .init(words.renamed(subject: $0)) })
      return finding
    }
  }
}

/// The names of the views that some texts name with their ids.
private struct ViewWords {
  private var names: [String: (full: String, phrase: String)] = [:]

  init(_ ids: Set<String>, in diagnosed: DiagnosedCase) {
    for (index, view) in diagnosed.layoutCase.views.enumerated() where ids.contains(view.id) {
      names[view.id] = (diagnosed.name(ofView: index), diagnosed.phrase(ofView: index))
    }
  }

  /// Returns the possible ids of a text: its parentheses, and its subject before a colon.
  static func ids(in text: String) -> [String] {
    var ids = text.split(separator: "(").dropFirst().compactMap { part in
      part.firstIndex(of: ")").map { String(part[..<$0]) }
    }
    if let subject = subject(of: text) { ids.append(subject) }
    return ids
  }

  private static func subject(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    return String(text[..<colon])
  }

  /// Returns a text with `'Username' label` in place of `label 'Username' (rGl-pc-v5L)`.
  func renamed(_ text: String) -> String {
    var text = text
    for id in Self.ids(in: text) {
      guard let (full, phrase) = names[id] else { continue }
      text = text.replacing(full, with: phrase)
    }
    return text
  }

  /// Returns a text about a view, which begins with its id, with the name of the view there.
  func renamed(subject text: String) -> String {
    guard let id = Self.subject(of: text), let phrase = names[id]?.phrase else { return text }
    return phrase + text.dropFirst(id.count)
  }
}
