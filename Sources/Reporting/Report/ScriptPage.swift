// SPDX-License-Identifier: MIT

/// The evidence of a finding about a script: its steps with their expected and actual results.
package struct ScriptPage: Sendable {
  /// A step of the script.
  package struct Step: Sendable, Hashable {
    package var operation: String
    package var expected: String
    package var got: String
    package var isWrong: Bool
    /// Whether a right solver refuses it.
    package var isRefused: Bool

    package init(
      operation: String, expected: String, got: String, isWrong: Bool, isRefused: Bool = false
    ) {
      self.operation = operation
      self.expected = expected
      self.got = got
      self.isWrong = isWrong
      self.isRefused = isRefused
    }
  }

  /// A variable at the wrong reading.
  package struct Value: Sendable, Hashable {
    package var name: String
    package var expected: String
    package var got: String
    package var differs: Bool

    package init(name: String, expected: String, got: String, differs: Bool) {
      self.name = name
      self.expected = expected
      self.got = got
      self.differs = differs
    }
  }

  package var steps: [Step]
  /// The compared values; empty when there are none.
  package var values: [Value]
  /// Whether only the expected values are right.
  package var isUnique: Bool
  /// The variables over the steps, for charts; empty where no values are known.
  package var curves: [VariablePlot.Curve]

  package init(
    steps: [Step], values: [Value], isUnique: Bool, curves: [VariablePlot.Curve] = []
  ) {
    self.steps = steps
    self.values = values
    self.isUnique = isUnique
    self.curves = curves
  }
}

extension ScriptPage {
  /// The largest number of characters of names and operations of inputs.
  private static let textMax = 300

  /// The pictures and the tables of the page.
  var markup: String {
    (ScriptFigure(self)?.markup ?? "") + stepTable + valueTable
  }

  private var stepTable: String {
    var table = PageTable(
      caption: "What each step must come to, exactly, and what it came to", label: "Steps",
      columns: [
        .init("Step", "n"), .init("Operation"), .init("Expected"), .init("Got"),
      ])
    for (index, step) in steps.enumerated() {
      let mark = step.isWrong ? "\u{2260} " : ""
      table.add(
        [
          .init("\(index + 1)", "n", key: "\(index + 1)"),
          .init("<code>\(Markup.escaped(step.operation, upTo: Self.textMax))</code>"),
          .text(step.expected, upTo: Self.textMax),
          .init(
            mark + Markup.escaped(step.got, upTo: Self.textMax), step.isWrong ? "bad" : ""),
        ], style: step.isWrong ? "core" : "")
    }
    return "<h3>Steps</h3>\n" + table.markup
  }

  private var valueTable: String {
    guard !values.isEmpty else { return "" }
    var table = PageTable(
      caption: isUnique
        ? "The only right values beside those of the answer that is wrong"
        : "Right values, which are some of several, beside those of the answer that is wrong",
      label: "Values",
      columns: [.init("Variable"), .init("Expected", "n"), .init("Got", "n")])
    for value in values {
      table.add([
        .text(value.name, upTo: Self.textMax),
        .init(Markup.escaped(value.expected, upTo: Self.textMax), "n"),
        .init(
          (value.differs ? "\u{2260} " : "") + Markup.escaped(value.got, upTo: Self.textMax),
          value.differs ? "n bad" : "n"),
      ])
    }
    return "<h3>Values</h3>\n" + table.markup
  }
}
