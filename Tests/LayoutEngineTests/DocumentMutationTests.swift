// SPDX-License-Identifier: MIT

import CaseFormats
import Choices
import LayoutEngine
import LinearModel
import Lowering
import Solvers
import TestSupport
import Testing

/// Imports, validates, lowers and solves damaged documents.
///
/// Any bytes give an error with a place or well-formed cases. No bytes trap or run endlessly, and
/// the same bytes give the same answer.
@Suite("Damaged documents")
struct DocumentMutationTests {
  private static let seed: UInt64 = 20_261_121
  /// The limit of one pass in cell operations: enough for nearly all screens, and an end for the
  /// others.
  private static let limit = WorkLimit(cellOperations: 2_000_000)

  /// The outcomes by kind; each must occur, or the test covers less than it claims.
  private struct Tally {
    var refused = 0
    var imported = 0
    var diagnosed = 0
    var scopes = 0
    var solved = 0
    var conflicts = 0
    var gaveUp = 0
  }

  @Test("every damaged document is refused with a place or gives well-formed cases")
  func mutants() throws {
    var documents = [[UInt8](SampleDocument.text.utf8)] + RealDocuments.files.map(\.bytes)
    // The quick share has only small documents.
    if TestLength.current < .long { documents.removeAll { $0.count > 12_000 } }
    let count = TestLength.choose(quick: 100, full: 150, long: 20_000)
    var tally = Tally()
    for index in 0..<count {
      let bytes = DocumentMutator.mutated(
        documents[index % documents.count], seed: Self.seed &+ UInt64(index))
      let setup =
        index % 4 == 3
        ? ImportSetup(orientation: .landscape, direction: .rightToLeft) : ImportSetup.asDrawn
      try check(bytes, setup, "seed \(Self.seed) index \(index)", &tally)
    }
    print("\(count) damaged documents: \(tally)")
    #expect(tally.refused > count / 20 && tally.imported > count / 5, "\(tally)")
    #expect(tally.diagnosed > 0 && tally.solved > 0 && tally.conflicts > 0, "\(tally)")
  }

  private func check(
    _ bytes: [UInt8], _ setup: ImportSetup, _ what: String, _ tally: inout Tally
  ) throws {
    let document = InterfaceBuilderImporter.importDocument(bytes, file: what, setup: setup)
    if document.unusableReason != nil {
      tally.refused += 1
      let error = document.diagnostics.first { $0.severity == .error }
      #expect(error?.location != nil, "\(what)")
      #expect(document.scopes.isEmpty, "\(what)")
      return
    }
    tally.imported += 1
    if !document.diagnostics.isEmpty { tally.diagnosed += 1 }
    let again = InterfaceBuilderImporter.importDocument(bytes, file: what, setup: setup)
    #expect(again.diagnostics == document.diagnostics, "\(what)")
    #expect(again.scopes.map(\.layoutCase) == document.scopes.map(\.layoutCase), "\(what)")
    for scope in document.scopes {
      tally.scopes += 1
      let errors = scope.layoutCase.validate()
      try #require(errors.isEmpty, "\(what): \(errors)")
      #expect(scope.constraintLocations.count == scope.layoutCase.constraints.count, "\(what)")
      #expect(scope.origins.count == scope.layoutCase.views.count, "\(what)")
      let written = CaseFile.encode(scope.layoutCase)
      #expect(try CaseFile.decode(written, file: what) == scope.layoutCase, "\(what)")
      let settled = LayoutEngine.settle(
        scope.layoutCase, solver: SimplexSolver(), limit: Self.limit)
      switch settled.result.outcome {
      case .optimal(let solution), .feasible(let solution):
        tally.solved += 1
        let layout = settled.lowered.layout(from: solution, rounded: true)
        #expect(layout.frames.count >= scope.layoutCase.views.count, "\(what)")
      case .infeasible: tally.conflicts += 1
      case .gaveUp: tally.gaveUp += 1
      }
    }
  }
}

/// A storyboard with one of each: bars, a cell, scroll and stack views, guides, variations.
enum SampleDocument {
  private static func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
    "<rect key=\"frame\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\"/>"
  }

  private static let free = "translatesAutoresizingMaskIntoConstraints=\"NO\""

  static let text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" \
    toolsVersion="17506" useAutolayout="YES" useTraitCollections="YES" useSafeAreas="YES">
    <device id="retina6_1" orientation="portrait" appearance="light"/>
    <scenes><scene sceneID="sce-ne-001"><objects>
    <viewController id="con-tr-001" customClass="Login" sceneMemberID="viewController">
    <view key="view" contentMode="scaleToFill" id="roo-tv-001">\(rect(0, 0, 414, 896))
    <subviews>
    <label id="lab-el-001" userLabel="Title" text="Hello" numberOfLines="0" \(free) \
    horizontalHuggingPriority="251">\(rect(20, 100, 100, 21))
    <fontDescription key="fontDescription" type="system" pointSize="17"/></label>
    <stackView id="sta-ck-001" axis="vertical" spacing="8" \(free)>\(rect(20, 150, 374, 100))
    <subviews><label id="lab-el-002" text="One" \(free)>\(rect(0, 0, 374, 46))
    <fontDescription key="fontDescription" type="system" pointSize="17"/></label>
    <button id="but-to-001" \(free)>\(rect(0, 54, 374, 46))</button></subviews></stackView>
    <scrollView id="scr-ol-001" \(free)>\(rect(0, 300, 414, 400))
    <subviews><view id="con-te-001" \(free)>\(rect(0, 0, 414, 800))
    <constraints><constraint firstAttribute="height" constant="800" id="ccc-cc-c01"/></constraints>
    </view></subviews><constraints>
    <constraint firstItem="con-te-001" firstAttribute="width" secondItem="scr-ol-001" \
    secondAttribute="width" id="ccc-cc-c02"/>
    <constraint firstAttribute="trailing" secondItem="con-te-001" secondAttribute="trailing" id="ccc-cc-c03"/>
    <constraint firstItem="con-te-001" firstAttribute="leading" secondItem="scr-ol-001" \
    secondAttribute="leading" id="ccc-cc-c04"/>
    <constraint firstItem="con-te-001" firstAttribute="top" secondItem="scr-ol-001" \
    secondAttribute="top" id="ccc-cc-c05"/>
    <constraint firstAttribute="bottom" secondItem="con-te-001" secondAttribute="bottom" id="ccc-cc-c06"/>
    </constraints></scrollView>
    </subviews>
    <viewLayoutGuide key="safeArea" id="saf-ea-001"/>
    <constraints>
    <constraint firstItem="lab-el-001" firstAttribute="top" secondItem="saf-ea-001" \
    secondAttribute="top" constant="12" id="ccc-cc-c07"/>
    <constraint firstItem="lab-el-001" firstAttribute="leading" secondItem="roo-tv-001" \
    secondAttribute="leadingMargin" id="ccc-cc-c08"/>
    <constraint firstItem="sta-ck-001" firstAttribute="top" secondItem="lab-el-001" \
    secondAttribute="bottom" constant="8" symbolic="YES" id="ccc-cc-c09">\
    <variation key="heightClass=compact" constant="4"/></constraint>
    <constraint firstItem="sta-ck-001" firstAttribute="centerX" secondItem="roo-tv-001" \
    secondAttribute="centerX" multiplier="0.9" priority="750" id="ccc-cc-c10"/>
    <constraint firstItem="sta-ck-001" firstAttribute="width" secondItem="scr-ol-001" \
    secondAttribute="width" multiplier="1:2" relation="lessThanOrEqual" id="ccc-cc-c11"/>
    <constraint firstItem="scr-ol-001" firstAttribute="leading" secondItem="saf-ea-001" \
    secondAttribute="leading" id="ccc-cc-c12"/>
    <constraint firstItem="saf-ea-001" firstAttribute="trailing" secondItem="scr-ol-001" \
    secondAttribute="trailing" id="ccc-cc-c13"/>
    <constraint firstItem="scr-ol-001" firstAttribute="top" secondItem="sta-ck-001" \
    secondAttribute="bottom" id="ccc-cc-c14"/>
    <constraint firstItem="saf-ea-001" firstAttribute="bottom" secondItem="scr-ol-001" \
    secondAttribute="bottom" id="ccc-cc-c15"/>
    </constraints>
    <variation key="default"><mask key="constraints"><exclude reference="ccc-cc-c10"/></mask></variation>
    <variation key="widthClass=compact"><mask key="constraints"><include reference="ccc-cc-c10"/></mask></variation>
    </view>
    <connections><segue destination="con-tr-002" kind="show" id="seg-ue-001"/></connections>
    </viewController></objects></scene>
    <scene sceneID="sce-ne-002"><objects><tableViewController id="con-tr-002">
    <tableView key="view" id="tab-le-001">\(rect(0, 0, 414, 896))<prototypes>
    <tableViewCell reuseIdentifier="Cell" id="cel-l0-001">\(rect(0, 28, 414, 44))
    <tableViewCellContentView key="contentView" tableViewCell="cel-l0-001" id="con-te-002">\
    \(rect(0, 0, 414, 44))<subviews><label id="lab-el-003" text="Row" \(free)>\(rect(20, 11, 374, 22))
    <fontDescription key="fontDescription" type="system" pointSize="17"/></label></subviews><constraints>
    <constraint firstItem="lab-el-003" firstAttribute="leading" secondItem="con-te-002" \
    secondAttribute="leadingMargin" id="ccc-cc-c16"/>
    <constraint firstAttribute="trailingMargin" secondItem="lab-el-003" secondAttribute="trailing" \
    id="ccc-cc-c17"/>
    <constraint firstItem="lab-el-003" firstAttribute="centerY" secondItem="con-te-002" \
    secondAttribute="centerY" id="ccc-cc-c18"/></constraints></tableViewCellContentView></tableViewCell>
    </prototypes></tableView></tableViewController></objects></scene>
    <scene sceneID="sce-ne-003"><objects><navigationController id="nav-co-001">
    <navigationBar key="navigationBar" id="nav-ba-001"/><connections>
    <segue destination="con-tr-001" kind="relationship" relationship="rootViewController" id="seg-ue-002"/>
    </connections></navigationController></objects></scene></scenes></document>
    """
}
