// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel

/// A generator of scripts that ask an engine for nothing that its offer lacks.
///
/// A planted layout keeps the required constraints satisfiable at every step: they hold for it,
/// whatever size the root gets. Preferences are drawn freely. Weak ones for each number of a frame
/// make most layouts unique. Each script leaves out some features, so that a fault that many
/// scripts show does not hide the others.
package struct EngineGenerator: Sendable {
  private let offer: EngineOffer
  private let excluded: Set<EngineFeature>

  /// - Parameters:
  ///   - offer: the abilities of the engine.
  ///   - excluded: the features that no script uses.
  package init(_ offer: EngineOffer, without excluded: Set<EngineFeature> = []) {
    self.offer = offer
    self.excluded = excluded
  }

  /// Returns the script of a seed.
  package func script(seed: UInt64) -> EngineScript {
    var seeds = SplitMix64(seed: seed)
    for _ in 0..<Self.attemptsMax {
      var source = ChoiceSource.random(seed: seeds.next())
      if let script = try? draw(&source), script.problem == nil { return script }
    }
    return EngineScript(
      size: EngineSize(width: Rational(100), height: Rational(100)), views: [], steps: [.frames])
  }

  private static let attemptsMax = 100

  /// Draws a script.
  package func draw(_ source: inout ChoiceSource) throws(GenerationStop) -> EngineScript {
    var drawer = try EngineDrawer(offer, without: excluded, &source)
    return try drawer.drawn(&source)
  }
}

/// A script under construction.
struct EngineDrawer {
  /// The features of this script; each is left out of some.
  struct Features {
    var hasInequalities = true
    var hasPreferences = true
    var hasMultipliers = true
    var hasEdgeMultipliers = false
    var hasNegativeMultipliers = false
    var crossesAxes = false
    /// Whether some preferences compete about one quantity at neighbouring priorities.
    var hasRivals = false
    /// The parts of a constraint that changes replace.
    var changes: Set<EngineOffer.Change> = []
    var hasHints: [EngineHints.Kind: Bool] = [:]
    var hasCenters = true
    var operations: Set<EngineOffer.Operation> = []
    var contradicts = false
    var isUnique = true
    /// Whether each view has a constraint for its size that outranks natural sizes.
    var isSized = false
    /// Whether views share edges, or begin where another one ends.
    var isAligned = false
    /// Whether the root gets only sizes for which the required constraints can hold.
    ///
    /// It then has its old size again. Otherwise required constraints hold for any larger size.
    var stretches = false
    /// The parts of formats; empty for scripts without formats.
    var formats: Set<EngineOffer.FormatPart> = []
  }

  let offer: EngineOffer
  let excluded: Set<EngineFeature>
  private(set) var features = Features()
  private var script: EngineScript
  var scene: EngineScene
  /// The planted layout: a frame for each live view, in the coordinates of the root.
  var planted: [Int: (x: Int, y: Int, width: Int, height: Int)] = [:]
  /// The optional strengths of this script, highest first.
  private(set) var strengths: [Strength] = []
  var nextConstraint = 1
  private var hasRead = false
  /// The smallest size that the root has in this script.
  let least: (width: Int, height: Int)

  private static let viewsMax = 6
  private static let stepsMax = 14

  init(
    _ offer: EngineOffer, without excluded: Set<EngineFeature> = [], _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    self.offer = offer
    self.excluded = excluded
    least = (
      100 + (try source.index(below: 300)), 80 + (try source.index(below: 300))
    )
    let size = EngineSize(width: Rational(least.width), height: Rational(least.height))
    var direction = EngineDirection.leftToRight
    if offer.directions.contains(.rightToLeft) {
      let turns = try source.bool()
      let isExcluded = excluded.contains(.rightToLeft)
      if turns && !isExcluded || !offer.directions.contains(.leftToRight) {
        direction = .rightToLeft
      }
    }
    script = EngineScript(size: size, direction: direction, views: [], steps: [])
    scene = EngineScene(script)
    try chooseFeatures(&source)
    try chooseStrengths(&source)
    for id in 1...(1 + (try source.index(below: Self.viewsMax))) { try addView(id, &source) }
    scene = EngineScene(script)
  }

  private mutating func chooseFeatures(_ source: inout ChoiceSource) throws(GenerationStop) {
    features.hasInequalities = try source.bool(3, in: 4)
    features.hasPreferences = try source.bool(3, in: 4)
    features.hasMultipliers = offer.hasMultipliers ? try source.bool() : false
    try chooseTerms(&source)
    features.hasCenters = try source.bool()
    for kind in EngineHints.Kind.allCases
    where offer.hints[kind] != nil || offer.guideHints[kind] != nil
      || offer.unpromisedHints.contains(kind)
    {
      features.hasHints[kind] = try source.bool()
    }
    features.isSized = offer.isNaturalAlways ? try source.bool(3, in: 4) : false
    for operation in EngineOffer.Operation.allCases where offer.operations.contains(operation) {
      if try source.bool(2, in: 3) { features.operations.insert(operation) }
    }
    if !offer.formatAxes.isEmpty, try source.bool() {
      features.isAligned = try source.bool()
      for part in EngineOffer.FormatPart.allCases where offer.formats.contains(part) {
        if try source.bool(2, in: 3) { features.formats.insert(part) }
      }
    }
    features.stretches =
      offer.needsConnections
      ? true : features.operations.contains(.resize) ? try source.bool() : false
    features.contradicts = try source.bool(1, in: 6)
    features.isUnique = try source.bool(5, in: 6)
    features.leaveOut(excluded, refuses: offer.refuses)
  }

  /// Chooses the forms and the changes of constraints that an engine offers by name.
  private mutating func chooseTerms(_ source: inout ChoiceSource) throws(GenerationStop) {
    if features.hasMultipliers {
      features.hasEdgeMultipliers = offer.hasEdgeMultipliers ? try source.bool() : false
      features.hasNegativeMultipliers = offer.hasNegativeMultipliers ? try source.bool() : false
    }
    features.crossesAxes = offer.crossesAxes ? try source.bool(1, in: 3) : false
    features.hasRivals = hasPriorities ? try source.bool() : false
    for change in EngineOffer.Change.allCases where offer.changes.contains(change) {
      if try source.bool() { features.changes.insert(change) }
    }
  }

  private mutating func chooseStrengths(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard hasPriorities else { return }
    let offered = offer.priorities ?? [999, 751, 750, 749, 500, 251, 250, 249, 50, 1]
    var used = features.hasRivals ? try neighbours(&source) : []
    for priority in offered where !used.contains(priority) {
      if try source.bool(1, in: features.hasRivals ? 6 : 2) { used.insert(priority) }
    }
    if used.isEmpty, let last = offered.last { used = [last] }
    strengths = used.sorted(by: >).map { Strength($0) }
  }

  /// Priorities between which an engine may not distinguish, if it knows all of them.
  private static let closePriorities: [Set<Double>] = [
    [999, 998], [751, 750, 749], [501, 500, 499], [251, 250, 249], [2, 1],
  ]

  /// Returns neighbouring optional priorities.
  private func neighbours(_ source: inout ChoiceSource) throws(GenerationStop) -> Set<Double> {
    guard let offered = offer.priorities?.sorted() else {
      return Self.closePriorities[try source.index(below: Self.closePriorities.count)]
    }
    if offered.count < 2 { return Set(offered) }
    let lower = try source.index(below: offered.count - 1)
    return [offered[lower], offered[lower + 1]]
  }

  private mutating func addView(
    _ id: Int, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    var parent = 0
    let places = script.views.filter { !$0.isGuide }.map(\.id)
    if offer.isNested, !excluded.contains(.nesting), !places.isEmpty, try source.bool(1, in: 3) {
      parent = places[try source.index(below: places.count)]
    }
    let drawsGuides = offer.hasGuides && !excluded.contains(.guides)
    let isGuide = drawsGuides ? try source.bool(1, in: 5) : false
    let (x, y) = (try source.index(below: least.width), try source.index(below: least.height))
    planted[id] = (
      x, y, try source.index(below: least.width - x + 1),
      try source.index(below: least.height - y + 1)
    )
    if features.isAligned { try align(id, &source) }
    var view = EngineView(id: id, parent: parent, isGuide: isGuide)
    view.hints = try hints(of: id, isGuide: isGuide, &source)
    script.views.append(view)
    scene.views.append(view)
  }

  /// Lets the planted frame of a view begin where another one begins or ends.
  private mutating func align(_ id: Int, _ source: inout ChoiceSource) throws(GenerationStop) {
    guard let last = script.views.last, let other = planted[last.id], var frame = planted[id]
    else { return }
    if try source.bool() {
      frame.x = try source.bool() ? other.x : other.x + other.width
      frame.width = min(frame.width, least.width - frame.x)
    }
    if try source.bool() {
      frame.y = try source.bool() ? other.y : other.y + other.height
      frame.height = min(frame.height, least.height - frame.y)
    }
    planted[id] = frame
  }

  /// Returns sizes that the planted layout keeps where they are required.
  private func hints(
    of id: Int, isGuide: Bool, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> EngineHints {
    var hints = EngineHints()
    guard let frame = planted[id] else { return hints }
    var known = Set(offer.hints(ofGuide: isGuide).keys)
    if !isGuide { known.formUnion(offer.unpromisedHints) }
    if known.contains(.minimum), features.hasHints[.minimum] == true, try source.bool() {
      hints.minimum = EngineSize(
        width: Rational(try source.index(below: frame.width + 1)),
        height: Rational(try source.index(below: frame.height + 1)))
    }
    if known.contains(.maximum), features.hasHints[.maximum] == true, try source.bool(1, in: 3) {
      hints.maximum = EngineSize(
        width: Rational(frame.width + (try source.index(below: 100))),
        height: Rational(frame.height + (try source.index(below: 100))))
    }
    if known.contains(.natural), features.hasHints[.natural] == true, try source.bool(2, in: 3) {
      let least = hints.minimum ?? EngineSize(width: .zero, height: .zero)
      // Zero is an edge value, which few draws from a range would have.
      let (isNarrow, isFlat) = (try source.bool(1, in: 6), try source.bool(1, in: 6))
      hints.natural = EngineSize(
        width: least.width + Rational(isNarrow ? 0 : try source.index(below: 150)),
        height: least.height + Rational(isFlat ? 0 : try source.index(below: 150)))
    }
    return hints
  }

  // MARK: - Constraints

  var axes: [EngineAxis] {
    EngineAxis.allCases.filter { axis in offer.attributes.contains { $0.axis == axis } }
  }

  /// Returns an offered attribute along an axis of the wanted kind; nil when there is none.
  func attribute(
    _ axis: EngineAxis, isSize: Bool, isRelative: Bool? = nil, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> EngineAttribute? {
    let known = EngineAttribute.allCases.filter {
      offer.attributes.contains($0) && $0.axis == axis && $0.isSize == isSize
        && (isRelative == nil || axis == .vertical || $0.isRelative == isRelative)
        && (features.hasCenters || $0 != .centerX && $0 != .centerY)
        && ($0 != .centerX || isRelative != true)
    }
    guard !known.isEmpty else { return nil }
    return known[try source.index(below: known.count)]
  }

  /// The relation of a new constraint.
  func relation(_ source: inout ChoiceSource) throws(GenerationStop) -> Relation {
    let known = Relation.allCases.filter {
      offer.relations.contains($0) && (features.hasInequalities || $0 == .equal)
    }
    guard !known.isEmpty else { throw .invalid }
    return known[try source.index(below: known.count)]
  }

  /// Returns the constraint with a constant for which the planted layout keeps it for every size
  /// of the root; nil when there is none.
  func kept(
    _ constraint: EngineConstraint, _ source: inout ChoiceSource
  ) throws(GenerationStop) -> EngineConstraint? {
    var constraint = constraint
    let difference = difference(constraint)
    if let relation = lastingRelation(constraint), constraint.relation != relation { return nil }
    let room = Rational(try source.index(below: 40))
    switch constraint.relation {
    case .equal: constraint.constant = difference
    case .lessThanOrEqual: constraint.constant = difference + room
    case .greaterThanOrEqual: constraint.constant = difference - room
    }
    return constraint
  }

  // MARK: - Steps

  /// Returns the whole script.
  mutating func drawn(_ source: inout ChoiceSource) throws(GenerationStop) -> EngineScript {
    if features.isSized { try size(&source) }
    for _ in 0..<(1 + (try source.index(below: 3 * scene.views.count + 2))) {
      try add(&source)
    }
    try read(&source)
    let operations = EngineOffer.Operation.allCases.filter(features.operations.contains)
    if operations.isEmpty { return script }
    for _ in 0..<(try source.index(below: Self.stepsMax)) {
      try operate(operations[try source.index(below: operations.count)], &source)
      if try source.bool() { try read(&source) }
    }
    if script.steps.last != .frames { try read(&source) }
    return script
  }

  mutating func take(_ step: EngineScript.Step) {
    script.steps.append(step)
    scene.apply(step)
    if case .format = step { nextConstraint = (scene.constraints.last?.id ?? 0) + 1 }
  }

  /// Gives each view a width and a height that outrank natural sizes.
  private mutating func size(_ source: inout ChoiceSource) throws(GenerationStop) {
    guard offer.relations.contains(.equal) else { return }
    let natural = [offer.hints, offer.guideHints].compactMap { $0[.natural] }.max()
    let strong = (offer.priorities ?? [999]).map { Strength($0) }.filter { strength in
      hasPriorities && natural.map { strength > $0 } ?? true
    }
    for view in scene.views.map(\.id) {
      guard let frame = planted[view] else { continue }
      for (attribute, length) in [
        (EngineAttribute.width, frame.width), (.height, frame.height),
      ] where offer.attributes.contains(attribute) {
        let isRequired = strong.isEmpty ? true : try source.bool()
        take(
          .add(
            EngineConstraint(
              id: nextConstraint, EngineItem(view, attribute), .equal, constant: Rational(length),
              strength: isRequired ? .required : strong[0])))
        nextConstraint += 1
      }
    }
  }

  private mutating func add(_ source: inout ChoiceSource) throws(GenerationStop) {
    if !features.formats.isEmpty, try source.bool(1, in: 3), try addFormat(&source) { return }
    if features.hasRivals, features.hasPreferences, try source.bool(),
      try addRival(&source)
    {
      return
    }
    let isRequired = features.hasPreferences && !strengths.isEmpty ? try source.bool() : true
    if let constraint = try constraint(isRequired: isRequired, &source) { take(.add(constraint)) }
  }

  /// Reads the frames, after weak preferences that make the layout unique if the script wants that.
  private mutating func read(_ source: inout ChoiceSource) throws(GenerationStop) {
    let canPin = offer.operations.contains(.add) && !excluded.contains(.add) || !hasRead
    if canPin { try connect(&source) }
    if features.isUnique, canPin, offer.relations.contains(.equal) {
      if hasPriorities {
        for constraint in pins() { take(.add(constraint)) }
      } else {
        try determine(&source)
      }
    }
    take(.frames)
    hasRead = true
  }

  private mutating func operate(
    _ operation: EngineOffer.Operation, _ source: inout ChoiceSource
  ) throws(GenerationStop) {
    switch operation {
    case .add:
      if features.contradicts, try source.bool() {
        try contradict(&source)
      } else {
        try add(&source)
      }
    case .remove:
      guard !scene.constraints.isEmpty else { return }
      take(.remove(scene.constraints[try source.index(below: scene.constraints.count)].id))
    case .change: try change(&source)
    case .resize where features.stretches: try stretch(&source)
    case .resize:
      // Often along one axis only: an engine may keep what it knows of the other one.
      let axes = try source.index(below: 3)
      var size = scene.size
      if axes != 1 { size.width = Rational(least.width + (try source.index(below: 200))) }
      if axes != 2 { size.height = Rational(least.height + (try source.index(below: 200))) }
      take(.resize(size))
    case .hint:
      guard let view = try anyView(&source) else { return }
      take(.hint(view: view.id, try hints(of: view.id, isGuide: view.isGuide, &source)))
    case .move:
      guard offer.isNested, !excluded.contains(.nesting), let view = try anyView(&source),
        !view.isGuide
      else { return }
      let below = scene.tree(below: view.id)
      let places = [0] + scene.views.filter { !$0.isGuide && !below.contains($0.id) }.map(\.id)
      take(.move(view: view.id, parent: places[try source.index(below: places.count)]))
    case .reroot: take(.reroot)
    case .drop:
      guard scene.views.count > 1, let view = try anyView(&source) else { return }
      take(.drop(view: view.id))
    }
  }

  func anyView(_ source: inout ChoiceSource) throws(GenerationStop) -> EngineView? {
    if scene.views.isEmpty { return nil }
    return scene.views[try source.index(below: scene.views.count)]
  }

  /// Adds the contrary of a required constraint; an engine that does not refuse it gets it removed
  /// at once.
  private mutating func contradict(_ source: inout ChoiceSource) throws(GenerationStop) {
    let required = scene.constraints.filter { $0.strength.isRequired }
    guard !required.isEmpty, !offer.hasDistinctPairs else { return }
    var contrary = required[try source.index(below: required.count)]
    let distance = Rational(1 + (try source.index(below: 40)))
    let isLess = contrary.relation == .lessThanOrEqual
    let wanted: Relation = isLess ? .greaterThanOrEqual : .lessThanOrEqual
    guard offer.relations.contains(wanted) else { return }
    contrary.relation = wanted
    contrary.constant += isLess ? distance : -distance
    contrary.id = nextConstraint
    nextConstraint += 1
    script.steps.append(.add(contrary))
    if offer.refuses {
      if try source.bool() { script.steps.append(.frames) }
    } else {
      if try source.bool() { script.steps.append(.frames) }
      script.steps.append(.remove(contrary.id))
      script.steps.append(.frames)
    }
  }
}
