// SPDX-License-Identifier: MIT

import LayoutModel

/// A view controller in UIKit source with the views, guides and constraints of a plain case and
/// their names, for pasting into an app.
///
/// A small class of views has the natural sizes of the case, independently of the fonts and images
/// of a device. Comments describe parts without a public API in UIKit.
package struct UIKitSource {
  private let layoutCase: LayoutCase
  /// The expressions for the views and guides in the source.
  private var viewNames: [String] = []
  private var guideNames: [String] = []
  /// The properties of `Items`, with their types.
  private var properties: [(name: String, type: String)] = []
  private var lines: [String] = []

  /// Returns the source.
  ///
  /// `title` has the comments at the top.
  ///
  /// - Precondition: the case is plain.
  /// - Complexity: O(views + constraints).
  package static func text(_ layoutCase: LayoutCase, title: [String] = []) -> String {
    precondition(layoutCase.isPlain, "only plain cases are written as source")
    var source = UIKitSource(layoutCase)
    source.lines = CommentText.lines(title, after: "//")
    source.write()
    return source.lines.joined(separator: "\n") + "\n"
  }

  private init(_ layoutCase: LayoutCase) {
    self.layoutCase = layoutCase
    var identifiers = SwiftIdentifiers()
    for (index, view) in layoutCase.views.enumerated() {
      guard index > 0 else {
        viewNames.append("view")
        continue
      }
      let name = identifiers.name(for: view.id, fallback: "view\(index)")
      viewNames.append("items.\(name)")
      properties.append((name, view.kind == .scrollView ? "SizedScrollView" : "SizedView"))
    }
    for (index, guide) in layoutCase.guides.enumerated() {
      let name = identifiers.name(for: guide.id, fallback: "guide\(index)")
      guideNames.append("items.\(name)")
      if !guide.isOfScrollView { properties.append((name, "UILayoutGuide")) }
    }
  }

  private mutating func add(_ line: String) { lines.append(line) }

  private mutating func write() {
    add("import UIKit")
    add("")
    writeSizedView()
    add("final class ReproducedViewController: UIViewController {")
    writeItems()
    add("  override func viewDidLoad() {")
    add("    super.viewDidLoad()")
    let size = layoutCase.environment.size
    add("    // The root is \(number(size.width)) x \(number(size.height)) points.")
    add("    addViews()")
    add("    addGuides()")
    add("    addConstraints()")
    add("  }")
    writeViews()
    writeGuides()
    writeConstraints()
    add("}")
  }

  /// Writes the views and guides into a type of their own: a view called `next` would clash with a
  /// member of the view controller.
  private mutating func writeItems() {
    if properties.isEmpty { return }
    add("  @MainActor private struct Items {")
    for (name, type) in properties { add("    let \(name) = \(type)()") }
    add("  }")
    add("")
    add("  private let items = Items()")
    add("")
  }

  /// Writes the class of views that have a natural size and alignment insets only.
  private mutating func writeSizedView() {
    for (name, base) in [("SizedView", "UIView"), ("SizedScrollView", "UIScrollView")]
    where name == "SizedView" || layoutCase.views.contains(where: { $0.kind == .scrollView }) {
      lines += """
        private final class \(name): \(base) {
          var naturalSize = CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
          var insets = UIEdgeInsets.zero

          override var intrinsicContentSize: CGSize { naturalSize }
          override var alignmentRectInsets: UIEdgeInsets { insets }
        }

        """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  // MARK: - Views

  private mutating func writeViews() {
    add("")
    add("  private func addViews() {")
    for index in layoutCase.views.indices { write(view: index) }
    add("  }")
  }

  private mutating func write(view index: Int) {
    let view = layoutCase.views[index]
    let name = viewNames[index]
    add("    \(name).accessibilityIdentifier = \(SwiftText.literal(view.id))")
    let margins = view.margins
    add(
      "    \(name).layoutMargins = UIEdgeInsets(top: \(number(margins.top)), left: \(number(margins.left)), "
        + "bottom: \(number(margins.bottom)), right: \(number(margins.right)))")
    add("    \(name).insetsLayoutMarginsFromSafeArea = false")
    if view.direction ?? layoutCase.environment.direction == .rightToLeft {
      add("    \(name).semanticContentAttribute = .forceRightToLeft")
    }
    guard let parent = view.parent else { return }
    if let width = view.intrinsicWidth { add("    \(name).naturalSize.width = \(number(width))") }
    if let height = view.intrinsicHeight {
      add("    \(name).naturalSize.height = \(number(height))")
    }
    if view.alignmentInsets != .zero {
      let insets = view.alignmentInsets
      add(
        "    \(name).insets = UIEdgeInsets(top: \(number(insets.top)), left: \(number(insets.left)), "
          + "bottom: \(number(insets.bottom)), right: \(number(insets.right)))")
    }
    if view.firstBaselineOffset != nil || view.lastBaselineOffset != nil {
      add("    // Its baselines lie inside: give it a subview with a text to have them.")
    }
    writePriorities(view, name)
    writeHold(view, name)
    add("    \(viewNames[parent]).addSubview(\(name))")
  }

  private mutating func writePriorities(_ view: View, _ name: String) {
    for (axis, word) in [(Axis.horizontal, "horizontal"), (.vertical, "vertical")]
    where view.intrinsicSize(along: axis) != nil {
      for (priorities, call) in [
        (view.hugging, "setContentHuggingPriority"),
        (view.compressionResistance, "setContentCompressionResistancePriority"),
      ] {
        add(
          "    \(name).\(call)(UILayoutPriority(rawValue: \(priorities[axis].value)), for: .\(word))"
        )
      }
    }
  }

  private mutating func writeHold(_ view: View, _ name: String) {
    guard let hold = view.hold else {
      add("    \(name).translatesAutoresizingMaskIntoConstraints = false")
      return
    }
    let frame = hold.frame
    add(
      "    \(name).frame = CGRect(x: \(number(frame.x)), y: \(number(frame.y)), "
        + "width: \(number(frame.width)), height: \(number(frame.height)))")
    let mask = AutoresizingMask.names.filter { hold.mask.contains($0.mask) }.map { part in
      switch part.name {
      case "left", "right", "top", "bottom": return ".flexible\(part.name.capitalizedFirst)Margin"
      default: return ".flexible\(part.name.capitalizedFirst)"
      }
    }
    add("    \(name).autoresizingMask = [\(mask.joined(separator: ", "))]")
  }

  // MARK: - Guides

  private mutating func writeGuides() {
    add("")
    add("  private func addGuides() {")
    for (index, guide) in layoutCase.guides.enumerated() where !guide.isOfScrollView {
      let name = guideNames[index]
      let owner = viewNames[guide.owner]
      add("    \(name).identifier = \(SwiftText.literal(guide.id))")
      add("    \(owner).addLayoutGuide(\(name))")
      for (attribute, sign, inset) in guide.edges {
        add(
          "    NSLayoutConstraint(item: \(name), attribute: .\(attribute), relatedBy: .equal, toItem: \(owner), "
            + "attribute: .\(attribute), multiplier: 1, constant: \(sign)(\(number(inset)))).isActive = true"
        )
      }
      if let (height, attribute) = guide.strip {
        for edge in ["left", "right", attribute] {
          add(
            "    NSLayoutConstraint(item: \(name), attribute: .\(edge), relatedBy: .equal, toItem: \(owner), "
              + "attribute: .\(edge), multiplier: 1, constant: 0).isActive = true")
        }
        add(
          "    NSLayoutConstraint(item: \(name), attribute: .height, relatedBy: .equal, toItem: nil, "
            + "attribute: .notAnAttribute, multiplier: 1, constant: \(number(height))).isActive = true"
        )
      }
    }
    add("  }")
  }

  // MARK: - Constraints

  private mutating func writeConstraints() {
    add("")
    add("  private func addConstraints() {")
    // The compiler would warn of an unused variable.
    if !layoutCase.constraints.isEmpty { add("    var constraint: NSLayoutConstraint") }
    for constraint in layoutCase.constraints {
      let second = constraint.second
      add("    constraint = NSLayoutConstraint(")
      add(
        "      item: \(item(constraint.first.item)), attribute: .\(constraint.first.attribute.rawValue), "
          + "relatedBy: .\(relation(constraint.relation)),")
      add(
        "      toItem: \(second.map { item($0.item) } ?? "nil"), attribute: "
          + ".\(second?.attribute.rawValue ?? "notAnAttribute"),")
      add(
        "      multiplier: \(number(constraint.multiplier)), constant: \(number(constraint.constant)))"
      )
      add("    constraint.priority = UILayoutPriority(rawValue: \(constraint.priority.value))")
      add("    constraint.identifier = \(SwiftText.literal(constraint.id))")
      add("    constraint.isActive = true")
    }
    if layoutCase.constraints.isEmpty { add("    _ = view.constraints") }
    add("  }")
  }

  private func item(_ item: Item) -> String {
    switch item {
    case .view(let index): return viewNames[index]
    case .guide(let index):
      let guide = layoutCase.guides[index]
      switch guide.kind {
      case .scrollContent: return "\(viewNames[guide.owner]).contentLayoutGuide"
      case .scrollFrame: return "\(viewNames[guide.owner]).frameLayoutGuide"
      default: return guideNames[index]
      }
    }
  }

  private func relation(_ relation: LayoutConstraint.Relation) -> String {
    switch relation {
    case .lessThanOrEqual: return "lessThanOrEqual"
    case .equal: return "equal"
    case .greaterThanOrEqual: return "greaterThanOrEqual"
    }
  }

  /// Returns a number as it was written: fractions and ratios as divisions.
  private func number(_ value: LayoutNumber) -> String {
    if value.form == .decimal { return "\(value.doubleValue)" }
    return "\(value.numerator).0 / \(value.denominator).0"
  }
}

extension Guide {
  /// Whether UIKit has the guide as a member of the scroll view.
  fileprivate var isOfScrollView: Bool { kind == .scrollContent || kind == .scrollFrame }

  /// The edges of an inset guide, each with the sign of the axis and its distance.
  fileprivate var edges: [(attribute: String, sign: String, inset: LayoutNumber)] {
    guard case .inset(let insets) = kind else { return [] }
    return [
      ("left", "", insets.left), ("top", "", insets.top), ("right", "-", insets.right),
      ("bottom", "-", insets.bottom),
    ]
  }

  /// The height of a strip and its edge.
  fileprivate var strip: (height: LayoutNumber, attribute: String)? {
    switch kind {
    case .topStrip(let height): return (height, "top")
    case .bottomStrip(let height): return (height, "bottom")
    default: return nil
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
