// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LayoutModel
import LinearModel
import VisualFormats

// Visual formats from the grammar. The planted layout keeps their required constraints.

extension EngineDrawer {
  /// Adds a format of one to three views.
  ///
  /// - Returns: false when the drawn format has no constraint that the planted layout keeps.
  mutating func addFormat(_ source: inout ChoiceSource) throws(GenerationStop) -> Bool {
    let axes = offer.formatAxes.filter {
      features.formats.contains($0 == .horizontal ? .horizontal : .vertical)
    }
    guard !axes.isEmpty, !scene.views.isEmpty else { return false }
    let axis = axes[try source.index(below: axes.count)]
    let views = try chain(axis, &source)
    var syntax = VisualFormat(
      axis: axis == .horizontal ? .horizontal : .vertical,
      start: try source.bool() ? VisualFormat.Border(.flush) : nil,
      views: views.map { VisualFormat.ViewTerm(VisualFormat.Name("v\($0)")) },
      connections: views.dropFirst().map { _ in .flush },
      end: try source.bool() ? VisualFormat.Border(.flush) : nil)
    var format = EngineFormat(id: nextConstraint, syntax.text)
    guard try connect(&syntax, &format, &source) else { return false }
    for index in views.indices where try source.bool(1, in: 3) {
      syntax.views[index].sizes = try sizes(of: views[index], axis, &format, &source)
    }
    if features.formats.contains(.alignment), views.count > 1 {
      format.alignment = try alignment(of: views, across: axis, &source)
    }
    format.text = syntax.text
    if axis == .horizontal, try source.bool(1, in: 3) {
      // A format without an orientation is horizontal.
      format.text = String(format.text.dropFirst(2))
    }
    guard let made = try? format.constraints(in: scene), !made.isEmpty else { return false }
    take(.format(format))
    return true
  }

  /// Returns different views in the order of their places in the planted layout.
  private func chain(
    _ axis: EngineAxis, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> [Int] {
    var left = scene.views.map(\.id)
    var views: [Int] = []
    for _ in 0..<(1 + (try source.index(below: min(3, left.count)))) {
      views.append(left.remove(at: try source.index(below: left.count)))
    }
    func place(_ view: Int) -> Int {
      let frame = planted[view] ?? (0, 0, 0, 0)
      if axis == .vertical { return frame.y }
      return scene.direction == .leftToRight ? frame.x : -frame.x - frame.width
    }
    return views.sorted { (place($0), $0) < (place($1), $1) }
  }

  // MARK: - Distances

  /// A place between two neighbours of a format, or beside `|`.
  private enum Gap: Hashable {
    case start, end
    case connection(Int)

    func set(_ connection: VisualFormat.Connection, in format: inout VisualFormat) {
      switch self {
      case .start: format.start?.connection = connection
      case .end: format.end?.connection = connection
      case .connection(let index): format.connections[index] = connection
      }
    }
  }

  /// Draws the distances of a format whose neighbours touch.
  ///
  /// - Returns: false when the planted layout keeps none of some distance.
  private func connect(
    _ syntax: inout VisualFormat, _ format: inout EngineFormat, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Bool {
    var gaps: [Gap] = syntax.start == nil ? [] : [.start]
    gaps += syntax.connections.indices.map { .connection($0) }
    if syntax.end != nil { gaps.append(.end) }
    // Without sizes and alignment, each gap makes one constraint, in the order of the text.
    guard let made = try? format.constraints(in: scene), made.count == gaps.count else {
      return false
    }
    for (gap, constraint) in zip(gaps, made) {
      let distance = difference(constraint)
      let lasts = lastingRelation(constraint) == nil
      if lasts, distance.isZero, try source.bool(3, in: 4) { continue }
      if lasts, features.formats.contains(.spacing), distance.signum >= 0,
        format.spacing == nil || format.spacing == distance, try source.bool()
      {
        format.spacing = distance
        gap.set(.standard, in: &syntax)
        continue
      }
      let list = try predicates(constraint, &format, &source)
      if list.isEmpty { return false }
      gap.set(.predicates(list), in: &syntax)
    }
    return true
  }

  /// Returns one or two predicates of a distance or a size; none when the planted layout keeps
  /// none, and a preference cannot be written.
  private func predicates(
    _ constraint: EngineConstraint, _ format: inout EngineFormat, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> [VisualFormat.Predicate] {
    var list: [VisualFormat.Predicate] = []
    for _ in 0..<(try source.bool(1, in: 4) ? 2 : 1) {
      let canPrefer = features.formats.contains(.priorities) && !strengths.isEmpty
      let isRequired = canPrefer ? try source.bool() : true
      var stated = constraint
      stated.relation = try relation(&source)
      if isRequired {
        guard let number = try number(keeping: stated, &source) else { continue }
        list.append(try predicate(stated.relation, number, nil, &format, &source))
      } else {
        let strength = strengths[try source.index(below: strengths.count)]
        let least = isNegativeOffered && constraint.second != nil ? -60 : 0
        let number = try source.integer(in: least...150, towards: 0)
        list.append(try predicate(stated.relation, number, strength, &format, &source))
      }
    }
    return list
  }

  private var isNegativeOffered: Bool { features.formats.contains(.negative) }

  /// Returns a number with which the planted layout keeps a constraint; nil when there is none.
  private func number(
    keeping constraint: EngineConstraint, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> Int? {
    if let relation = lastingRelation(constraint), relation != constraint.relation { return nil }
    let difference = difference(constraint)
    guard let exact = Int(exactly: difference.doubleValue), Rational(exact) == difference else {
      return nil
    }
    var number = exact
    let room = try source.index(below: 40)
    switch constraint.relation {
    case .equal: break
    case .lessThanOrEqual: number = isNegativeOffered ? exact + room : max(0, exact + room)
    case .greaterThanOrEqual: number = exact - room
    }
    if number < 0, !isNegativeOffered || constraint.second == nil {
      // At least zero says more than at least a negative number.
      guard constraint.relation == .greaterThanOrEqual, exact >= 0 else { return nil }
      number = 0
    }
    return number
  }

  private func predicate(
    _ relation: Relation, _ number: Int, _ strength: Strength?, _ format: inout EngineFormat,
    _ source: inout ChoiceSource
  ) throws(GenerationStop) -> VisualFormat.Predicate {
    var object = VisualFormat.Predicate.Object.number(LayoutNumber(number))
    if features.formats.contains(.metrics), try source.bool(1, in: 3) {
      object = .name(metric(Rational(number), &format))
    }
    var priority: VisualFormat.Predicate.PriorityTerm?
    if let strength {
      priority = .value(Priority(Float(strength.value)))
      if features.formats.contains(.metricPriorities), try source.bool(1, in: 3),
        let value = Rational(exactly: strength.value)
      {
        priority = .metric(VisualFormat.Name(metric(value, &format)))
      }
    }
    return VisualFormat.Predicate(Self.stated(relation), object, priority: priority)
  }

  private static func stated(_ relation: Relation) -> LayoutConstraint.Relation {
    switch relation {
    case .lessThanOrEqual: return .lessThanOrEqual
    case .equal: return .equal
    case .greaterThanOrEqual: return .greaterThanOrEqual
    }
  }

  /// Returns the name of a new metric.
  private func metric(_ value: Rational, _ format: inout EngineFormat) -> String {
    let name = "m\(format.metrics.count + 1)"
    format.metrics.append(.init(name, value))
    return name
  }

  // MARK: - Sizes and alignment

  /// Returns predicates of the size of a view: a number, or the size of another view.
  private func sizes(
    of view: Int, _ axis: EngineAxis, _ format: inout EngineFormat, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> [VisualFormat.Predicate] {
    let attribute = axis == .horizontal ? EngineAttribute.width : .height
    let constraint = EngineConstraint(id: 0, EngineItem(view, attribute), .equal)
    let others = scene.views.map(\.id).filter { $0 != view }
    guard features.formats.contains(.views), !others.isEmpty, try source.bool(1, in: 3) else {
      return try predicates(constraint, &format, &source)
    }
    var stated = constraint
    let other = others[try source.index(below: others.count)]
    stated.second = EngineItem(other, attribute)
    stated.relation = try relation(&source)
    let object = VisualFormat.Predicate.Object.name("v\(other)")
    let difference = difference(stated).signum
    let isKept: Bool
    switch stated.relation {
    case .equal: isKept = difference == 0
    case .lessThanOrEqual: isKept = difference <= 0
    case .greaterThanOrEqual: isKept = difference >= 0
    }
    if isKept { return [VisualFormat.Predicate(Self.stated(stated.relation), object)] }
    guard features.formats.contains(.priorities), !strengths.isEmpty else { return [] }
    let strength = strengths[try source.index(below: strengths.count)]
    return [
      VisualFormat.Predicate(
        Self.stated(stated.relation), object, priority: .value(Priority(Float(strength.value))))
    ]
  }

  /// Returns attributes across an axis that all neighbours share in the planted layout.
  private func alignment(
    of views: [Int], across axis: EngineAxis, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> [EngineAttribute] {
    var shared: [EngineAttribute] = []
    for attribute in EngineFormat.alignments
    where attribute.axis != axis && offer.attributes.contains(attribute) {
      let isShared = zip(views, views.dropFirst()).allSatisfy { view, next in
        difference(
          EngineConstraint(
            id: 0, EngineItem(view, attribute), .equal, EngineItem(next, attribute))
        ).isZero
      }
      if isShared, try source.bool() { shared.append(attribute) }
    }
    return shared
  }
}
