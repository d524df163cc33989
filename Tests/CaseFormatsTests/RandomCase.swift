// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

/// Generates well-formed cases that use every part of the model, and may be senseless as layouts.
struct RandomCase {
  private var random: SplitMix64

  static func make(seed: UInt64) -> LayoutCase {
    var maker = RandomCase(random: SplitMix64(seed: seed))
    return maker.layoutCase()
  }

  private mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
  private mutating func chance(_ part: Int) -> Bool { below(part) == 0 }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  private mutating func number(nonNegative: Bool = false) -> LayoutNumber {
    let sign: Int64 = nonNegative || chance(2) ? 1 : -1
    switch below(8) {
    case 0: return LayoutNumber(digits: sign * Int64(random.next() >> 4), scale: 18)
    case 1: return LayoutNumber(digits: sign * Int64(below(1000)), scale: below(19))
    case 2: return LayoutNumber(sign * Int64(below(50)), Int64(1 + below(9)), form: .fraction)
    case 3: return LayoutNumber(sign * Int64(below(50)), Int64(1 + below(9)), form: .ratio)
    case 4: return 0
    default: return LayoutNumber(Int(sign) * below(1000))
    }
  }

  private mutating func priority() -> Priority {
    switch below(4) {
    case 0: return Priority(Float(1 + below(1000)))
    case 1: return Priority(Float(1 + below(999)) + 0.1)
    case 2: return Priority(Float.leastNonzeroMagnitude)
    default: return .required
    }
  }

  private mutating func priorities() -> AxisPriorities {
    AxisPriorities(horizontal: priority(), vertical: priority())
  }

  private mutating func insets() -> LayoutInsets {
    LayoutInsets(top: number(), left: number(), bottom: number(), right: number())
  }

  private mutating func id(_ index: Int) -> String {
    pick(["v", "a.b", "ü名\u{1F600}", "\"\\\n\t\u{1}", ".", "leading", " "]) + "\(index)"
  }

  private mutating func view(_ index: Int, parent: Int?) -> View {
    var view = View(id: id(index), parent: parent, kind: pick(View.Kind.allCases))
    if chance(3) { view.intrinsicWidth = number(nonNegative: true) }
    if chance(3) { view.intrinsicHeight = number(nonNegative: true) }
    if chance(4) { view.hugging = priorities() }
    if chance(4) { view.compressionResistance = priorities() }
    if chance(4) { view.margins = insets() }
    if chance(6) { view.alignmentInsets = insets() }
    if chance(6) { view.firstBaselineOffset = number() }
    if chance(6) { view.lastBaselineOffset = number() }
    if parent != nil, chance(6) {
      let rect = LayoutRect(x: number(), y: number(), width: number(), height: number())
      view.hold = View.Hold(
        frame: rect, reason: pick(View.HoldReason.allCases),
        mask: AutoresizingMask(rawValue: UInt8(below(64))),
        superviewSize: LayoutSize(width: number(), height: number()))
    }
    addFeatures(to: &view)
    return view
  }

  private mutating func addFeatures(to view: inout View) {
    if view.intrinsicWidth == nil, view.intrinsicHeight == nil, chance(4) { view.text = text() }
    if chance(6) {
      view.stack = StackLayout(
        axis: pick(Axis.allCases), distribution: pick(StackLayout.Distribution.allCases),
        alignment: pick(StackLayout.Alignment.allCases), spacing: number(),
        usesSystemSpacing: chance(2), isBaselineRelative: chance(2), isMarginsRelative: chance(2))
    }
    if view.kind == .collectionView, view.stack == nil, chance(2) { view.flow = flow() }
    if chance(6) { view.customSpacing = number() }
    view.isArranged = !chance(6)
    view.isHidden = chance(6)
    view.marginRules = View.MarginRules(
      preservesSuperviewMargins: chance(4), insetsFromSafeArea: !chance(4),
      followsReadableWidth: chance(4))
    if chance(6) { view.direction = pick(LayoutCase.Environment.Direction.allCases) }
    if chance(6) {
      view.recordedFrame = LayoutRect(x: number(), y: number(), width: number(), height: number())
    }
    if chance(6) {
      view.annotations = ViewAnnotations(
        label: chance(2) ? id(1) : nil, className: chance(2) ? "Class" : nil,
        module: chance(2) ? "Module" : nil, identifier: chance(2) ? id(2) : nil,
        accessibilityIdentifier: chance(2) ? id(3) : nil,
        runtimeAttributes: (0..<below(3)).map { _ in
          ViewAnnotations.RuntimeAttribute(
            keyPath: "layer.\(id(4))", type: "number", value: chance(2) ? "5.5" : nil)
        })
    }
  }

  private mutating func flow() -> FlowGrid {
    let size = LayoutSize(width: number(nonNegative: true), height: number(nonNegative: true))
    return FlowGrid(
      scrollDirection: pick(Axis.allCases), itemSize: pick([.standard, .fitting, .fixed(size)]),
      lineSpacing: number(nonNegative: true), itemSpacing: number(nonNegative: true),
      insets: insets())
  }

  private mutating func text() -> TextContent {
    TextContent(
      pick(["", "text", "两个字", "\u{1F600}\n\"\\"]),
      font: TextFont(
        pointSize: LayoutNumber(1 + below(99)), weight: pick(TextFont.Weight.allCases),
        family: chance(3) ? "Family" : nil),
      lineLimit: below(4), lineBreak: pick(TextContent.LineBreak.allCases),
      preferredWidth: chance(3) ? number(nonNegative: true) : nil,
      padding: chance(3) ? insets() : .zero,
      measured: (0..<below(3)).map { _ in
        TextContent.Measured(
          maxWidth: chance(2) ? number(nonNegative: true) : nil,
          size: LayoutSize(width: number(nonNegative: true), height: number(nonNegative: true)))
      },
      minimumScale: chance(3) ? LayoutNumber(digits: Int64(1 + below(100)), scale: 2) : nil)
  }

  private mutating func guide(_ index: Int, owner: Int, isScrollView: Bool) -> Guide {
    var kinds: [Guide.Kind] = [
      .free, .inset(insets()), .topStrip(number(nonNegative: true)),
      .bottomStrip(number(nonNegative: true)), .area(pick(Guide.Area.allCases)),
    ]
    if isScrollView { kinds += [.scrollContent, .scrollFrame] }
    return Guide(id: "g" + id(index), owner: owner, kind: pick(kinds))
  }

  private mutating func constraint(_ index: Int, in layoutCase: LayoutCase) -> LayoutConstraint? {
    func anchor(_ maker: inout RandomCase) -> Anchor {
      let useGuide = !layoutCase.guides.isEmpty && maker.chance(4)
      let item: Item =
        useGuide
        ? .guide(maker.below(layoutCase.guides.count))
        : .view(maker.below(layoutCase.views.count))
      return Anchor(item, maker.pick(Attribute.allCases))
    }
    let constraint = LayoutConstraint(
      id: id(index), first: anchor(&self), relation: pick(LayoutConstraint.Relation.allCases),
      second: chance(4) ? nil : anchor(&self), multiplier: chance(2) ? 1 : number(),
      constant: chance(3) ? 0 : number(), priority: priority(),
      identifier: chance(4) ? "identifier \(index)" : nil,
      source: chance(4) ? pick(LayoutConstraint.Source.allCases) : .author)
    var trial = layoutCase
    trial.constraints = [constraint]
    return trial.isValid ? constraint : nil
  }

  private mutating func expectation(for layoutCase: LayoutCase) -> Expectation {
    var expectation = Expectation(status: pick(Expectation.Status.allCases))
    for index in layoutCase.views.indices {
      if chance(2) {
        let rect = LayoutRect(x: number(), y: number(), width: number(), height: number())
        expectation.frames.append(.init(view: index, rect: rect))
      }
      if layoutCase.views[index].kind == .scrollView {
        let size = LayoutSize(width: number(), height: number())
        expectation.contentSizes.append(.init(view: index, size: size))
      }
      if chance(3) { expectation.ambiguousViews.append(index) }
    }
    expectation.conflict = ["a", "root.width", "ü"].filter { _ in chance(2) }
    if let table = layoutCase.table, chance(2) {
      expectation.rowHeights = table.rows.map { _ in number() }
    }
    return expectation
  }

  private mutating func table(of layoutCase: LayoutCase) -> TableContent {
    let texts = layoutCase.views.indices.filter { layoutCase.views[$0].text != nil }
    let rows = (0..<below(5)).map { _ in
      TableContent.Row(
        texts: texts.filter { _ in chance(2) }.map { view in
          TableContent.Row.Text(view: view, string: pick(["", "text", "e\u{301}", "\"\\\n"]))
        },
        height: chance(3) ? number(nonNegative: true) : nil,
        accessoryWidth: chance(3) ? number(nonNegative: true) : 0)
    }
    return TableContent(
      width: LayoutNumber(1 + below(999)), separator: pick(TableContent.Separator.allCases),
      estimatedHeight: chance(2) ? number(nonNegative: true) : nil,
      headerHeight: chance(3) ? number(nonNegative: true) : 0,
      footerHeight: chance(3) ? number(nonNegative: true) : 0, rows: rows)
  }

  private mutating func layoutCase() -> LayoutCase {
    let size = LayoutSize(width: number(nonNegative: true), height: number(nonNegative: true))
    var result = LayoutCase(
      name: chance(2) ? "case \"\(below(100))\"" : nil,
      environment: .init(
        size: size, scale: 1 + below(3),
        direction: pick(LayoutCase.Environment.Direction.allCases),
        safeArea: chance(2) ? insets() : .zero,
        readableWidth: chance(2) ? number(nonNegative: true) : 672),
      views: [view(0, parent: nil)])
    // A parent on the path to the last view keeps the list in preorder.
    var path = [0]
    for index in 1..<2 + below(8) {
      path.removeLast(below(path.count))
      result.views.append(view(index, parent: path[path.count - 1]))
      path.append(index)
    }
    for index in 0..<below(4) {
      let owner = below(result.views.count)
      let isScrollView = result.views[owner].kind == .scrollView
      result.guides.append(guide(index, owner: owner, isScrollView: isScrollView))
    }
    for index in 0..<below(30) {
      if let made = constraint(index, in: result) { result.constraints.append(made) }
    }
    if chance(3) { result.table = table(of: result) }
    if chance(2) { result.expectation = expectation(for: result) }
    return result
  }
}
