// SPDX-License-Identifier: MIT

import Choices
import Reporting
import TestSupport
import Testing

@Suite("Galleries")
struct GalleryTests {
  private static let hostile = [
    "a", "</script><script>alert(1)</script>", "\"'>&<", "\u{202E}abc", "\u{0}\u{7}\u{1B}[31m",
    "-->", "]]>", "</title>", "\u{1F600}\u{FEFF}\u{FFFE}", String(repeating: "long ", count: 2000),
    "\n\t", "",
  ]

  /// Returns a page with hostile names, and its number of cards.
  private func page(_ random: inout Xoshiro256) -> (html: String, cards: Int) {
    func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    func text() -> String { Self.hostile[pick(Self.hostile.count)] }
    let devices = ["as drawn", text(), "320x568"]
    var cards = 0
    let hasBaseline = pick(2) == 0
    let files = (0...pick(3)).map { _ in
      let screens = (0...pick(3)).map { _ in
        let own = (0..<pick(3)).map { _ in
          cards += 1
          return Gallery.Card(
            configuration: text(), device: devices[pick(3)],
            picture: pick(2) == 0 ? .svg("<svg><title>x</title></svg>") : .none(reason: text()),
            findings: (0...pick(2)).map { cause in
              var finding = Gallery.Finding(
                severity: Gallery.Severity.allCases[pick(3)], rule: text(), message: text(),
                details: [text(), text()], place: pick(2) == 0 ? text() : nil, cause: cause)
              finding.isKnown = hasBaseline ? pick(2) == 0 : nil
              return finding
            }, noteCount: pick(3), command: text())
        }
        return Gallery.Screen(
          name: text(), place: text(), devices: devices, lookedAt: [devices[0]], cards: own,
          notChecked: own.isEmpty && pick(2) == 0 ? [text()] : [])
      }
      return Gallery.File(
        path: text(), screens: screens,
        problems: pick(2) == 0
          ? [Gallery.Finding(severity: .warning, rule: text(), message: text())] : [],
        refusal: pick(4) == 0 ? text() : nil)
    }
    return (GalleryPage.html(Gallery(files: files, summary: text())), cards)
  }

  @Test(
    "for any names, a page is well formed, runs nothing and loads nothing",
    arguments: 1...40)
  func wellFormed(seed: Int) throws {
    var random = Xoshiro256(seed: UInt64(seed))
    let (html, cards) = page(&random)
    // As XML it has no declaration of HTML and no elements without an end.
    let xml = html.replacing("<!DOCTYPE html>\n", with: "").replacing(/<(meta|br)([^>]*)>/) {
      "<\($0.output.1)\($0.output.2)/>"
    }
    #expect(ParsedMarkup(xml).problem == nil, "seed \(seed)")
    for word in ["<script", "src=", "url(", "http://", "https://", "@import"] {
      #expect(!html.contains(word), "seed \(seed): \(word)")
    }
    for character in ["\u{202E}", "\u{1B}", "\u{0}", "\u{FEFF}"] {
      #expect(!html.unicodeScalars.contains { String($0) == character }, "seed \(seed)")
    }
    #expect(
      html.matches(of: /<article class="card( known)?" id="card\d+">/).count == cards,
      "seed \(seed)")
    // Every link has a target, and all ids are unique.
    let ids = html.matches(of: /\sid="([^"]*)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count, "seed \(seed)")
    for link in html.matches(of: /href="#([^"]*)"/) {
      #expect(ids.contains(String(link.1)), "seed \(seed): \(link.1)")
    }
  }

  @Test("a known finding is not counted as one to fix, and the numbers of a baseline are explained")
  func baseline() {
    func screen(_ name: String, _ isKnown: Bool?) -> Gallery.Screen {
      var finding = Gallery.Finding(severity: .warning, rule: "r", message: "m")
      finding.isKnown = isKnown
      return Gallery.Screen(
        name: name, place: "a:1:2", devices: ["own"], lookedAt: ["own"],
        cards: [
          Gallery.Card(
            configuration: "own", device: "own", picture: .svg("<svg/>"), findings: [finding],
            noteCount: 2, command: "c")
        ], notChecked: [])
    }
    func html(_ marks: [Bool?]) -> String {
      let screens = marks.map { screen("s", $0) }
      return GalleryPage.html(
        Gallery(files: [.init(path: "f", screens: screens)], summary: "s", leftOut: "Left <out>."))
    }
    for (marks, title, counts) in [
      ([nil, nil], "What to mend", nil),
      ([false, false], "What to mend", "2 new problems on 2 screens, 0 known problems."),
      (
        [true, false, true], "What to mend, and what is known",
        "1 new problem on 1 screen, 2 known problems."
      ),
      ([true], "What is known, with nothing new", "0 new problems, 1 known problem."),
    ] as [([Bool?], String, String?)] {
      let page = html(marks)
      #expect(page.contains("<h2>\(title)</h2>"), "\(marks)")
      #expect(page.contains("<p class=\"soft\">Left &lt;out&gt;.</p>"))
      #expect(page.contains("New is what the baseline does not have") == (counts != nil))
      if let counts { #expect(page.contains("On this page: \(counts)</p>"), "\(marks)") }
      #expect(page.contains("and 2 findings of less account, not shown here"))
    }
  }

  @Test("the table has the worst of each device, by cause, and links to the first card")
  func matrix() {
    func finding(_ severity: Gallery.Severity, _ cause: Int) -> Gallery.Finding {
      Gallery.Finding(
        severity: severity, rule: "r", message: "m\(cause)", details: ["detail \(cause)"],
        cause: cause)
    }
    func card(_ name: String, _ device: String, _ findings: [Gallery.Finding]) -> Gallery.Card {
      Gallery.Card(
        configuration: name, device: device, picture: .svg("<svg/>"), findings: findings,
        noteCount: 0, command: "c")
    }
    let screen = Gallery.Screen(
      name: "Login", place: "a:1:2", devices: ["own", "small", "same", "good"],
      lookedAt: ["own", "small", "good"],
      cards: [
        card("small", "small", [finding(.error, 0), finding(.warning, 1)]),
        card("small, doubled", "small", [finding(.error, 0), finding(.error, 2)]),
        card("own, doubled", "own", [finding(.warning, 1)]),
      ], notChecked: [])
    let other = Gallery.Screen(
      name: "Map", place: "b:1:2", devices: ["pad"], lookedAt: [], cards: [],
      notChecked: ["a map"])
    let html = GalleryPage.html(
      Gallery(files: [Gallery.File(path: "f", screens: [screen, other])], summary: "s"))
    #expect(html.contains("<h1>1 of 2 screens to mend</h1>"))
    let row = [
      "<th scope=\"row\"><a href=\"#screen1\">Login</a></th>",
      "<td class=\"warning\" data-device=\"own\"><a href=\"#card3\">1 warning</a></td>",
      "<td class=\"error\" data-device=\"small\"><a href=\"#card1\">2 errors, 1 warning</a></td>",
      "<td data-device=\"same\">same</td><td class=\"ok\" data-device=\"good\">ok</td>",
      "<td class=\"no\">\u{2013}</td></tr>",
    ]
    #expect(html.contains(row.joined()))
    #expect(html.contains("<td colspan=\"5\">not checked: a map</td>"))
    // Findings listed for a nearer configuration are shortened.
    #expect(html.matches(of: /<pre><span>detail 0/).count == 1)
    #expect(html.matches(of: /<\/b> m0 <small>/).count == 2)
  }
}
