// SPDX-License-Identifier: MIT

import Display
import Lowering

/// The minimized case of a finding with its expected and actual answer in one table.
///
/// Only wrong cells are tinted, and only wrong numbers are underlined.
struct FindingTable {
  private let page: FindingPage
  /// The name of the actual answer where it has no layout, as `no answer`.
  private let missing: String
  private let isProcess: Bool
  private let wrongNumbers: [[Bool]]

  /// The most rows on the first screen; further rows that are as expected are closed at first.
  private static let rowsMax = 12
  private static let nameMax = 120

  init(_ page: FindingPage, isProcess: Bool) {
    self.page = page
    self.isProcess = isProcess
    wrongNumbers = Self.wrongNumbers(page)
    missing = isProcess ? "no answer" : "no layout"
  }

  private struct Row {
    let markup: String
    let isWrong: Bool
  }

  private var accused: FindingPage.Column? { page.columns.first { $0.role == .accused } }
  private var exact: FindingPage.Column? { page.columns.first { $0.role == .exact } }
  /// Whether the finding is about one answer, not about the relation of several.
  private var hasActual: Bool { accused != nil || isProcess }

  var markup: String {
    let own = page.constraints.filter { !isQuiet($0) }
    let quiet = page.constraints.filter(isQuiet)
    let areRequired = own.allSatisfy { $0.priority == 1000 }
    let constraints = own.map { row($0, areRequired: areRequired) }
    let hasFrames = page.columns.contains { $0.frames != nil }
    let frames = hasFrames ? page.views.indices.map(row) : []
    var room = Self.rowsMax
    let firstConstraints = shown(constraints, &room)
    let firstFrames = shown(frames, &room)
    var text = start
    text += group("Answer", page.facts.map { row($0).markup })
    text += group(title(areRequired), firstConstraints.shown)
    text += group("Frames: x, y, width, height in pt", firstFrames.shown)
    text += "</table></div>\n" + others
    let rest = firstConstraints.rest + quiet.map { row($0, areRequired: false).markup }
    if !rest.isEmpty || !firstFrames.rest.isEmpty {
      let counts = [(rest.count, "constraint"), (firstFrames.rest.count, "view")]
        .filter { $0.0 > 0 }.map { ShownNumber.counted($0.0, $0.1) }.joined(separator: ", ")
      text += PageParts.details(
        "Other rows", hint: counts,
        start + group("Constraints", rest)
          + group("Frames: x, y, width, height in pt", firstFrames.rest) + "</table></div>\n")
    }
    return text
  }

  private var start: String {
    var text =
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Expected and actual\">"
    text +=
      "<table class=\"ea\"><caption><span>Expected and actual answer</span></caption><thead><tr>"
    text += "<th scope=\"col\">Minimized case</th><th scope=\"col\">Expected</th>"
    return text + (hasActual || !page.facts.isEmpty ? "<th scope=\"col\">Actual</th>" : "")
      + "</tr></thead>\n"
  }

  /// Whether a constraint follows from a view's own properties and holds as expected.
  private func isQuiet(_ row: FindingPage.ConstraintRow) -> Bool {
    row.isImplicit && !row.isWrong && !row.isInConflict && !page.claimedConflict.contains(row.id)
  }

  /// Returns the wrong rows and others while there is room, and the rest.
  private func shown(_ rows: [Row], _ room: inout Int) -> (shown: [String], rest: [String]) {
    var left = max(0, room - rows.count(where: \.isWrong))
    var shown: [String] = []
    var rest: [String] = []
    for row in rows {
      if !row.isWrong {
        guard left > 0 else {
          rest.append(row.markup)
          continue
        }
        left -= 1
      }
      shown.append(row.markup)
    }
    room = max(0, room - shown.count)
    return (shown, rest)
  }

  private func title(_ areRequired: Bool) -> String {
    areRequired ? "Constraints, all required" : "Constraints"
  }

  private func group(_ title: String, _ rows: [String]) -> String {
    guard !rows.isEmpty else { return "" }
    return "<tbody><tr class=\"head\"><th colspan=\"3\" scope=\"rowgroup\">\(title)</th></tr>\n"
      + rows.joined() + "</tbody>\n"
  }

  private func row(_ name: String, _ expected: String, _ actual: String, isWrong: Bool) -> Row {
    let style = isWrong ? " class=\"bad\(actual.utf8.count > 40 ? " long" : "")\"" : ""
    let last = hasActual || !page.facts.isEmpty ? "<td\(style)>\(actual)</td>" : ""
    return Row(
      markup: "<tr><th scope=\"row\">\(name)</th><td>\(expected)</td>\(last)</tr>\n",
      isWrong: isWrong)
  }

  private func row(_ fact: FindingPage.Fact) -> Row {
    row(
      Markup.escaped(fact.name, upTo: Self.nameMax), Markup.escaped(fact.expected, upTo: 300),
      Markup.escaped(fact.actual, upTo: 300), isWrong: fact.isWrong)
  }

  // MARK: - Constraints

  private func row(_ row: FindingPage.ConstraintRow, areRequired: Bool) -> Row {
    var text = row.text
    let ending = " @\(ShownNumber.points(row.priority))"
    if row.priority != 1000, text.ends(with: ending) { text = String(text.dropLast(ending.count)) }
    var name = "<code class=\"name\">\(Markup.escaped(row.id, upTo: Self.nameMax))</code> "
    name += "<code>\(Markup.escaped(text, upTo: 3 * Self.nameMax))</code>"
    if !areRequired {
      let priority =
        row.priority == 1000 ? "required" : "priority \(ShownNumber.points(row.priority))"
      name += " <span class=\"id\">\(priority)</span>"
    }
    let expected: String
    if row.isInConflict {
      expected = "in conflict"
    } else {
      expected = row.expected.map(state) ?? "not in conflict"
    }
    guard hasActual else { return self.row(name, expected, "", isWrong: false) }
    if let violation = row.violation {
      let isWrong = row.isInConflict ? FindingPage.isBroken(by: violation) : row.isWrong
      return self.row(name, expected, state(violation), isWrong: isWrong)
    }
    if isProcess { return self.row(name, expected, missing, isWrong: false) }
    let isNamed = page.claimedConflict.contains(row.id)
    return self.row(
      name, expected, isNamed ? "in conflict" : "not in conflict",
      isWrong: isNamed != row.isInConflict)
  }

  private func state(_ violation: Double) -> String {
    FindingPage.isBroken(by: violation)
      ? "off by \(ShownNumber.points(violation)) pt" : "satisfied"
  }

  // MARK: - Frames

  private func row(_ view: Int) -> Row {
    let name = Markup.escaped(page.views[view].id, upTo: Self.nameMax)
    let expected = exact?.frames?[view]
    let actual = accused?.frames?[view]
    let right = expected.map { text($0) } ?? (exact == nil ? "not known" : "no layout")
    guard let actual else {
      if !hasActual { return row(name, right, "", isWrong: false) }
      return row(name, right, missing, isWrong: isProcess || expected != nil)
    }
    guard let expected else {
      // No layout is correct; the frame of the root is given.
      return row(name, right, text(actual), isWrong: exact != nil && view > 0)
    }
    let wrong = wrongNumbers[view]
    return row(
      name, right, text(actual, unlike: expected, marking: wrong), isWrong: wrong.contains(true))
  }

  /// Returns by view whether x, y, width and height are wrong: those that differ from the number in
  /// every correct layout, or if none does, from that in the expected layout.
  private static func wrongNumbers(_ page: FindingPage) -> [[Bool]] {
    let none = page.views.map { _ in [false, false, false, false] }
    guard let exact = page.columns.first(where: { $0.role == .exact })?.frames,
      let actual = page.columns.first(where: { $0.role == .accused })?.frames
    else { return none }
    let differences = zip(exact, actual).map { one, other in
      zip(numbers(one), numbers(other)).map { FindingPage.isBroken(by: abs($0 - $1)) }
    }
    guard let fixed = page.fixedNumbers else { return differences }
    let proved = zip(differences, fixed).map { zip($0, $1).map { $0 && $1 } }
    return proved.contains { $0.contains(true) } ? proved : differences
  }

  private static func numbers(_ frame: Layout.Frame) -> [Double] {
    [frame.x, frame.y, frame.width, frame.height]
  }

  /// Returns the numbers of a frame as markup.
  ///
  /// `other` is a frame from which it differs: there are enough decimals to show that. `wrong` is
  /// true for each number that is marked.
  private func text(
    _ frame: Layout.Frame, unlike other: Layout.Frame? = nil,
    marking wrong: [Bool] = [false, false, false, false]
  ) -> String {
    let numbers = zip(Self.numbers(frame), Self.numbers(other ?? frame)).map { number, other in
      FindingPage.isBroken(by: abs(number - other))
        ? ShownNumber.points(number, unlike: other) : ShownNumber.points(number)
    }
    return zip(numbers, wrong).map { $1 ? "<b>\($0)</b>" : $0 }.joined(separator: ", ")
  }

  // MARK: - Others

  /// The answers of the other solvers, in sentences.
  private var others: String {
    let others = page.columns.filter { $0.role == .other }
    // The others answer the system of the law, too, and are not compared.
    guard hasActual, !others.isEmpty else { return "" }
    var sentences: [String] = []
    let right = others.filter { $0.verdict == "pass" }.map(\.name)
    if !right.isEmpty {
      sentences.append(
        "\(Self.list(right)) \(ShownNumber.form(ofVerb: "gives", for: right.count)) "
          + (right.count == 1 ? "a correct answer." : "correct answers.")
      )
    }
    for other in others where other.verdict != "pass" {
      sentences.append("\(other.name): \(other.answer), \(other.verdict).")
    }
    return
      "<p class=\"small mute\">\(Markup.escaped(sentences.joined(separator: " "), upTo: 500))</p>\n"
  }

  private static func list(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
