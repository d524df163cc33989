// SPDX-License-Identifier: MIT

import Choices
import Foundation
import LayoutModel
import Lowering
import MadePackage
import Reproducers
import TestSupport
import Testing

@testable import Judging

@Suite("View controllers in UIKit source", .timeLimit(.minutes(30)))
struct UIKitSourceTests {
  /// The part of UIKit that sources use, with its declarations.
  private static let stub = """
    public typealias CGFloat = Double
    public struct CGSize { public var width, height: Double
      public init(width: Double, height: Double) { self.width = width; self.height = height } }
    public struct CGRect { public init(x: Double, y: Double, width: Double, height: Double) {} }
    public struct UIEdgeInsets { public static let zero = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
      public init(top: Double, left: Double, bottom: Double, right: Double) {} }
    public struct UILayoutPriority { public init(rawValue: Float) {} }
    public enum UISemanticContentAttribute { case unspecified, forceLeftToRight, forceRightToLeft }
    @MainActor open class UILayoutGuide { public init() {}; public var identifier = "" }
    @MainActor open class NSLayoutConstraint {
      public enum Axis { case horizontal, vertical }
      public enum Relation { case lessThanOrEqual, equal, greaterThanOrEqual }
      public enum Attribute { case left, right, top, bottom, leading, trailing, width, height, centerX, centerY,
        lastBaseline, firstBaseline, leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin,
        trailingMargin, centerXWithinMargins, centerYWithinMargins, notAnAttribute }
      public init(item: Any, attribute: Attribute, relatedBy: Relation, toItem: Any?, attribute second: Attribute,
        multiplier: CGFloat, constant: CGFloat) {}
      public var priority = UILayoutPriority(rawValue: 1000)
      public var identifier: String?
      public var isActive = false
    }
    @MainActor open class UIView {
      public static let noIntrinsicMetric: CGFloat = -1
      public struct AutoresizingMask: OptionSet { public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32) }
      public init() {}
      open var intrinsicContentSize: CGSize { CGSize(width: -1, height: -1) }
      open var alignmentRectInsets: UIEdgeInsets { .zero }
      open var layoutMargins = UIEdgeInsets.zero
      open var frame = CGRect(x: 0, y: 0, width: 0, height: 0)
      public var accessibilityIdentifier: String?
      public var insetsLayoutMarginsFromSafeArea = true
      public var semanticContentAttribute = UISemanticContentAttribute.unspecified
      public var translatesAutoresizingMaskIntoConstraints = true
      public var autoresizingMask: AutoresizingMask = []
      public var constraints: [NSLayoutConstraint] { [] }
      open func addSubview(_ view: UIView) {}
      open func addLayoutGuide(_ guide: UILayoutGuide) {}
      open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {}
      open func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {}
    }
    open class UIScrollView: UIView {
      public let contentLayoutGuide = UILayoutGuide(), frameLayoutGuide = UILayoutGuide()
    }
    @MainActor open class UIViewController {
      public init() {}
      public var view = UIView()
      public var title: String?
      open var next: UIViewController? { nil }
      open func viewDidLoad() {}
    }
    """

  /// Returns the diagnostics of the compiler; empty if there are none.
  private static func compile(_ arguments: [String], in folder: URL) throws -> String {
    let run = try MadePackage.output(
      of: ["swiftc", "-swift-version", "5"] + arguments, in: folder)
    return run.text + (run.status == 0 ? "" : "exit \(run.status)")
  }

  private static let hostile = [
    "a", "class", "view", "1st", "\"", "\\", "\\(x)", "\n", "*/", "//", "\u{202E}", "\u{1F600}",
    "é", "_", "self", "", "constraint", "next", "addViews", "items", "Items", "title", "Type",
    "init",
  ]

  @Test("sources of generated cases compile against UIKit's declarations, for any names of views")
  func compiles() throws {
    let folder = TestFolder.root
      .appendingPathComponent("uikit-source-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.stub.utf8).write(to: folder.appendingPathComponent("stub.swift"))
    #expect(
      try Self.compile(["-emit-module", "-module-name", "UIKit", "stub.swift"], in: folder).isEmpty)
    let seed: UInt64 = 44
    let source = CaseSource(seed: seed)
    var names = Xoshiro256(seed: seed)
    // Each source is its own file, so the compiler is run once for a module of several enums around
    // them.
    var text = "import UIKit\n"
    for index in 0..<24 {
      var layoutCase = CaseRunner.plain(try source.generate(index).layoutCase).layoutCase
      // Each name occurs unchanged, once in a case: ids are unique.
      var rest = Self.hostile
      for view in layoutCase.views.indices where index % 2 == 0 && !rest.isEmpty {
        layoutCase.views[view].id = rest.remove(at: Int(names.next() % UInt64(rest.count)))
      }
      let file = UIKitSource.text(layoutCase, title: ["case \(index)\n*/"])
      #expect(file.contains("final class ReproducedViewController"))
      text += "enum Case\(index) {\n" + file.replacing("import UIKit\n", with: "") + "}\n"
    }
    try Data(text.utf8).write(to: folder.appendingPathComponent("cases.swift"))
    let problems = try Self.compile(["-typecheck", "-I", ".", "cases.swift"], in: folder)
    #expect(problems.isEmpty, "seed \(seed): \(problems.prefix(2000))")
  }

  /// Words of the language in all contexts, types that sources use or could hide, similar names,
  /// and texts that are no names.
  private static let names: [String] = {
    let words = """
      associatedtype class deinit enum extension fileprivate func import init inout internal let open operator private
      precedencegroup protocol public rethrows static struct subscript typealias var break case catch continue default
      defer do else fallthrough for guard if in repeat return throw switch where while Any as await false is nil self
      Self super throws true try actor any async borrowing consuming consume copy convenience didSet discard distributed
      dynamic each final get indirect infix isolated lazy left macro mutating none nonisolated nonmutating optional
      override package postfix precedence prefix Protocol required right sending set some then Type unowned unsafe weak
      willSet yield dynamicType _ __ ___ a A aB Ab AB ab_2 ab items Items view View views constraint next title
      addViews addGuides addConstraints viewDidLoad SizedView SizedScrollView ReproducedViewController naturalSize insets
      UIView UIScrollView UIViewController UILayoutGuide UIEdgeInsets UILayoutPriority NSLayoutConstraint CGFloat CGSize
      CGRect MainActor Swift UIKit Foundation Array Dictionary Set String Substring Character Bool Int Int8 UInt Double
      Float Void Never Optional Error Result AnyObject AnyClass Sendable Equatable Hashable Codable Comparable Sequence
      Collection Range ClosedRange print fatalError type of min max abs zip
      """.split(whereSeparator: \.isWhitespace).map(String.init)
    let others = [
      "", " ", "1", "1st", "007", "1.5", "-", "+", "==", "->", "?", "!", "@", "#if", "$0",
      "`class`", "\\(x)", "\"", "\n",
      "\r\n", "*/", "//", "a b", "a-b", "a.b", "caf\u{E9}", "cafe\u{301}", "\u{E9}", "e\u{301}",
      "\u{3B1}", "\u{4E2D}",
      "\u{1F600}", "\u{1F468}\u{200D}\u{1F469}", "\u{202E}", "\u{200B}", "\u{0}", "a\u{301}",
      "\u{212B}", "\u{C5}",
      String(repeating: "x", count: 500), String(repeating: "X", count: 500),
    ]
    return words + words.map(\.capitalizedFirst) + others
  }()

  @Test("a source compiles for any names of its views and guides", arguments: ["view", "guide"])
  func hostileNames(of kind: String) throws {
    var layoutCase = LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 100, height: 100)),
      views: [View(id: "root", parent: nil)], constraints: [])
    for name in Self.names {
      if kind == "view" {
        layoutCase.views.append(View(id: name, parent: 0))
      } else {
        layoutCase.guides.append(
          Guide(id: name, owner: 0, kind: .topStrip(LayoutNumber(10))))
      }
    }
    let folder = TestFolder.root
      .appendingPathComponent("uikit-names-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.stub.utf8).write(to: folder.appendingPathComponent("stub.swift"))
    let text = UIKitSource.text(layoutCase)
    try Data(text.utf8).write(to: folder.appendingPathComponent("case.swift"))
    #expect(
      try Self.compile(["-emit-module", "-module-name", "UIKit", "stub.swift"], in: folder).isEmpty)
    let problems = try Self.compile(["-typecheck", "-I", ".", "case.swift"], in: folder)
    #expect(problems.isEmpty, "\(problems.prefix(2000))")
    #expect(
      text.split(separator: " = Sized").count + text.split(separator: " = UILayoutGuide()").count
        == Self.names.count + 2)
  }

  @Test("each constraint is in the source with all its parts")
  func parts() throws {
    let seed: UInt64 = 45
    for index in 0..<40 {
      let layoutCase = CaseRunner.plain(
        try CaseSource(seed: seed).generate(index).layoutCase
      ).layoutCase
      let text = UIKitSource.text(layoutCase)
      let comment = Comment("seed \(seed), case \(index)")
      #expect(
        text.split(separator: "constraint = NSLayoutConstraint(").count
          == layoutCase.constraints.count + 1, comment)
      #expect(
        text.split(separator: ".addSubview(").count == layoutCase.views.count, comment)
    }
  }
}

extension String {
  /// The text with its first letter as a capital one.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
