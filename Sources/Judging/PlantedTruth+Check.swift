// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutGenerators
import LayoutModel
import LinearModel
import Lowering
import Oracles

extension GeneratedCase {
  /// Returns the contradiction between the exact answer and the planted truth; nil when they agree.
  ///
  /// - Parameters:
  ///   - answer: the exact answer to the case.
  ///   - lowered: the plain case of the last pass of layout, lowered.
  /// - Returns: one sentence; nil when they agree.
  package func disagreement(with answer: ExactAnswer, of lowered: LoweredCase) -> String? {
    if let problem = truth.disagreement(with: answer, of: lowered) { return problem }
    guard let point = answer.optimum?.point else { return nil }
    // Sizes measured between passes went through doubles.
    let slack = layoutCase.isPlain ? Rational.zero : Rational(1, 1024)
    for planted in stretches {
      let variable = lowered.viewVariables[planted.view] + Int(planted.axis.rawValue)
      var pairs = [(planted.low, variable), (planted.size, variable + 2)]
      if let content = planted.content {
        pairs.append(
          (content, lowered.contentVariables[planted.view] + Int(planted.axis.rawValue)))
      }
      for (wanted, variable) in pairs {
        let value = Rational(wanted.numerator, wanted.denominator)
        if point[variable] == value { continue }
        let distance = point[variable] < value ? value - point[variable] : point[variable] - value
        if distance <= slack { continue }
        return
          "planted \(value) for view \(planted.view), \(planted.axis), found \(point[variable])"
      }
    }
    return nil
  }
}

extension PlantedTruth {
  /// Returns the contradiction between the exact answer and the planted truth; nil when they agree,
  /// or when the comparison exceeds the oracle's limit.
  ///
  /// The two were found in different ways, the truth by construction and the answer by solving. A
  /// disagreement therefore means that one of them is wrong.
  package func disagreement(with answer: ExactAnswer, of lowered: LoweredCase) -> String? {
    do throws(OracleError) {
      switch self {
      case .unknown: return nil
      case .feasible:
        return answer.isFeasible ? nil : "planted as feasible, solved as infeasible"
      case .unique:
        guard let optimum = answer.optimum else { return "planted as unique, solved as infeasible" }
        return optimum.isUnique ? nil : "planted as unique, solved as ambiguous"
      case .ambiguous(let view, let axis):
        guard let optimum = answer.optimum else {
          return "planted as ambiguous in view \(view), \(axis), solved as infeasible"
        }
        return try canMove(view, axis, optimum, lowered)
          ? nil
          : "planted as ambiguous in view \(view), \(axis), which has one right place and size"
      case .conflict(let constraints):
        guard case .infeasible(let proof) = answer.status else {
          return "planted as a conflict, solved as feasible"
        }
        if let problem = missing(constraints, in: proof, lowered) { return problem }
        return try incomplete(constraints, in: proof, lowered)
      }
    } catch .limitReached {
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Whether some right layout has another place in the root, or another size, for the view along
  /// the axis.
  private func canMove(
    _ view: Int, _ axis: Axis, _ optimum: ExactOptimum, _ lowered: LoweredCase
  ) throws(OracleError) -> Bool {
    guard case .ambiguous(let witness) = optimum.uniqueness else { return false }
    let position = lowered.viewVariables[view] + Int(axis.rawValue)
    var variables = [position, position + 2]
    let content = lowered.contentVariables[view]
    if content >= 0 { variables.append(content + Int(axis.rawValue)) }
    if variables.contains(where: { witness[$0] != optimum.point[$0] }) { return true }
    // The witness need not move every view that can move, so a preference below all others pulls
    // this one.
    let weakest = lowered.system.optionalStrengths.last?.value ?? 1000
    for variable in variables {
      let value = optimum.point[variable]
      for (relation, wish) in [
        (Relation.greaterThanOrEqual, value + .one), (.lessThanOrEqual, value - .one),
      ] {
        var pulled = lowered.system
        pulled.addBound(
          VariableID(variable), relation, wish, strength: Strength(weakest / 2))
        if try ExactOracle.solve(pulled).optimum?.point[variable] != value { return true }
      }
    }
    return false
  }

  /// Returns a planted constraint that the proof lacks; nil when there is none.
  ///
  /// Without any one of the planted constraints the rest can hold, so each is part of every proof.
  private func missing(
    _ constraints: [Int], in proof: FarkasCertificate, _ lowered: LoweredCase
  ) -> String? {
    var found = Set<Int>()
    for id in proof.support {
      if case .constraint(let index) = lowered.origins[id.index] { found.insert(index) }
    }
    let absent = constraints.filter { !found.contains($0) }
    guard let first = absent.first else { return nil }
    let id = lowered.layoutCase.constraints[first].id
    return "the planted conflict needs '\(id)', the proof of infeasibility does without it"
  }

  /// Returns the reason why the planted constraints do not conflict by themselves; nil when they
  /// do.
  ///
  /// They need no others but those of the root, of the sizes and of the holds of their views.
  private func incomplete(
    _ constraints: [Int], in proof: FarkasCertificate, _ lowered: LoweredCase
  ) throws(OracleError) -> String? {
    let planted = Set(constraints)
    let items = constraints.map { lowered.layoutCase.constraints[$0].first.item }
    func belongs(_ row: Int) -> Bool {
      switch lowered.origins[row] {
      case .root, .nonNegativeSize: return true
      case .constraint(let index): return planted.contains(index)
      case .hold(let view, _): return items.contains(.view(view))
      default: return false
      }
    }
    // The current proof need not be irreducible.
    if proof.support.allSatisfy({ belongs($0.index) }) { return nil }
    let members = lowered.origins.indices.filter(belongs).map { ConstraintID($0) }
    let own = try ExactOracle.contradiction(in: lowered.system, among: members, limit: .standard)
    return own == nil ? "the planted conflict can hold by itself" : nil
  }
}
