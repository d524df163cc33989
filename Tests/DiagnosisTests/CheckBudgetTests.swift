// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel
import Oracles
import Testing

@testable import Diagnosis

/// Checks that parts skipped for lack of work are reported; work is counted, never timed.
@Suite("Diagnosis: the work of one file")
struct CheckBudgetTests {
  private let rect = "<rect key=\"frame\" x=\"0\" y=\"0\" width=\"375\" height=\"667\"/>"

  private func document(_ objects: String) -> ParsedDocument {
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" useAutolayout="YES" \
      useTraitCollections="YES" toolsVersion="17506"><device id="retina4_7"/><objects>\
      \(objects)</objects></document>
      """
    return InterfaceBuilderImporter.parse([UInt8](text.utf8), file: "Test.xib")
  }

  private func report(_ objects: String, operations: Int) throws -> DocumentReport {
    let document = document(objects)
    return try DocumentReport(
      of: document, screens: ScreenReport.screens(of: document.imported(for: .asDrawn)),
      matrix: CheckMatrix(), operationsMax: operations)
  }

  private func screen(_ id: String, _ views: Int) -> String {
    let inner = (0..<views).map { "<view id=\"\(id)\($0)\">\(rect)</view>" }.joined()
    return "<view id=\"\(id)\">\(rect)<subviews>\(inner)</subviews></view>\n"
  }

  @Test("a screen without remaining work has a finding, in each configuration, too")
  func nothingLeft() throws {
    let report = try report(screen("a", 3) + screen("b", 3), operations: 1)
    #expect(report.screens.count == 2)
    for screen in report.screens {
      #expect(screen.findings.map(\.finding.rule) == [.undecided])
      #expect(screen.findings[0].configurations.count == report.configurations)
      #expect(screen.undecided == screen.configurations && screen.undecided > 1)
      #expect(screen.findings[0].severity == .error)
    }
  }

  @Test("the nearest configurations are checked first, and others as far as the work suffices")
  func someLeft() throws {
    let all = try report(screen("a", 40), operations: CheckBudget.operationsMax)
    #expect(all.screens[0].undecided == 0)
    let some = try report(screen("a", 40), operations: 600_000)
    let screen = some.screens[0]
    #expect(screen.undecided > 0 && screen.undecided < screen.configurations)
    let undecided = try #require(screen.findings.first { $0.finding.rule == .undecided })
    #expect(!undecided.configurations.contains(.own))
  }

  @Test("a layout with many free directions stops at the end of the work, and so do all others")
  func openLayout() throws {
    var layoutCase = LayoutCase(
      environment: .init(size: LayoutSize(width: 100, height: 100)),
      views: [View(id: "root", parent: nil)])
    for index in 0..<60 { layoutCase.views.append(View(id: "v\(index)", parent: index)) }
    let meter = OperationMeter(operations: 100_000)
    let diagnosis = try ScreenDiagnosis(
      of: DiagnosedCase(layoutCase), limit: OracleLimit.standard.metered(by: meter))
    #expect(diagnosis.status == .undecided)
    // The overdraft at the end of the last solution is at most its own allowance.
    #expect(meter.left <= 0 && meter.left > -200_000)
    let unlimited = try ScreenDiagnosis(of: DiagnosedCase(layoutCase))
    #expect(unlimited.status != .unique)
  }

  @Test("a document twice as large takes about twice the work", arguments: [true, false])
  func growth(isNested: Bool) throws {
    func work(_ count: Int) throws -> Int {
      var views = [View(id: "root", parent: nil)]
      for index in 0..<count {
        var view = View(id: "v\(index)", parent: isNested ? index : 0)
        view.hold = View.Hold(
          frame: LayoutRect(x: 1, y: 1, width: 9, height: 9), reason: .fixedFrame)
        views.append(view)
      }
      let layoutCase = LayoutCase(
        environment: .init(size: LayoutSize(width: 100, height: 100)), views: views)
      let meter = OperationMeter(operations: 1 << 40)
      _ = try ScreenDiagnosis(
        of: DiagnosedCase(layoutCase), limit: OracleLimit.standard.metered(by: meter))
      return (1 << 40) - meter.left
    }
    let (once, twice) = (try work(400), try work(800))
    #expect(Double(twice) < 2.5 * Double(once), "\(once) operations, then \(twice)")
  }
}
