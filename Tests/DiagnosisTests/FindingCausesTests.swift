// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel
import Testing

@testable import Diagnosis

@Suite("Diagnosis: one cause is one finding in all configurations")
struct FindingCausesTests {
  private func finding(
    _ rule: LayoutRule, _ objects: [String], _ aspect: String = "", authored: [String]? = nil
  ) -> LayoutFinding {
    var finding = LayoutFinding(rule, objects: objects, aspect: aspect, message: "")
    finding.authored = authored
    return finding
  }

  /// Returns the number of a second finding, after a first one of another configuration.
  private func number(
    of second: LayoutFinding, after first: LayoutFinding, inSame: Bool = false
  ) -> Int? {
    var causes = FindingCauses()
    causes.note(first)
    return causes.number(of: second) { _ in inSame }
  }

  @Test(
    "findings about more or fewer of the same views have one cause, unless they are at one place")
  func subsets() {
    let few = finding(.offScreen, ["b", "c"])
    let many = finding(.offScreen, ["a", "b", "c"])
    #expect(number(of: many, after: few) == 0)
    #expect(number(of: few, after: many) == 0)
    #expect(number(of: few, after: many, inSame: true) == nil)
    #expect(number(of: many, after: many, inSame: true) == 0)
    #expect(number(of: finding(.offScreen, ["b", "d"]), after: few) == nil)
    #expect(number(of: finding(.unsafeArea, ["b", "c"]), after: few) == nil)
    #expect(
      number(of: finding(.overlap, ["b", "c", "d"]), after: finding(.overlap, ["b", "c"])) == nil)
  }

  @Test("the open axis may differ with the direction, a zero axis may not")
  func aspects() {
    #expect(
      number(of: finding(.ambiguous, ["a"], "x"), after: finding(.ambiguous, ["a"], "y")) == 0)
    #expect(
      number(of: finding(.zeroSize, ["a"], "width"), after: finding(.zeroSize, ["a"], "height"))
        == nil)
  }

  @Test("conflicts are distinguished by the constraints of their author")
  func conflicts() {
    let wide = finding(.conflict, ["root.width", "l", "r", "w"], authored: ["l", "r", "w"])
    let content = finding(
      .conflict, ["root.width", "a.hugging.width", "l", "r"], authored: ["l", "r"])
    let other = finding(.conflict, ["root.width", "l", "x"], authored: ["l", "x"])
    #expect(number(of: content, after: wide) == 0)
    #expect(number(of: other, after: wide) == nil)
    let system = finding(.conflict, ["root.height", "a.hold.height"])
    #expect(number(of: system, after: wide) == nil)
  }

  @Test("a finding is first described with the original texts, wherever they show it")
  func originalTextsFirst() throws {
    let document = InterfaceBuilderImporter.parse(
      Array(
        """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0">
        <device id="retina6_1" orientation="portrait" appearance="light"/></document>
        """.utf8), file: "a.xib")
    for matrix in [CheckMatrix(), CheckMatrix(isFull: true), CheckMatrix(texts: [.cjk, .asIs])] {
      let texts = matrix.configurations(of: document).map { $0.text == .asIs }
      #expect(texts.contains(true) && texts.contains(false))
      #expect(texts == texts.sorted { $0 && !$1 }, "\(matrix)")
    }
  }

  @Test("chosen texts replace the texts of the default configurations, and change nothing else")
  func chosenTexts() {
    let document = InterfaceBuilderImporter.parse(
      Array(
        """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0">
        <device id="retina6_1" orientation="portrait" appearance="light"/></document>
        """.utf8), file: "a.xib")
    let all = CheckMatrix().configurations(of: document)
    let asIs = CheckMatrix(texts: [.asIs]).configurations(of: document)
    #expect(asIs == all.filter { $0.text == .asIs })
    #expect(Set(asIs.map(\.device)).count == 3)
    #expect(asIs.count { $0.direction == .rightToLeft } == 2)
    let other = CheckMatrix(texts: [.doubled]).configurations(of: document)
    #expect(other.allSatisfy { $0.text == .doubled })
    #expect(Set(other.map(\.device)) == Set(asIs.map(\.device)) && other.count == asIs.count)
    // Devices and directions that were chosen, too, are the only ones.
    let both = CheckMatrix(devices: [.own], texts: [.asIs]).configurations(of: document)
    #expect(both == [CheckConfiguration.own])
  }

  @Test("a finding has its largest severity, and is described where it has that; texts count less")
  func severities() {
    let error = finding(.conflict, ["a"])
    var note = error
    note.severity = .note
    let own = CheckConfiguration.own
    let turned = CheckConfiguration(direction: .rightToLeft)
    let doubled = CheckConfiguration(text: .doubled)
    #expect(error.severity(in: own) == .error && error.severity(in: doubled) == .warning)
    // Within the model's error as drawn, certain on another device.
    var seen = ScreenReport.Finding(note, in: own)
    seen.add(error, in: doubled)
    #expect(seen.severity == .warning && seen.configurations == [doubled, own])
    seen.add(error, in: turned)
    #expect(seen.severity == .error && seen.configurations == [turned, doubled, own])
    #expect(seen.finding == error && seen.showsAsIs)
    // The same cause again: in the same configuration, and no worse in another one.
    seen.add(note, in: turned)
    seen.add(note, in: CheckConfiguration(text: .empty))
    #expect(seen.configurations.count == 4 && seen.configurations.first == turned)
    #expect(seen.severity == .error)
  }

  @Test("views keep the name from their own text when it is replaced")
  func names() throws {
    var views = PinnedViews()
    let title = views.add("title", 0, 0, 60, 21)
    views.layoutCase.views[title].text = TextContent("Hello")
    let report = try ScreenReport.report(
      of: views.layoutCase, file: "", matrix: CheckMatrix(texts: [.longWord]))
    let finding = try #require(report.findings.first)
    #expect(finding.finding.message.contains("label 'Hello' (title)"))
    #expect(!finding.showsAsIs)
    let diagnosed = CheckConfiguration(text: .cjk).diagnosed(
      views.layoutCase, size: LayoutSize(width: 100, height: 100), file: "")
    #expect(diagnosed.layoutCase.environment.size.width == 100)
    #expect(diagnosed.layoutCase.views[title].text?.string != "Hello")
    var identified = views.layoutCase
    identified.views[title].text = nil
    identified.views[title].annotations = ViewAnnotations(identifier: "login.title")
    #expect(DiagnosedCase(identified).name(ofView: title) == "label 'login.title' (title)")
  }

  @Test("an unplaced view without a frame is not reported as ambiguous")
  func noFrame() throws {
    var views = PinnedViews()
    views.layoutCase.views.append(View(id: "lost", parent: 0))
    #expect(try views.told() == ["ambiguous lost"])
    var diagnosed = DiagnosedCase(views.layoutCase)
    diagnosed.skip([.root, .noFrame])
    let findings = try ScreenDiagnosis(of: diagnosed).findings
    #expect(findings.map(\.rule) == [.input])
    #expect(findings.first?.message.contains("of 1 view: its ambiguities are not reported") == true)
    diagnosed.layoutCase.constraints = [
      LayoutConstraint(id: "w", first: Anchor(.view(1), .width), constant: 10)
    ]
    #expect(try ScreenDiagnosis(of: diagnosed).findings.map(\.rule) == [.ambiguous])
  }
}
