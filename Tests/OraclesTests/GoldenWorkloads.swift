// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Testing

@testable import Oracles

/// Checks workloads on which several solvers agree on the least violation of the weak constraints.
@Suite("The exact oracle on the published workloads")
struct GoldenWorkloads {
  private var system = LinearSystem()

  private mutating func add(
    _ terms: [(Int, Int)], _ relation: Relation, _ constant: Int, _ strength: Double = 1000
  ) {
    system.addConstraint(
      terms.map { .init(Rational($0.0), VariableID($0.1)) }, relation, Rational(constant),
      strength: Strength(strength))
  }

  /// Builds boxes in a row of a given width, each 8 behind the last, at least 20 wide and
  /// preferably 100.
  private mutating func buildChain(_ count: Int, width: Int) {
    for _ in 0...3 * count { system.addVariable() }
    add([(1, 0)], .equal, width, 750)
    for box in 0..<count {
      let left = 1 + 3 * box
      if box == 0 {
        add([(1, left)], .equal, 8)
      } else {
        add([(1, left), (-1, left - 1)], .equal, 8)
      }
      add([(1, left + 2), (-1, left), (-1, left + 1)], .equal, 0)
      add([(1, left + 1)], .greaterThanOrEqual, 20)
      add([(1, left + 1)], .equal, 100, 250)
    }
    add([(1, 3 * count), (-1, 0)], .lessThanOrEqual, -8, 750)
  }

  /// Builds views with four children each, in rows and columns alternately.
  private mutating func buildTree(_ count: Int, width: Int, isFlexible: Bool) {
    for _ in 0...4 * count { system.addVariable() }
    add([(1, 0)], .equal, width, 750)
    add([(1, 1)], .equal, 0)
    add([(1, 2)], .equal, 0)
    add([(1, 3), (-1, 0)], .equal, 0)
    add([(1, 4)], .equal, 20000)
    var depth = [Int](repeating: 0, count: count)
    for view in 1..<count { depth[view] = depth[(view - 1) / 4] + 1 }
    for parent in 0..<count {
      let children = (1...4).map { 4 * parent + $0 }.filter { $0 < count }
      if children.isEmpty { continue }
      let axis = depth[parent] % 2
      addMainAxis(parent, children, axis, isFlexible: isFlexible)
      for child in children {
        add([(1, position(child, 1 - axis)), (-1, position(parent, 1 - axis))], .equal, 4)
        add([(1, size(child, 1 - axis)), (-1, size(parent, 1 - axis))], .equal, -8)
      }
      for child in children {
        let isLeaf = 4 * child + 1 >= count
        let least = isFlexible && isLeaf ? 10 : 0
        add([(1, size(child, 0))], .greaterThanOrEqual, least)
        add([(1, size(child, 1))], .greaterThanOrEqual, least)
        if isLeaf {
          add([(1, size(child, 0))], .equal, 100, 250)
          add([(1, size(child, 1))], .equal, 40, 250)
        }
      }
    }
  }

  private func position(_ view: Int, _ axis: Int) -> Int { 1 + 4 * view + axis }
  private func size(_ view: Int, _ axis: Int) -> Int { 3 + 4 * view + axis }

  private mutating func addMainAxis(
    _ parent: Int, _ children: [Int], _ axis: Int, isFlexible: Bool
  ) {
    add([(1, position(children[0], axis)), (-1, position(parent, axis))], .equal, 4)
    for index in 1..<max(children.count, 1) where index < children.count {
      let child = children[index]
      let previous = children[index - 1]
      add(
        [(1, position(child, axis)), (-1, position(previous, axis)), (-1, size(previous, axis))],
        .equal, 2)
      add(
        [(1, size(child, axis)), (-1, size(children[0], axis))], .equal, 0, isFlexible ? 500 : 1000)
    }
    let last = children[children.count - 1]
    add(
      [
        (1, position(last, axis)), (1, size(last, axis)), (-1, position(parent, axis)),
        (-1, size(parent, axis)),
      ], .equal, -4)
  }

  private func weakError() throws -> Double {
    let optimum = try #require(try ExactOracle.solve(system).optimum)
    for level in optimum.levels.dropLast() { #expect(level.optimum.isZero) }
    return try #require(optimum.levels.last).optimum.doubleValue
  }

  @Test(
    "the optima of chains are the published ones",
    arguments: [(10, 700, 388.0), (10, 507, 581), (100, 7000, 3808), (100, 5070, 5738)])
  func chain(count: Int, width: Int, expected: Double) throws {
    var workload = GoldenWorkloads()
    workload.buildChain(count, width: width)
    #expect(try workload.weakError() == expected)
  }

  @Test(
    "the optima of trees, rigid and flexible, are the published ones",
    arguments: [
      (10, 20000, 113901.5), (10, 15100, 105326.5), (100, 20000, 401733.875),
      (100, 15100, 378765.125),
    ], [false, true])
  func tree(_ example: (count: Int, width: Int, expected: Double), isFlexible: Bool) throws {
    var workload = GoldenWorkloads()
    workload.buildTree(example.count, width: example.width, isFlexible: isFlexible)
    #expect(try workload.weakError() == example.expected)
  }
}
