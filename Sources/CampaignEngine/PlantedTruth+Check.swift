// SPDX-License-Identifier: MIT

import LayoutGenerators
import LinearModel
import Lowering
import Oracles

extension PlantedTruth {
  /// What the exact answer says against what was planted; nil when they agree.
  ///
  /// The two were found in different ways, the truth by construction and the answer by solving, so a
  /// disagreement means that one of them is wrong.
  package func disagreement(with answer: ExactAnswer, of lowered: LoweredCase) -> String? {
    switch self {
    case .feasible:
      return answer.isFeasible ? nil : "planted as feasible, solved as infeasible"
    case .unique:
      guard let optimum = answer.optimum else { return "planted as unique, solved as infeasible" }
      return optimum.isUnique ? nil : "planted as unique, solved as ambiguous"
    case .ambiguous(let view, let axis):
      guard let optimum = answer.optimum else {
        return "planted as ambiguous in view \(view), \(axis), solved as infeasible"
      }
      return optimum.isUnique
        ? "planted as ambiguous in view \(view), \(axis), solved as unique" : nil
    case .conflict(let constraints):
      guard !answer.isFeasible else { return "planted as a conflict, solved as feasible" }
      return missing(constraints, in: answer, lowered)
    }
  }

  /// Without any one of the planted constraints the rest can hold, so each is part of every proof.
  private func missing(
    _ constraints: [Int], in answer: ExactAnswer, _ lowered: LoweredCase
  ) -> String? {
    guard case .infeasible(let certificate) = answer.status else { return nil }
    var found = Set<Int>()
    for id in certificate.support {
      if case .constraint(let index) = lowered.origins[id.index] { found.insert(index) }
    }
    let absent = constraints.filter { !found.contains($0) }
    guard let first = absent.first else { return nil }
    let id = lowered.layoutCase.constraints[first].id
    return "the planted conflict needs '\(id)', the proof of infeasibility does without it"
  }
}
