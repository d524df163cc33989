// SPDX-License-Identifier: MIT

import CaseFormats
import Choices
import LayoutModel
import Testing

@testable import Diagnosis

@Suite("Diagnosis: self-sizing cells and squeezed texts")
struct FittedCaseTests {
  /// Returns a cell of 320 by 44 points with stacked labels.
  ///
  /// They are 8 points from each other and from the edges, and all constraints are required.
  private func cell(heights: [LayoutNumber], sizing: CellSizing) -> DiagnosedCase {
    var views = PinnedViews()
    views.layoutCase.environment.size = LayoutSize(width: 320, height: 44)
    var constraints: [LayoutConstraint] = []
    func add(
      _ first: Anchor, _ second: Anchor?, _ constant: LayoutNumber
    ) {
      constraints.append(
        LayoutConstraint(
          id: "k\(constraints.count)", first: first, second: second, constant: constant))
    }
    for (index, height) in heights.enumerated() {
      let view = index + 1
      views.layoutCase.views.append(View(id: "v\(view)", parent: 0))
      add(Anchor(.view(view), .left), Anchor(.view(0), .left), 8)
      add(Anchor(.view(view), .width), nil, 20)
      add(Anchor(.view(view), .height), nil, height)
      add(
        Anchor(.view(view), .top), Anchor(.view(index), index == 0 ? .top : .bottom), 8)
    }
    add(Anchor(.view(0), .bottom), Anchor(.view(heights.count), .bottom), 8)
    views.layoutCase.constraints = constraints
    var diagnosed = DiagnosedCase(views.layoutCase)
    diagnosed.rootKind = .cell
    diagnosed.sizing = sizing
    return diagnosed
  }

  @Test(
    "a cell is exactly as high as its contents, without a conflict; a fixed one conflicts",
    arguments: [UInt64](1...20))
  func fits(seed: UInt64) throws {
    var random = Xoshiro256(seed: seed)
    let heights = (0...Int(random.upTo(3))).map { _ in
      LayoutNumber(Int64(random.upTo(299)) + 1, 3, form: .fraction)
    }
    let thirds = heights.reduce(0) { $0 + Int64($1.doubleValue * 3 + 0.5) }
    let wanted = Double(thirds) / 3 + 8 * Double(heights.count + 1)
    let free = try ScreenDiagnosis(of: cell(heights: heights, sizing: .height))
    #expect(free.status == .unique, "seed \(seed)")
    let height = free.diagnosed.layoutCase.environment.size.height.doubleValue
    #expect(abs(height - wanted) < 1e-9, "seed \(seed): \(height), not \(wanted)")
    let fixed = try ScreenDiagnosis(of: cell(heights: heights, sizing: .fixed))
    // Differences by rounding and a separator are no conflict.
    #expect((fixed.status == .conflict) == (abs(wanted - 44) > 1), "seed \(seed): \(wanted)")
  }

  @Test("contents that contradict each other at every height are listed without the height")
  func contradictory() throws {
    var diagnosed = cell(heights: [20], sizing: .height)
    diagnosed.layoutCase.constraints.append(
      LayoutConstraint(id: "more", first: Anchor(.view(1), .height), constant: 30))
    let diagnosis = try ScreenDiagnosis(of: diagnosed)
    #expect(diagnosis.findings.map(\.key.objects) == [["k2", "more"]])
    #expect(diagnosis.findings.first?.message.hasSuffix("around v1") == true)
    let explained = try LayoutExplanation(of: diagnosed)
    #expect(explained.point == nil)
  }

  @Test("a cell whose contents leave its height open keeps its drawn height")
  func open() throws {
    var diagnosed = cell(heights: [20], sizing: .height)
    diagnosed.layoutCase.constraints.removeLast()
    let fitted = try FittedCase(diagnosed)
    #expect(fitted.diagnosed.layoutCase.environment.size.height == 44)
    #expect(!fitted.isResized)
  }

  @Test("a required text wraps if it is narrow; without space for its lines it is a conflict")
  func requiredTexts() throws {
    func status(_ text: String, height: LayoutNumber? = nil) throws -> ScreenDiagnosis.Status {
      var views = PinnedViews()
      views.layoutCase.views.append(View(id: "label", parent: 0, kind: .label))
      views.pin(1, .left, to: 0, 0)
      views.pin(1, .top, to: 0, 0)
      views.pin(1, .width, to: nil, 100)
      if let height { views.pin(1, .height, to: nil, height) }
      views.layoutCase.views[1].text = TextContent(text, lineLimit: 0)
      views.layoutCase.views[1].compressionResistance = AxisPriorities(
        horizontal: .required, vertical: .required)
      return try ScreenDiagnosis(of: DiagnosedCase(views.layoutCase)).status
    }
    #expect(try status("a few short words that take more than one line") == .unique)
    #expect(try status("short") == .unique)
    #expect(try status("a few short words that take more than one line", height: 30) == .conflict)
  }

  /// Returns a window of 400 by 300 points with a row of views of the given widths, 10 points from
  /// each other and from the edges.
  private func window(
    widths: [Int], priority: Priority = .required
  ) throws -> DiagnosedCase {
    var (views, constraints, before) = ("", "", "aaa-aa-aaa")
    func add(_ first: String, _ second: String, _ constant: Int) {
      constraints += "<constraint \(first) \(second) constant=\"\(constant)\" id=\"ccc-cc-"
      constraints += "\(constraints.utf8.count)\" priority=\"\(Int(priority.value))\"/>"
    }
    for (index, width) in widths.enumerated() {
      let id = "bbb-bb-bb\(index)"
      views += """
        <customView id="\(id)" translatesAutoresizingMaskIntoConstraints="NO">
        <rect key="frame" x="0" y="0" width="9" height="9"/></customView>
        """
      let item = "firstItem=\"\(id)\" firstAttribute"
      let edge = before == "aaa-aa-aaa" ? "leading" : "trailing"
      add("\(item)=\"leading\"", "secondItem=\"\(before)\" secondAttribute=\"\(edge)\"", 10)
      add("\(item)=\"width\"", "", width)
      add("\(item)=\"top\"", "secondItem=\"aaa-aa-aaa\" secondAttribute=\"top\"", 10)
      add("\(item)=\"height\"", "", 20)
      before = id
    }
    add(
      "firstItem=\"aaa-aa-aaa\" firstAttribute=\"trailing\"",
      "secondItem=\"\(before)\" secondAttribute=\"trailing\"", 10)
    let text = """
      <document type="com.apple.InterfaceBuilder3.Cocoa.XIB" useAutolayout="YES" \
      toolsVersion="20037"><objects><customView id="aaa-aa-aaa">
      <rect key="frame" x="0" y="0" width="400" height="300"/><subviews>\(views)</subviews>
      <constraints>\(constraints)</constraints></customView></objects></document>
      """
    let document = InterfaceBuilderImporter.parse([UInt8](text.utf8), file: "Window.xib")
    let scope = try #require(document.imported().scopes.first)
    return DiagnosedCase(scope, file: "Window.xib")
  }

  @Test(
    "a window takes the nearest size that its required contents allow, without a conflict",
    arguments: [UInt64](1...10))
  func windows(seed: UInt64) throws {
    var random = Xoshiro256(seed: seed)
    let widths = (0...Int(random.upTo(3))).map { _ in Int(random.upTo(200)) + 1 }
    let wanted = widths.reduce(10) { $0 + $1 + 10 }
    let diagnosed = try window(widths: widths)
    #expect(diagnosed.fillsWindow)
    let fitted = try FittedCase(diagnosed)
    let size = fitted.diagnosed.layoutCase.environment.size
    #expect(size.width == LayoutNumber(wanted), "seed \(seed): \(size.width)")
    #expect(size.height == 300, "seed \(seed): the height is no part of it")
    #expect(fitted.isResized == (wanted != 400), "seed \(seed)")
    #expect(try ScreenDiagnosis(of: diagnosed).findings.isEmpty, "seed \(seed)")
    // As a preference the widths leave the window as it is drawn, and a phone's screen keeps its
    // size, too.
    let preferred = try FittedCase(try window(widths: widths, priority: Priority(999)))
    #expect(!preferred.isResized, "seed \(seed)")
    var screen = diagnosed
    screen.fillsWindow = false
    let status = try ScreenDiagnosis(of: screen).status
    #expect((status == .conflict) == (wanted != 400), "seed \(seed)")
  }

  @Test("contents that contradict each other at every size are a conflict in a window, too")
  func contradictoryWindow() throws {
    var diagnosed = try window(widths: [50])
    let more = LayoutConstraint(id: "more", first: Anchor(.view(1), .width), constant: 60)
    diagnosed.layoutCase.constraints.append(more)
    #expect(try ScreenDiagnosis(of: diagnosed).findings.map(\.rule) == [.conflict])
    #expect(try !FittedCase(diagnosed).isResized)
  }

  /// Returns a screen of a document with a label.
  private func scope(_ label: String, _ constraints: String) throws -> ImportedScope {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0"
        toolsVersion="17506" useAutolayout="YES" useSafeAreas="YES">
        <device id="retina4_7" orientation="portrait" appearance="light"/>
        <objects>
          <view contentMode="scaleToFill" id="aaa-aa-aaa">
            <rect key="frame" x="0.0" y="0.0" width="375" height="667"/>
            <subviews>
              <label text="Hello" translatesAutoresizingMaskIntoConstraints="NO" id="bbb-bb-bbb">
                <rect key="frame" x="10" y="20" \(label)/>
              </label>
            </subviews>
            <constraints>
              <constraint firstItem="bbb-bb-bbb" firstAttribute="leading"
                secondItem="aaa-aa-aaa" secondAttribute="leading" constant="10" id="ccc-cc-cc1"/>
              <constraint firstItem="bbb-bb-bbb" firstAttribute="top"
                secondItem="aaa-aa-aaa" secondAttribute="top" constant="20" id="ccc-cc-cc2"/>
              \(constraints)
            </constraints>
          </view>
        </objects>
      </document>
      """
    let document = InterfaceBuilderImporter.parse([UInt8](text.utf8), file: "a.xib")
    return try #require(NaturalTexts.imported(document, for: .asDrawn).scopes.first)
  }

  @Test("the frame of a text is its natural size unless constraints decided that frame")
  func squeezed() throws {
    let width =
      "<constraint firstItem=\"bbb-bb-bbb\" firstAttribute=\"width\" constant=\"25\""
      + " id=\"ccc-cc-cc3\"/>"
    func measured(_ label: String, _ constraints: String = "") throws -> Int? {
      try scope(label, constraints).layoutCase.views[1].text?.measured.count
    }
    // One frame near the modelled size, and one with an unknown font.
    #expect(try measured("width=\"39\" height=\"20.5\"") == 1)
    #expect(try measured("width=\"60\" height=\"20.5\"") == 1)
    // Constraints decided its width, which is below that of its text.
    #expect(try measured("width=\"25\" height=\"20.5\"", width) == 0)
    // No font has so small a height.
    #expect(try measured("width=\"39\" height=\"4\"") == 0)
  }
}
