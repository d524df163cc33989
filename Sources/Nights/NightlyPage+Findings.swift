// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Judging
import Reporting

/// The findings of a night: the new ones with their evidence, and the table of all.
extension NightlyPage {
  // MARK: - New

  /// The new and reopened findings in the order of the page of evidence, which begins with the
  /// worst.
  private var newChanges: [BucketChange] {
    let places = Dictionary(
      evidence.anchors.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    func place(_ change: BucketChange) -> Int {
      anchor(change.bucket).flatMap { places[$0] } ?? .max
    }
    let changes = night.changes(.new) + night.changes(.reopened)
    // Sorting by the position as well keeps the order of equal ones.
    return changes.enumerated().sorted {
      (place($0.element), $0.offset) < (place($1.element), $1.offset)
    }.map(\.element)
  }

  /// The first new and reopened findings with their evidence.
  var news: String {
    let changes = newChanges
    if changes.isEmpty { return "" }
    var text = "<div id=\"new\">\n"
    for change in changes.prefix(Self.shownMax) {
      text += "<div class=\"news\">\n" + meta(change)
      let anchor = anchor(change.bucket)
      text +=
        anchor.flatMap { evidence.section($0, bytesMax: Self.evidenceBytesMax) }
        ?? plain(change)
      text += "</div>\n"
    }
    let rest = changes.count - Self.shownMax
    if rest > 0 {
      text += "<p><a href=\"#findings\">\(ShownNumber.grouped(rest)) more in the table</a></p>\n"
    }
    return text + "</div>\n"
  }

  /// Returns the line about a finding in this night.
  private func meta(_ change: BucketChange) -> String {
    let bucket = change.bucket
    var facts = [
      change.cases > 0
        ? ShownNumber.counted(change.cases, "case") + " tonight" : "no random case tonight"
    ]
    if let share = report.share(of: change), share.isPartial { facts[0] = share.text }
    if bucket.first.number == record.stamp.number {
      facts.append("first seen tonight")
    } else {
      facts.append("first seen in night \(bucket.first.number), \(Self.day(bucket.first.date))")
    }
    facts += report.remarks(change, Self.day)
    if bucket.isPending { facts.append("not minimized yet, the next night continues") }
    return "<p class=\"meta\">\(mark(change))"
      + facts.map { "<span>\(Markup.escaped($0, upTo: 300))</span>" }.joined() + "</p>\n"
  }

  /// Returns a finding without evidence.
  private func plain(_ change: BucketChange) -> String {
    "<h2>\(Markup.escaped(sentence(change.bucket), upTo: 400))</h2>\n"
      + (report.replayCommand(change.bucket, quote).map { PageParts.command($0) } ?? "")
  }

  private func sentence(_ bucket: Bucket) -> String { "\(bucket.failing.name): \(bucket.summary)" }

  // MARK: - All

  /// The most findings with bars; so long tables stay small.
  private static let barsMax = 300

  /// The table of all findings of the night.
  var findings: String {
    let rest = night.changes.filter { $0.kind != .new && $0.kind != .reopened }
    let order: [BucketChange.Kind] = [.stillOpen, .known, .fixed, .moved]
    let changes = newChanges + order.flatMap { kind in rest.filter { $0.kind == kind } }
    let text = section("findings", "All findings of tonight")
    guard !changes.isEmpty else {
      return text + "<p class=\"mute\">None is new, open, fixed or suppressed.</p>\n</section>\n"
    }
    let nights = ShownNumber.counted(nightsShown.count, "night")
    var table = PageTable(
      caption:
        "Cases are random cases that are known to belong to the finding. Bars: cases in each "
        + "of the last \(nights), tonight at the right; a low bar is an open finding without a case.",
      label: "Findings", id: "t-findings",
      columns: [
        .init("State"), .init("What is wrong"), .init("Last \(nights)"),
        .init("Cases tonight", "n"), .init("In total", "n"), .init("Since", "n"),
      ])
    for (index, change) in changes.enumerated() {
      let bucket = change.bucket
      table.add([
        .init(mark(change), key: "\(index)"), .init(what(change)),
        .init(index < Self.barsMax ? bars(change) : "", key: "\(bucket.nights)"),
        number(change.cases, in: nightFile), number(bucket.cases, in: BucketRegistry.fileName),
        .init("night \(bucket.first.number)", "n", key: "\(bucket.first.number)"),
      ])
    }
    return text + table.markup + "</section>\n"
  }

  private func mark(_ change: BucketChange) -> String {
    let state: String
    switch change.kind {
    case .new: state = PageMark.bad.markup("New")
    case .reopened: state = PageMark.bad.markup("Reopened")
    case .stillOpen:
      state = PageMark.neutral.markup(change.bucket.isPending ? "Not minimized" : "Still open")
    case .known: state = PageMark.neutral.markup("Suppressed")
    case .fixed: state = PageMark.good.markup("Fixed")
    case .moved: state = PageMark.neutral.markup("Minimized")
    }
    return change.isThere && change.bucket.isSlower
      ? state + " " + PageMark.warning.markup("Slower") : state
  }

  /// Returns the failure, its state in this night, and links to its evidence.
  private func what(_ change: BucketChange) -> String {
    let bucket = change.bucket
    var facts: [String] = []
    switch change.kind {
    case .fixed: facts.append("All stored cases pass, and no random case fails.")
    case .moved: facts.append("Its cases are in buckets of their own.")
    case .known: facts.append(report.stateText(change).capitalizedFirst + ".")
    case .reopened: facts += report.remarks(change, Self.day).map { $0.capitalizedFirst + "." }
    case .new: break
    case .stillOpen:
      if change.cases == 0, let tonight = report.tonight(change.replay) {
        facts.append("\(tonight.capitalizedFirst) tonight.")
      }
    }
    if let share = report.share(of: change), share.isPartial {
      facts.append("Tonight \(share.text).")
    }
    let words = facts.map { Markup.escaped($0, upTo: 400) + " " }.joined()
    return Markup.escaped(sentence(bucket), upTo: 400)
      + "<small>\(words)\(links(bucket))</small>"
      + "<small class=\"id bucket\">\(Markup.escaped(bucket.signature, upTo: 120))</small>"
  }

  private func links(_ bucket: Bucket) -> String {
    guard let path = bucket.path else { return "No stored case." }
    guard bucket.isStored else {
      return "Case <code>\(Markup.escaped(path, upTo: 200))</code>"
    }
    if let anchor = anchor(bucket) {
      return "<a href=\"\(NightStore.evidenceName)#\(anchor)\">Evidence</a>"
    }
    let folder = path.split(scalar: "/", omittingEmpty: true).dropLast().joined(separator: "/")
    return link("Case", to: path) + " " + link("Report", to: "\(folder)/report.md")
  }

  /// Returns the anchor of a bucket's smallest case on the page of evidence; nil if it lacks it.
  private func anchor(_ bucket: Bucket) -> String? {
    guard bucket.isStored, let path = bucket.path else { return nil }
    let folder = path.split(scalar: "/", omittingEmpty: true).dropLast().joined(separator: "/")
    let anchor = FindingAnchor.name(ofFolder: folder)
    return anchors.contains(anchor) ? anchor : nil
  }

  private func bars(_ change: BucketChange) -> String {
    let numbers = nightsShown.map(\.stamp.number)
    var cases = report.cases.cases(of: change.bucket.signature, in: numbers)
    // Tonight is known without a stored record.
    if !cases.isEmpty { cases[cases.count - 1] = change.isThere ? change.cases : nil }
    var plot = HistoryPlot(
      title: "Cases by night", text: { ShownNumber.grouped(rounding: $0) }, shape: .bars,
      points: zip(numbers, cases).map { .init(night: $0, value: $1.map { Double($0) }) })
    plot.isNews = change.kind == .new || change.kind == .reopened
    return plot.picture?.bareSVG ?? ""
  }
}
