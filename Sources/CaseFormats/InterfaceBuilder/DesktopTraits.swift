// SPDX-License-Identifier: MIT

import LayoutModel

/// The layout traits of an AppKit view by its element name.
///
/// Controls are drawn inside their frames, by distances that changed with the looks of macOS. The
/// tables contain the values of most recorded frames of each look (AUTOLAYOUT 3; STORYBOARDS, class
/// 3).
struct DesktopTraits {
  typealias NodeID = DocumentTree.NodeID

  let node: NodeID
  let tree: DocumentTree
  let look: Look
  /// The width of a label's frame beyond its text on each side: 3 points until Xcode 5, as for the
  /// labels of OS X 10.9.
  private let labelInset: LayoutNumber
  /// Whether color wells are drawn inside their frames, as from Xcode 14 on.
  private let hasColorWellInsets: Bool
  private let header: DocumentHeader

  /// The looks of macOS, by the tools that draw them.
  enum Look {
    /// Until Xcode 11.
    case early
    /// The controls of macOS 11, from Xcode 12 on.
    case bigSur
    /// The controls that fill their frames, from Xcode 26 on.
    case glass

    init(toolsVersion: Int) {
      switch toolsVersion {
      case ..<17000: self = .early
      case ..<24000: self = .bigSur
      default: self = .glass
      }
    }
  }

  init(_ node: NodeID, _ tree: DocumentTree, _ header: DocumentHeader) {
    self.node = node
    self.tree = tree
    look = Look(toolsVersion: header.toolsVersion)
    labelInset = header.toolsVersion < 6000 ? 3 : 2
    hasColorWellInsets =
      look == .bigSur && (header.toolsVersion >= 21000 || !header.uses(.colorWells))
    self.header = header
  }

  var traits: ViewTraits {
    switch tree[node].tag {
    case "view", "customView": return ViewTraits(kind: .view)
    case "stackView": return ViewTraits(kind: .stackView)
    case "textField", "secureTextField", "searchField", "comboBox", "tokenField": return field
    case "button": return raised(.both(.button, insets: buttonInsets))
    case "popUpButton": return raised(.both(.button, insets: popUpInsets))
    case "imageView": return .both(.imageView)
    case "slider":
      return ViewTraits(
        kind: .slider, hasIntrinsicHeight: true,
        alignmentInsets: look == .early ? Self.insets(2, 2, 0, 2) : .zero)
    case "box": return box
    case "progressIndicator":
      guard tree.attribute("style", of: node) != "spinning" else { return .both(.other) }
      return ViewTraits(
        hasIntrinsicHeight: true,
        alignmentInsets: look == .glass ? .zero : Self.insets(1, 0, 1, 0))
    case "stepper": return .both(.other, insets: stepperInsets)
    case "segmentedControl": return .both(.other, insets: segmentedInsets)
    case "datePicker":
      // The stepper beside its text ends inside the frame.
      return .both(.other, insets: look == .glass ? .zero : Self.insets(0, 0, 0, 3))
    case "colorWell":
      return ViewTraits(alignmentInsets: hasColorWellInsets ? Self.insets(2, 3, 2, 3) : .zero)
    case "switch":
      let isInside = look == .bigSur && header.uses(.switches)
      return .both(.other, insets: isInside ? Self.insets(1, 2, 2, 2) : .zero)
    case "matrix", "levelIndicator": return .both(.other)
    case "tabView": return ViewTraits(alignmentInsets: tabInsets)
    default: return ViewTraits()
    }
  }

  private var cell: NodeID? {
    tree.children(of: node).first { tree.attribute("key", of: $0) == "cell" }
  }

  private func cellAttribute(_ name: String) -> String? {
    cell.flatMap { tree.attribute(name, of: $0) }
  }

  private var controlSize: String? {
    cellAttribute("controlSize") ?? tree.attribute("controlSize", of: node)
  }

  private var isLarge: Bool { controlSize == "large" }
  private var isRegular: Bool { controlSize == nil || controlSize == "regular" || isLarge }

  private static func insets(
    _ top: LayoutNumber, _ left: LayoutNumber, _ bottom: LayoutNumber, _ right: LayoutNumber
  ) -> LayoutInsets {
    LayoutInsets(top: top, left: left, bottom: bottom, right: right)
  }

  /// The traits of a text field; one that cannot be edited is a label, whose text is inside its
  /// frame.
  private var field: ViewTraits {
    if tree[node].tag == "comboBox" {
      return ViewTraits(
        kind: .textField, hasIntrinsicHeight: true,
        alignmentInsets: look == .glass ? .zero : Self.insets(1, 0, 4, 3))
    }
    guard tree[node].tag == "textField", !isEditable else {
      let isPlain =
        tree[node].tag == "textField" && cellAttribute("borderStyle") == nil
        && header.uses(.borderlessFields)
      return ViewTraits(
        kind: .textField, hasIntrinsicHeight: true,
        alignmentInsets: isPlain ? Self.insets(0, labelInset, 0, labelInset) : .zero)
    }
    if cellAttribute("borderStyle") == "bezel" { return .both(.textField) }
    return .both(.label, insets: Self.insets(0, labelInset, 0, labelInset))
  }

  private var isEditable: Bool { cellAttribute("editable") == "YES" }

  private var buttonInsets: LayoutInsets {
    switch (tree.attribute("type", of: cell ?? node) ?? "", look, isRegular) {
    case ("smallSquare", let look, _)
    where look != .early && cellAttribute("borderStyle") == "border"
      && header.uses(.squareButtons):
      return Self.insets(1, 0, 1, 0)
    case (_, .glass, _): return .zero
    case ("push", .early, true): return Self.insets(4, 6, 7, 6)
    case ("push", .early, false): return Self.insets(4, 5, 6, 5)
    case ("push", .bigSur, true) where isLarge && header.uses(.largeButtons):
      return Self.insets(6, 6, 6, 6)
    case ("push", .bigSur, true): return Self.insets(5, 7, 7, 7)
    case ("push", .bigSur, false): return Self.insets(4, 6, 7, 6)
    case ("check", .early, _), ("radio", .early, _):
      let isOfXcode8 = (11000..<13000).contains(header.toolsVersion)
      return !isRegular && isOfXcode8 && header.uses(.smallEarlyBoxes)
        ? Self.insets(3, 3, 3, 3) : Self.insets(2, 2, 2, 2)
    case ("check", .bigSur, true), ("radio", .bigSur, true):
      // The box is 2 points inside, on its side of the title.
      let isOnRight = ["right", "trailing"].contains(cellAttribute("imagePosition"))
      return isOnRight ? Self.insets(1, 0, 1, 2) : Self.insets(1, 2, 1, 0)
    case ("check", .bigSur, false) where hasNoTitle && header.uses(.smallCheckBoxes):
      return Self.insets(2, 1, 2, 1)
    case ("check", .bigSur, false), ("radio", .bigSur, false): return Self.insets(1, 1, 1, 0)
    case ("roundRect", .bigSur, _): return Self.insets(0, 0, 1, 0)
    case ("help", .bigSur, true): return Self.insets(1, 3, 4, 2)
    case ("help", .bigSur, false) where header.uses(.smallHelpButtons):
      return Self.insets(0, 1, 2, 1)
    default: return .zero
    }
  }

  /// Returns the traits of a button, whose text is a point above the middle in a bezel with a
  /// shadow.
  private func raised(_ traits: ViewTraits) -> ViewTraits {
    guard look != .glass, cellAttribute("type") == "push", header.uses(.raisedBaselines) else {
      return traits
    }
    var traits = traits
    traits.baselineRise = 1
    return traits
  }

  /// Whether a button shows its image alone.
  private var hasNoTitle: Bool {
    ["overlaps", "only"].contains(cellAttribute("imagePosition"))
      && (cellAttribute("title") ?? "").isEmpty
  }

  private var popUpInsets: LayoutInsets {
    // Without a bezel around it, nothing is drawn inside the frame.
    if cellAttribute("bezelStyle") == "recessed" { return .zero }
    let isBare = cellAttribute("borderStyle")?.begins(with: "border") != true
    if look == .bigSur, isBare, header.uses(.borderlessPopUps),
      ["bevel", "smallSquare"].contains(cellAttribute("type"))
    {
      return Self.insets(0, 5, 0, 0)
    }
    switch look {
    case .early: return Self.insets(2, 2, 3, 3)
    case .bigSur: return Self.insets(1, 3, 4, 4)
    case .glass: return .zero
    }
  }

  private var stepperInsets: LayoutInsets {
    switch look {
    case .early: return Self.insets(2, 3, 2, 3)
    case .bigSur: return Self.insets(4, 3, 4, 3)
    case .glass: return .zero
    }
  }

  private var segmentedInsets: LayoutInsets {
    if look == .glass { return .zero }
    return isRegular ? Self.insets(1, 2, 2, 2) : Self.insets(1, 1, 1, 1)
  }

  /// The insets of tabs, which are on an edge of the frame, half of them outside the border.
  private var tabInsets: LayoutInsets {
    if look == .glass { return .zero }
    switch tree.attribute("type", of: node) {
    case nil, "topTabsBezelBorder": return Self.insets(6, 7, 10, 7)
    case "bottomTabsBezelBorder": return Self.insets(4, 7, 2, 7)
    case let type?:
      return type.begins(with: "noTabs") ? Self.insets(0, 7, 0, 7) : Self.insets(6, 7, 10, 7)
    }
  }

  /// The traits of a box.
  ///
  /// A separator is drawn in the middle of its frame, across the shorter side. Other boxes have a
  /// shadow below. Their content is laid out inside their border, below the middle of the title.
  private var box: ViewTraits {
    guard tree.attribute("boxType", of: node) == "separator" else {
      if tree.attribute("boxType", of: node) != nil { return ViewTraits() }
      let isUntitled = tree.attribute("titlePosition", of: node) == "noTitle"
      let hasLine = tree.attribute("borderType", of: node) == "line"
      let top: LayoutNumber =
        isUntitled && !hasLine && look == .early && header.uses(.untitledBoxes) ? 2 : 0
      var traits = ViewTraits(alignmentInsets: Self.insets(top, 3, 4, 3))
      if hasLine {
        traits.interiorTop = isUntitled ? 2 : 14
      }
      return traits
    }
    if let rect = tree.child(of: node, tag: "rect", key: "frame"),
      let width = tree.attribute("width", of: rect).flatMap(DocumentNumber.points),
      let height = tree.attribute("height", of: rect).flatMap(DocumentNumber.points),
      width.doubleValue < height.doubleValue
    {
      return ViewTraits(hasIntrinsicWidth: true, alignmentInsets: Self.insets(0, 2, 0, 2))
    }
    return ViewTraits(hasIntrinsicHeight: true, alignmentInsets: Self.insets(2, 0, 2, 0))
  }
}
