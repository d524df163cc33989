// SPDX-License-Identifier: MIT

import LayoutModel

/// A writer of a case as an Interface Builder document for iOS with one view on its own.
///
/// It follows the conventions of Interface Builder. Default values are left out. A constraint is in
/// the nearest common superview of its items, which it does not name as its first item.
package struct DocumentWriter {
  private let layoutCase: LayoutCase
  private var lines: [String] = []
  private var children: [[Int]]
  private var guides: [[Int]]
  private var constraints: [[Int]]

  /// Returns the document of a case, and the setup for reading it.
  ///
  /// - Precondition: `layoutCase == layoutCase.documentPart`: a document cannot express anything
  ///   else.
  /// - Complexity: O(size of the case times its depth).
  package static func document(of layoutCase: LayoutCase) -> (bytes: [UInt8], setup: ImportSetup) {
    var writer = DocumentWriter(layoutCase)
    writer.write()
    let text = writer.lines.joined(separator: "\n") + "\n"
    return (Array(text.utf8), ImportSetup(direction: layoutCase.environment.direction))
  }

  private init(_ layoutCase: LayoutCase) {
    self.layoutCase = layoutCase
    let none = [[Int]](repeating: [], count: layoutCase.views.count)
    (children, guides, constraints) = (none, none, none)
    for (index, view) in layoutCase.views.enumerated() {
      if let parent = view.parent { children[parent].append(index) }
    }
    for (index, guide) in layoutCase.guides.enumerated() { guides[guide.owner].append(index) }
    for (index, constraint) in layoutCase.constraints.enumerated() {
      constraints[layoutCase.owner(of: constraint)].append(index)
    }
  }

  private mutating func write() {
    lines.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    open(
      "document",
      [
        ("type", "com.apple.InterfaceBuilder3.CocoaTouch.XIB"), ("version", "3.0"),
        ("toolsVersion", "17506"), ("useAutolayout", "YES"), ("useTraitCollections", "YES"),
        ("useSafeAreas", "YES"),
      ])
    open("objects")
    element("placeholder", [("placeholderIdentifier", "IBFilesOwner"), ("id", "-1")])
    // In and out of views by hand, so that nesting costs no stack.
    var waiting: [(view: Int, isEntered: Bool)] = [(0, false)]
    while let (view, isEntered) = waiting.popLast() {
      if isEntered {
        end(view)
      } else {
        begin(view)
        waiting.append((view, true))
        waiting += children[view].reversed().map { ($0, false) }
      }
    }
    lines += ["</objects>", "</document>"]
  }

  // MARK: - Views

  private mutating func begin(_ index: Int) {
    let view = layoutCase.views[index]
    var attributes = [("contentMode", "scaleToFill"), ("id", view.id)]
    switch view.hold?.reason {
    case .fixedFrame:
      attributes.append(("fixedFrame", "YES"))
      attributes.append(("translatesAutoresizingMaskIntoConstraints", "NO"))
    case nil where view.parent != nil:
      attributes.append(("translatesAutoresizingMaskIntoConstraints", "NO"))
    default: break
    }
    attributes += sizes(of: view) + priorities(of: view) + marginRules(of: view)
    switch view.direction {
    case .leftToRight: attributes.append(("semanticContentAttribute", "forceLeftToRight"))
    case .rightToLeft: attributes.append(("semanticContentAttribute", "forceRightToLeft"))
    case nil: break
    }
    open(view.kind.rawValue, attributes)
    if let frame = view.recordedFrame { element("rect", [("key", "frame")] + members(of: frame)) }
    if view.hold != nil {
      // Old documents have this rectangle; a reader has to select the frame by its key.
      element(
        "rect",
        [("key", "contentStretch"), ("x", "0.0"), ("y", "0.0"), ("width", "1"), ("height", "1")])
    }
    if let mask = view.hold?.mask, !mask.isEmpty {
      let names = Self.maskNames.filter { mask.contains($0.mask) }
      element(
        "autoresizingMask",
        [("key", "autoresizingMask")] + names.map { ($0.name, "YES") })
    }
    if !children[index].isEmpty { open("subviews") }
  }

  private static let maskNames: [(mask: AutoresizingMask, name: String)] = [
    (.flexibleLeft, "flexibleMinX"), (.flexibleWidth, "widthSizable"),
    (.flexibleRight, "flexibleMaxX"), (.flexibleTop, "flexibleMinY"),
    (.flexibleHeight, "heightSizable"), (.flexibleBottom, "flexibleMaxY"),
  ]

  private mutating func end(_ index: Int) {
    let view = layoutCase.views[index]
    if !children[index].isEmpty { lines.append("</subviews>") }
    for guide in guides[index] { write(guide: layoutCase.guides[guide]) }
    if !constraints[index].isEmpty {
      open("constraints")
      for constraint in constraints[index] {
        write(layoutCase.constraints[constraint], owner: index)
      }
      lines.append("</constraints>")
    }
    if index == 0 || view.margins != .defaultMargins {
      element(
        "edgeInsets",
        [
          ("key", "layoutMargins"), ("top", view.margins.top.text),
          ("left", view.margins.left.text), ("bottom", view.margins.bottom.text),
          ("right", view.margins.right.text),
        ])
    }
    lines.append("</\(view.kind.rawValue)>")
  }

  private func sizes(of view: View) -> [(String, String)] {
    [
      view.intrinsicWidth.map { ("placeholderIntrinsicWidth", $0.text) },
      view.intrinsicHeight.map { ("placeholderIntrinsicHeight", $0.text) },
    ].compactMap(\.self)
  }

  private func priorities(of view: View) -> [(String, String)] {
    let plain = View(id: view.id, parent: view.parent)
    var attributes: [(String, String)] = []
    func add(_ name: String, _ priority: Priority, _ usual: Priority) {
      if priority != usual { attributes.append((name, priority.text)) }
    }
    add("horizontalHuggingPriority", view.hugging.horizontal, plain.hugging.horizontal)
    add("verticalHuggingPriority", view.hugging.vertical, plain.hugging.vertical)
    let (own, usual) = (view.compressionResistance, plain.compressionResistance)
    add("horizontalCompressionResistancePriority", own.horizontal, usual.horizontal)
    add("verticalCompressionResistancePriority", own.vertical, usual.vertical)
    return attributes
  }

  private func marginRules(of view: View) -> [(String, String)] {
    let rules = view.marginRules
    var attributes: [(String, String)] = []
    if rules.preservesSuperviewMargins {
      attributes.append(("preservesSuperviewLayoutMargins", "YES"))
    }
    if !rules.insetsFromSafeArea { attributes.append(("insetsLayoutMarginsFromSafeArea", "NO")) }
    if rules.followsReadableWidth { attributes.append(("layoutMarginsFollowReadableWidth", "YES")) }
    return attributes
  }

  private func members(of rect: LayoutRect) -> [(String, String)] {
    [
      ("x", rect.x.text), ("y", rect.y.text), ("width", rect.width.text),
      ("height", rect.height.text),
    ]
  }

  // MARK: - Guides and constraints

  private mutating func write(guide: Guide) {
    guard let key = guide.kind.documentKey else {
      preconditionFailure("a document has no word for the guide '\(guide.id)'")
    }
    element("viewLayoutGuide", [("key", key), ("id", guide.id)])
  }

  private mutating func write(_ constraint: LayoutConstraint, owner: Int) {
    var attributes: [(String, String)] = []
    if constraint.first.item != .view(owner) {
      attributes.append(("firstItem", layoutCase.id(of: constraint.first.item)))
    }
    attributes.append(("firstAttribute", name(of: constraint.first.attribute)))
    switch constraint.relation {
    case .equal: break
    case .lessThanOrEqual: attributes.append(("relation", "lessThanOrEqual"))
    case .greaterThanOrEqual: attributes.append(("relation", "greaterThanOrEqual"))
    }
    if let second = constraint.second {
      attributes.append(("secondItem", layoutCase.id(of: second.item)))
      attributes.append(("secondAttribute", name(of: second.attribute)))
    }
    if constraint.multiplier != .one {
      attributes.append(("multiplier", constraint.multiplier.text))
    }
    if constraint.constant != .zero { attributes.append(("constant", constraint.constant.text)) }
    if !constraint.priority.isRequired {
      attributes.append(("priority", constraint.priority.text))
    }
    attributes.append(("id", constraint.id))
    if let identifier = constraint.identifier { attributes.append(("identifier", identifier)) }
    element("constraint", attributes)
  }

  /// Returns the name of an attribute; Interface Builder calls the last baseline the baseline.
  private func name(of attribute: Attribute) -> String {
    attribute == .lastBaseline ? "baseline" : attribute.rawValue
  }

  // MARK: - XML

  private mutating func open(_ tag: String, _ attributes: [(String, String)] = []) {
    lines.append("<\(tag)\(text(attributes))>")
  }

  private mutating func element(_ tag: String, _ attributes: [(String, String)]) {
    lines.append("<\(tag)\(text(attributes))/>")
  }

  private func text(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0.0)=\"\(Self.escaped($0.1))\"" }.joined()
  }

  /// Returns the text as the value of an attribute or the content of an element.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(character.value);"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}

extension Guide.Kind {
  /// The key of the guide in a document; nil when a view of a document has no such guide.
  var documentKey: String? {
    switch self {
    case .area(.safeArea): return "safeArea"
    case .area(.margins): return "layoutMargins"
    case .area(.readable): return "readableContent"
    case .area(.keyboard): return "keyboard"
    case .scrollContent: return "contentLayoutGuide"
    case .scrollFrame: return "frameLayoutGuide"
    case .free, .inset, .topStrip, .bottomStrip: return nil
    }
  }
}
