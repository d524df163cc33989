// SPDX-License-Identifier: MIT

import LayoutModel
import TestSupport

@testable import VisualFormats

/// An example hierarchy: `card` in the root, which contains `a`, `b`, `c` and a guide `g`.
enum VisualFormatSample {
  static let hierarchy = LayoutCase(
    environment: .init(size: LayoutSize(width: 320, height: 480)),
    views: [
      View(id: "root", parent: nil), View(id: "card", parent: 0), View(id: "a", parent: 1),
      View(id: "b", parent: 1), View(id: "c", parent: 1),
    ], guides: [Guide(id: "g", owner: 1, kind: .free)])

  static let views: [String: Item] = [
    "root": .view(0), "card": .view(1), "a": .view(2), "b": .view(3), "c": .view(4),
    "g": .guide(0), "both": .view(4),
  ]

  static let metrics: [String: LayoutNumber] = [
    "gap": 12, "high": 750, "both": 33, "huge": LayoutNumber(digits: .max, scale: 0), "none": 0,
    "third": LayoutNumber(1, 3, form: .fraction),
  ]

  static func parser(
    _ options: VisualFormatOptions = VisualFormatOptions()
  ) -> VisualFormatParser {
    VisualFormatParser(hierarchy: hierarchy, views: views, metrics: metrics, options: options)
  }

  /// Returns the constraints of a format, one text each: `a.leading == card.leading + 20`.
  static func said(
    _ format: String, _ options: VisualFormatOptions = VisualFormatOptions()
  ) throws(VisualFormatError) -> [String] {
    try parser(options).constraints(of: format).map(text)
  }

  static func text(_ constraint: LayoutConstraint) -> String {
    func name(_ anchor: Anchor) -> String { "\(hierarchy.id(of: anchor.item)).\(anchor.attribute)" }
    var text = "\(name(constraint.first)) \(constraint.relation.rawValue)"
    if let second = constraint.second { text += " \(name(second))" }
    if constraint.second == nil || !constraint.constant.isZero {
      text += (constraint.second == nil ? " " : " + ") + constraint.constant.text
    }
    return text + (constraint.priority.isRequired ? "" : " @\(constraint.priority.value)")
  }
}

/// Generates formats that give constraints, for any hierarchy.
struct RandomFormat {
  let hierarchy: LayoutCase
  var draws: Draws
  /// The views `v0`, `v1` and so on, and the guides `g0` and so on.
  let views: [String: Item]
  static let metrics: [String: LayoutNumber] = ["gap": 8, "wide": 100, "high": 750, "_m1": -3]

  init(_ hierarchy: LayoutCase, _ draws: Draws) {
    self.hierarchy = hierarchy
    self.draws = draws
    views = Self.views(of: hierarchy)
  }

  static func views(of hierarchy: LayoutCase) -> [String: Item] {
    var views: [String: Item] = [:]
    for index in hierarchy.views.indices { views["v\(index)"] = .view(index) }
    for index in hierarchy.guides.indices { views["g\(index)"] = .guide(index) }
    return views
  }

  static func name(_ item: Item) -> String {
    switch item {
    case .view(let index): return "v\(index)"
    case .guide(let index): return "g\(index)"
    }
  }

  mutating func below(_ limit: Int) -> Int { draws.below(limit) }
  mutating func chance(_ part: Int) -> Bool { draws.chance(part) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  private mutating func number() -> LayoutNumber {
    switch below(5) {
    case 1: return LayoutNumber(-below(100))
    case 2: return LayoutNumber(digits: Int64(below(100_000)), scale: below(10))
    default: return LayoutNumber(below(100))
    }
  }

  private mutating func predicate(isSize: Bool) -> VisualFormat.Predicate {
    var object = VisualFormat.Predicate.Object.number(number())
    if chance(4) { object = .name(pick(["gap", "wide", "_m1"])) }
    if isSize, chance(4) { object = .name("v\(below(hierarchy.views.count))") }
    var priority: VisualFormat.Predicate.PriorityTerm?
    switch below(6) {
    case 1: priority = .value(Priority(Float(1 + below(999))))
    case 2: priority = .value(Priority(Float(1 + below(999)) + 0.3))
    case 3: priority = .metric(VisualFormat.Name("high"))
    default: break
    }
    return VisualFormat.Predicate(
      pick(LayoutConstraint.Relation.allCases), object, priority: priority)
  }

  private mutating func predicates(isSize: Bool) -> [VisualFormat.Predicate] {
    (0...below(3)).map { _ in predicate(isSize: isSize) }
  }

  private mutating func connection() -> VisualFormat.Connection {
    switch below(4) {
    case 0: return .flush
    case 1: return .standard
    default: return .predicates(predicates(isSize: false))
    }
  }

  mutating func options(_ axis: Axis) -> VisualFormatOptions {
    let along: Attribute.Kind = axis == .horizontal ? .horizontalLocation : .verticalLocation
    var options = VisualFormatOptions()
    for (alignment, attribute) in VisualFormatOptions.Alignment.all
    where attribute.kind != along && chance(6) {
      options.alignment.insert(alignment)
    }
    options.direction = pick(VisualFormatOptions.Direction.allCases)
    if axis == .vertical { options.spacing = pick(VisualFormatOptions.Spacing.allCases) }
    options.superviewSpace = pick(VisualFormatOptions.SuperviewSpace.allCases)
    return options
  }

  mutating func format(_ axis: Axis, _ options: VisualFormatOptions) -> VisualFormat {
    let baselines: VisualFormatOptions.Alignment = [.firstBaseline, .lastBaseline]
    let allowsGuides = options.alignment.isDisjoint(with: baselines)
    var items: [Item] = []
    for _ in 0...below(6) {
      let useGuide = allowsGuides && !hierarchy.guides.isEmpty && chance(4)
      items.append(
        useGuide ? .guide(below(hierarchy.guides.count)) : .view(below(hierarchy.views.count)))
    }
    var format = VisualFormat(
      axis: axis,
      views: items.map { item in
        VisualFormat.ViewTerm(
          VisualFormat.Name(RandomFormat.name(item)),
          sizes: chance(3) ? predicates(isSize: true) : [])
      }, connections: items.dropFirst().map { _ in connection() })
    if items[0] != .view(0), chance(2) { format.start = .init(connection()) }
    if items[items.count - 1] != .view(0), chance(2) { format.end = .init(connection()) }
    return format
  }
}

extension LayoutConstraint {
  /// The constraint without its id and with its sides in a fixed order, so that equivalent
  /// constraints are equal.
  var canonical: LayoutConstraint {
    var copy = self
    copy.id = ""
    guard let second, multiplier == .one, let negated = constant.negated,
      "\(second)" < "\(first)"
    else { return copy }
    copy.first = second
    copy.second = first
    copy.constant = negated
    switch relation {
    case .lessThanOrEqual: copy.relation = .greaterThanOrEqual
    case .equal: break
    case .greaterThanOrEqual: copy.relation = .lessThanOrEqual
    }
    return copy
  }
}

extension [LayoutConstraint] {
  /// The number of occurrences of each constraint.
  var counted: [LayoutConstraint: Int] {
    var counts: [LayoutConstraint: Int] = [:]
    for constraint in self { counts[constraint.canonical, default: 0] += 1 }
    return counts
  }
}
