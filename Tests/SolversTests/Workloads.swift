// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// Layout-like systems of any size with known optima: chains, trees and columns of boxes.
///
/// The window's width is variable 0, wanted as `width` at the strongest preference. What is compared is
/// the violation at the weakest strength: the optimum itself is not unique.
struct Workload {
  static let strong = Strength(750)
  static let medium = Strength(500)
  static let weak = Strength(250)

  let name: String
  private(set) var system = LinearSystem()
  /// The width at which the workload starts.
  private(set) var firstWidth: Rational
  /// The width at the end of a series of resizings.
  private(set) var lastWidth: Rational

  private init(name: String, variableCount: Int, firstWidth: Rational, lastWidth: Rational) {
    self.name = name
    self.firstWidth = firstWidth
    self.lastWidth = lastWidth
    for _ in 0..<variableCount { system.addVariable() }
  }

  private mutating func want(width: Rational) {
    system.addConstraint(
      [.init(Rational(1), VariableID(0))], .equal, width, strength: Self.strong)
  }

  /// Adds `sum terms relation constant`.
  private mutating func add(
    _ terms: [(Int, Int)], _ relation: Relation, _ constant: Int,
    _ strength: Strength = .required
  ) {
    system.addConstraint(
      terms.map { .init(Rational($0), VariableID($1)) }, relation, Rational(constant),
      strength: strength)
  }

  // MARK: - Chains

  /// `count` boxes side by side with gaps, at least 20 and preferably 100 wide, in a window that is
  /// too narrow for that.
  static func chain(_ count: Int, isResized: Bool = false) -> Workload {
    columns(count, 1, name: "chain\(count)", isResized: isResized)
  }

  /// `count` boxes in several independent chains that share the window.
  static func columns(
    _ count: Int, _ chains: Int, name: String? = nil, isResized: Bool = false
  ) -> Workload {
    let perChain = count / chains
    // The triangle wave of the last resizing, step 999 of period 200, is at 1/100.
    var workload = Workload(
      name: name ?? "columns\(count)x\(chains)", variableCount: 1 + 3 * perChain * chains,
      firstWidth: Rational(70 * perChain), lastWidth: Rational(5070 * Int64(perChain), 100))
    workload.want(width: isResized ? workload.lastWidth : workload.firstWidth)
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
      add([(1, width)], .equal, 100, Self.weak)
    }
    add([(1, base + 3 * count - 1), (-1, 0)], .lessThanOrEqual, -8, Self.strong)
  }

  // MARK: - Trees

  /// `count` views, four children each, in rows and columns by turns; siblings of equal size.
  ///
  /// With `isFlexible` the equal sizes are only preferred and leaves have a minimum.
  static func tree(_ count: Int, isFlexible: Bool = false, isResized: Bool = false) -> Workload {
    var workload = Workload(
      name: (isFlexible ? "flex" : "tree") + "\(count)", variableCount: 1 + 4 * count,
      firstWidth: Rational(20000), lastWidth: Rational(15100))
    workload.want(width: isResized ? workload.lastWidth : workload.firstWidth)
    workload.add([(1, position(0, 0))], .equal, 0)
    workload.add([(1, position(0, 1))], .equal, 0)
    workload.add([(1, size(0, 0)), (-1, 0)], .equal, 0)
    workload.add([(1, size(0, 1))], .equal, 20000)
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
        isFlexible ? Self.medium : .required)
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
      add([(1, size(child, 0))], .equal, 100, Self.weak)
      add([(1, size(child, 1))], .equal, 40, Self.weak)
    }
  }
}
