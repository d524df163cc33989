// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// Content priorities that are equal and compete: which view gives in differs between right layouts
/// (AUTOLAYOUT 1.13, 9.9).
struct PriorityTies {
  /// One view that may give in.
  struct Member: Hashable {
    let view: Int
    let axis: Axis
    /// The row of the system that says it.
    let row: Int
    /// Whether it is hugging; else compression resistance.
    let isHugging: Bool
  }

  /// By strength, those with two or more views only.
  private(set) var ties: [(strength: Strength, members: [Member])] = []

  /// - Parameters:
  ///   - point: a right layout.
  ///   - others: other right layouts.
  init(in lowered: LoweredCase, point: [Rational], others: [[Rational]]) {
    let system = lowered.system
    var byStrength: [Strength: [Member]] = [:]
    for (row, origin) in lowered.origins.enumerated() {
      let member: Member
      switch origin {
      case .hugging(let view, let axis):
        member = Member(view: view, axis: axis, row: row, isHugging: true)
      case .compressionResistance(let view, let axis):
        member = Member(view: view, axis: axis, row: row, isHugging: false)
      default: continue
      }
      let violation = system.exactViolation(of: row, at: point)
      if others.contains(where: { system.exactViolation(of: row, at: $0) != violation }) {
        byStrength[system.strengths[row], default: []].append(member)
      }
    }
    ties = byStrength.sorted { $0.key > $1.key }
      .filter { Set($0.value.map(\.view)).count > 1 }
      .map { (strength: $0.key, members: $0.value) }
  }

  /// The members of a tie that an open part of a frame belongs to.
  func tie(around parts: [FramePart]) -> (strength: Strength, members: [Member])? {
    ties.first { tie in
      tie.members.contains { member in
        parts.contains { $0.kind == .size && $0.view == member.view && $0.axis == member.axis }
      }
    }
  }
}

extension PriorityTies {
  /// The first member whose priority, raised by one, leaves one place and size for all members of a tie;
  /// nil when none does.
  ///
  /// - Throws: `OracleError`.
  static func decider(
    of members: [Member], strength: Strength, in lowered: LoweredCase, limit: OracleLimit
  ) throws(OracleError) -> Member? {
    guard strength.value + 1 < 1000 else { return nil }
    for member in members.prefix(tried) {
      let changed = lowered.system.changing(member.row, strength: Strength(strength.value + 1))
      let answer = try ExactOracle.solve(changed, limit: limit)
      guard let optimum = answer.optimum else { continue }
      let parts = FramePart.all(of: lowered, at: optimum.point).filter { part in
        part.kind == .size
          && members.contains { $0.view == part.view && $0.axis == part.axis }
      }
      guard case .ambiguous(let witness) = optimum.uniqueness else { return member }
      let search = try FreedomSearch(changed, among: parts, witness: witness, limit: limit)
      if search.moved.isEmpty { return member }
    }
    return nil
  }

  /// How many members are tried at most.
  private static let tried = 4
}
