// SPDX-License-Identifier: MIT

import CaseFormats
import Testing

private typealias Samples = InterfaceBuilderSamples

@Suite("Interface Builder: self-sizing cells")
struct CellSizingTests {
  private func sizing(_ holder: String) throws -> CellSizing? {
    let document = Samples.importing(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0"
        toolsVersion="17506" useAutolayout="YES" useSafeAreas="YES">
        <device id="retina4_7" orientation="portrait" appearance="light"/>
        <objects>\(holder)</objects>
      </document>
      """)
    return document.scopes.first { $0.kind == .cell }?.sizing
  }

  private static func row(_ attributes: String = "") -> String {
    """
    <tableViewCell \(attributes) id="bbb-bb-bb1">
      <rect key="frame" x="0.0" y="0.0" width="375" height="44"/>
      <tableViewCellContentView key="contentView" tableViewCell="bbb-bb-bb1" id="bbb-bb-bb2">
        <rect key="frame" x="0.0" y="0.0" width="375" height="44"/>
        <subviews>
          <view translatesAutoresizingMaskIntoConstraints="NO" id="bbb-bb-bb3">
            <rect key="frame" x="0.0" y="0.0" width="10" height="10"/>
          </view>
        </subviews>
      </tableViewCellContentView>
    </tableViewCell>
    """
  }

  private static func table(_ attributes: String, _ cell: String) -> String {
    """
    <tableView \(attributes) id="aaa-aa-aaa">
      <rect key="frame" x="0.0" y="0.0" width="375" height="667"/>
      <prototypes>\(cell)</prototypes>
    </tableView>
    """
  }

  private static func collection(_ layout: String) -> String {
    """
    <collectionView id="aaa-aa-aaa">
      <rect key="frame" x="0.0" y="0.0" width="375" height="667"/>
      <collectionViewFlowLayout key="collectionViewLayout" \(layout)
      <cells>
        <collectionViewCell id="bbb-bb-bb1">
          <rect key="frame" x="0.0" y="0.0" width="50" height="50"/>
          <subviews>
            <view translatesAutoresizingMaskIntoConstraints="NO" id="bbb-bb-bb3">
              <rect key="frame" x="0.0" y="0.0" width="10" height="10"/>
            </view>
          </subviews>
        </collectionViewCell>
      </cells>
    </collectionView>
    """
  }

  @Test("rows size themselves unless the table or a static row has a fixed height")
  func tables() throws {
    let automatic = "rowHeight=\"-1\" estimatedRowHeight=\"-1\""
    #expect(try sizing(Self.table(automatic, Self.row())) == .height)
    #expect(try sizing(Self.table(automatic, Self.row("rowHeight=\"80\""))) == .height)
    #expect(try sizing(Self.table("rowHeight=\"44\"", Self.row())) == .fixed)
    let fixed = "dataMode=\"static\" " + automatic
    #expect(try sizing(Self.table(fixed, Self.row())) == .height)
    #expect(try sizing(Self.table(fixed, Self.row("rowHeight=\"80\""))) == .fixed)
    #expect(try sizing(Self.row("rowHeight=\"80\"")) == .height)
  }

  @Test("items size themselves if their layout has an estimate")
  func collections() throws {
    let size = "<size key=\"estimatedItemSize\" width=\"10\" height=\"0.0\"/>"
    #expect(
      try sizing(Self.collection("automaticEstimatedItemSize=\"YES\" id=\"ddd-dd-ddd\"/>"))
        == .both)
    #expect(
      try sizing(Self.collection("id=\"ddd-dd-ddd\">\(size)</collectionViewFlowLayout>")) == .both)
    #expect(try sizing(Self.collection("id=\"ddd-dd-ddd\"/>")) == .fixed)
  }

  @Test("views other than cells have the size in the document") func others() throws {
    #expect(Samples.importing(Samples.xib()).scopes.map(\.sizing) == [.fixed])
  }
}
