// SPDX-License-Identifier: MIT

@testable import CaseFormats

/// Small hand-written documents.
enum InterfaceBuilderSamples {
  static func importing(_ text: String, file: String = "Test.xib") -> ImportedDocument {
    InterfaceBuilderImporter.importDocument([UInt8](text.utf8), file: file)
  }

  /// Returns a xib with one top-level view of 375 by 667 points.
  static func xib(
    subviews: String = "", constraints: String = "", more: String = "",
    attributes: String = "useAutolayout=\"YES\" useSafeAreas=\"YES\" toolsVersion=\"17506\""
  ) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" \(attributes)>
      <device id="retina4_7" orientation="portrait" appearance="light"/>
      <objects>
        <placeholder placeholderIdentifier="IBFilesOwner" id="-1"/>
        <view contentMode="scaleToFill" id="aaa-aa-aaa">
          <rect key="frame" x="0.0" y="0.0" width="375" height="667"/>
          <subviews>\(subviews)</subviews>
          <viewLayoutGuide key="safeArea" id="saf-ea-rea"/>
          <constraints>\(constraints)</constraints>
          \(more)
        </view>
      </objects>
    </document>
    """
  }

  /// Returns a label with a frame.
  static func label(
    _ id: String, x: String = "20", y: String = "30", width: String = "100", height: String = "20",
    more: String = ""
  ) -> String {
    """
    <label translatesAutoresizingMaskIntoConstraints="NO" horizontalHuggingPriority="251" \
    id="\(id)" \(more)>
      <rect key="frame" x="\(x)" y="\(y)" width="\(width)" height="\(height)"/>
      <fontDescription key="fontDescription" type="system" pointSize="17"/>
    </label>
    """
  }
}
