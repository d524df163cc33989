// SPDX-License-Identifier: MIT

import CaseFormats
import TestSupport
import Testing

/// A document with one screen, whose button is at its safe area, and one cell with a label.
private let text = """
  <?xml version="1.0" encoding="UTF-8"?>
  <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" \
  toolsVersion="14113" useAutolayout="YES" useTraitCollections="YES" useSafeAreas="YES">
    <device id="retina4_7" orientation="portrait"/>
    <scenes>
      <scene sceneID="aaa-aa-aa1">
        <objects>
          <viewController id="aaa-aa-aa2">
            <view key="view" id="aaa-aa-aa3">
              <rect key="frame" x="0.0" y="0.0" width="375" height="667"/>
              <subviews>
                <view translatesAutoresizingMaskIntoConstraints="NO" id="aaa-aa-aa4">
                  <rect key="frame" x="0.0" y="20" width="375" height="647"/>
                </view>
              </subviews>
              <constraints>
                <constraint firstItem="aaa-aa-aa4" firstAttribute="top" secondItem="aaa-aa-aa5" \
  secondAttribute="top" id="aaa-aa-aa6">
                  <variation key="heightClass=compact" constant="7"/>
                </constraint>
                <constraint firstItem="aaa-aa-aa4" firstAttribute="height" constant="50" \
  id="aaa-aa-aa7"/>
              </constraints>
              <viewLayoutGuide key="safeArea" id="aaa-aa-aa5"/>
            </view>
          </viewController>
        </objects>
      </scene>
    </scenes>
    <objects>
      <tableViewCell id="bbb-bb-bb1">
        <rect key="frame" x="0.0" y="0.0" width="375" height="44"/>
        <tableViewCellContentView key="contentView" tableViewCell="bbb-bb-bb1" id="bbb-bb-bb2">
          <rect key="frame" x="0.0" y="0.0" width="341" height="43.5"/>
          <subviews>
            <view translatesAutoresizingMaskIntoConstraints="NO" id="bbb-bb-bb3">
              <rect key="frame" x="0.0" y="0.0" width="10" height="10"/>
            </view>
          </subviews>
        </tableViewCellContentView>
      </tableViewCell>
      <view id="ccc-cc-cc1">
        <rect key="frame" x="0.0" y="0.0" width="120" height="80"/>
        <subviews>
          <view translatesAutoresizingMaskIntoConstraints="NO" id="ccc-cc-cc2">
            <rect key="frame" x="0.0" y="0.0" width="10" height="10"/>
          </view>
        </subviews>
      </view>
    </objects>
  </document>
  """

private func sizes(_ document: ImportedDocument) -> [[Double]] {
  document.scopes.map {
    let size = $0.layoutCase.environment.size
    return [size.width.doubleValue, size.height.doubleValue]
  }
}

@Test("a document is read once and laid out for any device, turned and mirrored")
func setups() throws {
  let parsed = InterfaceBuilderImporter.parse([UInt8](text.utf8), file: "Test.storyboard")
  #expect(parsed.device?.name == "iPhone 8")
  let drawn = parsed.imported()
  #expect(sizes(drawn) == [[375, 667], [341, 43.5], [120, 80]])

  let large = try #require(Device.named("iphone 11"))
  let other = parsed.imported(for: ImportSetup(device: large, direction: .rightToLeft))
  #expect(sizes(other) == [[414, 896], [380, 43.5], [120, 80]])
  #expect(other.scopes.allSatisfy { $0.layoutCase.isValid })
  #expect(other.scopes.allSatisfy { $0.layoutCase.environment.direction == .rightToLeft })
  #expect(other.scopes.allSatisfy { $0.layoutCase.environment.scale == 2 })

  let turned = parsed.imported(for: ImportSetup(orientation: .landscape))
  #expect(sizes(turned)[0] == [667, 375])
  #expect(turned.scopes[0].layoutCase.constraints[0].constant == 7, "compact height")
  #expect(drawn.scopes[0].layoutCase.constraints[0].constant == 0)
}

@Test("the own device, or a television for a phone's document, gives the document as drawn")
func noChange() throws {
  let parsed = InterfaceBuilderImporter.parse([UInt8](text.utf8), file: "Test.storyboard")
  let drawn = parsed.imported()
  for id in ["retina4_7", "appleTV"] {
    let device = try #require(Device.named(id))
    let wished = parsed.imported(for: ImportSetup(device: device))
    #expect(wished.scopes.map(\.layoutCase) == drawn.scopes.map(\.layoutCase), "\(id)")
  }
}

@Test("an import that shares views with another one is as it would be alone")
func sharedViews() throws {
  try expectSharingChangesNothing("Test.storyboard", [UInt8](text.utf8))
}

@Test(
  "imports of real documents that share views are as they would be alone",
  .enabled(if: RealDocuments.arePresent, RealDocuments.comment))
func sharedViewsOfRealDocuments() throws {
  let count = TestLength.choose(quick: 20, full: 10_000)
  for document in RealDocuments.files.prefix(count) {
    try expectSharingChangesNothing(document.name, document.bytes)
  }
}

private func expectSharingChangesNothing(_ name: String, _ bytes: [UInt8]) throws {
  let small = try #require(Device.named("retina4_0"))
  let setups = [
    ImportSetup.asDrawn, ImportSetup(trustsTextFrames: false),
    ImportSetup(device: small, direction: .rightToLeft),
  ]
  let parsed = InterfaceBuilderImporter.parse(bytes, file: name)
  let alone = setups.map { parsed.imported(for: $0) }
  for (setup, expected) in zip(setups, alone) {
    for other in alone {
      let shared = parsed.imported(for: setup, sharingViewsWith: other)
      let bytes = [shared, expected].map { $0.scopes.map { CaseFile.encode($0.layoutCase) } }
      #expect(bytes[0] == bytes[1], "\(name)")
    }
  }
}

@Test("every device is found by its unique name; turning twice changes nothing")
func devices() {
  #expect(Set(Device.all.map(\.name)).count == Device.all.count)
  for device in Device.all {
    #expect(device.name != device.id, "\(device.id) has no name")
    #expect(Device.named(device.name) == device)
    #expect(Device.named(device.id) == device)
    let turned = device.turned(.landscape)
    #expect(turned.turned(.portrait) == device)
    #expect(turned.width >= turned.height)
  }
  #expect(Device.named("toaster") == nil)
}
