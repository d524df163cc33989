// SPDX-License-Identifier: MIT

import Choices
import Reporting
import TestSupport
import Testing

@Suite("Pictures of scripts")
struct ScriptFigureTests {
  /// Returns a page with the number of steps, each a reading, with one value for each variable.
  private func page(
    steps: Int, variables: Int, failing: Int, wrong: Set<Int>, got: Double = 9
  ) -> ScriptPage {
    let rows = (1...steps).map { step in
      ScriptPage.Step(
        operation: "solve", expected: "", got: "", isWrong: step == failing, isRefused: step == 2)
    }
    let curves = (0..<variables).map { variable in
      VariablePlot.Curve(
        name: "x\(variable)",
        readings: (1...failing).map { step in
          let isWrong = step == failing && wrong.contains(variable)
          return .init(
            step: step, expected: Double(step), isUnique: true,
            got: step == failing ? (isWrong ? got : Double(step)) : nil, isWrong: isWrong)
        })
    }
    return ScriptPage(steps: rows, values: [], isUnique: true, curves: curves)
  }

  private func markup(_ page: ScriptPage) -> String {
    var sample = SampleReport(seed: 1)
    var finding = sample.finding(0, isScript: true)
    finding.script = page
    let report = Report(toolVersion: "", runs: [], findings: [finding], problems: [])
    return HTMLReport(report, link: { $0 }).text
  }

  private func titles(_ text: String) -> [String] {
    text.matches(of: /<text class="t"[^>]*>([^<]*)</).map { String($0.1) }
  }

  @Test("each variable is drawn, with a mark for each reading, each refusal and each wrong value")
  func whole() {
    let text = markup(page(steps: 5, variables: 2, failing: 4, wrong: [1]))
    #expect(ParsedMarkup(text).problem == nil)
    #expect(titles(text) == ["x0", "x1"])
    #expect(text.matches(of: /<circle class="good"/).count == 8)
    #expect(text.matches(of: /<title>step 2: must be refused</).count == 2)
    #expect(text.matches(of: /class="band bad"/).count == 2)
    // One value is wrong.
    #expect(text.matches(of: /<polygon class="bad"/).count == 1)
    #expect(text.contains("<title>step 4: expected 4, got 9</title>"))
    #expect(text.contains("x1 over steps 1 to 5: step 1: expected 1;"))
    #expect(!text.contains("Not drawn"))
  }

  @Test("wrong variables are drawn first, and the end of long scripts; omissions are counted")
  func cut() {
    var page = page(steps: 50, variables: 9, failing: 45, wrong: [7, 8])
    // The expected values of the first two are constant, so other variables are drawn.
    for variable in 0...1 {
      for index in page.curves[variable].readings.indices {
        page.curves[variable].readings[index].expected = 5
      }
    }
    let text = markup(page)
    #expect(titles(text) == ["x2", "x7", "x8"])
    #expect(text.contains("Not drawn: 6 variables, 20 steps."))
    #expect(text.contains("x8 over steps 16 to 45: step 16: expected 16;"))
    // Earlier refusals are not in the picture.
    #expect(!text.contains("must be refused<"))
  }

  @Test(
    "a value outside of the axis is marked at its edge with its number, and does not stretch it",
    arguments: [1e300, -1e300, .infinity, -.infinity, .nan, 1e9])
  func beyond(value: Double) {
    let text = markup(page(steps: 4, variables: 1, failing: 4, wrong: [0], got: value))
    #expect(ParsedMarkup(text).problem == nil)
    let labels = text.matches(of: /<text class="bad halo"[^>]*>([^<]*)</).map { String($0.1) }
    #expect(labels == ["\(value), not 4"])
    #expect(text.matches(of: /<polygon class="bad"/).isEmpty)
    // The ends of the axis are those of the expected values.
    #expect(text.contains(">4</text>") && text.contains(">1</text>"))
    #expect(!text.contains("<text x=\"-") && !text.contains("y=\"-"))
  }

  @Test("a variable with a single reading has no picture, and its values are in the table")
  func single() {
    var page = page(steps: 3, variables: 1, failing: 3, wrong: [0])
    page.curves[0].readings.removeFirst(2)
    page.values = [.init(name: "x0", expected: "3", got: "9", differs: true)]
    let text = markup(page)
    #expect(ParsedMarkup(text).elements["svg"] == nil)
    #expect(text.contains("<td>3</td><td class=\"bad\"><b>9</b></td>"))
  }

  @Test("without drawable values there is no picture, and the tables stay")
  func nothing() {
    var page = page(steps: 3, variables: 1, failing: 3, wrong: [0], got: .nan)
    for index in page.curves[0].readings.indices { page.curves[0].readings[index].expected = nil }
    for text in [markup(page), markup(ScriptPage(steps: page.steps, values: [], isUnique: true))] {
      #expect(ParsedMarkup(text).elements["svg"] == nil)
      #expect(text.contains("aria-label=\"Expected and actual\""))
    }
  }

  @Test(
    "any names and values make a well-formed page with all its marks inside",
    arguments: 0..<40 as Range<UInt64>)
  func hostile(seed: UInt64) {
    var source = Xoshiro256(seed: seed)
    let strange = [
      Double.nan, .infinity, -.infinity, 0, 1e300, -1e300, 1e-300, 1e15, 5, -3.25, 1.0 / 3,
      .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]
    func pick(_ count: Int) -> Int { Int(source.next() % UInt64(count)) }
    func value() -> Double? { pick(4) == 0 ? nil : strange[pick(strange.count)] }
    let count = 1 + pick(60)
    let steps = (0..<count).map { _ in
      ScriptPage.Step(
        operation: MarkupTests.hostileText(&source), expected: MarkupTests.hostileText(&source),
        got: "", isWrong: pick(10) == 0, isRefused: pick(5) == 0)
    }
    let curves = (0..<pick(9)).map { _ in
      VariablePlot.Curve(
        name: MarkupTests.hostileText(&source),
        readings: (1...count).filter { _ in pick(2) == 0 }.map { step in
          .init(
            step: step, expected: value(), isUnique: pick(2) == 0, got: value(),
            isWrong: pick(3) == 0)
        })
    }
    let text = markup(ScriptPage(steps: steps, values: [], isUnique: true, curves: curves))
    let parsed = ParsedMarkup(text)
    let comment = Comment("seed \(seed)")
    #expect(parsed.problem == nil, comment)
    #expect((parsed.elements["svg"] ?? 0) <= 6, comment)
    #expect(parsed.elements["script"] == 1, comment)
    for (element, name, value) in parsed.attributes
    where ["rect", "circle", "text"].contains(element)
      && ["x", "y", "cx", "cy"].contains(name)
    {
      #expect(Double(value).map { $0 >= 0 && $0 <= 400 } ?? false, "\(comment): \(value)")
    }
  }
}
