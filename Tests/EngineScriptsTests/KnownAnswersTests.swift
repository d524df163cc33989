// SPDX-License-Identifier: MIT

import Choices
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
      // All required rows, also those along the other axis.
      let axes = scene.couplesAxes ? EngineAxis.allCases : [axis]
      let required = EngineSystem(scene, offer, free: axes, onlyRequired: true)
      let whole = try EngineAnswer.rootSizes(axis, required, limit: .standard)
      try claim(shared.rootSizes?[axis] == whole, "the sizes of the root are others")
    }
  }
}
