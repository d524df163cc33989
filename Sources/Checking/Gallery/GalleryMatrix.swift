// SPDX-License-Identifier: MIT

import Display
import Reporting

/// The screens of each file with the worst finding on each device.
struct GalleryMatrix {
  private let gallery: Gallery
  /// The number of findings with a card.
  private let shown: Int
  /// The findings by file, with their numbers.
  private let findings: [Int: [(number: Int, finding: Gallery.Finding)]]

  init(_ gallery: Gallery, shown: Int) {
    self.gallery = gallery
    self.shown = shown
    var findings: [Int: [(number: Int, finding: Gallery.Finding)]] = [:]
    for (number, finding) in gallery.findings.enumerated() {
      findings[finding.file, default: []].append((number, finding))
    }
    self.findings = findings
  }

  var markup: String {
    var text = "<section id=\"screens\"><h2>Screens and devices</h2>\n"
    var clean: [Gallery.File] = []
    for (number, file) in gallery.files.enumerated() {
      let found = findings[number] ?? []
      let isSkipped = file.screens.contains { !$0.notChecked.isEmpty }
      if found.isEmpty, !isSkipped {
        if file.failure == nil { clean.append(file) }
      } else {
        text += PageParts.details(file.path, hint: hint(file, found), table(file, found))
      }
    }
    if !clean.isEmpty {
      let items = clean.map { file in
        let count = ShownNumber.counted(file.screens.count, "screen")
        return "<li><code>\(Markup.escaped(file.path, upTo: 300))</code>, \(count)</li>"
      }
      text += PageParts.details(
        ShownNumber.counted(clean.count, "file"), hint: "without findings",
        "<ul>\(items.joined(separator: "\n"))</ul>\n")
    }
    return text + "</section>\n"
  }

  private func hint(
    _ file: Gallery.File, _ found: [(number: Int, finding: Gallery.Finding)]
  ) -> String {
    let counts = Gallery.Severity.allCases.compactMap { severity -> String? in
      let count = found.count { $0.finding.severity == severity }
      return count == 0 ? nil : ShownNumber.counted(count, severity.rawValue)
    }
    let skipped = file.screens.count { !$0.notChecked.isEmpty }
    let rest = skipped == 0 ? [] : ["\(ShownNumber.counted(skipped, "screen")) skipped"]
    return ShownNumber.counted(file.screens.count, "screen") + ": "
      + (counts + rest).joined(separator: ", ")
  }

  private func table(
    _ file: Gallery.File, _ found: [(number: Int, finding: Gallery.Finding)]
  ) -> String {
    var devices: [String] = []
    for device in file.screens.flatMap(\.pictures.devices) where !devices.contains(device) {
      devices.append(device)
    }
    var table = PageTable(
      caption: "Findings by screen and device",
      columns: [.init("Screen")]
        + devices.map { .init(Markup.escaped(GalleryText.capitalized($0), upTo: 60)) })
    for (number, screen) in file.screens.enumerated() {
      let name = Markup.escaped(screen.name ?? file.path, upTo: GalleryText.nameMax)
      let id = screen.id.isEmpty ? "" : " <small>\(Markup.escaped(screen.id, upTo: 60))</small>"
      guard screen.notChecked.isEmpty else {
        let reasons = Markup.escaped(screen.notChecked.joined(separator: ", "), upTo: 300)
        table.add(
          [.init(name + id)]
            + devices.enumerated().map { .init($0.offset == 0 ? "skipped: \(reasons)" : "") })
        continue
      }
      let own = found.filter { $0.finding.screen?.number == number }
      table.add([.init(name + id)] + devices.map { cell($0, of: screen, own) })
    }
    let others = found.filter { $0.finding.screen == nil }
    if !others.isEmpty {
      table.add(
        [.init("the file itself")]
          + devices.enumerated().map { .init($0.offset == 0 ? counts(others) : "") })
    }
    return table.markup
  }

  private func cell(
    _ device: String, of screen: Gallery.Screen,
    _ found: [(number: Int, finding: Gallery.Finding)]
  ) -> PageTable.Cell {
    guard screen.pictures.devices.contains(device) else { return .init("\u{2013}", "mute") }
    let frames = screen.pictures.frames
    let here = found.filter { entry in
      gallery.shot(of: entry.finding)?.frames.contains { frames[$0].device == device } == true
    }
    if !here.isEmpty { return .init(counts(here)) }
    return frames.contains { $0.device == device }
      ? .init(PageMark.good.markup("ok")) : .init("same", "mute")
  }

  /// Returns the number of findings of each severity, linked to the first one.
  private func counts(_ found: [(number: Int, finding: Gallery.Finding)]) -> String {
    Gallery.Severity.allCases.compactMap { severity -> String? in
      let own = found.filter { $0.finding.severity == severity }
      guard let first = own.first else { return nil }
      var words = ShownNumber.counted(own.count, severity.rawValue)
      if own.allSatisfy({ $0.finding.isKnown == true }) { words += ", known" }
      let mark = severity.mark.markup(words)
      return first.number < shown ? "<a href=\"#f\(first.number + 1)\">\(mark)</a>" : mark
    }.joined(separator: " ")
  }
}
