// SPDX-License-Identifier: MIT

/// The head of a page: a line of context, the answer, one sentence, and figures as tiles.
package struct PageHeader {
  /// A figure with its label and one fact.
  package struct Tile {
    let label: String
    let figure: String
    let fact: String

    /// - Parameters:
    ///   - label: the name of the figure, as text.
    ///   - figure: the figure, as markup.
    ///   - fact: one fact about it, as markup; may have a `PageMark`.
    package init(_ label: String, _ figure: String, fact: String) {
      self.label = label
      self.figure = figure
      self.fact = fact
    }
  }

  /// The largest number of words of an answer.
  package static let answerWordsMax = 15
  /// The largest number of tiles.
  package static let tilesMax = 4

  /// The kind of page, then date, seed and the like, as markup.
  package var context: [String]
  /// The parts of the page and other pages: their addresses and texts.
  package var links: [(target: String, text: String)]
  /// The answer in at most 15 words, as text.
  package var answer: String
  /// One sentence with the condition of the answer, as markup.
  package var sentence: String
  package var tiles: [Tile]

  /// - Precondition: at most `tilesMax` tiles.
  package init(
    context: [String], links: [(target: String, text: String)], answer: String, sentence: String,
    tiles: [Tile]
  ) {
    precondition(tiles.count <= Self.tilesMax, "\(tiles.count) tiles")
    self.context = context
    self.links = links
    self.answer = answer
    self.sentence = sentence
    self.tiles = tiles
  }

  /// The head as markup.
  var markup: String {
    var text = "<div class=\"crumb\"><b>LayoutFuzz</b>"
    text += context.map { "<span>\($0)</span>" }.joined()
    if !links.isEmpty {
      text += "<nav aria-label=\"Parts\">"
      text += links.map {
        "<a href=\"\(Markup.escaped($0.target))\">\(Markup.escaped($0.text, upTo: 100))</a>"
      }.joined()
      text += "</nav>"
    }
    text += "</div>\n<h1>\(Markup.escaped(answer, upTo: 300))</h1>\n"
    if !sentence.isEmpty { text += "<p class=\"mute\">\(sentence)</p>\n" }
    guard !tiles.isEmpty else { return text }
    text += "<dl class=\"tiles\">"
    for tile in tiles {
      text += "<div><dt>\(Markup.escaped(tile.label))</dt><dd>\(tile.figure)"
      text += "<small>\(tile.fact)</small></dd></div>"
    }
    return text + "</dl>\n"
  }
}
