// SPDX-License-Identifier: MIT

import Display
import Reporting

/// A finding on the page of a gallery: its picture, facts, fixes, configurations and command.
struct GalleryCard {
  let gallery: Gallery
  let finding: Gallery.Finding
  /// The number of the card from 1.
  let number: Int

  /// The largest number of listed facts; further ones are counted.
  private static let factsMax = 12
  /// The largest number of listed fixes; further ones are counted.
  private static let fixesMax = 8
  /// The largest number of ids.
  private static let idsMax = 4

  private var screen: Gallery.Screen? { gallery.screen(of: finding) }

  /// Returns the card as markup.
  ///
  /// `hasPicture` is whether the page has room for pictures.
  func markup(hasPicture: Bool) -> String {
    var text = "<article class=\"finding\" id=\"f\(number)\" aria-labelledby=\"t\(number)\""
    text += PageFilter.item(
      of: GalleryPage.filterName,
      values: [
        ("severity", finding.severity.rawValue), ("rule", finding.rule),
        ("file", "\(finding.file + 1)"), ("state", finding.isKnown == true ? "known" : "new"),
      ])
    text += ">\n<p class=\"meta\">\(finding.severity.mark.markup(finding.severity.title))"
    if let isKnown = finding.isKnown {
      text += isKnown ? PageMark.neutral.markup("known") : PageMark.bad.markup("new")
    }
    text += "<span>\(Markup.escaped(finding.rule, upTo: GalleryText.nameMax))</span>"
    if let place = finding.place { text += "<span>\(Markup.escaped(place, upTo: 200))</span>" }
    if let reason = finding.reason {
      text += "<span>accepted: \(Markup.escaped(reason, upTo: 200))</span>"
    }
    text += "</p>\n<h2 id=\"t\(number)\">\(Markup.escaped(title, upTo: 300))</h2>\n\(place)"
    let evidence = figure(hasPicture) + reasons
    if !evidence.isEmpty { text += "<div class=\"pair\">\(evidence)</div>\n" }
    if hasPicture { text += film }
    if let command = finding.command { text += PageParts.command(command) }
    return text + "</article>\n"
  }

  /// The title as a sentence; in a case file the first word may be an id, which stays as it is.
  private var title: String {
    screen?.name == nil ? finding.title : GalleryText.capitalized(finding.title)
  }

  /// The screen, the file and the line, then ids.
  private var place: String {
    let path = gallery.files[finding.file].path
    let name = GalleryText.fileName(path)
    var text = "<p class=\"mute small\">"
    if let screen = screen?.name {
      text += "\(Markup.escaped(screen, upTo: GalleryText.nameMax)) in "
    }
    text += "<b>\(Markup.escaped(name, upTo: 200))</b>"
    if let line = finding.line { text += ", line \(line)" }
    var ids = finding.ids.prefix(Self.idsMax).joined(separator: ", ")
    if finding.ids.count > Self.idsMax { ids += ", ..." }
    let folder = path.dropLast(name.count + 1)
    let rest = [String(folder), ids].filter { !$0.isEmpty }
    if !rest.isEmpty {
      let shown = rest.map { Markup.escaped($0, upTo: 200) }.joined(separator: " \u{B7} ")
      text += " <span class=\"id\">\(shown)</span>"
    }
    return text + "</p>\n"
  }

  // MARK: - Evidence

  private func figure(_ hasPicture: Bool) -> String {
    guard let shot = gallery.shot(of: finding), let screen else { return "" }
    let name = GalleryText.capitalized(screen.pictures.frames[shot.frames[0]].name)
    let caption = "<figcaption>\(Markup.escaped(name, upTo: 200))</figcaption>"
    guard hasPicture else {
      return "<p class=\"mute\">The page has no room for its picture.</p>\n"
    }
    switch shot.picture {
    case .svg(let svg): return "<figure>\(svg)\(caption)</figure>\n"
    case .none(let reason):
      return "<p class=\"mute\">No picture: \(Markup.escaped(reason, upTo: 500)).</p>\n"
    }
  }

  private var reasons: String {
    var text =
      "<div><p class=\"mute small\">\(Markup.escaped(GalleryText.capitalized(finding.ruleSummary))).</p>\n"
    if !finding.facts.isEmpty {
      text += "<table class=\"why\"><tbody>"
      for fact in finding.facts.prefix(Self.factsMax) {
        text += "<tr><td>\(Markup.escaped(fact.text, upTo: 500))</td>"
        text += "<td class=\"mute small\">\(Markup.escaped(fact.source, upTo: 200))</td></tr>"
      }
      let rest = finding.facts.count - Self.factsMax
      if rest > 0 {
        text += "<tr><td colspan=\"2\" class=\"mute small\">and \(rest) more</td></tr>"
      }
      text += "</tbody></table>\n"
    }
    return text + fixes + "</div>"
  }

  private var fixes: String {
    guard !finding.fixes.isEmpty else {
      return finding.unfixed.map {
        "<h3>Fix</h3>\n<p>\(Markup.escaped(GalleryText.capitalized($0), upTo: 500)).</p>\n"
      } ?? ""
    }
    let choice = finding.fixes.count == 1 ? "" : ", one is enough"
    let heading = "Possible \(ShownNumber.form(of: "fix", for: finding.fixes.count))"
    var text = "<h3>\(heading) (\(Markup.escaped(finding.verification))\(choice))</h3>\n<ul>"
    for fix in finding.fixes.prefix(Self.fixesMax) {
      text += "<li>\(Markup.escaped(fix, upTo: 500))</li>"
    }
    let rest = finding.fixes.count - Self.fixesMax
    if rest > 0 { text += "<li class=\"mute\">and \(rest) more</li>" }
    return text + "</ul>\n"
  }

  private var film: String {
    guard let shot = gallery.shot(of: finding), let screen else { return "" }
    return Filmstrip(
      screen.pictures.frames, failing: Set(shot.frames), unjudged: Set(shot.unjudged)
    ).markup
  }
}
