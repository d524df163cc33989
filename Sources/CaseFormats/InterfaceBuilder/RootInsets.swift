// SPDX-License-Identifier: MIT

import LayoutModel

/// The safe area and the margins of a root, from fixed tables.
struct RootInsets {
  /// The insets covered by the status bar, the bars of the controller and the home indicator.
  private(set) var bars = EdgeInsets()
  private(set) var safeArea = EdgeInsets()
  private(set) var margins = EdgeInsets(all: 8)

  typealias NodeID = DocumentTree.NodeID

  private let header: DocumentHeader
  private let tree: DocumentTree

  init(draft: ScopeDraft, builder: ScopeBuilder) {
    header = builder.header
    tree = builder.tree
    let isScreen = draft.surroundings.kind == .controllerView || isWholeScreen(draft)
    if header.runtime == .tvOS, isScreen {
      // The edges of a television may be cut off.
      bars = EdgeInsets(top: 60, bottom: 60)
      safeArea = EdgeInsets(top: 60, left: 80, bottom: 60, right: 80)
      margins = header.usesSafeAreas ? EdgeInsets() : EdgeInsets(left: 90, right: 90)
    }
    if header.runtime == .macOS, draft.surroundings.kind == .controllerView,
      header.uses(.desktopSafeArea)
    {
      // The editor assumes a window whose content reaches below a title bar with a tool bar.
      safeArea = EdgeInsets(top: 52)
    }
    guard header.runtime == .iOS else { return }
    let width = draft.size.width.doubleValue
    let height = draft.size.height.doubleValue
    switch draft.surroundings.kind {
    case .controllerView:
      bars = barsOfController(draft.surroundings, width: width, height: height)
      if startsBelowBars(builder.rect(of: draft.rootNode)) { bars.top = 0 }
      safeArea = bars
      // The screen decides, also for a root that is smaller than it.
      let screen = header.device.map { Double($0.width) } ?? width
      let side = sideMargin(forWidth: header.uses(.wideRoots) ? max(screen, width) : screen)
      margins = EdgeInsets(left: side, right: side)
    case .topLevelView:
      if isScreen, let device = header.device {
        bars = screenInsets(device)
        let simulated = SimulatedBars(of: draft.rootNode, tree)
        if simulated.status == .hidden { bars.top = 0 }
        if simulated.navigation == .shown { bars.top += 44 }
        if simulated.bottom == .shown { bars.bottom += 44 }
      } else if let device = header.device, header.toolsVersion >= 15000,
        header.uses(.freeformStatusBar),
        tree.child(of: draft.rootNode, tag: "freeformSimulatedSizeMetrics") != nil
      {
        // A view of its own size starts at the top of the screen.
        bars.top = screenInsets(device).top
      }
      safeArea = bars
      let side = sideMargin(forWidth: width)
      margins = EdgeInsets(left: side, right: side)
    case .cell:
      margins = marginsOfCell(draft.surroundings, width: width, builder)
    case .header, .other: break
    }
  }

  /// Whether the recorded frame of a root starts where a navigation bar ends: it is opaque, on
  /// every device.
  private func startsBelowBars(_ recorded: LayoutRect?) -> Bool {
    guard header.uses(.belowOpaqueBars), let top = recorded?.y.doubleValue else { return false }
    return top >= 44 && Self.opaqueHeights.contains(top)
  }

  /// The bars that the margins of a root contain in documents that cannot refer to safe areas.
  var barsInMargins: EdgeInsets {
    guard !header.usesSafeAreas, header.toolsVersion >= 15000, header.uses(.barsInMargins) else {
      return EdgeInsets()
    }
    return EdgeInsets(top: bars.top, bottom: bars.bottom)
  }

  /// Whether a top-level view is as large as the screen.
  private func isWholeScreen(_ draft: ScopeDraft) -> Bool {
    draft.surroundings.kind == .topLevelView && header.isWholeScreen(draft.size)
  }

  /// Returns the system's smallest side margin of a root: 20 points on wide screens, else 16.
  ///
  /// The canvas of Xcode 7 and before, which had no devices, counts as wide, whatever its roots
  /// measure.
  private func sideMargin(forWidth width: Double) -> Double {
    let isWideCanvas = header.device == nil && header.toolsVersion < 11000
    return isWideCanvas || width >= 400 ? 20 : 16
  }

  /// Returns the insets of a whole screen that the status bar and the home indicator cover.
  private func screenInsets(_ device: Device) -> EdgeInsets {
    var top = Double(device.statusBar)
    let bottom = Double(device.homeIndicator)
    if device.isPad { return EdgeInsets(top: top, bottom: bottom) }
    if device.isLandscape {
      // Phones hide the status bar, and what surrounds the camera is at a side.
      guard bottom > 0 else { return EdgeInsets() }
      return EdgeInsets(left: top, bottom: 21, right: top)
    }
    guard bottom > 0 else {
      // The editors of Xcode 11 to 13 drew no status bar on phones without a home indicator.
      let isWithout =
        header.isAsDrawn && (14800..<21000).contains(header.toolsVersion)
        && header.uses(.noStatusBar)
      return EdgeInsets(top: isWithout ? 0 : top)
    }
    if !header.isAsDrawn { return EdgeInsets(top: top, bottom: bottom) }
    if header.toolsVersion < 19000 { top = min(top, 44) }
    if header.toolsVersion >= 21000, header.uses(.laterStatusBars) {
      // Later tools take the status bars of the devices themselves.
      if device.id == "retina6_1" { top = 48 }
      if device.id == "retina5_9" { top = 50 }
    }
    // From these tools on, the recorded frames count the insets of phones twice.
    let times = header.toolsVersion >= 24000 && header.uses(.doubledInsets) ? 2.0 : 1
    return EdgeInsets(top: top * times, bottom: bottom * times)
  }

  private func barsOfController(
    _ surroundings: RootSurroundings, width: Double, height: Double
  ) -> EdgeInsets {
    guard let controller = surroundings.controller else { return EdgeInsets() }
    let bars = surroundings.bars
    if bars.isEmbedded || bars.isPopover {
      // No status bar reaches into a container or a popover, only the bar of its own navigation.
      return EdgeInsets(top: bars.isEmbedded && bars.navigation ? 44 : 0)
    }
    let device = header.device ?? Device.withScreen(width: Int(width), height: Int(height))
    var insets = device.map(screenInsets) ?? EdgeInsets(top: 20)
    let isFloating =
      device.map { floats(controller, width: width, height: height, on: $0) } ?? false
    if isFloating { insets = EdgeInsets() }
    let simulated = SimulatedBars(of: controller, tree)
    if simulated.status == .hidden { insets.top = 0 }
    let hasNavigationBar = simulated.navigation.decides(bars.navigation)
    if hasNavigationBar {
      insets.top += navigationBarHeight(of: controller, bars, isLandscape: device?.isLandscape)
    }
    let hidesBars = tree.isYes("hidesBottomBarWhenPushed", of: controller)
    if bars.tab && simulated.bottom != .hidden && !hidesBars || simulated.tab {
      insets.bottom += bottomBarHeight(49)
    }
    if simulated.bottom.decides(bars.tool && !hidesBars), !simulated.tab {
      let isLater = header.toolsVersion >= 21000 && header.uses(.laterToolBar)
      insets.bottom += bottomBarHeight(isLater ? 49 : 44)
    }
    guard let device, !isFloating,
      let missing = missingHeight(controller, width: width, height: height, on: device)
    else { return insets }
    let hasBottomBar = insets.bottom > screenInsets(device).bottom
    let isOpaque = hasBottomBar && header.uses(.opaqueBars)
    if isOpaque, missing == insets.bottom {
      // The root ends above an opaque bar.
      insets.bottom = 0
      return insets
    }
    if isOpaque, missing == insets.bottom + insets.top { insets.bottom = 0 }
    // A sheet has its own bar; older roots below an opaque bar have nothing more above them.
    if header.toolsVersion >= 15000 {
      if header.uses(.sheetBar) { insets.top = hasNavigationBar ? 56 : 0 }
    } else if header.uses(.opaqueBars), Self.opaqueHeights.contains(missing) {
      insets.top = 0
    }
    return insets
  }

  /// The heights of a status bar, a navigation bar and a bar at the bottom, together or alone, on
  /// phones without a home indicator.
  private static let opaqueHeights: Set<Double> = [20, 44, 49, 64, 88, 93, 108, 113]

  /// Returns the height of the bars at the bottom of phones, and of tablets from iOS 12 on.
  private func bottomBarHeight(_ onPhones: Double) -> Double {
    guard let device = header.device else { return onPhones }
    if device.isPad { return header.toolsVersion >= 14400 ? 50 : onPhones }
    return device.heightClass == .compact && header.toolsVersion >= 13000 ? 32 : onPhones
  }

  /// The largest width of the phones whose cells keep the smaller side margin in later tools.
  private static let narrowScreen = 375

  /// Whether the root is separate from the edges of the screen.
  ///
  /// It is smaller than the screen both ways, or its controller's own canvas is much lower than it.
  private func floats(
    _ controller: NodeID, width: Double, height: Double, on device: Device
  ) -> Bool {
    // Documents of one device hold whole screens of others.
    if Device.withScreen(width: Int(width), height: Int(height)) != nil { return false }
    let missing = Double(device.height) - height
    if width < Double(device.width), missing > 0 { return true }
    return tree.child(of: controller, tag: "size", key: "freeformSize") != nil && missing > 200
  }

  private func navigationBarHeight(
    of controller: NodeID, _ bars: SceneGraph.Bars, isLandscape: Bool?
  ) -> Double {
    if isLandscape == true, header.device?.isPad == false { return 32 }
    let item = tree.child(of: controller, tag: "navigationItem", key: "navigationItem")
    let isNever =
      item.map { tree.attribute("largeTitleDisplayMode", of: $0) == "never" } ?? false
    // The bars of tablets are taller from iOS 12 on.
    let isTall = header.device?.isPad == true && header.toolsVersion >= 14400
    let plain = isTall ? 50.0 : 44
    let height = bars.largeTitle && !isNever ? plain + 52 : plain
    let hasPrompt = item.map { tree.attribute("prompt", of: $0) != nil } ?? false
    return hasPrompt ? height + 30 : height
  }

  /// Returns the part of the screen, or of the controller's own canvas, that a root of its width
  /// leaves free: on a page sheet, or beside opaque bars; nil for other roots.
  private func missingHeight(
    _ controller: NodeID, width: Double, height: Double, on device: Device
  ) -> Double? {
    var full = (width: Double(device.width), height: Double(device.height))
    if let canvas = tree.child(of: controller, tag: "size", key: "freeformSize"),
      let width = tree.attribute("width", of: canvas).flatMap(DocumentNumber.points),
      let height = tree.attribute("height", of: canvas).flatMap(DocumentNumber.points)
    {
      full = (width.doubleValue, height.doubleValue)
    }
    let missing = full.height - height
    return full.width == width && missing >= 20 && missing <= 200 ? missing : nil
  }

  private func marginsOfCell(
    _ surroundings: RootSurroundings, width: Double, _ builder: ScopeBuilder
  ) -> EdgeInsets {
    guard let cell = surroundings.cell else { return EdgeInsets(all: 8) }
    guard tree[cell].tag == "tableViewCell" else {
      // A separate cell in a document has the margins of a root.
      guard surroundings.table == nil else { return EdgeInsets(all: 8) }
      let side = sideMargin(forWidth: width)
      return EdgeInsets(top: 8, left: side, bottom: 8, right: side)
    }
    let side = sideMarginOfTableCell(cell, surroundings, width: width, builder)
    let vertical: Double
    switch header.toolsVersion {
    case ..<13000: vertical = 8
    case ..<24000: vertical = 11
    default: vertical = header.uses(.laterVerticalCellMargins) ? 15 : 11
    }
    let hasAccessory = tree.attribute("accessoryType", of: cell).map { $0 != "none" } ?? false
    return EdgeInsets(
      top: vertical, left: side, bottom: vertical, right: hasAccessory ? 8 : side)
  }

  private func sideMarginOfTableCell(
    _ cell: NodeID, _ surroundings: RootSurroundings, width: Double, _ builder: ScopeBuilder
  ) -> Double {
    if header.toolsVersion >= 23500, header.uses(.laterSideCellMargins) {
      let isNarrow = header.device.map { $0.width <= Self.narrowScreen } ?? false
      return isNarrow && header.uses(.narrowScreens) ? 16 : 20
    }
    let preserves = tree.isYes("preservesSuperviewLayoutMargins", of: cell)
    // Until Xcode 8 only a cell that keeps the margins of its table had more than the least.
    if header.toolsVersion < 13000, !preserves { return 8 }
    let outer = surroundings.table ?? cell
    let outerWidth =
      builder.rect(of: outer).map { builder.screenChange.width($0.width.doubleValue) } ?? width
    var side = sideMargin(forWidth: outerWidth)
    // A separate cell may be as narrow on any device.
    let isOfNarrowScreen =
      surroundings.table != nil || !header.uses(.narrowCells)
      || header.device.map { $0.width <= 320 } ?? true
    if outerWidth <= 320, isOfNarrowScreen { side = 15 }
    if surroundings.table == nil, !preserves, header.toolsVersion >= 15000,
      header.uses(.separateCells)
    {
      // A separate cell is in no table, whose width could count.
      return header.toolsVersion < 17000 ? 15 : 16
    }
    guard preserves, let device = header.device, let table = surroundings.table,
      tree[table].parent >= 0, tree[tree[table].parent].tag == "tableViewController"
    else { return side }
    side = max(side, sideMargin(forWidth: Double(device.width)))
    return side
  }
}

/// The simulated bars of a controller or a top-level view in the canvas.
private struct SimulatedBars {
  enum Choice {
    case inferred, shown, hidden

    func decides(_ inferred: Bool) -> Bool { self == .inferred ? inferred : self == .shown }
  }

  var status = Choice.inferred
  var navigation = Choice.inferred
  /// The tool bar; hidden also means no tab bar.
  var bottom = Choice.inferred
  var tab = false

  init(of node: DocumentTree.NodeID, _ tree: DocumentTree) {
    func has(_ tag: String, _ key: String? = nil) -> Bool {
      tree.child(of: node, tag: tag, key: key) != nil
    }
    if has("simulatedNavigationBarMetrics") { navigation = .shown }
    if has("nil", "simulatedTopBarMetrics") { navigation = .hidden }
    if has("simulatedToolbarMetrics") { bottom = .shown }
    if has("nil", "simulatedBottomBarMetrics") { bottom = .hidden }
    if has("nil", "simulatedStatusBarMetrics") { status = .hidden }
    tab = has("simulatedTabBarMetrics")
  }
}
