// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel
import Oracles

/// The exact answer to a reading: an optimal layout, and the numbers that all of them share.
package struct EngineAnswer: Sendable {
  package private(set) var system: EngineSystem
  package let optimum: ExactOptimum
  /// The directions in which optimal layouts differ.
  package let freedom: FreedomSpace
  /// The sizes of the root between which the required constraints can hold, by axis; nil when they
  /// are not judged.
  package let rootSizes: [EngineAxis: RootSizes]?

  /// The least and the greatest size of the root along one axis, in points.
  package struct RootSizes: Sendable, Hashable {
    package var least: Rational
    /// Nil when there is no limit.
    package var greatest: Rational?
  }

  /// Solves a scene exactly.
  ///
  /// `sizes` keeps the sizes of the root of earlier scenes.
  ///
  /// - Returns: nil when the required constraints contradict each other.
  /// - Throws: the errors of the oracle.
  init?(
    to scene: EngineScene, _ offer: EngineOffer, _ sizes: inout KnownRootSizes, limit: OracleLimit
  ) throws(OracleError) {
    system = EngineSystem(scene, offer)
    guard let optimum = try ExactOracle.solve(system.system, limit: limit).optimum else {
      return nil
    }
    self.optimum = optimum
    freedom = try FreedomSpace(of: optimum, in: system.system, limit: limit)
    if offer.rootHints.isEmpty {
      rootSizes = nil
    } else {
      var found: [EngineAxis: RootSizes] = [:]
      for axis in EngineAxis.allCases {
        found[axis] = try sizes.rootSizes(scene, offer, axis, limit: limit)
      }
      rootSizes = found
    }
  }

  /// Returns the answer to another scene with the same rows.
  ///
  /// - Precondition: the scenes differ in the parents of views at most.
  func moved(to scene: EngineScene) -> EngineAnswer {
    var moved = self
    moved.system = system.moved(to: scene)
    return moved
  }

  /// Whether a part of the frame of a view is the same in every optimal layout.
  package func isSettled(_ view: Int, _ part: EngineSystem.Part) -> Bool {
    freedom.isSettled(system.variable(view, part))
  }

  /// Returns the value of a part of a frame in the optimal layout.
  package func value(_ view: Int, _ part: EngineSystem.Part) -> Rational {
    optimum.point[system.variable(view, part).index]
  }

  /// Whether every part of every frame is the same in every optimal layout.
  package var isUnique: Bool { optimum.isUnique }

  /// A size beyond every layout: a root that can be as large has no limit.
  private static let beyond = Rational(1_000_000)

  /// Returns the sizes of the root along an axis for which the rows of a system can hold.
  ///
  /// If both sizes of the root are variables, the rows hold for each of these with some size along
  /// the other axis.
  ///
  /// - Precondition: this size is a variable, and the rows can hold.
  static func rootSizes(
    _ axis: EngineAxis, _ required: EngineSystem, limit: OracleLimit
  ) throws(OracleError) -> RootSizes {
    guard let root = required.rootVariable(axis) else {
      preconditionFailure("the size of the root is no variable")
    }
    func extreme(_ relation: Relation, _ bound: Rational) throws(OracleError) -> Rational {
      var system = required.system
      system.addBound(root, relation, bound, strength: Strength(500))
      guard let optimum = try ExactOracle.solve(system, limit: limit).optimum else {
        throw .certificateRejected(
          "required constraints hold for one size of the root only in part")
      }
      return optimum.point[root.index]
    }
    let greatest = try extreme(.greaterThanOrEqual, beyond)
    return RootSizes(
      least: try extreme(.lessThanOrEqual, .zero), greatest: greatest < beyond ? greatest : nil)
  }
}

/// The sizes of the root that were found for a script, one system for each axis.
///
/// Most steps leave the required constraints along an axis as they are: then the sizes are the same
/// as before, whatever size the root has now.
struct KnownRootSizes {
  private var known: [EngineAxis: (system: LinearSystem, sizes: EngineAnswer.RootSizes)] = [:]

  /// Returns the sizes of the root for which the required constraints can hold.
  ///
  /// - Precondition: they can hold for the size of the scene.
  mutating func rootSizes(
    _ scene: EngineScene, _ offer: EngineOffer, _ axis: EngineAxis, limit: OracleLimit
  ) throws(OracleError) -> EngineAnswer.RootSizes {
    let required = EngineSystem.deciding(axis, scene, offer)
    if let last = known[axis], last.system == required.system { return last.sizes }
    let sizes = try EngineAnswer.rootSizes(axis, required, limit: limit)
    known[axis] = (required.system, sizes)
    return sizes
  }
}

/// The answers to the scenes of a script.
struct KnownAnswers {
  private var known: [(scene: EngineScene, answer: EngineAnswer?)] = []
  private var sizes = KnownRootSizes()

  /// Returns the exact answer to a scene, of an earlier reading if that had the same rows; nil when
  /// the required constraints contradict each other.
  ///
  /// - Throws: the errors of the oracle.
  mutating func answer(
    to scene: EngineScene, _ offer: EngineOffer, limit: OracleLimit
  ) throws(OracleError) -> EngineAnswer? {
    if let last = known.last(where: { $0.scene.hasSameRows(as: scene) }) {
      return last.answer?.moved(to: scene)
    }
    let answer = try EngineAnswer(to: scene, offer, &sizes, limit: limit)
    known.append((scene, answer))
    return answer
  }
}
