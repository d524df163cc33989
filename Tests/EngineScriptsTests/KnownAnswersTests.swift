// SPDX-License-Identifier: MIT

import Choices
import LinearModel
import Oracles
import TestSupport
import Testing

@testable import EngineScripts

/// Checks that shortcuts of the exact answers to a script change no answer.
struct KnownAnswersTests {
  /// A generator of the scripts for an engine.
  private static func scripts(_ offer: EngineOffer) -> Generator<EngineScript> {
    let generator = EngineGenerator(offer)
    return Generator { (source) throws(GenerationStop) in try generator.draw(&source) }
      .filter { $0.problem == nil }
  }

  /// An engine that refuses nothing, so that scenes are read while constraints contradict.
  private static var yielding: EngineOffer {
    var offer = EngineOffer.everything
    offer.refuses = false
    return offer
  }

  private static func scenes(_ script: EngineScript) -> [(step: EngineScript.Step, EngineScene)] {
    var scene = EngineScene(script)
    return script.steps.map { step in
      scene.apply(step)
      return (step, scene)
    }
  }

  @Test("two optima without a proof are those of the proved solution")
  func unproved() {
    forAll(Self.scripts(.everything), count: 150, kinds: ["several": 40]) { script, kinds in
      for (step, scene) in Self.scenes(script) where step == .frames {
        let system = EngineSystem(scene, .everything).system
        let proved = try ExactOracle.solve(system).optimum
        let unproved = ExactOracle.unprovedOptima(of: system)
        if let proved, case .ambiguous(let other) = proved.uniqueness {
          kinds.note("several")
          try claim(unproved?.one == proved.point, "the first layout is another one")
          try claim(unproved?.other == other, "the second layout is another one")
        } else {
          try claim(unproved == nil, "there are two layouts in place of one or none")
        }
      }
      return .holds
    }
  }

  @Test(
    "an answer that readings share is the one computed anew, after any steps",
    arguments: [EngineOffer.everything, yielding, EngineScriptTests.anchors])
  func shared(offer: EngineOffer) {
    let hasMoves = offer.isNested
    forAll(
      Self.scripts(offer), count: 150,
      kinds: ["shared": hasMoves ? 20 : 5, "moved": hasMoves ? 5 : 0, "changed": 20, "dropped": 5]
    ) { script, kinds in
      var answers = KnownAnswers()
      var read: [EngineScene] = []
      for (step, scene) in Self.scenes(script) {
        switch step {
        case .move: kinds.note("moved")
        case .change: kinds.note("changed")
        case .drop: kinds.note("dropped")
        default: break
        }
        guard step == .frames else { continue }
        if read.contains(where: { $0.hasSameRows(as: scene) }) { kinds.note("shared") }
        read.append(scene)
        try Self.compare(try answers.answer(to: scene, offer, limit: .standard), scene, offer)
      }
      return .holds
    }
  }

  /// Compares an answer with the one that nothing before it has helped to compute.
  private static func compare(
    _ shared: EngineAnswer?, _ scene: EngineScene, _ offer: EngineOffer
  ) throws {
    var alone = KnownAnswers()
    let anew = try alone.answer(to: scene, offer, limit: .standard)
    guard let shared, let anew else {
      return try claim(shared == nil && anew == nil, "only one of two answers is a contradiction")
    }
    try claim(shared.system.scene, is: scene, "the scene:")
    try claim(shared.system.rows, is: anew.system.rows, "the rows:")
    try claim(shared.system.system == anew.system.system, "the systems differ")
    try claim(shared.optimum, is: anew.optimum, "the optimum:")
    try claim(shared.freedom.directions, is: anew.freedom.directions, "the freedom:")
    try claim(shared.rootSizes == anew.rootSizes, "the sizes of the root differ")
    for axis in EngineAxis.allCases where anew.rootSizes != nil {
      let whole = try EngineAnswer.rootSizes(scene, offer, axis, limit: .standard)
      try claim(shared.rootSizes?[axis] == whole, "the sizes of the root are others")
    }
  }
}
