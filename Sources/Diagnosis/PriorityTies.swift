// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// Equal content priorities that compete: the view that yields differs between right layouts
/// (AUTOLAYOUT 1.13, 9.9).
struct PriorityTies {
  /// One view that may yield.
  struct Member: Hashable {
    let view: Int
    let axis: Axis
    /// The row of the priority in the system.
    let row: Int
    /// Whether the priority is hugging; otherwise compression resistance.
    let isHugging: Bool
  }

  /// Views of which some must yield, without a rule that selects them.
  struct Tie {
    let strength: Strength
    /// Two views or more, in the order of rows.
    private(set) var members: [Member] = []

    fileprivate mutating func add(_ member: Member) { members.append(member) }
  }

  /// The ties, strongest first, then in the order of rows.
  private(set) var ties: [Tie] = []

  /// - Parameters:
  ///   - lowered: the case, lowered.
  ///   - point: a right layout.
  ///   - others: other right layouts.
  ///   - limit: the limit of the exact arithmetic.
  /// - Throws: `.limitReached`.
  /// - Complexity: O(layouts) times the size of the system.
  init(
    in lowered: LoweredCase, point: [Rational], others: [[Rational]], limit: OracleLimit
  ) throws(OracleError) {
    ties = try limit.counting { (meter) throws(ArithmeticStop) in
      try Self.ties(in: lowered, point: point, others: others, meter)
    }
  }

  private static func ties(
    in lowered: LoweredCase, point: [Rational], others: [[Rational]], _ meter: DigitMeter
  ) throws(ArithmeticStop) -> [Tie] {
    let system = lowered.system
    let groups = try PriorityTies.groups(in: system, layouts: [point] + others, meter)
    meter.count(cells: (others.count + 1) * system.cellCount)
    var ties: [Tie] = []
    /// Equal priorities at different places of a screen are independent.
    struct Place: Hashable {
      let strength: Strength
      let group: Int?
    }
    var numbers: [Place: Int] = [:]
    for (row, origin) in lowered.origins.enumerated() {
      guard let member = PriorityTies.member(origin, row: row) else { continue }
      let violation = try system.exactViolation(of: row, at: point, meter)
      var differs = false
      for other in others where !differs {
        differs = try system.exactViolation(of: row, at: other, meter) != violation
      }
      guard differs else { continue }
      let strength = system.strengths[row]
      let place = Place(strength: strength, group: groups.groups(ofRow: row).first)
      let number = numbers[place] ?? ties.count
      numbers[place] = number
      if number == ties.count { ties.append(Tie(strength: strength)) }
      ties[number].add(member)
    }
    return ties.enumerated().filter { Set($0.element.members.map(\.view)).count > 1 }
      .sorted { ($1.element.strength, $0.offset) < ($0.element.strength, $1.offset) }
      .map(\.element)
  }

  private static func member(_ origin: ConstraintOrigin, row: Int) -> Member? {
    switch origin {
    case .hugging(let view, let axis):
      return Member(view: view, axis: axis, row: row, isHugging: true)
    case .compressionResistance(let view, let axis):
      return Member(view: view, axis: axis, row: row, isHugging: false)
    default: return nil
    }
  }

  /// Returns the groups of variables that take several values, connected by rows that hold them in
  /// some layout.
  ///
  /// Within a group one value can be traded for another.
  private static func groups(
    in system: LinearSystem, layouts: [[Rational]], _ meter: DigitMeter
  ) throws(ArithmeticStop) -> VariableGroups {
    meter.count(cells: layouts.count * (system.cellCount + system.variableCount))
    let isOpen = (0..<system.variableCount).map { variable in
      layouts.contains { $0[variable] != layouts[0][variable] }
    }
    var isHeld: [Bool] = []
    isHeld.reserveCapacity(system.constraintCount)
    for row in 0..<system.constraintCount {
      var holds = system.relations[row] == .equal
      for point in layouts where !holds {
        let residual = try system.exactResidual(of: row, at: point, meter)
        holds = residual.isZero || system.violation(residual, of: row) > .zero
      }
      isHeld.append(holds)
    }
    return VariableGroups(of: system, isOpen: isOpen) { isHeld[$0] }
  }

  /// Returns the number of the first tie that an open part of a frame belongs to.
  func tie(around parts: [FramePart]) -> Int? {
    ties.firstIndex { tie in
      tie.members.contains { member in
        parts.contains { $0.kind == .size && $0.view == member.view && $0.axis == member.axis }
      }
    }
  }
}

extension PriorityTies {
  /// Returns the first member that settles a tie when its priority is raised by one; nil when none
  /// does.
  ///
  /// Views without a text come first, then controls, then texts of one line: a text that wraps or
  /// is shortened loses least.
  ///
  /// It leaves one place and size for all members of the tie. `views` have their texts, as those of
  /// the lowered case have not.
  ///
  /// - Throws: `OracleError`.
  static func decider(
    of members: [Member], strength: Strength, views: [View], in lowered: LoweredCase,
    limit: OracleLimit
  ) throws(OracleError) -> Member? {
    guard strength.value + 1 < 1000 else { return nil }
    let ordered = members.enumerated().sorted {
      (views[$0.element.view].yieldingRank, $0.offset)
        < (views[$1.element.view].yieldingRank, $1.offset)
    }
    for member in ordered.map(\.element).prefix(tried) {
      let changed = lowered.system.changing(member.row, strength: Strength(strength.value + 1))
      let answer = try ExactOracle.solve(changed, limit: limit)
      guard let optimum = answer.optimum else { continue }
      let parts = FramePart.all(of: lowered).filter { part in
        part.kind == .size
          && members.contains { $0.view == part.view && $0.axis == part.axis }
      }
      guard case .ambiguous(let witness) = optimum.uniqueness else { return member }
      let search = try FreedomSearch(
        changed, at: optimum.point, among: parts, witness: witness, limit: limit)
      if search.isSettled { return member }
    }
    return nil
  }

  /// The largest number of members that are tried.
  private static let tried = 4
}

extension View {
  /// How well the view can do with less room: least first.
  fileprivate var yieldingRank: Int {
    guard let text else { return 0 }
    if kind != .label { return 1 }
    return text.lineLimit == 1 ? 2 : 3
  }
}
