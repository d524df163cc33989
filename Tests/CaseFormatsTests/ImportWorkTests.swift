// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import CaseFormats

private typealias Samples = InterfaceBuilderSamples

/// Checks that a document twice as large costs about twice as many steps, for any structure.
@Suite("The work of importing a document")
struct ImportWorkTests {
  /// Shapes of documents on which a naive importer would take quadratic time.
  private enum Shape: String, CaseIterable, CustomTestStringConvertible {
    case manyViews = "views side by side"
    case deepViews = "views inside each other"
    case contentViews = "content views of one cell"
    case controllerViews = "views of one controller"
    case deepRoots = "roots below a deep chain"
    case segues = "segues to a container of many"
    case sameID = "views that share an id"
    case foreignItems = "constraints on another screen"
    case missingItems = "constraints on what is not there"
    case references = "references to an ancestor"

    var testDescription: String { rawValue }

    private static let rect = "<rect key=\"frame\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"/>"

    private func times(_ count: Int, _ text: (Int) -> String) -> String {
      (0..<count).map(text).joined(separator: "\n")
    }

    private func scene(_ inside: String) -> String {
      "<scene><objects>\(inside)</objects></scene>"
    }

    private func storyboard(_ scenes: String) -> String {
      """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" useAutolayout="YES" \
      useSafeAreas="YES" toolsVersion="17506"><device id="retina4_7"/><scenes>\(scenes)</scenes></document>
      """
    }

    private func nested(_ depth: Int, _ inside: String) -> String {
      times(depth) {
        "<view id=\"v\($0)\">\(Self.rect)<viewLayoutGuide key=\"safeArea\" id=\"s\($0)\"/><subviews>"
      }
        + inside + String(repeating: "</subviews></view>", count: depth)
    }

    /// Returns a document whose size is proportional to `size`.
    func document(_ size: Int) -> String {
      let rect = Self.rect
      switch self {
      case .manyViews:
        return Samples.xib(subviews: times(size) { "<view id=\"v\($0)\">\(rect)</view>" })
      case .deepViews: return Samples.xib(subviews: nested(size, ""))
      case .contentViews:
        return Samples.xib(
          subviews: "<tableViewCell id=\"c\">\(rect)"
            + times(size) { "<view key=\"contentView\" id=\"v\($0)\">\(rect)<subviews/></view>" }
            + "</tableViewCell>")
      case .controllerViews:
        return storyboard(
          scene(
            "<viewController id=\"c\">"
              + times(size) { "<view key=\"view\" id=\"v\($0)\">\(rect)</view>" }
              + "</viewController>"))
      case .deepRoots:
        let leaves = times(size) { "<x><view key=\"view\" id=\"r\($0)\">\(rect)</view></x>" }
        return Samples.xib(subviews: nested(size, "<view id=\"w\">\(rect)\(leaves)</view>"))
      case .segues:
        let shown = times(size) {
          scene(
            "<viewController id=\"m\($0)\"><connections><segue kind=\"modal\" destination=\"n\"/>"
              + "<segue kind=\"modal\" destination=\"n\"/></connections></viewController>")
        }
        return storyboard(
          shown
            + scene(
              "<navigationController id=\"n\"><connections>"
                + times(size) { "<segue kind=\"relationship\" destination=\"m\($0)\"/>" }
                + "</connections></navigationController>"))
      case .sameID:
        return Samples.xib(subviews: times(size) { _ in "<view id=\"v\">\(rect)</view>" })
      case .foreignItems, .missingItems:
        let item = self == .foreignItems ? "deep" : "gone"
        let constraints = times(size) { _ in
          "<constraint firstAttribute=\"top\" secondItem=\"\(item)\" secondAttribute=\"top\"/>"
        }
        let other =
          "<view id=\"o\">\(rect)<subviews>\(nested(50, "<view id=\"deep\">\(rect)</view>"))</subviews></view>"
        return Samples.xib(constraints: constraints)
          .replacing("</objects>", with: "\(other)</objects>")
      case .references:
        return Samples.xib(subviews: nested(size, times(size) { _ in "<view reference=\"v0\"/>" }))
      }
    }
  }

  private func steps(_ text: String) throws -> Int {
    var tree = try DocumentReader.read([UInt8](text.utf8))
    let counter = StepCounter()
    tree.steps = counter
    var builder = ScopeBuilder(
      content: try ParsedDocument.Content(tree: tree), setup: .asDrawn, sharedScopes: [],
      file: "Test.xib")
    let scopes = builder.allScopes()
    #expect(scopes.allSatisfy { $0.layoutCase.isValid })
    return counter.value
  }

  @Test(
    "grows in proportion to the document",
    arguments: TestLength.some(of: Shape.allCases, quick: 4))
  private func growth(shape: Shape) throws {
    // More than the limit of diagnostics, so that writing them does not dominate the count.
    let size = 1500
    let once = try steps(shape.document(size))
    let twice = try steps(shape.document(2 * size))
    #expect(Double(twice) < 2.5 * Double(once), "\(once) steps, then \(twice)")
    #expect(once > size)
  }

  @Test("the variations of a view are not walked again for each of its attributes")
  func variations() throws {
    let count = 2000
    func document(_ variations: Int) -> String {
      let children = String(
        repeating: "<variation key=\"widthClass=compact\"/>", count: variations)
      return Samples.xib(
        subviews: """
          <view id="v"><rect key="frame" x="0" y="0" width="9" height="9"/>\(children)</view>
          """)
    }
    let more = try steps(document(count)) - steps(document(0))
    // Some readers walk the children of a view, none of them for each attribute.
    #expect(more < 20 * count, "\(more) steps for \(count) variations")
  }
}
