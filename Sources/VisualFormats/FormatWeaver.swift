// SPDX-License-Identifier: MIT

import LayoutModel

/// A builder that joins the distances along one axis to paths, and paths to formats.
///
/// A path begins at a superview where it can, else at a view that no distance leads to. It
/// continues as long as a distance leads on. Every distance is in one path.
struct FormatWeaver {
  private let vocabulary: FormatVocabulary
  private let axis: Axis
  private let links: [FormatVocabulary.Link]
  private var isUsed: [Bool]
  /// The distances that begin at an item; those to another item precede those to the superview.
  private var outgoing: [Start: Outgoing] = [:]
  /// The ends of the distances.
  private var reached: Set<Start> = []
  private var sizes: [FormatVocabulary.Extent: [(index: Int, predicate: VisualFormat.Predicate)]]
  private var alignments: [FormatVocabulary.Pair: [Int]]

  private struct Start: Hashable {
    let item: Item
    let edges: VisualStatement.Edges
  }

  /// A list of links; those before `next` are used.
  private struct Outgoing {
    var links: [Int] = []
    var next = 0
  }

  init(_ vocabulary: FormatVocabulary, _ axis: Axis) {
    self.vocabulary = vocabulary
    self.axis = axis
    links = vocabulary.links[axis] ?? []
    isUsed = [Bool](repeating: false, count: links.count)
    sizes = vocabulary.sizes
    alignments = vocabulary.alignments
    for toSuperview in [false, true] {
      for (index, link) in links.enumerated() where (link.to == nil) == toSuperview {
        if let from = link.from {
          outgoing[Start(item: from, edges: link.edges), default: Outgoing()].links.append(index)
        }
        if let to = link.to { reached.insert(Start(item: to, edges: link.edges)) }
      }
    }
  }

  /// Returns all formats along the axis: those with distances, then those with sizes only.
  mutating func lines() -> [VisualFormatPrinter.Line] {
    var lines: [VisualFormatPrinter.Line] = []
    // Starts that cannot be in the middle of a longer path come first. The rest then runs in
    // circles or begins at a view of another path.
    for mustBegin in [true, false] {
      for index in links.indices where !isUsed[index] {
        if mustBegin, let from = links[index].from,
          reached.contains(Start(item: from, edges: links[index].edges))
        {
          continue
        }
        lines.append(line(path(from: index)))
      }
    }
    for item in vocabulary.sized[axis] ?? [] {
      if sizes[FormatVocabulary.Extent(item: item, axis: axis)] == nil { continue }
      var line = VisualFormatPrinter.Line(
        format: VisualFormat(axis: axis, views: []), options: VisualFormatOptions(),
        constraints: [])
      append(item, to: &line)
      lines.append(line)
    }
    return lines
  }

  /// Returns the links of a path and marks them as used.
  private mutating func path(from first: Int) -> [Int] {
    var path = [first]
    isUsed[first] = true
    while let item = links[path[path.count - 1]].to {
      let start = Start(item: item, edges: links[first].edges)
      guard let next = takeOutgoing(start) else { break }
      path.append(next)
    }
    return path
  }

  private mutating func takeOutgoing(_ start: Start) -> Int? {
    guard var list = outgoing[start] else { return nil }
    while list.next < list.links.count, isUsed[list.links[list.next]] { list.next += 1 }
    defer { outgoing[start] = list }
    guard list.next < list.links.count else { return nil }
    let link = list.links[list.next]
    isUsed[link] = true
    return link
  }

  // MARK: - Formats

  private mutating func line(_ path: [Int]) -> VisualFormatPrinter.Line {
    var line = VisualFormatPrinter.Line(
      format: VisualFormat(axis: axis, views: []), options: VisualFormatOptions(), constraints: [])
    switch links[path[0]].edges {
    case .plain: break
    case .leftToRight: line.options.direction = .leftToRight
    case .baselines: line.options.spacing = .baselineToBaseline
    }
    var items: [Item] = []
    for index in path {
      let link = links[index]
      if items.isEmpty, let from = link.from {
        append(from, to: &line)
        items.append(from)
      }
      let connection = connection(link)
      line.constraints += link.constraints.map(\.index)
      switch (link.from, link.to) {
      case (nil, _): line.format.start = VisualFormat.Border(connection)
      case (_, nil): line.format.end = VisualFormat.Border(connection)
      default: line.format.connections.append(connection)
      }
      if let to = link.to {
        append(to, to: &line)
        items.append(to)
      }
    }
    align(items, &line)
    return line
  }

  private func connection(_ link: FormatVocabulary.Link) -> VisualFormat.Connection {
    if link.isStandard { return .standard }
    let predicates = link.constraints.map(\.predicate)
    return predicates == [VisualFormat.Predicate(.equal, .number(.zero))]
      ? .flush : .predicates(predicates)
  }

  /// Adds a view to a format, with its sizes if no format before has stated them.
  private mutating func append(_ item: Item, to line: inout VisualFormatPrinter.Line) {
    let said = sizes.removeValue(forKey: FormatVocabulary.Extent(item: item, axis: axis)) ?? []
    line.format.views.append(
      VisualFormat.ViewTerm(vocabulary.name(of: item), sizes: said.map(\.predicate)))
    line.constraints += said.map(\.index)
  }

  /// Adds the alignments that all neighbours of a format share.
  private mutating func align(_ items: [Item], _ line: inout VisualFormatPrinter.Line) {
    let pairs = Array(zip(items, items.dropFirst()))
    if pairs.isEmpty { return }
    let along: Attribute.Kind = axis == .horizontal ? .horizontalLocation : .verticalLocation
    var taken: [[Int]] = []
    for (alignment, attribute) in VisualFormatOptions.Alignment.all where attribute.kind != along {
      guard let constraints = takeAlignment(pairs, attribute) else { continue }
      line.options.alignment.insert(alignment)
      taken.append(constraints)
    }
    for pair in pairs.indices { line.constraints += taken.map { $0[pair] } }
  }

  /// Takes a constraint for each pair; nil when a pair has none left.
  private mutating func takeAlignment(
    _ pairs: [(Item, Item)], _ attribute: Attribute
  ) -> [Int]? {
    var taken: [(pair: FormatVocabulary.Pair, constraint: Int)] = []
    for (item, next) in pairs {
      let sides = [
        FormatVocabulary.Pair(first: item, second: next, attribute: attribute),
        FormatVocabulary.Pair(first: next, second: item, attribute: attribute),
      ]
      guard let pair = sides.first(where: { alignments[$0]?.isEmpty == false }),
        let constraint = alignments[pair]?.popLast()
      else {
        for (pair, constraint) in taken.reversed() { alignments[pair]?.append(constraint) }
        return nil
      }
      taken.append((pair, constraint))
    }
    return taken.map(\.constraint)
  }
}
