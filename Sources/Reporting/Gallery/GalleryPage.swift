// SPDX-License-Identifier: MIT

import Display

/// A gallery as one HTML file without other files or scripts.
package struct GalleryPage {
  private let gallery: Gallery
  private let devices: [String]
  /// The numbers of shown causes that a baseline has and has not; nil without a baseline.
  private let marks: (known: Int, new: Int)?
  private var parts: [String] = []
  /// The numbers of the next screen and card; links and targets count alike.
  private var screenNumber = 0
  private var cardNumber = 0

  /// Returns the whole page.
  ///
  /// - Complexity: O(size of pictures and texts + screens * devices).
  package static func html(_ gallery: Gallery) -> String {
    var page = GalleryPage(gallery)
    page.write()
    return page.parts.joined()
  }

  private init(_ gallery: Gallery) {
    self.gallery = gallery
    devices = gallery.devices
    marks = gallery.marks
  }

  private mutating func add(_ text: String) { parts.append(text + "\n") }

  private mutating func write() {
    let title = title
    add(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <header>
      <h1>\(title)</h1>
      <p>\(Markup.escaped(gallery.summary)).</p>
      \(explanations)
      </header>
      <main>
      """)
    writeFilter()
    writeFilesNotChecked()
    writeFailures()
    writeRefusals()
    writeMatrix()
    writeProblems()
    writeCards()
    add("</main>\n</body>\n</html>")
  }

  private var title: String {
    let screens = gallery.files.flatMap(\.screens)
    let failing = screens.count { !$0.cards.isEmpty }
    if failing == 0 {
      let isWhole =
        gallery.filesNotChecked.isEmpty && gallery.files.allSatisfy { $0.failure == nil }
      return isWhole ? "No screen needs mending" : "No screen that was checked needs mending"
    }
    let checked = gallery.filesNotChecked.isEmpty ? "" : " that were checked"
    let count = ShownNumber.counted(screens.count, "screen") + checked
    guard marks != nil else { return "\(failing) of \(count) to mend" }
    let new = screens.count(where: \.hasNew)
    return new == 0
      ? "No screen has anything new to mend" : "\(new) of \(count) with something new to mend"
  }

  /// Explanations of the numbers above and below.
  private var explanations: String {
    var sentences = gallery.leftOut.isEmpty ? [] : [gallery.leftOut]
    if let marks {
      let screens = gallery.files.flatMap(\.screens).count(where: \.hasNew)
      let inDocuments = gallery.files.contains { $0.problems.contains { $0.isKnown == false } }
      var text = "New is what the baseline does not have. On this page: "
      text += ShownNumber.counted(marks.new, "new problem")
      if screens > 0 {
        text +=
          " on \(ShownNumber.counted(screens, "screen"))\(inDocuments ? " and in documents" : "")"
      } else if inDocuments {
        text += " in documents"
      }
      sentences.append(text + ", \(ShownNumber.counted(marks.known, "known problem")).")
    }
    return sentences.map { "<p class=\"soft\">\(Markup.escaped($0))</p>" }.joined(separator: "\n")
  }

  /// Writes the filter that hides known findings, by the style sheet alone.
  private mutating func writeFilter() {
    guard let marks, marks.known > 0 else { return }
    add(
      "<input type=\"checkbox\" id=\"new-only\"/><label for=\"new-only\">Only what is new: "
        + "\(ShownNumber.grouped(marks.new)) of "
        + "\(ShownNumber.counted(marks.known + marks.new, "problem")) on this page</label>")
  }

  private mutating func writeFilesNotChecked() {
    guard !gallery.filesNotChecked.isEmpty else { return }
    add(
      "<section>\n<h2>Files that were not checked</h2>\n"
        + "<p>The run was stopped before it checked them.</p>\n<ul>")
    for path in gallery.filesNotChecked { add("<li><code>\(Markup.escaped(path))</code></li>") }
    add("</ul>\n</section>")
  }

  private mutating func writeFailures() {
    writeReasons("Files that were not checked to the end", \.failure)
  }

  private mutating func writeRefusals() {
    writeReasons("Files that cannot be used", \.refusal)
  }

  /// Lists the files with a reason of one kind.
  private mutating func writeReasons(_ title: String, _ reason: KeyPath<Gallery.File, String?>) {
    let files = gallery.files.filter { $0[keyPath: reason] != nil }
    guard !files.isEmpty else { return }
    add("<section>\n<h2>\(title)</h2>\n<ul>")
    for file in files {
      add(
        "<li><code>\(Markup.escaped(file.path))</code>: \(Markup.escaped(file[keyPath: reason] ?? ""))</li>"
      )
    }
    add("</ul>\n</section>")
  }

  // MARK: - Screens and devices

  private mutating func writeMatrix() {
    guard gallery.files.contains(where: { !$0.screens.isEmpty }) else { return }
    add(
      """
      <section>
      <h2 id="matrix">Screens and devices</h2>
      <p>Findings by cause, over all directions and texts of a device. <b>same</b>: nothing changes on that device;
      <b>\u{2013}</b>: not a device of that document.</p>
      <div class="wide" role="region" aria-labelledby="matrix" tabindex="0">
      <table>
      <thead><tr><th scope="col">Screen</th>\(devices.map { "<th scope=\"col\">\(Markup.escaped($0))</th>" }.joined())</tr></thead>
      """)
    (screenNumber, cardNumber) = (0, 0)
    for file in gallery.files where !file.screens.isEmpty {
      let hides = file.screens.allSatisfy(hidesRow)
      add(
        "<tbody\(hides ? Self.knownClass : "")>\n<tr><th class=\"file\" scope=\"rowgroup\" colspan=\"\(devices.count + 1)\">"
          + "\(Markup.escaped(file.path))</th></tr>")
      for screen in file.screens { writeRow(screen) }
      add("</tbody>")
    }
    add("</table>\n</div>\n</section>")
  }

  /// Whether the filter hides the row of a screen: all its findings are known, and none is new.
  private func hidesRow(_ screen: Gallery.Screen) -> Bool {
    marks != nil && screen.notChecked.isEmpty && !screen.hasNew
  }

  private mutating func writeRow(_ screen: Gallery.Screen) {
    screenNumber += 1
    let name = Markup.escaped(screen.name, upTo: Self.nameMax)
    guard screen.notChecked.isEmpty else {
      let reasons = Markup.escaped(screen.notChecked.joined(separator: ", "))
      return add(
        "<tr><th scope=\"row\">\(name)</th><td colspan=\"\(devices.count)\">not checked: \(reasons)</td></tr>"
      )
    }
    let first = cardNumber
    cardNumber += screen.cards.count
    let link = screen.cards.isEmpty ? name : "<a href=\"#screen\(screenNumber)\">\(name)</a>"
    let cells = devices.map { cell($0, of: screen, firstCard: first) }
    add(
      "<tr\(hidesRow(screen) ? Self.knownClass : "")><th scope=\"row\">\(link)</th>\(cells.joined())</tr>"
    )
  }

  private func cell(_ device: String, of screen: Gallery.Screen, firstCard: Int) -> String {
    let label = " data-device=\"\(Markup.escaped(device))\""
    guard screen.devices.contains(device) else { return "<td class=\"no\">\u{2013}</td>" }
    let counts = screen.counts(on: device)
    guard let worst = counts.first,
      let place = screen.cards.firstIndex(where: { $0.device == device })
    else {
      return screen.lookedAt.contains(device)
        ? "<td class=\"ok\"\(label)>ok</td>" : "<td\(label)>same</td>"
    }
    var text = counts.map { ShownNumber.counted($0.count, $0.severity.rawValue) }.joined(
      separator: ", ")
    if marks != nil {
      let new = screen.newCount(on: device)
      text += new == 0 ? ", known" : ", \(ShownNumber.grouped(new)) new"
      if new == 0 {
        return
          "<td class=\"old\"\(label)><a href=\"#card\(firstCard + place + 1)\">\(text)</a></td>"
      }
    }
    return
      "<td class=\"\(worst.severity.rawValue)\"\(label)><a href=\"#card\(firstCard + place + 1)\">\(text)</a></td>"
  }

  // MARK: - Findings

  private mutating func writeProblems() {
    let files = gallery.files.filter { !$0.problems.isEmpty }
    guard !files.isEmpty else { return }
    add("<section>\n<h2>Documents</h2>")
    for file in files {
      // A heading without findings would be useless.
      let isKnown = file.problems.allSatisfy { $0.isKnown == true }
      add(
        "<h3\(isKnown ? Self.knownClass : "")>\(Markup.escaped(file.path))</h3>\n<ul class=\"findings\">"
      )
      for problem in file.problems { write(problem) }
      add("</ul>")
    }
    add("</section>")
  }

  private mutating func writeCards() {
    (screenNumber, cardNumber) = (0, 0)
    guard gallery.files.contains(where: { $0.screens.contains { !$0.cards.isEmpty } }) else {
      return
    }
    add("<h2>\(cardsTitle)</h2>")
    for screen in gallery.files.flatMap(\.screens) {
      screenNumber += 1
      if screen.cards.isEmpty { continue }
      add(
        "<section id=\"screen\(screenNumber)\"\(screen.hasNew ? "" : Self.knownClass)>\n<h3>\(Markup.escaped(screen.name, upTo: Self.nameMax)) "
          + "<code>\(Markup.escaped(screen.place))</code></h3>\n<div class=\"cards\">")
      // Details of a nearer configuration are not repeated.
      var reported: Set<Int> = []
      for card in screen.cards {
        write(card, of: screen, reported: reported)
        reported.formUnion(card.findings.map(\.cause))
      }
      add("</div>\n</section>")
    }
  }

  private var cardsTitle: String {
    let screens = gallery.files.flatMap(\.screens)
    guard marks != nil, screens.contains(where: { !$0.cards.isEmpty && !$0.hasNew }) else {
      return "What to mend"
    }
    return screens.contains(where: \.hasNew)
      ? "What to mend, and what is known" : "What is known, with nothing new"
  }

  private mutating func write(_ card: Gallery.Card, of screen: Gallery.Screen, reported: Set<Int>) {
    cardNumber += 1
    add(
      "<article class=\"card\(card.hasNew ? "" : " known")\" id=\"card\(cardNumber)\">\n"
        + "<h4>\(Markup.escaped(card.configuration))</h4>"
    )
    switch card.picture {
    case .svg(let svg): add("<figure>\(svg)</figure>")
    case .none(let reason): add("<p class=\"none\">No picture: \(Markup.escaped(reason)).</p>")
    }
    add("<ul class=\"findings\">")
    for finding in card.findings { write(finding, isShort: reported.contains(finding.cause)) }
    add("</ul>")
    if card.noteCount > 0 {
      add(
        "<p>and \(ShownNumber.counted(card.noteCount, "finding")) of less account, not shown here</p>"
      )
    }
    add("<p><code>\(Markup.escaped(card.command))</code></p>\n</article>")
  }

  private mutating func write(_ finding: Gallery.Finding, isShort: Bool = false) {
    let known = finding.isKnown == true ? " known" : ""
    var text =
      "<li class=\"\(finding.severity.rawValue)\(known)\"><b>\(finding.severity.rawValue)</b> "
    if let isKnown = finding.isKnown {
      text += "<span class=\"mark\">\(isKnown ? "known" : "new")</span> "
    }
    text += "\(Markup.escaped(finding.message)) <small>(\(Markup.escaped(finding.rule)))</small>"
    if let place = finding.place { text += "<br><code>\(Markup.escaped(place))</code>" }
    if !isShort, !finding.details.isEmpty {
      let lines = finding.details.map { "<span>\(Markup.escaped($0))</span>" }.joined()
      text += "<pre>\(lines)</pre>"
    }
    add(text + "</li>")
  }

  private static let nameMax = 80
  /// The room of a picture in the smallest card, in pixels, as in the style sheet.
  package static let pictureRoom = (width: 318.0, height: 416.0)
  /// The class of parts with only known findings.
  private static let knownClass = " class=\"known\""
}

extension GalleryPage {
  /// The style of the page; colours always come with words, and contrast is at least 4.5 to 1 in
  /// light and dark.
  fileprivate static let style = """
    :root{color-scheme:light dark;--back:#fff;--card:#f6f7f9;--text:#1d2126;--faint:#59626d;--line:#d5dae0;\
    --link:#1f5fa8;--error:#b3261e;--warning:#8a5300;--ok:#2c6b2f}
    @media(prefers-color-scheme:dark){:root{--back:#16181c;--card:#1f2227;--text:#e6e8eb;--faint:#a3abb5;\
    --line:#3a4048;--link:#8ab4e8;--error:#ff8a80;--warning:#f0b35a;--ok:#8fd08f}}
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:100rem;padding:1rem;background:var(--back);color:var(--text);\
    font:1rem/1.45 system-ui,sans-serif}
    h1{font-size:1.6rem;margin:.5rem 0}h2{margin:2rem 0 .5rem}h3{margin:1.75rem 0 .5rem}
    h3,h4,li,p,td,th{overflow-wrap:anywhere}
    h4{margin:0 0 .5rem;font-size:1rem}
    h3 code{font-weight:400;color:var(--faint)}code,pre{font-size:.85rem}small{color:var(--faint)}
    a{color:var(--link)}a:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--link);outline-offset:2px}
    .wide{overflow-x:auto;border:1px solid var(--line);border-radius:.4rem}
    table{border-collapse:collapse;width:100%}
    th,td{padding:.3rem .6rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}
    td,thead th{white-space:nowrap}thead th{background:var(--card)}
    tbody th{font-weight:400;padding-left:1.4rem;min-width:14rem}
    tbody .file{background:var(--card);color:var(--faint);padding-left:.6rem;font-size:.85rem}
    .error a,.error>b{color:var(--error)}.warning a,.warning>b{color:var(--warning)}.ok{color:var(--ok)}
    .error a{font-weight:700}
    .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1rem;\
    align-items:start}
    .card{background:var(--card);border:1px solid var(--line);border-radius:.4rem;padding:1rem;min-width:0;\
    content-visibility:auto;contain-intrinsic-size:auto 40rem}
    .card:target,section:target>h3{outline:3px solid var(--link);outline-offset:2px}
    figure{margin:0 0 .75rem}figure svg{display:block;max-width:100%;max-height:26rem;height:auto;margin:auto;\
    border-radius:.25rem}
    .findings{list-style:none;margin:0;padding:0}.findings li{margin:.6rem 0}
    pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0;padding:.5rem;background:var(--back);border-radius:.25rem}
    pre span{display:block;padding-left:4ch;text-indent:-4ch}
    .soft{color:var(--faint);max-width:60rem}
    @media(max-width:40rem){.wide thead{display:none}.wide table,.wide tbody,.wide tr{display:block}\
    .wide tr{border-bottom:1px solid var(--line);padding:.3rem 0}\
    .wide th,.wide td{display:inline-block;border:0;white-space:normal;padding:.15rem .6rem}\
    .wide tbody th{display:block;min-width:0}.wide .no{display:none}\
    .wide td[data-device]::before{content:attr(data-device) ": ";color:var(--faint)}}
    .none,.old a,.known .mark{color:var(--faint)}
    .mark{border:1px solid currentColor;border-radius:1rem;padding:0 .5rem;font-size:.85rem}
    #new-only{width:1.1rem;height:1.1rem;vertical-align:-.15rem;margin:0 .5rem 0 0}
    #new-only:focus-visible{outline:3px solid var(--link);outline-offset:2px}
    #new-only:checked~section .known,#new-only:checked~.known{display:none}
    @media print{.card{break-inside:avoid;content-visibility:visible}.wide{overflow:visible}}
    """
}
