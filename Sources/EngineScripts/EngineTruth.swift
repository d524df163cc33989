// SPDX-License-Identifier: MIT

import LinearModel
import Oracles

/// The exact consequences of a script for an engine with certain promises.
package struct EngineTruth: Sendable {
  /// The expected result of a step.
  package enum Expectation: Sendable {
    /// The engine must carry it out.
    case done
    /// The constraint contradicts those in force, and the engine must refuse it.
    case refused
    /// The engine must make these constraints.
    case constraints([EngineConstraint])
    /// The reading must be right.
    case reading(EngineAnswer)
    /// Required constraints contradict each other, a view has no connection with the root that the
    /// engine needs, or the exact answer takes too long: nothing but messages is judged.
    case unjudged
  }

  /// The expectation of each step.
  package let expectations: [Expectation]
  /// The scene at each step, with the step carried out unless it is refused.
  package let scenes: [EngineScene]

  /// - Precondition: the script is well formed and asks for nothing that the offer lacks.
  /// - Throws: `OracleError.certificateRejected` for a bug in the oracle; `.limitReached` when the
  ///   work limit of the whole script is reached.
  /// - Complexity: an exact solution for each reading of a new scene and, for an engine that
  ///   refuses, for each required constraint.
  package init(
    of script: EngineScript, _ offer: EngineOffer, limit: OracleLimit = .standard
  ) throws(OracleError) {
    let limit = limit.ofQuestion
    var scene = EngineScene(script)
    var expectations: [Expectation] = []
    var scenes: [EngineScene] = []
    var answers = KnownAnswers()
    for step in script.steps {
      var next = scene
      next.apply(step)
      switch step {
      case .frames where offer.needsConnections && !scene.isConnected:
        expectations.append(.unjudged)
      case .frames:
        let answer = try answers.answer(to: scene, offer, limit: limit)
        expectations.append(answer.map { .reading($0) } ?? .unjudged)
      case .add, .format:
        let added = next.constraints[scene.constraints.count...]
        let done = step.isFormat ? Expectation.constraints(Array(added)) : .done
        if !offer.refuses || !added.contains(where: \.strength.isRequired) {
          expectations.append(done)
        } else if try Self.canHold(next, offer, limit) {
          expectations.append(done)
        } else {
          // A constraint that contradicts an earlier contradiction is not judged.
          expectations.append(try Self.canHold(scene, offer, limit) ? .refused : .unjudged)
          next = scene
        }
      default: expectations.append(.done)
      }
      scene = next
      scenes.append(scene)
    }
    self.expectations = expectations
    self.scenes = scenes
  }

  private static func canHold(
    _ scene: EngineScene, _ offer: EngineOffer, _ limit: OracleLimit
  ) throws(OracleError) -> Bool {
    let system = EngineSystem(scene, offer, onlyRequired: true).system
    return try ExactOracle.solve(system, limit: limit).isFeasible
  }
}
