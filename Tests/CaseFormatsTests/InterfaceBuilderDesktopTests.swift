// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import CaseFormats

private typealias Samples = InterfaceBuilderSamples

/// Returns the import of a macOS document with these subviews in a view of 400 by 300 points.
private func desktop(_ subviews: String, tools: String = "20037", constraints: String = "") throws
  -> ImportedScope
{
  let text = """
    <document type="com.apple.InterfaceBuilder3.Cocoa.XIB" useAutolayout="YES" \
    toolsVersion="\(tools)"><objects><customView id="aaa-aa-aaa">
    <rect key="frame" x="0" y="0" width="400" height="300"/><subviews>\(subviews)</subviews>
    <constraints>\(constraints)</constraints></customView></objects></document>
    """
  return try #require(Samples.importing(text).scopes.first)
}

private func control(
  _ tag: String, _ id: String, height: Int, cell: String = "", attributes: String = "",
  inside: String = "<font key=\"font\" metaFont=\"system\"/>"
) -> String {
  """
  <\(tag) id="\(id)" translatesAutoresizingMaskIntoConstraints="NO" \(attributes)>\
  <rect key="frame" x="20" y="20" width="100" height="\(height)"/>\
  <\(tag)Cell key="cell" \(cell)>\(inside)</\(tag)Cell></\(tag)>
  """
}

@Suite("The Interface Builder importer on AppKit controls")
struct InterfaceBuilderDesktopTests {
  private func insets(_ subview: String, tools: String) throws -> [LayoutNumber] {
    let insets = try desktop(subview, tools: tools).layoutCase.views[1].alignmentInsets
    return [insets.top, insets.left, insets.bottom, insets.right]
  }

  @Test("the distances inside a control's frame depend on the look that the tools draw")
  func looks() throws {
    let push = control("button", "bbb-bb-bbb", height: 32, cell: "type=\"push\"")
    #expect(try insets(push, tools: "12118") == [4, 6, 7, 6])
    #expect(try insets(push, tools: "17701") == [5, 7, 7, 7])
    #expect(try insets(push, tools: "24506") == [0, 0, 0, 0])
    let small = control(
      "button", "bbb-bb-bbb", height: 27, cell: "type=\"push\" controlSize=\"small\"")
    #expect(try insets(small, tools: "17701") == [4, 6, 7, 6])
    let large = control(
      "button", "bbb-bb-bbb", height: 40, cell: "type=\"push\" controlSize=\"large\"")
    #expect(try insets(large, tools: "19115") == [6, 6, 6, 6])
    #expect(try insets(large, tools: "24765") == [0, 0, 0, 0])
    let check = "type=\"check\" title=\"A\""
    let box = control("button", "bbb-bb-bbb", height: 18, cell: check)
    #expect(try insets(box, tools: "11762") == [2, 2, 2, 2])
    let smallBox = control(
      "button", "bbb-bb-bbb", height: 18, cell: check + " controlSize=\"small\"")
    #expect(try insets(smallBox, tools: "11762") == [3, 3, 3, 3])
    #expect(try insets(smallBox, tools: "13771") == [2, 2, 2, 2])
    let square = control(
      "button", "bbb-bb-bbb", height: 23, cell: "type=\"smallSquare\" borderStyle=\"border\"")
    #expect(try insets(square, tools: "18122") == [1, 0, 1, 0])
    #expect(try insets(square, tools: "24765") == [1, 0, 1, 0])
    let group = "<box titlePosition=\"noTitle\" id=\"bbb-bb-bbb\"/>"
    #expect(try insets(group, tools: "14490") == [2, 3, 4, 3])
    #expect(try insets(group, tools: "17701") == [0, 3, 4, 3])
    let help = control("button", "bbb-bb-bbb", height: 25, cell: "type=\"help\"")
    #expect(try insets(help, tools: "20037") == [1, 3, 4, 2])
    let well = "<colorWell id=\"bbb-bb-bbb\"/>"
    #expect(try insets(well, tools: "20037") == [0, 0, 0, 0])
    #expect(try insets(well, tools: "21507") == [2, 3, 2, 3])
    #expect(try insets(control("datePicker", "bbb-bb-bbb", height: 28), tools: "20037")[3] == 3)
    let popUp = control("popUpButton", "bbb-bb-bbb", height: 25)
    #expect(try insets(popUp, tools: "12118") == [2, 2, 3, 3])
    #expect(try insets(popUp, tools: "17701") == [1, 3, 4, 4])
    let bare = control(
      "popUpButton", "bbb-bb-bbb", height: 15, cell: "bezelStyle=\"recessed\"")
    #expect(try insets(bare, tools: "17701") == [0, 0, 0, 0])
  }

  @Test("controls without a border and small controls have insets of their own")
  func bareControls() throws {
    let bevel = control("popUpButton", "bbb-bb-bbb", height: 23, cell: "type=\"bevel\"")
    #expect(try insets(bevel, tools: "20037") == [0, 5, 0, 0])
    let help = control(
      "button", "bbb-bb-bbb", height: 19, cell: "type=\"help\" controlSize=\"small\"")
    #expect(try insets(help, tools: "20037") == [0, 1, 2, 1])
    let box = "type=\"check\" controlSize=\"small\" imagePosition"
    let check = control("button", "bbb-bb-bbb", height: 21, cell: "\(box)=\"overlaps\"")
    #expect(try insets(check, tools: "20037") == [2, 1, 2, 1])
    let titled = control(
      "button", "bbb-bb-bbb", height: 16, cell: "\(box)=\"left\" title=\"A\"")
    #expect(try insets(titled, tools: "20037") == [1, 1, 1, 0])
    let toggle = """
      <switch id="bbb-bb-bbb" translatesAutoresizingMaskIntoConstraints="NO">\
      <rect key="frame" x="20" y="20" width="42" height="25"/></switch>
      """
    #expect(try insets(toggle, tools: "23504") == [1, 2, 2, 2])
    // A text beside it has the same top as the switch.
    let views = try desktop(toggle, tools: "23504").layoutCase.views
    #expect(views[1].firstBaselineOffset != nil)
  }

  @Test("the frame of a symbol proves nothing, since its insets are not in the document")
  func symbols() throws {
    func reason(_ subview: String) throws -> ImportedScope.SkipReason? {
      try desktop(subview, tools: "22505").origins[1].skipReason
    }
    let star = "image=\"star\" catalog=\"system\""
    #expect(try reason(control("image", "bbb-bb-bbb", height: 20, cell: star)) == nil)
    let only = "type=\"bevel\" imagePosition=\"only\""
    #expect(
      try reason(control("button", "bbb-bb-bbb", height: 20, cell: "\(only) \(star)")) == .symbol)
    let reference = "<imageReference key=\"image\" \(star)/>"
    #expect(
      try reason(control("button", "bbb-bb-bbb", height: 20, cell: only, inside: reference))
        == .symbol)
    let titled = "type=\"bevel\" imagePosition=\"left\" \(star)"
    #expect(try reason(control("button", "bbb-bb-bbb", height: 20, cell: titled)) == nil)
    #expect(
      try reason(control("button", "bbb-bb-bbb", height: 20, cell: "\(only) image=\"logo\"")) == nil
    )
  }

  @Test("a field without a border has the insets of a label, editable or not")
  func borderlessFields() throws {
    for (cell, side) in [
      ("editable=\"YES\"", LayoutNumber(2)), ("editable=\"YES\" borderStyle=\"bezel\"", 0), ("", 2),
    ] {
      let field = control("textField", "bbb-bb-bbb", height: 16, cell: cell)
      #expect(try insets(field, tools: "20037") == [0, side, 0, side], "\(cell)")
    }
  }

  @Test("the root of a window has a safe area below its title bar, a view inside it has none")
  func safeAreas() throws {
    let text = """
      <document type="com.apple.InterfaceBuilder3.Cocoa.Storyboard.XIB" useAutolayout="YES" \
      toolsVersion="20037"><scenes><scene><objects><viewController id="vie-wc-000">
      <view key="view" id="roo-tv-iew"><rect key="frame" x="0" y="0" width="400" height="300"/>
      <subviews><customView id="bbb-bb-bbb"><rect key="frame" x="0" y="0" width="9" height="9"/>
      <viewLayoutGuide key="safeArea" id="saf-ei-nne"/></customView></subviews>
      <viewLayoutGuide key="safeArea" id="saf-ea-rea"/></view></viewController></objects></scene>
      </scenes></document>
      """
    let guides = try #require(Samples.importing(text).scopes.first).layoutCase.guides
    let kinds = Dictionary(uniqueKeysWithValues: guides.map { ($0.owner, $0.kind) })
    #expect(kinds[0] == .inset(LayoutInsets(top: 52, left: 0, bottom: 0, right: 0)))
    #expect(kinds[1] == .inset(.zero))
  }

  @Test("a check box is placed in its frame on the side of its box") func checkBoxes() throws {
    let left = control("button", "bbb-bb-bbb", height: 18, cell: "type=\"check\"")
    let right = control(
      "button", "bbb-bb-bbb", height: 18, cell: "type=\"check\" imagePosition=\"trailing\"")
    #expect(try insets(left, tools: "19529") == [1, 2, 1, 0])
    #expect(try insets(right, tools: "19529") == [1, 0, 1, 2])
  }

  @Test("a separator is drawn in the middle of its shorter side") func separators() throws {
    func separator(_ width: Int, _ height: Int) -> String {
      """
      <box id="bbb-bb-bbb" boxType="separator" translatesAutoresizingMaskIntoConstraints="NO">\
      <rect key="frame" x="0" y="0" width="\(width)" height="\(height)"/></box>
      """
    }
    #expect(try insets(separator(100, 5), tools: "20037") == [2, 0, 2, 0])
    #expect(try insets(separator(5, 100), tools: "20037") == [0, 2, 0, 2])
    let upright = try desktop(separator(5, 100)).layoutCase.views[1]
    #expect(upright.intrinsicWidth == 1 && upright.intrinsicHeight == nil)
  }

  @Test(
    "contents of a box measure from inside its border, outside views from its frame",
    arguments: [("title=\"Options\"", 14), ("titlePosition=\"noTitle\"", 2)])
  func boxes(attributes: String, interior: Int) throws {
    let box = """
      <box id="bbb-bb-bbb" borderType="line" \(attributes) \
      translatesAutoresizingMaskIntoConstraints="NO">\
      <rect key="frame" x="17" y="16" width="181" height="74"/>\
      <view key="contentView" id="ccc-cc-ccc"><rect key="frame" x="1" y="1" width="179" height="58"/>\
      <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/><subviews>\
      \(control("button", "ddd-dd-ddd", height: 18, cell: "type=\"check\""))</subviews></view>\
      <constraints><constraint firstItem="ddd-dd-ddd" firstAttribute="top" secondItem="bbb-bb-bbb" \
      secondAttribute="top" constant="11" id="eee-ee-ee1"/><constraint firstAttribute="top" \
      secondItem="ddd-dd-ddd" secondAttribute="top" constant="-11" id="eee-ee-ee2"/>\
      <constraint firstAttribute="bottom" secondItem="ddd-dd-ddd" secondAttribute="bottom" \
      constant="11" id="eee-ee-ee3"/></constraints></box>
      """
    let outside =
      "<constraint firstItem=\"bbb-bb-bbb\" firstAttribute=\"top\" secondItem=\"aaa-aa-aaa\" "
      + "secondAttribute=\"top\" constant=\"20\" id=\"eee-ee-ee4\"/>"
    let constraints = try desktop(box, constraints: outside).layoutCase.constraints
    let constants = Dictionary(
      uniqueKeysWithValues: constraints.map { ($0.id, $0.constant.doubleValue) })
    #expect(constants["eee-ee-ee1"] == Double(11 + interior))
    #expect(constants["eee-ee-ee2"] == Double(-11 - interior))
    #expect(constants["eee-ee-ee3"] == 11)
    #expect(constants["eee-ee-ee4"] == 20)
  }

  @Test("in the looks of the oldest tools, labels are a point further inside their frames")
  func labelInsets() throws {
    let label = control("textField", "bbb-bb-bbb", height: 17)
    #expect(try insets(label, tools: "5056") == [0, 3, 0, 3])
    #expect(try insets(label, tools: "6250") == [0, 2, 0, 2])
  }

  @Test("a label of the desktop has the size of its font, or of its control size without a font")
  func labelFonts() throws {
    func size(_ subview: String) throws -> LayoutNumber? {
      try desktop(subview).layoutCase.views[1].text?.font.pointSize
    }
    let small = "<font key=\"font\" metaFont=\"smallSystem\"/>"
    let sized = "<font key=\"font\" size=\"20\" name=\"Menlo-Regular\"/>"
    #expect(try size(control("textField", "bbb-bb-bbb", height: 16)) == 13)
    #expect(try size(control("textField", "bbb-bb-bbb", height: 14, inside: small)) == 11)
    #expect(try size(control("textField", "bbb-bb-bbb", height: 24, inside: sized)) == 20)
    for (name, weight) in [
      ("systemThin", TextFont.Weight.thin), ("systemUltraLight", .ultraLight),
      ("systemSemibold", .semibold), ("smallSystemBold", .bold), ("system", .regular),
    ] {
      let field = control(
        "textField", "bbb-bb-bbb", height: 20,
        inside: "<font key=\"font\" metaFont=\"\(name)\"/>")
      #expect(try desktop(field).layoutCase.views[1].text?.font.weight == weight, "\(name)")
    }
    let style = "<font key=\"font\" textStyle=\"title2\" name=\".SFNS-Regular\"/>"
    #expect(try size(control("textField", "bbb-bb-bbb", height: 21, inside: style)) == 17)
    let mini = control(
      "textField", "bbb-bb-bbb", height: 12, cell: "controlSize=\"mini\"", inside: "")
    #expect(try size(mini) == 9)
  }

  @Test("a control's text is in the middle of its alignment rectangle") func baselines() throws {
    func last(_ subview: String, tools: String = "20037") throws -> Double? {
      try desktop(subview, tools: tools).layoutCase.views[1].lastBaselineOffset?.doubleValue
    }
    // A label's text is imported, so its baselines are computed during layout.
    #expect(try last(control("textField", "bbb-bb-bbb", height: 16)) == nil)
    let field = control("textField", "bbb-bb-bbb", height: 21, cell: "editable=\"YES\"")
    #expect(try last(field) == 5.879)
    // A bezel with a shadow holds its text a point higher.
    let push = control("button", "bbb-bb-bbb", height: 32, cell: "type=\"push\"")
    #expect(try last(push) == 6.379)
    #expect(try last(push, tools: "24765") == 11.379)
    // The same holds for controls without text.
    #expect(try last(control("stepper", "bbb-bb-bbb", height: 26), tools: "24765") == 8.379)
    #expect(
      try last(
        "<customView id=\"bbb-bb-bbb\"><rect key=\"frame\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"/></customView>"
      )
        == nil)
  }
}
