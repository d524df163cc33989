// SPDX-License-Identifier: MIT

import Choices
import Digests
import ExactNumerics
import LayoutGenerators
import LinearModel
import Scripts

/// A kind of script, by its content.
package enum ScriptKind: String, Sendable, Hashable, CaseIterable {
  /// A few variables; constraints are added, removed and refused, and values are suggested,
  /// sometimes absurd ones.
  case edits
  /// Two sides with different preferences; the weaker side has more constraints.
  case crowd
  /// A generated layout, solved once.
  case layout
  /// A generated layout that is edited.
  case editedLayout

  fileprivate var weight: Int {
    switch self {
    case .edits: return 50
    case .crowd: return 15
    case .layout: return 20
    case .editedLayout: return 15
    }
  }
}

/// A generator of scripts for adapters.
package enum ScriptGenerator {
  /// Returns the script of case `index` of the campaign with the given seed, and its kind.
  package static func script(campaign seed: UInt64, index: Int) -> (ScriptKind, SolverScript) {
    for attempt in 0..<CaseSource.attemptsMax {
      var hasher = StableHash()
      hasher.combine(caseSeed(campaign: seed, index: index))
      hasher.combine(attempt)
      var source = ChoiceSource.random(seed: hasher.finalize())
      if let drawn = try? draw(&source), drawn.1.problem == nil { return drawn }
    }
    return (.edits, SolverScript(variableCount: 1, steps: [.solve]))
  }

  static func draw(
    _ source: inout ChoiceSource
  ) throws(GenerationStop) -> (ScriptKind, SolverScript) {
    let kinds = ScriptKind.allCases
    let kind = kinds[try source.index(weights: kinds.map(\.weight))]
    switch kind {
    case .edits: return (kind, try edits(&source))
    case .crowd: return (kind, try crowd(&source))
    case .layout: return (kind, try layout(&source))
    case .editedLayout: return (kind, try editedLayout(&source))
    }
  }

  // MARK: - Kinds

  private static func edits(_ source: inout ChoiceSource) throws(GenerationStop) -> SolverScript {
    var drawer = ScriptDrawer(variables: 1 + (try source.index(below: 5)))
    try drawer.choosePriorities(&source)
    try drawer.chooseWitness(&source)
    for _ in 0..<(1 + (try source.index(below: 4))) { try drawer.add(&source) }
    for _ in 0..<(try source.index(below: 14)) {
      switch try source.index(weights: [40, 10, 15, 12, 5, 18]) {
      case 0: try drawer.add(&source)
      case 1: try drawer.remove(&source)
      case 2: try drawer.suggest(&source)
      case 3: try drawer.contradict(&source)
      case 4: try drawer.suggestExtreme(&source)
      default: drawer.solve()
      }
    }
    drawer.solve()
    return drawer.script
  }

  private static func crowd(_ source: inout ChoiceSource) throws(GenerationStop) -> SolverScript {
    let isTied = try source.bool()
    var drawer = ScriptDrawer(variables: isTied ? 2 : 1)
    try drawer.choosePriorities(&source, count: 2)
    let low = drawer.priorities[1]
    if isTied {
      let factor = try drawer.coefficient(&source)
      drawer.append([(0, factor), (1, Rational(-1))], .equal, .zero, .required)
    }
    drawer.append([(0, .one)], .equal, try drawer.constant(&source), drawer.priorities[0])
    let crowdConstant = try drawer.constant(&source)
    // Sometimes more than a thousand, which is the ratio between kiwi's named strengths.
    let size = try source.bool(1, in: 40) ? 1100 : 1 + (try source.index(below: 30))
    for _ in 0..<size {
      drawer.append([(isTied ? 1 : 0, .one)], .equal, crowdConstant, low)
    }
    drawer.solve()
    return drawer.script
  }

  private static func layout(_ source: inout ChoiceSource) throws(GenerationStop) -> SolverScript {
    let layoutCase = try mixedCaseGenerator().generate(from: &source).layoutCase
    return SolverScript(CaseRunner.plain(layoutCase).system)
  }

  private static func editedLayout(
    _ source: inout ChoiceSource
  ) throws(GenerationStop) -> SolverScript {
    var drawer = ScriptDrawer(try layout(&source))
    let own = drawer.priorities.isEmpty
    if own { try drawer.choosePriorities(&source, count: 1) }
    for _ in 0..<(1 + (try source.index(below: 6))) {
      switch try source.index(weights: [25, 25, 35, 15]) {
      case 0: try drawer.suggest(&source)
      case 1: try drawer.contradict(&source)
      case 2: try drawer.replace(&source)
      default: try drawer.suggestExtreme(&source)
      }
      drawer.solve()
    }
    return drawer.script
  }
}

/// A script under construction.
struct ScriptDrawer {
  var script: SolverScript
  /// The optional priorities, highest first.
  var priorities: [Strength] = []
  /// A point at which the required constraints hold.
  private(set) var witness: [Int] = []
  private var nextID = 0
  /// The constraints that have not been removed.
  var present: [SolverScript.Constraint] = []
  /// The numbers of the present constraints that are switched off.
  var inactive = Set<Int>()
  /// The priority of the suggestion for each variable; nil without one.
  var suggested: [Strength?]
  /// The number of the constraint of the last operation in a session; nil before the first one.
  var touched: Int?

  init(variables: Int) {
    script = SolverScript(variableCount: variables, steps: [])
    suggested = [Strength?](repeating: nil, count: variables)
  }

  init(_ script: SolverScript) {
    self.script = script
    present = script.constraints
    nextID = (present.map(\.id).max() ?? -1) + 1
    priorities = script.strengths.filter { !$0.isRequired }
    suggested = [Strength?](repeating: nil, count: script.variableCount)
  }

  private static let usualPriorities = [1, 50, 249, 250, 251, 490, 500, 510, 749, 750, 751, 999]

  mutating func choosePriorities(
    _ source: inout ChoiceSource, count: Int? = nil
  ) throws(GenerationStop) {
    let drawn = 1 + (try source.index(weights: [30, 40, 25, 5]))
    let count = count ?? drawn
    var chosen = Set<Int>()
    while chosen.count < count {
      let index = try source.index(below: Self.usualPriorities.count)
      chosen.insert(Self.usualPriorities[index])
    }
    priorities = chosen.sorted(by: >).map { Strength(Double($0)) }
  }

  mutating func chooseWitness(_ source: inout ChoiceSource) throws(GenerationStop) {
    for _ in 0..<script.variableCount {
      witness.append(try source.integer(in: -50...400, towards: 0))
    }
  }

  mutating func solve() { script.steps.append(.solve) }

  mutating func append(
    _ terms: [(Int, Rational)], _ relation: Relation, _ constant: Rational, _ strength: Strength
  ) {
    let constraint = SolverScript.Constraint(
      id: nextID, terms.map { .init($1, VariableID($0)) }, relation, constant, strength: strength)
    append(constraint)
  }

  /// Records a constraint as present.
  mutating func note(_ constraint: SolverScript.Constraint) {
    nextID = max(nextID, constraint.id + 1)
    present.append(constraint)
  }

  func constant(_ source: inout ChoiceSource) throws(GenerationStop) -> Rational {
    Rational(try source.integer(in: -50...400, towards: 0))
  }

  func coefficient(_ source: inout ChoiceSource) throws(GenerationStop) -> Rational {
    let usual: [Rational] = [
      Rational(1), Rational(-1), Rational(2), Rational(-2), Rational(1, 2), Rational(3),
      Rational(1, 3), Rational(10),
    ]
    return usual[try source.index(weights: [40, 25, 8, 6, 8, 4, 4, 3])]
  }

  /// Adds a required constraint that holds at the witness, or an optional one that need not.
  mutating func add(_ source: inout ChoiceSource) throws(GenerationStop) {
    var terms: [(Int, Rational)] = []
    let width = 1 + (try source.index(weights: [50, 40, 10]))
    for _ in 0..<width {
      let variable = try source.index(below: script.variableCount)
      let factor = try coefficient(&source)
      if !terms.contains(where: { $0.0 == variable }) { terms.append((variable, factor)) }
    }
    let relation = Relation.allCases[try source.index(below: 3)]
    if try source.bool(2, in: 5) {
      var constant = Rational.zero
      for (variable, factor) in terms { constant += factor * Rational(witness[variable]) }
      let slack = Rational(try source.index(below: 60))
      switch relation {
      case .equal: break
      case .lessThanOrEqual: constant += slack
      case .greaterThanOrEqual: constant -= slack
      }
      append(terms, relation, constant, .required)
    } else {
      append(terms, relation, try constant(&source), try priority(&source))
    }
  }

  func priority(_ source: inout ChoiceSource) throws(GenerationStop) -> Strength {
    priorities[try source.index(below: priorities.count)]
  }

  mutating func remove(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard !present.isEmpty else { return }
    let position = try source.index(below: present.count)
    script.steps.append(.remove(present.remove(at: position).id))
  }

  /// Removes an optional constraint and adds it again with another constant.
  mutating func replace(_ source: inout ChoiceSource) throws(GenerationStop) {
    let optional = present.indices.filter { !present[$0].strength.isRequired }
    guard !optional.isEmpty else { return }
    let old = present.remove(at: optional[try source.index(below: optional.count)])
    script.steps.append(.remove(old.id))
    append(
      old.terms.map { ($0.variable.index, $0.coefficient) }, old.relation,
      try constant(&source), old.strength)
  }

  /// Adds the contrary of a required constraint, which must be refused, and reads the answer
  /// afterwards.
  mutating func contradict(_ source: inout ChoiceSource) throws(GenerationStop) {
    let required = present.filter(\.strength.isRequired)
    guard !required.isEmpty else { return }
    let victim = required[try source.index(below: required.count)]
    let distance = Rational(1 + (try source.index(below: 40)))
    let isLess = victim.relation == .lessThanOrEqual
    var terms = victim.terms.map { ($0.variable.index, $0.coefficient) }
    var relation: Relation = isLess ? .greaterThanOrEqual : .lessThanOrEqual
    var constant = isLess ? victim.constant + distance : victim.constant - distance
    // Sometimes with the sides exchanged.
    if try source.bool() {
      terms = terms.map { ($0, -$1) }
      constant = -constant
      relation = isLess ? .lessThanOrEqual : .greaterThanOrEqual
    }
    append(terms, relation, constant, .required)
    present.removeLast()
    if try source.bool(3, in: 4) { solve() }
  }

  mutating func suggest(_ source: inout ChoiceSource) throws(GenerationStop) {
    let variable = try source.index(below: script.variableCount)
    let value = Double(try source.integer(in: -50...500, towards: 0))
    try suggest(variable, value, &source)
  }

  mutating func suggest(
    _ variable: Int, _ value: Double, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    let drawn = try priority(&source)
    let strength = suggested[variable] ?? drawn
    suggested[variable] = strength
    script.steps.append(.suggest(variable: variable, value: value, strength: strength))
  }

  /// Suggests an absurdly large or non-finite value, and then a usual one.
  mutating func suggestExtreme(_ source: inout ChoiceSource) throws(GenerationStop) {
    let values = [Double.infinity, -.infinity, .nan, 1e308, -1e308, 1e20]
    let variable = try source.index(below: script.variableCount)
    try suggest(variable, values[try source.index(below: values.count)], &source)
    if try source.bool() { solve() }
    try suggest(variable, Double(try source.integer(in: 0...500)), &source)
    solve()
  }
}
