// SPDX-License-Identifier: MIT

extension ScriptPage {
  /// The largest number of characters of names and operations of inputs.
  private static let textMax = 300
  /// The most steps before the wrong one that are shown at first.
  private static let stepsMax = 12

  /// The picture and the table of the page.
  var markup: String {
    guard let figure = ScriptFigure(self) else { return table }
    return "<div class=\"pair\">\(figure.markup)<div>\(table)</div></div>\n"
  }

  /// The steps, then the values at the wrong one.
  private var table: String {
    let wrong = steps.firstIndex(where: \.isWrong) ?? 0
    let first = max(0, min(wrong, steps.count - 1) - Self.stepsMax + 1)
    var text = ""
    if first > 0 {
      text += PageParts.details(
        "Steps 1 to \(first)", hint: "as expected",
        Self.start("Earlier steps") + "<tbody>" + rows(0..<first) + "</tbody></table></div>\n")
    }
    text += Self.start("Expected and actual")
    text += "<tbody>\(rows(first..<steps.count))</tbody>\n"
    if !values.isEmpty {
      let title =
        "Values after step \(wrong + 1)\(isUnique ? "" : ", of which several are correct")"
      text += "<tbody><tr class=\"head\"><th colspan=\"3\" scope=\"rowgroup\">\(title)</th></tr>\n"
      text += values.map(row).joined() + "</tbody>\n"
    }
    return text + "</table></div>\n"
  }

  private static func start(_ label: String) -> String {
    "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(label)\"><table class=\"ea steps\">"
      + "<caption><span>Minimized script</span></caption><thead><tr><th scope=\"col\">Step</th>"
      + "<th scope=\"col\">Expected</th><th scope=\"col\">Actual</th></tr></thead>\n"
  }

  private func rows(_ range: Range<Int>) -> String {
    range.map { index in
      let step = steps[index]
      let cell =
        step.isWrong
        ? "<td class=\"bad\">" : step.got == "as expected" ? "<td class=\"mute\">" : "<td>"
      return "<tr><th scope=\"row\"><span class=\"id\">\(index + 1)</span> "
        + "<code>\(Markup.escaped(step.operation, upTo: Self.textMax))</code></th>"
        + "<td>\(Markup.escaped(step.expected, upTo: Self.textMax))</td>"
        + "\(cell)\(Markup.escaped(step.got, upTo: Self.textMax))</td></tr>\n"
    }.joined()
  }

  private func row(_ value: Value) -> String {
    let got = Markup.escaped(value.got, upTo: Self.textMax)
    return
      "<tr><th scope=\"row\"><code>\(Markup.escaped(value.name, upTo: Self.textMax))</code></th>"
      + "<td>\(Markup.escaped(value.expected, upTo: Self.textMax))</td>"
      + (value.differs ? "<td class=\"bad\"><b>\(got)</b></td>" : "<td>\(got)</td>") + "</tr>\n"
  }
}
