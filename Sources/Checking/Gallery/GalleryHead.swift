// SPDX-License-Identifier: MIT

import Display
import Reporting

/// The head of a gallery: the answer in one line, and up to four numbers.
struct GalleryHead {
  private let gallery: Gallery
  private let new: [Gallery.Finding]

  init(_ gallery: Gallery) {
    self.gallery = gallery
    new = gallery.new.map(\.finding)
  }

  /// Returns the header of the page.
  ///
  /// `links` lead to the parts of the page.
  func header(_ links: [(target: String, text: String)]) -> PageHeader {
    PageHeader(
      context: ["Check", ShownNumber.counted(gallery.files.count, "file")], links: links,
      answer: answer, sentence: sentence, tiles: tiles)
  }

  // MARK: - Answer

  /// The answer in at most 15 words.
  var answer: String {
    let word = gallery.known == nil ? "" : "new "
    let failures = gallery.files.count { $0.failure != nil }
    let rest =
      failures == 0 ? "" : "; \(ShownNumber.counted(failures, "file")) not checked"
    for severity in Gallery.Severity.allCases {
      let found = new.filter { $0.severity == severity }
      guard !found.isEmpty else { continue }
      let count = ShownNumber.counted(found.count, word + severity.rawValue)
      return "\(count) \(whereItIs(found))\(rest)"
    }
    let screens = ShownNumber.counted(gallery.screenCount, "screen")
    return (gallery.known == nil ? "No findings" : "Nothing new") + " on \(screens)\(rest)"
  }

  private func whereItIs(_ found: [Gallery.Finding]) -> String {
    let (places, all) = (gallery.places(of: found), gallery.screenCount)
    if places.screens == 0 { return "in \(ShownNumber.counted(places.files, "file"))" }
    if places.screens == all { return all == 1 ? "on 1 screen" : "on all \(all) screens" }
    return "on \(places.screens) of \(ShownNumber.counted(all, "screen"))"
  }

  private var sentence: String {
    var text = ShownNumber.counted(gallery.screenCount, "screen") + " in "
    text += ShownNumber.counted(gallery.configurations, "configuration")
    text += " of device, direction and text, each solved exactly."
    if !gallery.leftOut.isEmpty { text += " \(Markup.escaped(gallery.leftOut))." }
    return text
  }

  // MARK: - Tiles

  private var tiles: [PageHeader.Tile] {
    [tile(.error, .bad), tile(.warning, .warning), third, fourth]
  }

  private func tile(_ severity: Gallery.Severity, _ mark: PageMark) -> PageHeader.Tile {
    let found = new.filter { $0.severity == severity }
    let files = gallery.places(of: found).files
    let label = (gallery.known == nil ? severity.title : "New \(severity.rawValue)") + "s"
    return PageHeader.Tile(
      label, ShownNumber.grouped(found.count),
      fact: files == 0
        ? PageMark.good.markup("none")
        : mark.markup("in \(ShownNumber.counted(files, "file"))"))
  }

  private var third: PageHeader.Tile {
    if let known = gallery.known {
      return .init("Known problems", ShownNumber.grouped(known), fact: "found again")
    }
    let worse = new.filter { $0.severity != .note }
    let checked = gallery.files.flatMap(\.screens).count { $0.notChecked.isEmpty }
    return .init(
      "Screens without either",
      ShownNumber.grouped(checked - gallery.places(of: worse).screens),
      fact: "of \(ShownNumber.grouped(gallery.screenCount))")
  }

  private var fourth: PageHeader.Tile {
    let files = gallery.files.filter { $0.failure != nil }
    let screens = gallery.files.flatMap { file in
      file.screens.filter { !$0.notChecked.isEmpty }.map { (file, $0) }
    }
    guard !files.isEmpty || !screens.isEmpty else {
      return .init(
        "Configurations", ShownNumber.grouped(gallery.configurations),
        fact: "of device, direction and text")
    }
    let counts = [(files.count, "file"), (screens.count, "screen")].filter { $0.0 > 0 }
    let fact: String
    if counts.count == 1, let only = files.first?.path ?? screens.first?.0.path, counts[0].0 == 1 {
      fact = "<a href=\"#unchecked\">\(Markup.escaped(GalleryText.fileName(only), upTo: 60))</a>"
    } else {
      let words = counts.map { ShownNumber.counted($0.0, $0.1) }.joined(separator: ", ")
      fact = "<a href=\"#unchecked\">\(words)</a>"
    }
    return .init("Not checked", ShownNumber.grouped(files.count + screens.count), fact: fact)
  }
}

extension Gallery.Severity {
  /// The word at the start of a label.
  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  var mark: PageMark {
    switch self {
    case .error: return .bad
    case .warning: return .warning
    case .note: return .neutral
    }
  }
}

/// Small texts of a gallery.
enum GalleryText {
  /// The largest number of characters of a name.
  static let nameMax = 80

  /// Returns the last part of a path.
  static func fileName(_ path: String) -> String {
    path.split(scalar: "/").last.map { String($0) } ?? path
  }

  /// Returns a sentence that begins with a capital letter, or with a name such as `iPhone`.
  static func capitalized(_ text: String) -> String {
    if text.dropFirst().first?.isUppercase == true { return text }
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
