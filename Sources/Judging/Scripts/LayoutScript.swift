// SPDX-License-Identifier: MIT

import Choices
import Digests
import LayoutModel
import Lowering
import Scripts

/// A script of edits of a layout's constraints, as operations of an incremental solver.
///
/// The layout's rows are added first. Then the root is resized and turned, and views are hidden,
/// shown and removed. Constants and priorities change, constraints are switched, added and removed,
/// and values are dragged. Some operations must be refused. Several edits may come between two
/// readings.
struct LayoutScript {
  /// The largest number of edits of a script.
  static let editsMax = 8

  private let lowered: LoweredCase
  private let sizes: [(Int, Int)] = [
    (320, 568), (375, 667), (390, 844), (430, 932), (768, 1024), (1024, 1366), (200, 200), (0, 0),
  ]
  var drawer: ScriptDrawer
  private var size: LayoutSize
  /// The constraints switched off because their view is hidden, by view.
  private var hidden: [Int: [Int]] = [:]
  /// The view of each variable; nil for guides.
  private var viewOfVariable: [Int?]

  /// - Parameters:
  ///   - lowered: the layout, lowered.
  ///   - suspects: rows of a contradiction; they are added one by one.
  ///   - source: the source of the choices.
  /// - Throws: `GenerationStop` when the source stops.
  init(_ lowered: LoweredCase, suspects: Set<Int>, _ source: inout ChoiceSource)
    throws(GenerationStop)
  {
    self.lowered = lowered
    size = lowered.layoutCase.environment.size
    drawer = ScriptDrawer(variables: lowered.system.variableCount)
    viewOfVariable = [Int?](repeating: nil, count: lowered.system.variableCount)
    for (view, first) in lowered.viewVariables.enumerated() {
      for variable in first..<first + 4 { viewOfVariable[variable] = view }
      let content = lowered.contentVariables[view]
      if content >= 0 { viewOfVariable[content] = view }
      if content >= 0 { viewOfVariable[content + 1] = view }
    }
    try begin(suspects, &source)
  }

  /// Adds the layout's rows, some of them late.
  private mutating func begin(
    _ suspects: Set<Int>, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    var late: [SolverScript.Constraint] = []
    for step in SolverScript(lowered.system).steps {
      guard case .add(let constraint) = step else { continue }
      let isConstraint =
        if case .constraint = lowered.origins[constraint.id] { true } else { false }
      var isLate = isConstraint && suspects.contains(constraint.id)
      if isConstraint, !isLate { isLate = try source.bool(1, in: 24) }
      if isLate { late.append(constraint) } else { drawer.append(constraint) }
    }
    try drawer.chooseUsualPriorities(&source)
    drawer.solve()
    for constraint in late {
      drawer.append(constraint)
      drawer.solve()
    }
  }

  /// Draws an edit.
  mutating func edit(_ source: inout ChoiceSource) throws(GenerationStop) {
    switch try source.index(
      weights: [10, 4, 8, 6, 3, 14, 10, 8, 10, 6, 8, 12, 9, 6, 5, 3, 6])
    {
    case 0: try resize(&source)
    case 1: rotate()
    case 2: try hide(&source)
    case 3: try show(&source)
    case 4: try removeView(&source)
    case 5: try drawer.setConstant(&source)
    case 6: try drawer.setStrength(&source)
    case 7: try drawer.toggle(&source)
    case 8: try drawer.addRelated(&source)
    case 9: try drawer.duplicate(&source)
    case 10: try drawer.remove(&source)
    case 11: try drawer.drag(&source)
    case 12: try drawer.endSuggestion(&source)
    case 13: try drawer.contradict(&source)
    case 14: try drawer.changeToExtreme(&source)
    case 15: try drawer.changeWhatIsGone(&source)
    default: try drawer.sweep(try source.index(below: drawer.script.variableCount), &source)
    }
  }

  // MARK: - The root

  private mutating func resize(_ source: inout ChoiceSource) throws(GenerationStop) {
    if try source.bool() {
      let (width, height) = sizes[try source.index(below: sizes.count)]
      resize(to: LayoutSize(width: LayoutNumber(width), height: LayoutNumber(height)))
      return
    }
    // A window that is dragged: small steps, each with an answer.
    var width = Int(size.width.doubleValue)
    let step = try source.integer(in: -30...30, towards: 1)
    for _ in 0..<(1 + (try source.index(below: 4))) {
      width = max(0, width + step)
      resize(to: LayoutSize(width: LayoutNumber(width), height: size.height))
      drawer.solve()
    }
  }

  private mutating func rotate() {
    resize(to: LayoutSize(width: size.height, height: size.width))
  }

  private mutating func resize(to other: LayoutSize) {
    for change in lowered.resizing(from: size, to: other) {
      drawer.setConstant(of: change.row, to: change.constant.doubleValue)
    }
    size = other
  }

  // MARK: - Views

  private func view(_ source: inout ChoiceSource) throws(GenerationStop) -> Int? {
    let count = lowered.viewVariables.count
    return count < 2 ? nil : 1 + (try source.index(below: count - 1))
  }

  /// Returns the constraints of the layout that mention one of the views.
  private func constraints(about views: Set<Int>, onlyOwn: Bool) -> [Int] {
    drawer.present.compactMap { constraint in
      if onlyOwn {
        guard constraint.id < lowered.origins.count,
          case .constraint = lowered.origins[constraint.id]
        else { return nil }
      }
      let isAbout = constraint.terms.contains {
        viewOfVariable[$0.variable.index].map(views.contains) ?? false
      }
      return isAbout ? constraint.id : nil
    }
  }

  /// Switches off the constraints of a view that is hidden.
  private mutating func hide(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard let view = try view(&source), hidden[view] == nil else { return }
    let ids = constraints(about: [view], onlyOwn: true).filter(drawer.isActive)
    for id in ids { drawer.setActive(id, false) }
    hidden[view] = ids
  }

  private mutating func show(_ source: inout ChoiceSource) throws(GenerationStop) {
    let views = hidden.keys.sorted()
    guard !views.isEmpty else { return }
    let view = views[try source.index(below: views.count)]
    for id in hidden.removeValue(forKey: view) ?? [] where drawer.isPresent(id) {
      drawer.setActive(id, true)
    }
  }

  /// Removes a view with its subtree, and all constraints about them.
  private mutating func removeView(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard let view = try view(&source) else { return }
    var gone: Set<Int> = [view]
    for (index, other) in lowered.layoutCase.views.enumerated() {
      if let parent = other.parent, gone.contains(parent) { gone.insert(index) }
    }
    for id in constraints(about: gone, onlyOwn: false) { drawer.remove(id) }
  }
}

extension ScriptGenerator {
  /// Returns the script for a session of case `index` of the campaign with the given seed.
  ///
  /// `record` is the record of the case; minimization has smaller ones.
  package static func session(
    for record: CaseRecord, campaign seed: UInt64, index: Int
  ) -> SolverScript? {
    session(for: record, seed: sessionSeed(campaign: seed, index: index))
  }

  /// Returns the kind of the script for a session of case `index`.
  package static func sessionKind(campaign seed: UInt64, index: Int) -> ScriptKind {
    var source = ChoiceSource.random(seed: sessionSeed(campaign: seed, index: index))
    return (try? source.bool()) == true ? .edits : .editedLayout
  }

  private static func sessionSeed(campaign seed: UInt64, index: Int) -> UInt64 {
    var hasher = StableHash()
    hasher.combine(caseSeed(campaign: seed, index: index))
    hasher.combine("script")
    return hasher.finalize()
  }

  /// Returns a script for a session: the same for the same seed and case.
  ///
  /// Half of the scripts edit the case's own layout, the others are a `SmallScript`.
  package static func session(for record: CaseRecord, seed: UInt64) -> SolverScript? {
    var source = ChoiceSource.random(seed: seed)
    guard
      let script = try? source.bool()
        ? SmallScript(&source).drawer.script : edits(of: record, &source)
    else { return nil }
    precondition(script.problem == nil, "seed \(seed): \(script.problem ?? "")")
    return script
  }

  private static func edits(
    of record: CaseRecord, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> SolverScript {
    var suspects = Set<Int>()
    if case .infeasible(let proof) = record.answer?.status {
      suspects = Set(proof.support.map(\.index))
    }
    var script = try LayoutScript(record.lowered, suspects: suspects, &source)
    for _ in 0..<(1 + (try source.index(below: LayoutScript.editsMax))) {
      try script.edit(&source)
      if try source.bool(3, in: 4) { script.drawer.solve() }
    }
    script.drawer.solve()
    return script.drawer.script
  }
}
