// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite("Command line: conflicts that contain what layout made", .serialized)
struct StackConflictTests {
  /// A stack view of 50 points with two views of 76 points, one of them wider than the root.
  private static let crowded = """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" useAutolayout="YES" \
    toolsVersion="17506"><objects><view id="root">
    <rect key="frame" x="0" y="0" width="320" height="480"/><subviews>
    <stackView id="stack" axis="vertical" alignment="center" \(free)>\(rect)<subviews>
    <view id="a" \(free)>\(rect)<constraints>
    <constraint firstAttribute="height" constant="76" id="ha"/>
    <constraint firstAttribute="width" constant="400" id="wa"/></constraints></view>
    <view id="b" \(free)>\(rect)<constraints>
    <constraint firstAttribute="height" constant="76" id="hb"/></constraints></view></subviews>
    <constraints><constraint firstAttribute="height" constant="50" id="h"/></constraints></stackView>
    </subviews><constraints>
    <constraint firstItem="stack" firstAttribute="leading" secondItem="root" \
    secondAttribute="leading" id="l"/>
    <constraint firstItem="stack" firstAttribute="trailing" secondItem="root" \
    secondAttribute="trailing" id="t"/>
    <constraint firstItem="stack" firstAttribute="top" secondItem="root" \
    secondAttribute="top" id="u"/>
    </constraints></view></objects></document>
    """
  private static let free = "translatesAutoresizingMaskIntoConstraints=\"NO\""
  private static let rect = "<rect key=\"frame\" x=\"0\" y=\"0\" width=\"76\" height=\"76\"/>"

  @Test("check, its gallery and explain name the guide of a stack view in a conflict")
  func crowdedStack() throws {
    let folder = try TemporaryFolder.make(["crowded.xib": Self.crowded])
    let check = try ToolRun(["check", "crowded.xib", "-o", "g.html"], in: folder)
    #expect(check.status == 1, "\(check.error)")
    #expect(check.output.contains("error: view: required constraints contradict each other"))
    #expect(check.output.contains("[stack.UISV-alignment-spanner.1]"))
    let page = try String(contentsOf: folder.appendingPathComponent("g.html"), encoding: .utf8)
    #expect(page.contains("<article "))
    let explain = try ToolRun(["explain", "crowded.xib"], in: folder)
    #expect(explain.status == 0, "\(explain.error)")
    #expect(explain.output.contains("no layout: required constraints contradict each other"))
  }

  @Test("random screens of stack views that contradict themselves are checked, drawn and explained")
  func randomScreens() throws {
    let names = (0..<24).map { "screen\($0).xib" }
    let texts = names.indices.map { RandomScreen.document(seed: UInt64($0)) }
    let folder = try TemporaryFolder.make(
      Dictionary(uniqueKeysWithValues: zip(names, texts)))
    let check = try ToolRun(["check", ".", "--json", "-o", "g.html"], in: folder)
    #expect(check.status == 1, "\(check.error)")
    let json = try check.json()
    #expect(json["files"]?.int == names.count)
    let findings = json["findings"]?.array ?? []
    let conflicts = Set(
      findings.filter { $0["rule"]?.string == "conflict" }.compactMap { $0["file"]?.string })
    #expect(conflicts.count > 8, "\(conflicts.count) of \(names.count) screens have conflicts")
    for name in names {
      let explain = try ToolRun(["explain", name], in: folder)
      #expect(explain.status == 0, "\(name): \(explain.error)")
    }
  }
}
