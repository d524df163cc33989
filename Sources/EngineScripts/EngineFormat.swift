// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel
import VisualFormats

/// A text in the Visual Format Language that makes constraints of a layout.
///
/// In the text, view 3 is called `v3`. Constraints are made in the order of the text, one for each
/// predicate; those of the alignment follow.
package struct EngineFormat: Sendable, Hashable {
  /// A number with a name.
  package struct Metric: Sendable, Hashable {
    package var name: String
    package var value: Rational

    package init(_ name: String, _ value: Rational) {
      self.name = name
      self.value = value
    }
  }

  /// The id of the first constraint; the others have the ids that follow.
  package var id: Int
  package var text: String
  package var metrics: [Metric]
  /// The distance of a dash without a number, in points; nil when the text has none.
  package var spacing: Rational?
  /// The attributes that neighbours share, in the order of `EngineFormat.alignments`.
  package var alignment: [EngineAttribute]

  package init(
    id: Int, _ text: String, metrics: [Metric] = [], spacing: Rational? = nil,
    alignment: [EngineAttribute] = []
  ) {
    self.id = id
    self.text = text
    self.metrics = metrics
    self.spacing = spacing
    self.alignment = alignment
  }

  /// The attributes that an alignment may have, in the order in which they make constraints.
  package static let alignments: [EngineAttribute] = [
    .left, .right, .top, .bottom, .leading, .trailing, .centerX, .centerY,
  ]

  /// The syntax tree; nil when the text is malformed.
  package var syntax: VisualFormat? { try? VisualFormat.parse(text) }

  /// A reason why a format makes no constraints, in one sentence without a full stop.
  package struct Problem: Error, Sendable, Hashable {
    package let text: String
  }

  /// Returns the constraints that the text makes of the views of a scene.
  ///
  /// - Complexity: O(length of the text + views).
  package func constraints(in scene: EngineScene) throws(Problem) -> [EngineConstraint] {
    let reader = try EngineFormatReader(self, scene)
    return try reader.constraints()
  }
}

/// The translation of one format by the reader of `CaseFormats`.
private struct EngineFormatReader {
  private let format: EngineFormat
  private let parser: VisualFormatParser
  /// The ids of the views and of the guides of the case, by index.
  private var views = [0]
  private var guides: [Int] = []

  /// The name of the metric that stands for a dash without a number; a text cannot contain it.
  private static let spacing = "-"

  init(_ format: EngineFormat, _ scene: EngineScene) throws(EngineFormat.Problem) {
    self.format = format
    var hierarchy = LayoutCase(
      environment: .init(size: LayoutSize(width: 0, height: 0)),
      views: [View(id: "root", parent: nil)])
    var places = [0: 0]
    for view in scene.views where !view.isGuide {
      places[view.id] = hierarchy.views.count
      hierarchy.views.append(View(id: "v\(view.id)", parent: nil))
      views.append(view.id)
    }
    var items: [String: Item] = [:]
    for view in scene.views {
      guard let parent = places[view.parent] else { continue }
      if view.isGuide {
        items["v\(view.id)"] = .guide(hierarchy.guides.count)
        hierarchy.guides.append(Guide(id: "v\(view.id)", owner: parent, kind: .free))
        guides.append(view.id)
      } else if let place = places[view.id] {
        items["v\(view.id)"] = .view(place)
        hierarchy.views[place].parent = parent
      }
    }
    var metrics: [String: LayoutNumber] = [:]
    for metric in format.metrics {
      guard metrics[metric.name] == nil else {
        throw EngineFormat.Problem(text: "the metric \(metric.name) exists twice")
      }
      metrics[metric.name] = try Self.number(metric.value)
    }
    if let spacing = format.spacing { metrics[Self.spacing] = try Self.number(spacing) }
    var options = VisualFormatOptions()
    for (alignment, attribute) in VisualFormatOptions.Alignment.all
    where format.alignment.contains(where: { $0.rawValue == attribute.rawValue }) {
      options.alignment.insert(alignment)
    }
    parser = VisualFormatParser(
      hierarchy: hierarchy, views: items, metrics: metrics, options: options)
  }

  private static func number(_ value: Rational) throws(EngineFormat.Problem) -> LayoutNumber {
    guard case .number(let number) = LayoutNumber.parse(decimal: "\(value.doubleValue)"),
      Rational(number) == value
    else { throw EngineFormat.Problem(text: "a number of a format has too many digits") }
    return number
  }

  func constraints() throws(EngineFormat.Problem) -> [EngineConstraint] {
    do throws(VisualFormatError) {
      var syntax = try VisualFormat.parse(format.text)
      syntax.start?.connection.state(Self.spacing)
      syntax.end?.connection.state(Self.spacing)
      for index in syntax.connections.indices { syntax.connections[index].state(Self.spacing) }
      var constraints: [EngineConstraint] = []
      for made in try parser.constraints(of: syntax, text: format.text) {
        constraints.append(constraint(made, id: format.id + constraints.count))
      }
      return constraints
    } catch {
      if case .unknownMetric(Self.spacing, _) = error.problem {
        throw EngineFormat.Problem(text: "the format has a dash without a number and no spacing")
      }
      throw EngineFormat.Problem(text: "the format \(format.text) is wrong: \(error.message)")
    }
  }

  private func constraint(_ made: LayoutConstraint, id: Int) -> EngineConstraint {
    let relation: Relation
    switch made.relation {
    case .lessThanOrEqual: relation = .lessThanOrEqual
    case .equal: relation = .equal
    case .greaterThanOrEqual: relation = .greaterThanOrEqual
    }
    return EngineConstraint(
      id: id, item(made.first), relation, made.second.map(item), constant: Rational(made.constant),
      strength: Strength(Double(made.priority.value)))
  }

  private func item(_ anchor: Anchor) -> EngineItem {
    guard let attribute = EngineAttribute(rawValue: anchor.attribute.rawValue) else {
      preconditionFailure("a format makes no constraint of \(anchor.attribute.rawValue)")
    }
    switch anchor.item {
    case .view(let index): return EngineItem(views[index], attribute)
    case .guide(let index): return EngineItem(guides[index], attribute)
    }
  }
}

extension Rational {
  fileprivate init(_ number: LayoutNumber) {
    self = Rational(Int(number.numerator)) / Rational(Int(number.denominator))
  }
}

extension VisualFormat.Connection {
  /// Replaces a dash without a number by one with a metric.
  fileprivate mutating func state(_ metric: String) {
    if self == .standard { self = .predicates([.init(.equal, .name(metric))]) }
  }
}

extension VisualFormat {
  /// The names that the text uses, of views and of metrics, in order.
  var names: [String] {
    var names: [String] = []
    func read(_ list: [Predicate]) {
      for predicate in list {
        if case .name(let name) = predicate.object { names.append(name) }
        if case .metric(let name) = predicate.priority { names.append(name.text) }
      }
    }
    func read(_ connection: Connection?) {
      if case .predicates(let list) = connection { read(list) }
    }
    read(start?.connection)
    for (index, view) in views.enumerated() {
      names.append(view.name.text)
      read(view.sizes)
      read(index < connections.count ? connections[index] : nil)
    }
    read(end?.connection)
    return names
  }
}
