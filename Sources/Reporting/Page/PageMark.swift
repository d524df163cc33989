// SPDX-License-Identifier: MIT

/// A word of a page with its colour and shape.
package enum PageMark: String, Sendable {
  /// Wrong, new, an error or slower: a red diamond.
  case bad = "err"
  /// A warning or a cost: an amber triangle.
  case warning = "warn"
  /// A note, still open or equal: a ring.
  case neutral = "note"
  /// Right, fixed or faster: a green circle.
  case good

  /// Returns a word with this mark, as markup.
  package func markup(_ word: String) -> String {
    "<span class=\"s \(rawValue)\">\(Markup.escaped(word, upTo: 200))</span>"
  }
}

/// Parts that all pages share.
package enum PageParts {
  /// Returns a list of names and values.
  ///
  /// `facts` has names as text and values as markup.
  package static func facts(_ facts: [(name: String, value: String)]) -> String {
    "<dl class=\"kv\">"
      + facts.map { "<dt>\(Markup.escaped($0.name))</dt><dd>\($0.value)</dd>" }.joined()
      + "</dl>\n"
  }

  /// Returns a command with a button that copies it, for a page with its script.
  package static func command(_ words: String) -> String {
    "<p class=\"command\"><code>\(Markup.escaped(words))</code></p>\n"
  }

  /// Returns a part that is closed at first.
  ///
  /// `title` is text, `content` is markup. `hint` is a short text after the title.
  package static func details(_ title: String, hint: String = "", _ content: String) -> String {
    let rest = hint.isEmpty ? "" : " \(Markup.escaped(hint, upTo: 200))"
    return "<details><summary><b>\(Markup.escaped(title, upTo: 200))</b>\(rest)</summary>\n"
      + content + "</details>\n"
  }
}
