// SPDX-License-Identifier: MIT

import EngineScripts
import ExactNumerics
import LinearModel

/// The names and numbers of GTK's constraint layout in programs of any language.
enum GTKScript {
  /// - Throws: for a part of a script that the layout does not have.
  static func check(_ script: EngineScript) throws(SourceRefusal) {
    var sizes = [script.size]
    for view in script.views {
      if view.parent != 0 { throw lacks("views in views") }
      let guide = view.isGuide
      if guide ? view.hints.natural != nil : view.hints.maximum != nil {
        throw lacks(guide ? "natural sizes of guides" : "maximum sizes of views")
      }
      sizes += EngineHints.Kind.allCases.compactMap { view.hints[$0] }
    }
    for step in script.steps {
      switch step {
      case .hint(_, let hints):
        sizes += EngineHints.Kind.allCases.compactMap { hints[$0] }
      case .resize(let size): sizes.append(size)
      case .move: throw lacks("views in views")
      default: break
      }
    }
    for size in sizes where "\(size.width)\(size.height)".contains("/") {
      throw lacks("sizes that are no whole numbers")
    }
    for constraint in script.constraints where strengths[constraint.strength.value] == nil {
      throw lacks("a strength for priority \(ProgramNumber.double(constraint.strength.value))")
    }
  }

  /// Whether some view has a size; GTK's own widgets without content have none.
  static func hasSizes(_ script: EngineScript) -> Bool {
    let views = Set(script.views.filter { !$0.isGuide }.map(\.id))
    return script.views.contains { !$0.isGuide && $0.hints != EngineHints() }
      || script.steps.contains { step in
        if case .hint(let view, _) = step { views.contains(view) } else { false }
      }
  }

  private static func lacks(_ what: String) -> SourceRefusal {
    SourceRefusal(sentence: "GTK's constraint layout does not have \(what)")
  }

  private static let strengths: [Double: String] = [
    1000: "REQUIRED", 750: "STRONG", 500: "MEDIUM", 250: "WEAK",
  ]

  /// Returns the name of the strength of a checked constraint.
  static func strength(_ constraint: EngineConstraint) -> String {
    strengths[constraint.strength.value] ?? "REQUIRED"
  }

  static func relation(_ constraint: EngineConstraint) -> String {
    switch constraint.relation {
    case .lessThanOrEqual: return "LE"
    case .equal: return "EQ"
    case .greaterThanOrEqual: return "GE"
    }
  }

  static func attribute(_ item: EngineItem) -> String {
    switch item.attribute {
    case .left: return "LEFT"
    case .right: return "RIGHT"
    case .leading: return "START"
    case .trailing: return "END"
    case .top: return "TOP"
    case .bottom: return "BOTTOM"
    case .width: return "WIDTH"
    case .height: return "HEIGHT"
    case .centerX: return "CENTER_X"
    case .centerY: return "CENTER_Y"
    }
  }

  /// Returns the least and the natural size of a view along an axis.
  static func sizes(_ hints: EngineHints, _ axis: EngineAxis) -> (least: String, natural: String) {
    let least = hints.minimum?[axis] ?? .zero
    return (ProgramNumber.text(least), ProgramNumber.text(hints.natural?[axis] ?? least))
  }

  /// Returns `20, 10`, a width and a height.
  static func pair(_ size: EngineSize) -> String {
    "\(ProgramNumber.text(size.width)), \(ProgramNumber.text(size.height))"
  }

  /// The offer of GTK's constraint layout, as its adapter declares it.
  static var offer: EngineOffer {
    var offer = EngineOffer()
    offer.attributes = Set(EngineAttribute.allCases)
    offer.relations = Set(Relation.allCases)
    offer.priorities = [750, 500, 250]
    (offer.hasSecondItems, offer.hasMultipliers, offer.crossesAxes) = (true, true, true)
    (offer.hasEdgeMultipliers, offer.hasNegativeMultipliers) = (true, true)
    offer.hasGuides = true
    offer.directions = Set(EngineDirection.allCases)
    offer.leading = .renamed
    offer.hints = [.minimum: .required, .natural: Strength(500)]
    offer.guideHints = [.minimum: .required, .maximum: .required]
    (offer.isNaturalAlways, offer.hasGuideFrames) = (true, false)
    offer.rootHints = [.minimum, .natural]
    offer.operations = [.add, .remove, .change, .resize, .hint, .reroot, .drop]
    offer.changes = Set(EngineOffer.Change.allCases)
    offer.unit = .one
    (offer.positionRounding, offer.sizeRounding) = (.down, .up)
    return offer
  }
}
