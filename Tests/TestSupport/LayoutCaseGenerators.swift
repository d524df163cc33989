// SPDX-License-Identifier: MIT

import Choices
import LayoutModel

extension Generator where Value == LayoutCase {
  /// Well-formed cases that use every part of the model, and may be senseless as layouts.
  package static let anyCase = Generator.drawn { $0.layoutCase() }
}

extension Draws {
  fileprivate mutating func number(nonNegative: Bool = false) -> LayoutNumber {
    let sign: Int64 = !nonNegative && chance() ? -1 : 1
    switch below(8) {
    case 0: return 0
    case 1: return LayoutNumber(digits: sign * Int64(below(1 << 60)), scale: 18)
    case 2: return LayoutNumber(digits: sign * Int64(below(1000)), scale: below(19))
    case 3: return LayoutNumber(sign * Int64(below(50)), Int64(1 + below(9)), form: .fraction)
    case 4: return LayoutNumber(sign * Int64(below(50)), Int64(1 + below(9)), form: .ratio)
    default: return LayoutNumber(Int(sign) * below(1000))
    }
  }

  fileprivate mutating func size() -> LayoutSize {
    LayoutSize(width: number(nonNegative: true), height: number(nonNegative: true))
  }

  fileprivate mutating func priority() -> Priority {
    switch below(4) {
    case 0: return .required
    case 1: return Priority(Float(1 + below(1000)))
    case 2: return Priority(Float(1 + below(999)) + 0.1)
    default: return Priority(Float.leastNonzeroMagnitude)
    }
  }

  fileprivate mutating func priorities() -> AxisPriorities {
    AxisPriorities(horizontal: priority(), vertical: priority())
  }

  fileprivate mutating func insets() -> LayoutInsets {
    LayoutInsets(top: number(), left: number(), bottom: number(), right: number())
  }

  fileprivate mutating func id(_ index: Int) -> String {
    pick(["v", "a.b", "ü名\u{1F600}", "\"\\\n\t\u{1}", ".", "leading", " "]) + "\(index)"
  }

  fileprivate mutating func view(_ index: Int, parent: Int?) -> View {
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

  fileprivate mutating func addFeatures(to view: inout View) {
    if view.intrinsicWidth == nil, view.intrinsicHeight == nil, chance(4) { view.text = text() }
    if chance(6) {
      view.stack = StackLayout(
        axis: pick(Axis.allCases), distribution: pick(StackLayout.Distribution.allCases),
        alignment: pick(StackLayout.Alignment.allCases), spacing: number(),
        usesSystemSpacing: chance(), isBaselineRelative: chance(), isMarginsRelative: chance(),
        toolkit: pick(StackLayout.Toolkit.allCases))
    }
    if view.kind == .collectionView, view.stack == nil, chance() { view.flow = flow() }
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
        label: chance() ? id(1) : nil, className: chance() ? "Class" : nil,
        module: chance() ? "Module" : nil, identifier: chance() ? id(2) : nil,
        accessibilityIdentifier: chance() ? id(3) : nil,
        runtimeAttributes: list(0...2) { draws in
          ViewAnnotations.RuntimeAttribute(
            keyPath: "layer.\(draws.id(4))", type: "number", value: draws.chance() ? "5.5" : nil)
        })
    }
  }

  fileprivate mutating func flow() -> FlowGrid {
    let size = size()
    return FlowGrid(
      scrollDirection: pick(Axis.allCases), itemSize: pick([.standard, .fitting, .fixed(size)]),
      lineSpacing: number(nonNegative: true), itemSpacing: number(nonNegative: true),
      insets: insets())
  }

  fileprivate mutating func text() -> TextContent {
    TextContent(
      pick(["", "text", "两个字", "\u{1F600}\n\"\\"]),
      font: TextFont(
        pointSize: LayoutNumber(1 + below(99)), weight: pick(TextFont.Weight.allCases),
        family: chance(3) ? "Family" : nil),
      lineLimit: below(4), lineBreak: pick(TextContent.LineBreak.allCases),
      preferredWidth: chance(3) ? number(nonNegative: true) : nil,
      padding: chance(3) ? insets() : .zero,
      measured: list(0...2) { draws in
        TextContent.Measured(
          maxWidth: draws.chance() ? draws.number(nonNegative: true) : nil,
          size: draws.size())
      },
      minimumScale: chance(3) ? LayoutNumber(digits: Int64(1 + below(100)), scale: 2) : nil)
  }

  fileprivate mutating func guide(_ index: Int, owner: Int, isScrollView: Bool) -> Guide {
    var kinds: [Guide.Kind] = [
      .free, .inset(insets()), .topStrip(number(nonNegative: true)),
      .bottomStrip(number(nonNegative: true)), .area(pick(Guide.Area.allCases)),
    ]
    if isScrollView { kinds += [.scrollContent, .scrollFrame] }
    return Guide(id: "g" + id(index), owner: owner, kind: pick(kinds))
  }

  fileprivate mutating func constraint(_ index: Int, in layoutCase: LayoutCase) -> LayoutConstraint?
  {
    func anchor(_ draws: inout Draws) -> Anchor {
      let useGuide = !layoutCase.guides.isEmpty && draws.chance(4)
      let item: Item =
        useGuide
        ? .guide(draws.below(layoutCase.guides.count))
        : .view(draws.below(layoutCase.views.count))
      return Anchor(item, draws.pick(Attribute.allCases))
    }
    let constraint = LayoutConstraint(
      id: id(index), first: anchor(&self), relation: pick(LayoutConstraint.Relation.allCases),
      second: chance(4) ? nil : anchor(&self), multiplier: chance() ? 1 : number(),
      constant: chance(3) ? 0 : number(), priority: priority(),
      identifier: chance(4) ? "identifier \(index)" : nil,
      source: chance(4) ? pick(LayoutConstraint.Source.allCases) : .author)
    var trial = layoutCase
    trial.constraints = [constraint]
    return trial.isValid ? constraint : nil
  }

  fileprivate mutating func expectation(for layoutCase: LayoutCase) -> Expectation {
    var expectation = Expectation(status: pick(Expectation.Status.allCases))
    for index in layoutCase.views.indices {
      if chance() {
        let rect = LayoutRect(x: number(), y: number(), width: number(), height: number())
        expectation.frames.append(.init(view: index, rect: rect))
      }
      if layoutCase.views[index].kind == .scrollView {
        let size = LayoutSize(width: number(), height: number())
        expectation.contentSizes.append(.init(view: index, size: size))
      }
      if chance(3) { expectation.ambiguousViews.append(index) }
    }
    expectation.conflict = ["a", "root.width", "ü"].filter { _ in chance() }
    if let table = layoutCase.table, chance() {
      expectation.rowHeights = table.rows.map { _ in number() }
    }
    return expectation
  }

  fileprivate mutating func table(of layoutCase: LayoutCase) -> TableContent {
    let texts = layoutCase.views.indices.filter { layoutCase.views[$0].text != nil }
    let rows = list(0...4) { draws in
      TableContent.Row(
        texts: texts.filter { _ in draws.chance() }.map { view in
          TableContent.Row.Text(
            view: view, string: draws.pick(["", "text", "e\u{301}", "\"\\\n"]))
        },
        height: draws.chance(3) ? draws.number(nonNegative: true) : nil,
        accessoryWidth: draws.chance(3) ? draws.number(nonNegative: true) : 0)
    }
    return TableContent(
      width: LayoutNumber(1 + below(999)), separator: pick(TableContent.Separator.allCases),
      estimatedHeight: chance() ? number(nonNegative: true) : nil,
      headerHeight: chance(3) ? number(nonNegative: true) : 0,
      footerHeight: chance(3) ? number(nonNegative: true) : 0, rows: rows)
  }

  fileprivate mutating func layoutCase() -> LayoutCase {
    let size = size()
    var result = LayoutCase(
      name: chance() ? "case \"\(below(100))\"" : nil,
      environment: .init(
        size: size, scale: 1 + below(3),
        direction: pick(LayoutCase.Environment.Direction.allCases),
        safeArea: chance() ? insets() : .zero,
        readableWidth: chance() ? number(nonNegative: true) : 672),
      views: [view(0, parent: nil)])
    // A parent on the path to the last view keeps the list in preorder.
    var path = [0]
    _ = list(1...8) { draws in
      path.removeLast(draws.below(path.count))
      let index = result.views.count
      result.views.append(draws.view(index, parent: path[path.count - 1]))
      path.append(index)
    }
    _ = list(0...3) { draws in
      let owner = draws.below(result.views.count)
      let isScrollView = result.views[owner].kind == .scrollView
      let index = result.guides.count
      result.guides.append(draws.guide(index, owner: owner, isScrollView: isScrollView))
    }
    _ = list(0...29) { draws in
      let made = draws.constraint(result.constraints.count, in: result)
      if let made { result.constraints.append(made) }
    }
    if chance(3) { result.table = table(of: result) }
    if chance() { result.expectation = expectation(for: result) }
    return result
  }
}
