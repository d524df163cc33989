// SPDX-License-Identifier: MIT

extension Workload {
  // MARK: - Chains

  /// Returns `count` boxes in a row with gaps of 8, at least 20 and preferably 100 wide.
  ///
  /// The window is too narrow for that. Only the sum of the widths is determined, so compare
  /// objectives, never coordinates.
  package static func chain(_ count: Int) -> Workload { columns(count, 1, name: "chain\(count)") }

  /// Returns `count` boxes in several independent chains that share only the window.
  package static func columns(_ count: Int, _ chains: Int) -> Workload {
    columns(count, chains, name: "cols\(count)x\(chains)")
  }

  private static func columns(_ count: Int, _ chains: Int, name: String) -> Workload {
    precondition(chains >= 1 && count >= chains, "\(count) boxes cannot make \(chains) chains")
    let perChain = count / chains
    var workload = Workload(
      name: name, variableCount: 1 + 3 * perChain * chains, firstWidth: 70 * perChain,
      leastWidth: 50 * perChain, widthSpan: 70 * perChain)
    for chain in 0..<chains { workload.addChain(base: 1 + 3 * perChain * chain, count: perChain) }
    return workload
  }

  private mutating func addChain(base: Int, count: Int) {
    for box in 0..<count {
      let left = base + 3 * box
      let width = left + 1
      let right = left + 2
      if box == 0 {
        add([(1, left)], .equal, 8)
      } else {
        add([(1, left), (-1, left - 1)], .equal, 8)
      }
      add([(1, right), (-1, left), (-1, width)], .equal, 0)
      add([(1, width)], .greaterThanOrEqual, 20)
      add([(1, width)], .equal, 100, .weak)
    }
    add([(1, base + 3 * count - 1), (-1, Self.editVariable)], .lessThanOrEqual, -8, .strong)
  }

  // MARK: - Edges

  /// Returns `count` edges one after the other, at least 1 and preferably 10 apart, from 0 to the
  /// window's width.
  ///
  /// This is a chain whose boxes have no variables for their widths.
  package static func edges(_ count: Int) -> Workload {
    precondition(count >= 2, "\(count) edges have nothing between them")
    let gaps = count - 1
    var workload = Workload(
      name: "edges\(count)", variableCount: 1 + count, firstWidth: 7 * gaps,
      leastWidth: 5 * gaps, widthSpan: 7 * gaps)
    workload.add([(1, 1)], .equal, 0)
    for edge in 2...count {
      workload.add([(1, edge), (-1, edge - 1)], .greaterThanOrEqual, 1)
      workload.add([(1, edge), (-1, edge - 1)], .equal, 10, .weak)
    }
    workload.add([(1, editVariable), (-1, count)], .equal, 0)
    return workload
  }

  // MARK: - Trees

  /// Returns `count` views, four children each, alternately in rows and columns.
  ///
  /// Siblings have equal sizes. These are required, so that everything follows from the window's
  /// width, or, with `isFlexible`, only preferred, and leaves have a required minimum.
  package static func tree(_ count: Int, isFlexible: Bool = false) -> Workload {
    precondition(count >= 1, "\(count) views cannot make a tree")
    var workload = Workload(
      name: (isFlexible ? "flex" : "tree") + "\(count)", variableCount: 1 + 4 * count,
      firstWidth: 20_000, leastWidth: 15_000, widthSpan: 10_000)
    workload.add([(1, position(0, 0))], .equal, 0)
    workload.add([(1, position(0, 1))], .equal, 0)
    workload.add([(1, size(0, 0)), (-1, Self.editVariable)], .equal, 0)
    workload.add([(1, size(0, 1))], .equal, 20_000)
    for parent in 0..<count { workload.addChildren(of: parent, count, isFlexible) }
    return workload
  }

  private static func position(_ view: Int, _ axis: Int) -> Int { 1 + 4 * view + axis }
  private static func size(_ view: Int, _ axis: Int) -> Int { 3 + 4 * view + axis }

  private static func depth(_ view: Int) -> Int {
    var depth = 0
    var view = view
    while view > 0 {
      view = (view - 1) / 4
      depth += 1
    }
    return depth
  }

  private mutating func addChildren(of parent: Int, _ count: Int, _ isFlexible: Bool) {
    let children = (1...4).map { 4 * parent + $0 }.filter { $0 < count }
    guard let first = children.first, let last = children.last else { return }
    let main = Self.depth(parent) % 2
    let position = Self.position
    let size = Self.size
    add([(1, position(first, main)), (-1, position(parent, main))], .equal, 4)
    for (before, child) in zip(children, children.dropFirst()) {
      add(
        [(1, position(child, main)), (-1, position(before, main)), (-1, size(before, main))],
        .equal, 2)
      add(
        [(1, size(child, main)), (-1, size(first, main))], .equal, 0,
        isFlexible ? .medium : .required)
    }
    add(
      [
        (1, position(last, main)), (1, size(last, main)), (-1, position(parent, main)),
        (-1, size(parent, main)),
      ], .equal, -4)
    for child in children {
      add([(1, position(child, 1 - main)), (-1, position(parent, 1 - main))], .equal, 4)
      add([(1, size(child, 1 - main)), (-1, size(parent, 1 - main))], .equal, -8)
    }
    for child in children {
      let isLeaf = 4 * child + 1 >= count
      let least = isFlexible && isLeaf ? 10 : 0
      add([(1, size(child, 0))], .greaterThanOrEqual, least)
      add([(1, size(child, 1))], .greaterThanOrEqual, least)
      guard isLeaf else { continue }
      add([(1, size(child, 0))], .equal, 100, .weak)
      add([(1, size(child, 1))], .equal, 40, .weak)
    }
  }
}

extension Workload {
  // MARK: - Windows

  /// Returns a window of three columns, sidebar, content and inspector, with `count` labels in each
  /// and as many fields in the content.
  ///
  /// The outer columns yield before the content, and labels before fields.
  package static func panes(_ count: Int) -> Workload {
    precondition(count >= 1, "\(count) lines make no window")
    var workload = Workload(
      name: "panes\(count)", variableCount: 7 + 8 * count, firstWidth: 900, leastWidth: 600,
      widthSpan: 600)
    let columns = [1, 3, 5]
    workload.add([(1, columns[0])], .equal, 0)
    for (before, column) in zip(columns, columns.dropFirst()) {
      workload.add([(1, column), (-1, before), (-1, before + 1)], .equal, 0)
    }
    workload.add([(1, columns[2]), (1, columns[2] + 1), (-1, Self.editVariable)], .equal, 0)
    for (column, least) in zip(columns, [150, 200, 150]) {
      workload.add([(1, column + 1)], .greaterThanOrEqual, least)
    }
    workload.add([(1, columns[0] + 1)], .equal, 220, .medium)
    workload.add([(1, columns[1] + 1)], .greaterThanOrEqual, 400, .strong)
    workload.add([(1, columns[2] + 1)], .equal, 260, .weak)
    for line in 0..<count {
      let base = 7 + 8 * line
      for (place, column) in columns.enumerated() {
        workload.addLabel(base + 2 * place, in: column, natural: 60 + 35 * ((line + place) % 7))
      }
      workload.addField(base + 6, after: base + 2, in: columns[1])
    }
    return workload
  }

  private mutating func addLabel(_ label: Int, in column: Int, natural: Int) {
    add([(1, label), (-1, column)], .equal, 8)
    add([(1, label), (1, label + 1), (-1, column), (-1, column + 1)], .lessThanOrEqual, -8)
    add([(1, label + 1)], .greaterThanOrEqual, 0)
    add([(1, label + 1)], .equal, natural, .weak)
  }

  private mutating func addField(_ field: Int, after label: Int, in column: Int) {
    add([(1, field), (-1, label), (-1, label + 1)], .equal, 8)
    add([(1, field), (1, field + 1), (-1, column), (-1, column + 1)], .equal, -8)
    add([(1, field + 1)], .greaterThanOrEqual, 0)
    add([(1, field + 1)], .greaterThanOrEqual, 150, .medium)
  }
}

extension Workload {
  /// The largest number of boxes or views of a workload.
  package static let sizeLimit = 1_000_000

  /// Returns the workload of a name as `chain100`, `edges100`, `tree10`, `flex1000`, `cols1000x10`,
  /// `panes10`; nil when there is none.
  package static func named(_ name: String) -> Workload? {
    let family = String(name.prefix { $0.isLetter })
    let sizes = name.dropFirst(family.count).split(separator: "x", omittingEmptySubsequences: false)
      .map { text in
        text.allSatisfy { ("0"..."9").contains($0) } ? Int(text) : nil
      }
    guard let first = sizes.first, let count = first, (1...sizeLimit).contains(count) else {
      return nil
    }
    switch (family, sizes.count) {
    case ("chain", 1): return chain(count)
    case ("edges", 1): return count < 2 ? nil : edges(count)
    case ("tree", 1): return tree(count)
    case ("flex", 1): return tree(count, isFlexible: true)
    case ("panes", 1): return panes(count)
    case ("cols", 2):
      guard let chains = sizes[1], (1...count).contains(chains) else { return nil }
      return columns(count, chains)
    default: return nil
    }
  }
}
