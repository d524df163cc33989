// SPDX-License-Identifier: MIT

import Display
import LayoutModel

/// A translator of visual formats into constraints (AUTOLAYOUT 10.3 to 10.8).
///
/// Constraints are in the order of the text, one for each predicate, with those of the alignment
/// options at the end. A name beside a size that is both a metric and a view means the metric; Auto
/// Layout's own choice is not documented.
package struct VisualFormatParser: Sendable {
  /// The hierarchy, which defines the meaning of `|`.
  private let layoutCase: LayoutCase
  private let items: [String: Item]
  package var metrics: [String: LayoutNumber]
  package var options: VisualFormatOptions

  /// - Parameters:
  ///   - layoutCase: the case with the hierarchy.
  ///   - views: the items by their names in brackets.
  ///   - metrics: the numbers by their names.
  ///   - options: the options of all formats.
  /// - Precondition: the items are those of the case.
  package init(
    hierarchy layoutCase: LayoutCase, views: [String: Item],
    metrics: [String: LayoutNumber] = [:], options: VisualFormatOptions = VisualFormatOptions()
  ) {
    self.layoutCase = layoutCase
    items = views
    self.metrics = metrics
    self.options = options
  }

  /// Returns the constraints of a format.
  ///
  /// - Parameters:
  ///   - text: the format.
  ///   - number: the number of the first constraint; their ids are `c` and a number each.
  /// - Returns: the constraints in the order of the text.
  /// - Throws: `VisualFormatError` for the first error, those of the syntax before those of names;
  ///   never traps, whatever the text is.
  /// - Complexity: O(length of the text), and O(names * log names) for the message about an unknown
  ///   one.
  package func constraints(
    of text: String, from number: Int = 1
  ) throws(VisualFormatError) -> [LayoutConstraint] {
    try constraints(of: try VisualFormat.parse(text), text: text, from: number)
  }

  /// Returns the constraints of a parsed format.
  ///
  /// - Parameters:
  ///   - format: the parsed format.
  ///   - text: the text that the format's offsets refer to; for messages only.
  ///   - number: the number of the first constraint.
  /// - Returns: the constraints in the order of the text.
  /// - Throws: `VisualFormatError` for the first error of names.
  package func constraints(
    of format: VisualFormat, text: String, from number: Int = 1
  ) throws(VisualFormatError) -> [LayoutConstraint] {
    var emission = try Emission(self, format, text)
    try emission.emit()
    for index in emission.constraints.indices {
      emission.constraints[index].id = "c\(number + index)"
    }
    return emission.constraints
  }
}

extension VisualFormatParser {
  /// The constraints of one format while they are made.
  private struct Emission {
    /// The distance of a bare dash between views, in points.
    private static let standardSpace: LayoutNumber = 8
    /// The distance of a bare dash to the superview by the classic rule, in points.
    private static let classicSuperviewSpace: LayoutNumber = 20

    let parser: VisualFormatParser
    let format: VisualFormat
    let text: String
    let edges: FormatEdges
    var constraints: [LayoutConstraint] = []

    init(
      _ parser: VisualFormatParser, _ format: VisualFormat, _ text: String
    ) throws(VisualFormatError) {
      self.parser = parser
      self.format = format
      self.text = text
      edges = FormatEdges(axis: format.axis, direction: parser.options.direction)
      try checkOptions()
    }

    private func fault(
      _ problem: VisualFormatError.Problem, _ offset: Int
    ) -> VisualFormatError {
      VisualFormatError(problem, in: text, at: offset)
    }

    private func checkOptions() throws(VisualFormatError) {
      let kind: Attribute.Kind =
        format.axis == .horizontal ? .horizontalLocation : .verticalLocation
      for attribute in parser.options.alignment.attributes where attribute.kind == kind {
        throw fault(.alignmentAlongAxis(attribute, format.axis), 0)
      }
      if format.axis == .horizontal, parser.options.spacing == .baselineToBaseline {
        throw fault(.baselineSpacingAlongRow, 0)
      }
    }

    mutating func emit() throws(VisualFormatError) {
      var previous: Item?
      var items: [Item] = []
      for (index, view) in format.views.enumerated() {
        let item = try item(view.name)
        if let previous {
          try emit(format.connections[index - 1], between: previous, and: item)
        } else if let start = format.start {
          try emit(start, of: item, view.name.text, isStart: true)
        }
        try emit(view.sizes, ofSize: item)
        previous = item
        items.append(item)
      }
      if let end = format.end, let last = previous, let view = format.views.last {
        try emit(end, of: last, view.name.text, isStart: false)
      }
      try align(items)
    }

    private mutating func add(
      _ first: Anchor, _ relation: LayoutConstraint.Relation = .equal, _ second: Anchor?,
      _ constant: LayoutNumber = 0, _ priority: Priority = .required
    ) {
      constraints.append(
        LayoutConstraint(
          id: "", first: first, relation: relation, second: second, constant: constant,
          priority: priority))
    }

    // MARK: Distances

    private mutating func emit(
      _ connection: VisualFormat.Connection, between from: Item, and to: Item
    ) throws(VisualFormatError) {
      let pair =
        parser.options.spacing == .baselineToBaseline
        ? FormatEdges.baselines(from, to) : edges.between(from, to)
      switch connection {
      case .flush: add(pair.first, .equal, pair.second)
      case .standard: add(pair.first, .equal, pair.second, Emission.standardSpace)
      case .predicates(let list): try emit(list, pair)
      }
    }

    private mutating func emit(
      _ border: VisualFormat.Border, of item: Item, _ name: String, isStart: Bool
    ) throws(VisualFormatError) {
      guard let superview = parser.layoutCase.superview(of: item) else {
        throw fault(.noSuperview(name), border.offset)
      }
      let usesMargin =
        border.connection == .standard && parser.options.superviewSpace == .margin
      let pair = edges.border(of: item, in: superview, isStart: isStart, usesMargin: usesMargin)
      switch border.connection {
      case .flush: add(pair.first, .equal, pair.second)
      case .standard:
        add(pair.first, .equal, pair.second, usesMargin ? 0 : Emission.classicSuperviewSpace)
      case .predicates(let list): try emit(list, pair)
      }
    }

    private mutating func emit(
      _ list: [VisualFormat.Predicate], _ pair: (first: Anchor, second: Anchor)
    ) throws(VisualFormatError) {
      for predicate in list {
        let constant: LayoutNumber
        switch predicate.object {
        case .number(let number): constant = number
        case .name(let name):
          constant = try distance(VisualFormat.Name(name, offset: predicate.offset))
        }
        add(pair.first, predicate.relation, pair.second, constant, try priority(predicate))
      }
    }

    // MARK: Sizes and alignment

    private mutating func emit(
      _ list: [VisualFormat.Predicate], ofSize item: Item
    ) throws(VisualFormatError) {
      let size: Attribute = format.axis == .horizontal ? .width : .height
      for predicate in list {
        var constant = LayoutNumber.zero
        var second: Anchor?
        switch predicate.object {
        case .number(let number): constant = number
        case .name(let name):
          if let metric = parser.metrics[name] {
            constant = try checked(metric, predicate.offset)
          } else if let other = parser.items[name] {
            second = Anchor(other, size)
          } else {
            let known = parser.metrics.keys + Array(parser.items.keys)
            throw fault(.unknownSize(name, nearest: nearest(name, known)), predicate.offset)
          }
        }
        add(Anchor(item, size), predicate.relation, second, constant, try priority(predicate))
      }
    }

    private mutating func align(_ items: [Item]) throws(VisualFormatError) {
      let attributes = parser.options.alignment.attributes
      if attributes.isEmpty { return }
      if attributes.contains(where: \.isBaseline), items.count > 1 {
        for (item, view) in zip(items, format.views) {
          guard case .guide = item else { continue }
          throw fault(.baselineOfGuide(view.name.text), view.name.offset)
        }
      }
      for (item, next) in zip(items, items.dropFirst()) {
        for attribute in attributes {
          add(Anchor(item, attribute), .equal, Anchor(next, attribute))
        }
      }
    }

    // MARK: Names

    private func item(_ name: VisualFormat.Name) throws(VisualFormatError) -> Item {
      if let item = parser.items[name.text] { return item }
      let nearest = nearest(name.text, Array(parser.items.keys))
      throw fault(.unknownView(name.text, nearest: nearest), name.offset)
    }

    private func metric(_ name: VisualFormat.Name) throws(VisualFormatError) -> LayoutNumber {
      if let number = parser.metrics[name.text] { return number }
      let nearest = nearest(name.text, Array(parser.metrics.keys))
      throw fault(.unknownMetric(name.text, nearest: nearest), name.offset)
    }

    private func distance(_ name: VisualFormat.Name) throws(VisualFormatError) -> LayoutNumber {
      if parser.metrics[name.text] == nil, parser.items[name.text] != nil {
        throw fault(.distanceOfView(name.text), name.offset)
      }
      return try checked(try metric(name), name.offset)
    }

    private func checked(
      _ number: LayoutNumber, _ offset: Int
    ) throws(VisualFormatError) -> LayoutNumber {
      if number.isTooLarge { throw fault(.numberOutOfRange, offset) }
      return number
    }

    private func priority(
      _ predicate: VisualFormat.Predicate
    ) throws(VisualFormatError) -> Priority {
      switch predicate.priority {
      case nil: return .required
      case .value(let priority): return priority
      case .metric(let name):
        let value = Float(try metric(name).doubleValue)
        guard value > 0, value <= 1000 else { throw fault(.invalidPriority, name.offset) }
        return Priority(value)
      }
    }

    private func nearest(_ name: String, _ known: [String]) -> String? {
      nearestName(to: name, among: known.sorted())
    }
  }
}
