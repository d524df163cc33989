// SPDX-License-Identifier: MIT

import Display
import EngineScripts
import ExactNumerics
import LinearModel

/// A script for a layout engine as a program that needs nothing but the toolkit.
///
/// It makes the same calls as the adapter of the engine, and compares what a finding is about.
package struct EngineProgram {
  /// The failing step and the part that is wrong there.
  package struct Judged: Sendable, Hashable {
    /// The index of the step; nil when the process ended.
    package var step: Int?
    package var part: JudgedPart

    package init(step: Int?, part: JudgedPart) {
      self.step = step
      self.part = part
    }
  }

  /// The compared numbers of one reading.
  struct Check {
    var expectations: [EngineExpectation]
    /// The system of the reading; nil where nothing but messages is compared.
    var system: EngineSystem?
  }

  let script: EngineScript
  let offer: EngineOffer
  /// The compared numbers by the index of their step.
  let checks: [Int: Check]
  /// Whether the end of the process is the failure, and nothing else.
  let checksEnd: Bool
  /// Whether the steps run in a child process, so that its end is compared, too.
  let runsInChild: Bool
  /// The comment at its beginning, line by line.
  let about: [String]

  /// - Parameters:
  ///   - script: the script.
  ///   - truth: the exact answers to the script.
  ///   - offer: the offer of the engine.
  ///   - judged: the part that is wrong; nil if it is not known. Then all is compared that is the
  ///     same in each right layout.
  ///   - about: the comment at its beginning.
  /// - Throws: when there is nothing to compare.
  package init(
    _ script: EngineScript, _ truth: EngineTruth, _ offer: EngineOffer, judged: Judged?,
    about: [String] = []
  ) throws(SourceRefusal) {
    self.offer = offer
    self.about = about
    var script = script
    var checks: [Int: Check] = [:]
    if let judged, judged.part != .ending {
      guard let step = judged.step, script.steps.indices.contains(step),
        let check = Self.check(judged.part, truth.expectations[step], offer)
      else {
        throw SourceRefusal(sentence: "what is wrong is no part of the reading of this script")
      }
      script.steps.removeSubrange((step + 1)...)
      checks[step] = check
    } else if judged == nil {
      for (step, expectation) in truth.expectations.enumerated() {
        guard case .reading(let answer) = expectation else { continue }
        let expectations = EngineJudge(offer).expectations(of: answer)
        if !expectations.isEmpty {
          checks[step] = Check(expectations: expectations, system: answer.system)
        }
      }
      if checks.isEmpty {
        throw SourceRefusal(sentence: "no reading has a number that a program can compare")
      }
    }
    self.script = script
    self.checks = checks
    checksEnd = judged?.part == .ending
    runsInChild = checksEnd || judged == nil
  }

  private static func check(
    _ part: JudgedPart, _ truth: EngineTruth.Expectation, _ offer: EngineOffer
  ) -> Check? {
    if part == .messages { return Check(expectations: [.silence], system: nil) }
    guard case .reading(let answer) = truth else { return nil }
    return EngineJudge(offer).expectation(of: part, in: answer).map {
      Check(expectations: [$0], system: answer.system)
    }
  }

  /// Whether messages of the toolkit are counted.
  var checksMessages: Bool {
    checks.values.contains { $0.expectations.contains { $0.quantity == .messages } }
  }

  /// Whether one number is compared, at the end.
  var checksOneNumber: Bool {
    !checksMessages && !runsInChild && checks.values.map(\.expectations.count) == [1]
  }

  /// Whether size hints of the root are compared.
  var checksHints: Bool {
    checks.values.contains { check in
      check.expectations.contains { if case .hint = $0.quantity { true } else { false } }
    }
  }

  /// The number of readings.
  var readingCount: Int { script.steps.count { $0 == .frames } }

  /// The ids of constraints that a step removes or replaces, so that they need names.
  var removedConstraints: Set<Int> {
    var removed: Set<Int> = []
    for step in script.steps {
      switch step {
      case .remove(let id): removed.insert(id)
      case .change(let constraint): removed.insert(constraint.id)
      case .drop(let view):
        for constraint in script.constraints where constraint.views.contains(view) {
          removed.insert(constraint.id)
        }
      default: break
      }
    }
    return removed
  }

  /// Returns the comment about a finding: the engine with its version, and the failure.
  package static func about(engine: String?, summary: String, toolVersion: String) -> [String] {
    // The steps of the script are not numbered in the program.
    let words = summary.split(separator: ": ", maxSplits: 1).map(String.init)
    let isNumbered = words.count == 2 && words[0].begins(with: "step ")
    let sentence = isNumbered ? words[1] : summary
    return ["\(engine.map { "\($0): " } ?? "")\(sentence) (found by layoutfuzz \(toolVersion))"]
  }

  /// Returns the offer of a toolkit's engine, for scripts without a finding; nil for solvers.
  package static func offer(_ format: ProgramFormat) -> EngineOffer? {
    switch format {
    case .gtkPython, .gtkC: return GTKScript.offer
    case .pySide: return AnchorsProgram.offer
    case .kiwiPython, .kiwiCPP: return nil
    }
  }

  /// Checks that a toolkit has all parts of a script.
  ///
  /// - Throws: for a part of the script that the toolkit does not have.
  package static func check(
    _ script: EngineScript, _ format: ProgramFormat
  ) throws(SourceRefusal) {
    switch format {
    case .gtkPython, .gtkC: try GTKScript.check(script)
    case .pySide: try AnchorsProgram.check(script)
    case .kiwiPython, .kiwiCPP: throw isNoEngine(format)
    }
  }

  private static func isNoEngine(_ format: ProgramFormat) -> SourceRefusal {
    SourceRefusal(sentence: "a script for a layout engine, and \(format.rawValue) has no views")
  }

  /// Returns the program.
  ///
  /// - Throws: for a part of the script that the toolkit does not have.
  package func text(_ format: ProgramFormat) throws(SourceRefusal) -> String {
    try Self.check(script, format)
    switch format {
    case .gtkPython: return GTKPythonProgram(self).text
    case .gtkC: return GTKCProgram(self).text
    case .pySide: return AnchorsProgram(self).text
    case .kiwiPython, .kiwiCPP: throw Self.isNoEngine(format)
    }
  }
}

/// A writer of programs for one toolkit; its parts are called in the order of the script.
protocol ToolkitProgram {
  mutating func add(_ constraint: EngineConstraint)
  mutating func remove(_ constraint: Int)
  mutating func change(to constraint: EngineConstraint)
  mutating func setSizes(of view: EngineView, to hints: EngineHints)
  mutating func resize(to size: EngineSize)
  mutating func reroot()
  mutating func drop(_ view: EngineView)
  /// Whether the constraints of a dropped view are removed one by one before.
  var removesBeforeDrop: Bool { get }
  mutating func read(_ size: EngineSize, _ check: EngineProgram.Check?)
}

extension ToolkitProgram {
  var removesBeforeDrop: Bool { true }

  mutating func change(to constraint: EngineConstraint) {
    remove(constraint.id)
    add(constraint)
  }

  /// Writes the steps of a script.
  ///
  /// - Precondition: no view is in another one.
  mutating func writeSteps(of program: EngineProgram) {
    var scene = EngineScene(program.script)
    // In the order of the last addition or change, as adapters keep them.
    var live: [EngineConstraint] = []
    for (index, step) in program.script.steps.enumerated() {
      switch step {
      case .add(let constraint):
        live.append(constraint)
        add(constraint)
      case .remove(let id):
        if live.contains(where: { $0.id == id }) { remove(id) }
        live.removeAll { $0.id == id }
      case .change(let constraint):
        guard live.contains(where: { $0.id == constraint.id }) else { break }
        live.removeAll { $0.id == constraint.id }
        live.append(constraint)
        change(to: constraint)
      case .hint(let id, let hints):
        if let view = scene.view(id) { setSizes(of: view, to: hints) }
      case .resize(let size): resize(to: size)
      // All views are in the root.
      case .move: break
      case .reroot: reroot()
      case .drop(let id):
        for constraint in live where removesBeforeDrop && constraint.views.contains(id) {
          remove(constraint.id)
        }
        live.removeAll { $0.views.contains(id) }
        if let view = scene.view(id) { drop(view) }
      case .frames: read(scene.size, program.checks[index])
      // A format that is read wrongly is another finding: here it is its constraints.
      case .format(let format):
        for constraint in (try? format.constraints(in: scene)) ?? [] {
          live.append(constraint)
          add(constraint)
        }
      }
      scene.apply(step)
    }
  }
}
