// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import VisualFormats

// The parts of formats, for minimization.

extension EngineScript {
  /// The formats of its steps in order.
  package var formats: [EngineFormat] {
    steps.compactMap { step in
      if case .format(let format) = step { format } else { nil }
    }
  }
}

extension EngineFormat {
  /// The number of parts of the text and of its options that a simpler format may lack.
  var cost: Int {
    var cost = metrics.count + alignment.count + (spacing == nil ? 0 : 1)
    guard let syntax else { return cost }
    func count(_ list: [VisualFormat.Predicate]) {
      for predicate in list {
        cost += 1 + (predicate.relation == .equal ? 0 : 1) + (predicate.priority == nil ? 0 : 1)
        if case .name = predicate.object { cost += 1 }
      }
    }
    func count(_ connection: VisualFormat.Connection) {
      switch connection {
      case .flush: break
      case .standard: cost += 1
      case .predicates(let list): count(list)
      }
    }
    for border in [syntax.start, syntax.end].compactMap({ $0 }) {
      cost += 1
      count(border.connection)
    }
    for view in syntax.views {
      cost += 1
      count(view.sizes)
    }
    for connection in syntax.connections { count(connection) }
    return cost
  }

  /// The numbers of the text, without priorities.
  var numbers: [Rational] {
    guard let syntax else { return [] }
    return syntax.lists.flatMap { list in
      list.compactMap { predicate in
        if case .number(let number) = predicate.object {
          return Rational(exactly: number.doubleValue)
        }
        return nil
      }
    }
  }

  /// Visits the numbers that are not in the text.
  mutating func eachNumber(_ visit: (inout Rational) -> Void) {
    for index in metrics.indices { visit(&metrics[index].value) }
    if var distance = spacing {
      visit(&distance)
      spacing = distance
    }
  }

  /// The formats that lack a part of this one, or have a simpler one, the largest parts first.
  var simpler: [EngineFormat] {
    guard let syntax else { return [] }
    var found = syntax.shorter
    found += syntax.changingLists { list in
      var shorter = list.indices.map { index in
        list.enumerated().filter { $0.offset != index }.map(\.element)
      }
      for index in list.indices {
        shorter += simpler(list[index]).map { predicate in
          var list = list
          list[index] = predicate
          return list
        }
      }
      return shorter
    }
    var formats = found.map { syntax in
      var format = self
      format.text = syntax.text
      return format
    }
    let used = Set(syntax.names)
    for index in metrics.indices where !used.contains(metrics[index].name) {
      formats.append(self)
      formats[formats.count - 1].metrics.remove(at: index)
    }
    for index in alignment.indices {
      formats.append(self)
      formats[formats.count - 1].alignment.remove(at: index)
    }
    if spacing != nil {
      formats.append(self)
      formats[formats.count - 1].spacing = nil
    }
    return formats
  }

  /// Returns simpler predicates: without priority, an equation, a number for a name,
  /// rounder numbers.
  private func simpler(_ predicate: VisualFormat.Predicate) -> [VisualFormat.Predicate] {
    var found: [VisualFormat.Predicate] = []
    func add(_ change: (inout VisualFormat.Predicate) -> Void) {
      var simpler = predicate
      change(&simpler)
      if simpler != predicate { found.append(simpler) }
    }
    add { $0.priority = nil }
    if predicate.relation != .equal { add { $0.relation = .equal } }
    switch predicate.object {
    case .name(let name):
      let value = metrics.first { $0.name == name }?.value ?? Rational(10)
      let whole = Int(exactly: value.doubleValue.rounded()) ?? 10
      add { $0.object = .number(LayoutNumber(whole)) }
    case .number(let number):
      guard number.doubleValue.magnitude < 1e9 else { return found }
      let whole = Int(number.doubleValue)
      for simple in [0, 1, 10, 100, whole / 10 * 10, whole / 2, whole, abs(whole)] {
        add { $0.object = .number(LayoutNumber(simple)) }
      }
    }
    return found
  }
}

extension VisualFormat {
  /// The lists of predicates in the order of the text.
  fileprivate var lists: [[Predicate]] {
    var lists: [[Predicate]] = []
    _ = changingLists { list in
      lists.append(list)
      return []
    }
    return lists
  }

  /// Returns the formats without a border or without a view, and without the numbers of a dash.
  fileprivate var shorter: [VisualFormat] {
    var found: [VisualFormat] = []
    func add(_ change: (inout VisualFormat) -> Void) {
      var shorter = self
      change(&shorter)
      found.append(shorter)
    }
    if start != nil { add { $0.start = nil } }
    if end != nil { add { $0.end = nil } }
    if views.count > 1 {
      for index in views.indices {
        add { format in
          format.views.remove(at: index)
          format.connections.remove(at: min(index, format.connections.count - 1))
        }
      }
    }
    if start != nil { add { $0.start?.connection = .flush } }
    if end != nil { add { $0.end?.connection = .flush } }
    for index in connections.indices { add { $0.connections[index] = .flush } }
    return found
  }

  /// Returns the formats in which one list of predicates is replaced by another one.
  ///
  /// `change` returns the other lists. An empty list removes the predicates.
  fileprivate func changingLists(
    _ change: ([Predicate]) -> [[Predicate]]
  ) -> [VisualFormat] {
    var found: [VisualFormat] = []
    func replace(_ connection: Connection?, _ set: (inout VisualFormat, Connection) -> Void) {
      guard case .predicates(let list) = connection else { return }
      for other in change(list) {
        var format = self
        set(&format, other.isEmpty ? .flush : .predicates(other))
        found.append(format)
      }
    }
    replace(start?.connection) { $0.start?.connection = $1 }
    for index in views.indices {
      if !views[index].sizes.isEmpty {
        for other in change(views[index].sizes) {
          var format = self
          format.views[index].sizes = other
          found.append(format)
        }
      }
      guard index < connections.count else { continue }
      replace(connections[index]) { $0.connections[index] = $1 }
    }
    replace(end?.connection) { $0.end?.connection = $1 }
    return found
  }
}

extension EngineFormat {
  /// The parts of the language that the text and its options use.
  package var parts: Set<EngineOffer.FormatPart> {
    guard let syntax else { return [] }
    var parts: Set<EngineOffer.FormatPart> = [
      syntax.axis == .horizontal ? .horizontal : .vertical
    ]
    if !alignment.isEmpty { parts.insert(.alignment) }
    let borders = [syntax.start?.connection, syntax.end?.connection].compactMap { $0 }
    if (borders + syntax.connections).contains(.standard) { parts.insert(.spacing) }
    let metricNames = Set(metrics.map(\.name))
    for predicate in syntax.lists.joined() {
      switch predicate.object {
      case .number(let number): if number.isNegative { parts.insert(.negative) }
      case .name(let name): parts.insert(metricNames.contains(name) ? .metrics : .views)
      }
      switch predicate.priority {
      case .value: parts.insert(.priorities)
      case .metric: parts.formUnion([.priorities, .metricPriorities])
      case nil: break
      }
    }
    return parts
  }
}
