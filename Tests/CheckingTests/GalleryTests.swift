// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import Testing
import TestSupport
import ToolSupport

@testable import Checking
@testable import Reporting

@Suite("Galleries")
struct GalleryTests {
  private static let hostile = [
    "a", "</script><script>alert(1)</script>", "\"'>&<", "\u{202E}abc", "\u{0}\u{7}\u{1B}[31m",
    "-->", "]]>", "</title>", "\u{1F600}\u{FEFF}\u{FFFE}", String(repeating: "long ", count: 2000),
    "\n\t", "",
  ]

  /// Returns a page with hostile names, and its number of findings.
  private func page(_ random: inout Xoshiro256) -> (html: String, findings: Int) {
    func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    func text() -> String { Self.hostile[pick(Self.hostile.count)] }
    let hasBaseline = pick(2) == 0
    var findings: [Gallery.Finding] = []
    func finding(_ file: Int, _ screen: (number: Int, finding: Int)?) {
      var finding = Gallery.Finding(
        Gallery.Severity.allCases[pick(3)], rule: text(), ruleSummary: text(), title: text(),
        file: file)
      finding.screen = screen
      finding.line = pick(2) == 0 ? pick(100) : nil
      finding.ids = (0..<pick(6)).map { _ in text() }
      finding.place = pick(2) == 0 ? text() : nil
      finding.facts = (0..<pick(15)).map { _ in .init(text(), source: text()) }
      finding.fixes = (0..<pick(3)).map { _ in text() }
      finding.verification = text()
      finding.unfixed = pick(3) == 0 ? text() : nil
      finding.command = pick(3) == 0 ? nil : text()
      finding.isKnown = hasBaseline ? pick(2) == 0 : nil
      findings.append(finding)
    }
    let devices = ["as drawn", text(), "iPhone 5s, 320x568"]
    let files = (0...pick(3)).map { file in
      let screens = (0...pick(3)).map { screen in
        let frames = (0...pick(12)).map { _ in
          ScreenPictures.Frame(
            name: text(), shortName: text(), device: devices[pick(3)],
            thumbnail: pick(4) == 0
              ? nil : Thumbnail(width: 40, height: 72, path: "M0 0h\(pick(3))v1h-1z"))
        }
        let shots = (0..<pick(3)).map { number -> ScreenPictures.Shot? in
          finding(file, (screen, number))
          return pick(4) == 0
            ? nil
            : .init(
              picture: pick(2) == 0 ? .svg("<svg><title>x</title></svg>") : .none(reason: text()),
              frames: frames.indices.filter { $0 == 0 || pick(2) == 0 })
        }
        return Gallery.Screen(
          name: pick(4) == 0 ? nil : text(), id: text(),
          notChecked: shots.isEmpty && pick(2) == 0 ? [text()] : [],
          pictures: ScreenPictures(devices: devices, frames: frames, shots: shots))
      }
      if pick(2) == 0 { finding(file, nil) }
      return Gallery.File(path: text(), screens: screens, failure: pick(4) == 0 ? text() : nil)
    }
    let gallery = Gallery(
      files: files, findings: findings, configurations: pick(100), leftOut: text(),
      known: hasBaseline ? pick(5) : nil)
    return (GalleryPage.html(gallery), findings.count)
  }

  @Test(
    "for any names, a page is well formed, runs its own script only and loads nothing",
    arguments: 1...40)
  func wellFormed(seed: Int) throws {
    var random = Xoshiro256(seed: UInt64(seed))
    let (html, findings) = page(&random)
    let parsed = ParsedMarkup(html.replacing("<!DOCTYPE html>\n", with: ""))
    #expect(parsed.problem == nil, "seed \(seed)")
    #expect(parsed.elements["script"] == 1, "seed \(seed)")
    for word in ["src=", "url(", "http://", "https://", "@import"] {
      #expect(!html.contains(word), "seed \(seed): \(word)")
    }
    for character in ["\u{202E}", "\u{1B}", "\u{0}", "\u{FEFF}"] {
      #expect(!html.unicodeScalars.contains { String($0) == character }, "seed \(seed)")
    }
    #expect(parsed.elements["article", default: 0] == findings, "seed \(seed)")
    // Every link has a target, and all ids are unique.
    let ids = html.matches(of: /\sid="([^"]*)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count, "seed \(seed)")
    for link in html.matches(of: /href="#([^"]*)"/) where findings > 0 {
      #expect(ids.contains(String(link.1)), "seed \(seed): \(link.1)")
    }
  }

  // MARK: - Answers

  private func screen(_ name: String, shots: Int, frames: Int = 2) -> Gallery.Screen {
    Gallery.Screen(
      name: name, id: "id", notChecked: [],
      pictures: ScreenPictures(
        devices: ["as drawn", "iPhone 5s"],
        frames: (0..<frames).map { number in
          .init(
            name: "configuration \(number)", shortName: "c\(number)",
            device: number == 0 ? "as drawn" : "iPhone 5s",
            thumbnail: Thumbnail(width: 9, height: 9, path: "M\(number) 0h1v1h-1z"))
        }, shots: (0..<shots).map { _ in .init(picture: .svg("<svg/>"), frames: [frames - 1]) }))
  }

  private func finding(
    _ severity: Gallery.Severity, screen: Int = 0, number: Int = 0, isKnown: Bool? = nil
  ) -> Gallery.Finding {
    var finding = Gallery.Finding(
      severity, rule: "rule-\(severity.rawValue)", ruleSummary: "a summary", title: "a title",
      file: 0)
    finding.screen = (screen, number)
    finding.isKnown = isKnown
    return finding
  }

  private func gallery(
    _ findings: [Gallery.Finding], screens: Int = 2, failure: String? = nil, known: Int? = nil
  ) -> Gallery {
    let all = (0..<screens).map { self.screen("S\($0)", shots: 3) }
    var files = [Gallery.File(path: "A/Main.storyboard", screens: all)]
    if let failure { files.append(Gallery.File(path: "B.xib", failure: failure)) }
    return Gallery(files: files, findings: findings, configurations: 7, known: known)
  }

  @Test("the answer names the worst findings and their screens in at most 15 words")
  func answers() throws {
    let (error, warning) = (finding(.error), finding(.warning, screen: 1))
    for (gallery, answer) in [
      (gallery([error, error, warning]), "2 errors on 1 of 2 screens"),
      (gallery([error, finding(.error, screen: 1)]), "2 errors on all 2 screens"),
      (gallery([warning]), "1 warning on 1 of 2 screens"),
      (gallery([], screens: 1), "No findings on 1 screen"),
      (gallery([error], screens: 1), "1 error on 1 screen"),
      (gallery([], known: 0), "Nothing new on 2 screens"),
      (
        gallery([finding(.error, isKnown: false), finding(.error, isKnown: true)], known: 1),
        "1 new error on 1 of 2 screens"
      ),
      (
        gallery([error], failure: "no such file"), "1 error on 1 of 2 screens; 1 file not checked"
      ),
    ] {
      #expect(GalleryHead(gallery).answer == answer)
      #expect(answer.split(separator: " ").count <= PageHeader.answerWordsMax)
      let html = GalleryPage.html(gallery)
      #expect(html.contains("<h1>\(answer)</h1>"))
      let tiles = try #require(html.firstMatch(of: /<dl class="tiles">(.*?)<\/dl>/))
      #expect(tiles.1.matches(of: /<dt>/).count == PageHeader.tilesMax)
    }
  }

  @Test("failed files are named before the findings, skipped screens in a closed part")
  func notChecked() throws {
    let html = GalleryPage.html(gallery([finding(.error)], failure: ":2:1: error: broken"))
    let place = try #require(html.ranges(of: "<code>B.xib</code>:2:1: error: broken").first)
    let first = try #require(html.ranges(of: "<article ").first)
    #expect(place.lowerBound < first.lowerBound)
    #expect(html.contains("<details id=\"unchecked\" open=\"open\">"))
    let skipped = Gallery.Screen(
      name: "Map", id: "m", notChecked: ["map view"],
      pictures: ScreenPictures(devices: ["as drawn"], frames: [], shots: []))
    let page = GalleryPage.html(
      Gallery(files: [.init(path: "M.xib", screens: [skipped])], findings: [], configurations: 0))
    #expect(page.contains("<details id=\"unchecked\">"))
    #expect(page.contains("<code>M.xib</code>: Map: skipped, map view"))
    #expect(page.contains("<a href=\"#unchecked\">M.xib</a>"))
  }

  // MARK: - Cards

  @Test("a card has severity, rule, place, picture, facts, fixes, configurations and command")
  func card() throws {
    var error = finding(.error, isKnown: false)
    error.line = 377
    error.ids = ["a", "b"]
    error.place = "iPhone 5s, 320x568 (1 of 2 configurations)"
    error.facts = [.init("'Name' label: width is 100 pt", source: "line 5")]
    error.fixes = ["one", "two"]
    error.verification = "verified"
    error.command = "layoutfuzz explain A/Main.storyboard"
    let html = GalleryPage.html(gallery([error], known: 0))
    for text in [
      "data-severity=\"error\" data-rule=\"rule-error\" data-file=\"1\" data-state=\"new\"",
      "<span class=\"s err\">Error</span><span class=\"s err\">new</span><span>rule-error</span>",
      "<h2 id=\"t1\">A title</h2>", "S0 in <b>Main.storyboard</b>, line 377 ",
      "<span class=\"id\">A \u{B7} a, b</span>", "<figure><svg/><figcaption>Configuration 1<",
      "<td>&#39;Name&#39; label: width is 100 pt</td><td class=\"mute small\">line 5</td>",
      "<h3>Possible fixes (verified, one is enough)</h3>\n<ul><li>one</li><li>two</li></ul>",
      "<span class=\"s err\"><span>C1</span></span>", "<span class=\"mute\"><span>C0</span></span>",
      "<p class=\"command\"><code>layoutfuzz explain A/Main.storyboard</code></p>\n</article>",
    ] {
      #expect(html.contains(text), "\(text)")
    }
  }

  @Test("findings are filtered by severity, rule, file and whether they are new")
  func filter() {
    let known = finding(.warning, screen: 1, isKnown: true)
    let html = GalleryPage.html(gallery([finding(.error, isKnown: false), known], known: 1))
    for value in ["severity\" data-value=\"error", "rule\" data-value=\"rule-warning"] {
      #expect(html.contains("<button type=\"button\" class=\"chip\" data-group=\"\(value)\""))
    }
    #expect(
      html.contains("data-group=\"state\" data-value=\"new\" aria-pressed=\"false\">Only new<"))
    // There is one file only.
    #expect(!html.contains("<select"))
    var other = finding(.error)
    other = Gallery.Finding(.error, rule: other.rule, ruleSummary: "", title: "t", file: 1)
    let two = GalleryPage.html(gallery([finding(.error), other], failure: "no such file"))
    #expect(
      two.contains(
        "<select data-group=\"file\" aria-label=\"All files\"><option value=\"\">All files</option>"
          + "<option value=\"1\">A/Main.storyboard</option><option value=\"2\">B.xib</option>"))
  }

  @Test("the matrix has the findings of each device, by screen, and links to the first card")
  func matrix() {
    let html = GalleryPage.html(
      gallery([finding(.error), finding(.error, number: 1), finding(.warning, number: 2)]))
    #expect(html.contains("<b>A/Main.storyboard</b> 2 screens: 2 errors, 1 warning</summary>"))
    #expect(
      html.contains(
        "<th scope=\"row\">S0 <small>id</small></th><td><span class=\"s good\">ok</span></td>"
          + "<td><a href=\"#f1\"><span class=\"s err\">2 errors</span></a> "
          + "<a href=\"#f3\"><span class=\"s warn\">1 warning</span></a></td>"))
    let clean = GalleryPage.html(gallery([]))
    #expect(clean.contains("<b>1 file</b> without findings</summary>"))
  }

  @Test("pages of very many findings are bounded")
  func bounds() {
    var one = finding(.note)
    one.screen = nil
    let many = [Gallery.Finding](repeating: one, count: GalleryPage.cardsMax + 3)
    let html = GalleryPage.html(gallery(many))
    #expect(html.matches(of: /<article\b/).count == GalleryPage.cardsMax)
    #expect(html.contains("<p>3 more findings have no card; "))
    let big = String(repeating: "x", count: GalleryPage.bytesMax / 2)
    let pictures = ScreenPictures(
      devices: [], frames: [.init(name: "n", shortName: "s", device: "", thumbnail: nil)],
      shots: (0..<4).map { _ in .init(picture: .svg("<svg><desc>\(big)</desc></svg>"), frames: [0])
      })
    let large = Gallery(
      files: [
        .init(
          path: "p", screens: [.init(name: "S", id: "", notChecked: [], pictures: pictures)])
      ], findings: (0..<4).map { finding(.error, number: $0) }, configurations: 1)
    let page = GalleryPage.html(large)
    #expect(page.utf8.count < GalleryPage.bytesMax * 3 / 2)
    #expect(page.matches(of: /The page has no room for its picture/).count == 2)
  }
}
