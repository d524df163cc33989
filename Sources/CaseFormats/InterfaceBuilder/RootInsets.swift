// SPDX-License-Identifier: MIT

import LayoutModel

/// The safe area and the margins of a root, from fixed tables.
struct RootInsets {
  /// What the status bar, the bars of the controller and the home indicator cover.
  private(set) var bars = EdgeInsets()
  private(set) var safeArea = EdgeInsets()
  private(set) var margins = EdgeInsets(all: 8)

  typealias NodeID = DocumentTree.NodeID

  private let header: DocumentHeader
  private let tree: DocumentTree

  init(draft: ScopeDraft, builder: ScopeBuilder) {
    header = builder.header
    tree = builder.tree
    guard header.runtime == .iOS, let size = builder.rect(of: draft.rootNode) else { return }
    let width = size.width.doubleValue
    let height = size.height.doubleValue
    switch draft.surroundings.kind {
    case .controllerView:
      bars = barsOfController(draft.surroundings, width: width, height: height)
      safeArea = bars
      // The screen decides, also for a root that is smaller than it.
      let side = Self.sideMargin(forWidth: header.device.map { Double($0.width) } ?? width)
      margins = EdgeInsets(left: side, right: side)
    case .topLevelView:
      if let device = header.device, device.width == Int(width), device.height == Int(height) {
        bars = screenInsets(device)
      }
      safeArea = bars
      let side = Self.sideMargin(forWidth: width)
      margins = EdgeInsets(left: side, right: side)
    case .cell:
      margins = marginsOfCell(draft.surroundings, width: width, builder)
    case .header, .other: break
    }
  }

  /// What the system sets as the least side margin of a root: 20 points on wide screens, else 16.
  private static func sideMargin(forWidth width: Double) -> Double { width >= 400 ? 20 : 16 }

  /// What the status bar and the home indicator cover of a whole screen.
  private func screenInsets(_ device: Device) -> EdgeInsets {
    var top = Double(device.statusBar)
    let bottom = Double(device.homeIndicator)
    guard device.homeIndicator > 0, !device.isPad else { return EdgeInsets(top: top) }
    // Later tools take the taller status bar of the single-camera phones.
    if device.id == "retina6_1", header.toolsVersion >= 19000 { top = 48 }
    // From Xcode 16 on, the recorded frames count these insets of phones twice.
    let times = header.toolsVersion >= 24000 ? 2.0 : 1
    return EdgeInsets(top: top * times, bottom: bottom * times)
  }

  private func barsOfController(
    _ surroundings: RootSurroundings, width: Double, height: Double
  ) -> EdgeInsets {
    guard let controller = surroundings.controller else { return EdgeInsets() }
    let bars = surroundings.bars
    guard !bars.isEmbedded, !bars.isPopover else { return EdgeInsets() }
    let device = header.device ?? Device.withScreen(width: Int(width), height: Int(height))
    var insets = device.map(screenInsets) ?? EdgeInsets(top: 20)
    let simulated = SimulatedBars(of: controller, tree)
    let hasNavigationBar = bars.navigation || simulated.navigation
    if hasNavigationBar { insets.top += bars.largeTitle ? 96 : 44 }
    if let device, isSheet(width: width, height: height, on: device) {
      insets.top = hasNavigationBar ? 56 : 0
    }
    if bars.tab || simulated.tab { insets.bottom += 49 }
    if bars.tool || simulated.tool { insets.bottom += 44 }
    return insets
  }

  /// Whether the root lies on a page sheet, which is as wide as the screen and not quite as high.
  private func isSheet(width: Double, height: Double, on device: Device) -> Bool {
    let missing = Double(device.height) - height
    return header.toolsVersion >= 15000 && Int(width) == device.width && missing >= 40
      && missing <= 200
  }

  private func marginsOfCell(
    _ surroundings: RootSurroundings, width: Double, _ builder: ScopeBuilder
  ) -> EdgeInsets {
    guard let cell = surroundings.cell else { return EdgeInsets(all: 8) }
    guard tree[cell].tag == "tableViewCell" else {
      // A cell that stands alone in a document has the margins of a root.
      guard surroundings.table == nil else { return EdgeInsets(all: 8) }
      let side = Self.sideMargin(forWidth: width)
      return EdgeInsets(top: 8, left: side, bottom: 8, right: side)
    }
    let side = sideMarginOfTableCell(cell, surroundings, width: width, builder)
    let vertical: Double
    switch header.toolsVersion {
    case ..<13000: vertical = 8
    case ..<23500: vertical = 11
    default: vertical = 15
    }
    let hasAccessory = tree.attribute("accessoryType", of: cell).map { $0 != "none" } ?? false
    return EdgeInsets(
      top: vertical, left: side, bottom: vertical, right: hasAccessory ? 8 : side)
  }

  private func sideMarginOfTableCell(
    _ cell: NodeID, _ surroundings: RootSurroundings, width: Double, _ builder: ScopeBuilder
  ) -> Double {
    if header.toolsVersion >= 23500 { return 20 }
    let preserves = tree.isYes("preservesSuperviewLayoutMargins", of: cell)
    // Until Xcode 8 only a cell that keeps the margins of its table had more than the least.
    if header.toolsVersion < 13000, !preserves { return 8 }
    let outer = surroundings.table ?? cell
    let outerWidth = builder.rect(of: outer)?.width.doubleValue ?? width
    var side = Self.sideMargin(forWidth: outerWidth)
    if outerWidth <= 320 { side = 15 }
    guard preserves, let device = header.device, let table = surroundings.table,
      tree[table].parent >= 0, tree[tree[table].parent].tag == "tableViewController"
    else { return side }
    side = max(side, Self.sideMargin(forWidth: Double(device.width)))
    return side
  }
}

/// The bars that a controller pretends to have in the canvas.
private struct SimulatedBars {
  var navigation = false
  var tab = false
  var tool = false

  init(of controller: DocumentTree.NodeID, _ tree: DocumentTree) {
    for child in tree.children(of: controller) {
      switch tree[child].tag {
      case "simulatedNavigationBarMetrics": navigation = true
      case "simulatedTabBarMetrics": tab = true
      case "simulatedToolbarMetrics": tool = true
      default: break
      }
    }
  }
}
