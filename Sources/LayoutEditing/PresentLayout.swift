// SPDX-License-Identifier: MIT

import ExactNumerics
import LayoutEngine
import LayoutModel
import LinearModel
import Lowering
import Oracles

/// The present layout of a case in exact numbers, with its free parts.
struct PresentLayout {
  /// The case after the passes of layout; its views and guides keep their indices.
  private let lowered: LoweredCase
  /// The number of guides of the case that the passes of layout have not added.
  private let guideCount: Int
  /// The optimal point nearest to the recorded frames.
  private let point: [Rational]
  /// Other optimal points.
  private var others: [[Rational]]

  /// Finds the layout; nil if the required constraints contradict each other.
  ///
  /// - Parameters:
  ///   - layoutCase: the case to lay out.
  ///   - solver: runs the passes of layout.
  ///   - limit: the work limit of each exact solution.
  ///   - findsFreedom: whether to look for another optimal layout in which as many free parts as
  ///     possible differ.
  /// - Throws: `.limitReached`; `.certificateRejected` for a bug in the oracle.
  init?(
    of layoutCase: LayoutCase, solver: some Solver, limit: OracleLimit, findsFreedom: Bool = false
  ) throws(OracleError) {
    lowered = LayoutEngine.settle(layoutCase, solver: solver).lowered
    guideCount = layoutCase.guides.count
    let answer = try ExactOracle.solve(lowered.system, limit: limit)
    guard let optimum = answer.optimum else { return nil }
    guard case .ambiguous(let second) = optimum.uniqueness else {
      point = optimum.point
      others = []
      return
    }
    let nearest = try PresentLayout.nearestToRecorded(lowered, limit)
    point = nearest ?? optimum.point
    others = [optimum.point, second]
    guard findsFreedom else { return }
    if let pulled = try PresentLayout.pulled(lowered, from: optimum.point, limit) {
      others.append(pulled)
    }
  }

  /// Returns another optimum, in which as many parts as possible have another value.
  ///
  /// Each part is pulled up with its own weight, so that parts which can only move against each
  /// other move, too. The pulls are weaker than all constraints that decide the layout.
  private static func pulled(
    _ lowered: LoweredCase, from point: [Rational], _ limit: OracleLimit
  ) throws(OracleError) -> [Rational]? {
    var system = lowered.system
    let weakest = system.optionalStrengths.last?.value ?? 1000
    for (index, part) in parts(of: lowered).enumerated() {
      let weight = Rational(1 + index * 7919 % 997)
      let terms = terms(of: part, in: lowered).map {
        LinearSystem.Term($0.coefficient * weight, $0.variable)
      }
      system.addConstraint(
        terms, .greaterThanOrEqual, sum(terms, at: point) + weight, strength: Strength(weakest / 2))
    }
    return try ExactOracle.solve(system, limit: limit).optimum?.point
  }

  /// Returns the optimum with added pulls toward the recorded frames, weaker than every other
  /// constraint; nil when no frame is recorded.
  private static func nearestToRecorded(
    _ lowered: LoweredCase, _ limit: OracleLimit
  ) throws(OracleError) -> [Rational]? {
    var system = lowered.system
    let weakest = system.optionalStrengths.last?.value ?? 1000
    var hasFrames = false
    for index in lowered.layoutCase.views.indices.dropFirst() {
      guard let frame = lowered.layoutCase.views[index].recordedFrame else { continue }
      hasFrames = true
      let insets = lowered.layoutCase.views[index].alignmentInsets
      let outer = lowered.layoutCase.views[index].parent.map {
        lowered.layoutCase.views[$0].alignmentInsets
      }
      // Frames are relative to frames, variables are those of alignment rectangles.
      let values = [
        Rational(frame.x) + Rational(insets.left) - Rational(outer?.left ?? 0),
        Rational(frame.y) + Rational(insets.top) - Rational(outer?.top ?? 0),
        Rational(frame.width) - Rational(insets.left) - Rational(insets.right),
        Rational(frame.height) - Rational(insets.top) - Rational(insets.bottom),
      ]
      for measure in LayoutPart.Measure.allCases {
        let part = LayoutPart(subject: .view(index), measure: measure)
        system.addConstraint(
          terms(of: part, in: lowered), .equal, values[measure.rawValue],
          strength: Strength(weakest / 2))
      }
    }
    guard hasFrames else { return nil }
    return try ExactOracle.solve(system, limit: limit).optimum?.point
  }

  /// Returns the parts that have another value in some other known optimal layout, in the order of
  /// the views, places before sizes along each axis.
  ///
  /// The list may be incomplete: other optimal layouts may show more.
  func freeParts() -> [LayoutPart] { PresentLayout.parts(of: lowered).filter(isFree) }

  /// Returns free parts of which none settles another: one of each group of variables that move
  /// together in some known layout.
  ///
  /// A move in one group changes nothing that is pinned in another.
  ///
  /// - Complexity: O(layouts) times the size of the case.
  func independentFreeParts() -> [LayoutPart] {
    let system = lowered.system
    let layouts = [point] + others
    let isOpen = (0..<system.variableCount).map { variable in
      others.contains { $0[variable] != point[variable] }
    }
    let groups = VariableGroups(of: system, isOpen: isOpen) { row in
      system.relations[row] == .equal
        || layouts.contains { system.isTight(row, at: $0) }
    }
    var taken: Set<Int> = []
    return freeParts().filter { part in
      let own = PresentLayout.terms(of: part, in: lowered).compactMap {
        groups.group(of: $0.variable.index)
      }
      guard taken.isDisjoint(with: own) else { return false }
      taken.formUnion(own)
      return true
    }
  }

  /// Returns all parts in the order of the views, places before sizes along each axis.
  private static func parts(of lowered: LoweredCase) -> [LayoutPart] {
    var parts: [LayoutPart] = []
    for index in lowered.layoutCase.views.indices.dropFirst() {
      for measure in [LayoutPart.Measure.left, .width, .top, .height] {
        parts.append(LayoutPart(subject: .view(index), measure: measure))
      }
    }
    for index in lowered.contentVariables.indices where lowered.contentVariables[index] >= 0 {
      for measure in [LayoutPart.Measure.width, .height] {
        parts.append(LayoutPart(subject: .content(view: index), measure: measure))
      }
    }
    for index in lowered.guideVariables.indices where lowered.guideVariables[index] >= 0 {
      for measure in [LayoutPart.Measure.left, .width, .top, .height] {
        parts.append(LayoutPart(subject: .guide(index), measure: measure))
      }
    }
    return parts
  }

  private func isFree(_ part: LayoutPart) -> Bool {
    let terms = PresentLayout.terms(of: part, in: lowered)
    let value = PresentLayout.sum(terms, at: point)
    return others.contains { PresentLayout.sum(terms, at: $0) != value }
  }

  /// Returns the part as a sum of variables; places are measured from the superview or owner.
  private static func terms(of part: LayoutPart, in lowered: LoweredCase) -> [LinearSystem.Term] {
    let offset = part.measure.rawValue
    let first: Int
    let outer: Int?
    switch part.subject {
    case .view(let index):
      first = lowered.viewVariables[index]
      outer = lowered.layoutCase.views[index].parent
    case .guide(let index):
      first = lowered.guideVariables[index]
      outer = lowered.layoutCase.guides[index].owner
    case .content(let view):
      return [.init(.one, VariableID(lowered.contentVariables[view] + offset - 2))]
    }
    var terms = [LinearSystem.Term(.one, VariableID(first + offset))]
    if part.measure.isPlace, let outer {
      terms.append(.init(-.one, VariableID(lowered.viewVariables[outer] + offset)))
    }
    return terms
  }

  private static func sum(_ terms: [LinearSystem.Term], at point: [Rational]) -> Rational {
    var total = Rational.zero
    for term in terms { total += term.coefficient * point[term.variable.index] }
    return total
  }

  // MARK: - Numbers for the case

  /// Computes the constants with which constraints hold in the present layout.
  ///
  /// - Parameters:
  ///   - constraints: any constraints on the items of the case; their constants are ignored.
  ///   - layoutCase: the case that the constraints are for; it may have more guides than before.
  /// - Returns: a constant for each constraint, in order.
  /// - Throws: `.notRepresentable` for a constant that does not fit into a case file.
  /// - Complexity: O(size of the case + constraints).
  func constants(
    of constraints: [LayoutConstraint], in layoutCase: LayoutCase
  ) throws(LayoutEditError) -> [LayoutNumber] {
    // Guides added by editing follow those that the passes of layout have added.
    var probe = lowered.layoutCase
    let shift = probe.guides.count - guideCount
    probe.guides += layoutCase.guides[guideCount...]
    probe.constraints = constraints
    for index in constraints.indices {
      if case .guide(let guide) = constraints[index].first.item, guide >= guideCount {
        probe.constraints[index].first.item = .guide(guide + shift)
      }
    }
    let system = lower(probe).system
    var numbers: [LayoutNumber] = []
    for (index, constraint) in constraints.enumerated() {
      let row = system.constraintCount - constraints.count + index
      var value = -system.exactConstants[row]
      for cell in system.cells(of: row) {
        value += system.exactCoefficients[cell] * point[Int(system.columns[cell])]
      }
      numbers.append(try number(value, of: constraint.id))
    }
    return numbers
  }

  /// Returns the frames on whole pixels.
  func roundedLayout() -> Layout {
    lowered.layout(from: Solution(values: point.map(\.doubleValue)), rounded: true)
  }

  /// Returns the frame of a view in a rounded layout, as a document would record it.
  func frame(of view: Int, in rounded: Layout) throws(LayoutEditError) -> LayoutRect {
    let frame = rounded.frames[view]
    let values = [frame.x, frame.y, frame.width, frame.height].compactMap {
      LayoutNumber(rounding: $0, places: 6).flatMap { $0.isTooLarge ? nil : $0 }
    }
    guard values.count == 4 else {
      throw .notRepresentable(what: lowered.layoutCase.views[view].id, value: "\(frame)")
    }
    return LayoutRect(x: values[0], y: values[1], width: values[2], height: values[3])
  }

  private func number(
    _ value: Rational, of what: String
  ) throws(LayoutEditError) -> LayoutNumber {
    guard let number = LayoutNumber(exactly: value), !number.isTooLarge else {
      throw .notRepresentable(what: what, value: "\(value)")
    }
    return number
  }
}

extension LinearSystem {
  /// Whether a constraint is violated or holds with equality.
  fileprivate func isTight(_ row: Int, at point: [Rational]) -> Bool {
    var residual = -exactConstants[row]
    for cell in cells(of: row) { residual += exactCoefficients[cell] * point[Int(columns[cell])] }
    switch relations[row] {
    case .equal: return true
    case .lessThanOrEqual: return residual >= .zero
    case .greaterThanOrEqual: return residual <= .zero
    }
  }
}

extension LayoutNumber {
  /// Makes the number of an exact value: a decimal if possible, else a fraction; nil when the value
  /// does not fit.
  init?(exactly value: Rational) {
    guard let top = value.numerator.int64, let bottom = value.denominator.int64 else { return nil }
    self.init(quotientOf: Int128(top), by: Int128(bottom))
  }
}
