// SPDX-License-Identifier: MIT

import EngineScripts
import ExactNumerics
import LinearModel

/// A small layout with a known answer, for one item of an offer.
///
/// Engines offer different attributes, so that an example has several forms. The first one that an
/// offer covers is used.
package struct EngineExample: Sendable {
  /// One form of an example.
  struct Form: Sendable {
    var script: EngineScript
    /// The parts of formats that it uses.
    var formats: Set<EngineOffer.FormatPart> = []
    var repetition = Repetition.once
    /// Whether its required constraints contradict each other for a moment.
    var contradicts = false

    /// Whether it uses one of some features.
    func uses(_ features: Set<EngineFeature>) -> Bool {
      !script.features.isDisjoint(with: features)
        || contradicts && features.contains(.contradictions)
        || features.contains { !$0.formatParts.isDisjoint(with: formats) }
    }
  }

  /// The processes in which a script runs.
  enum Repetition: Sendable {
    case once
    /// Twice in one process.
    case again
    /// In two processes.
    case inNewProcess
    /// After another layout in the same process.
    case after(EngineScript)
  }

  let name: String
  /// The forms for an offer, the best one first.
  let forms: @Sendable (EngineOffer) -> [Form]

  init(_ name: String, _ forms: @escaping @Sendable (EngineOffer) -> [Form]) {
    self.name = name
    self.forms = forms
  }

  /// Creates an example of scripts that run once and do not depend on the offer.
  init(_ name: String, _ scripts: EngineScript...) {
    self.init(name) { _ in scripts.map { Form(script: $0) } }
  }

  /// Returns the first form that an offer covers; nil when it does not offer the item.
  ///
  /// An engine without left and right edges gets leading and trailing ones, which are the same from
  /// left to right. An engine that only knows the other direction gets each form in that one.
  func form(for offer: EngineOffer) -> Form? {
    let forms = forms(offer)
    let relative = forms.filter { $0.script.direction == .leftToRight }.map(\.withRelativeEdges)
    let all = forms + relative
    // A priority of an offer can be one that no format can name.
    return (all + all.map(\.mirrored)).first {
      $0.script.problem == nil && offer.covers($0.script, formats: $0.formats)
    }
  }
}

extension EngineExample.Form {
  /// The form in the other direction of text; its known answer is that of the other direction.
  fileprivate var mirrored: Self {
    var form = self
    form.script = form.script.mirrored
    if case .after(let before) = repetition { form.repetition = .after(before.mirrored) }
    return form
  }

  /// The form with leading and trailing edges in place of left and right ones.
  fileprivate var withRelativeEdges: Self {
    var form = self
    form.script = form.script.withRelativeEdges
    if case .after(let before) = repetition { form.repetition = .after(before.withRelativeEdges) }
    return form
  }
}

extension EngineScript {
  fileprivate var mirrored: EngineScript {
    var script = self
    script.direction = direction == .leftToRight ? .rightToLeft : .leftToRight
    return script
  }

  fileprivate var withRelativeEdges: EngineScript {
    var script = self
    script.steps = steps.map { step in
      switch step {
      case .add(let constraint): .add(constraint.withRelativeEdges)
      case .change(let constraint): .change(constraint.withRelativeEdges)
      default: step
      }
    }
    return script
  }
}

extension EngineConstraint {
  fileprivate var withRelativeEdges: EngineConstraint {
    func renamed(_ item: EngineItem) -> EngineItem {
      switch item.attribute {
      case .left: EngineItem(item.view, .leading)
      case .right: EngineItem(item.view, .trailing)
      default: item
      }
    }
    var constraint = self
    constraint.first = renamed(first)
    constraint.second = second.map(renamed)
    return constraint
  }
}

extension EngineExample {
  /// Returns the script of the example of a number for a campaign, whose first cases they are.
  ///
  /// - Parameters:
  ///   - number: the number of the example, from 0.
  ///   - offer: the offer of the engine.
  ///   - excluded: features that no script has because of known issues.
  /// - Returns: nil if there is no such example, or the offer does not cover it.
  package static func script(
    _ number: Int, for offer: EngineOffer, without excluded: Set<EngineFeature>
  ) -> EngineScript? {
    guard all.indices.contains(number), let form = all[number].form(for: offer) else { return nil }
    return form.uses(excluded) ? nil : form.script
  }
}

// MARK: - Parts of examples

extension EngineExample {
  typealias Step = EngineScript.Step

  static func size(_ width: Int, _ height: Int) -> EngineSize {
    EngineSize(width: Rational(width), height: Rational(height))
  }

  static func script(
    _ views: [EngineView], direction: EngineDirection = .leftToRight, _ steps: [Step]
  ) -> EngineScript {
    EngineScript(size: size(200, 100), direction: direction, views: views, steps: steps)
  }

  /// Returns a script about one view.
  static func script(
    direction: EngineDirection = .leftToRight, _ steps: [Step]
  ) -> EngineScript {
    script([EngineView(id: 1)], direction: direction, steps)
  }

  /// Returns the step that adds `view.attribute == constant`.
  static func add(
    _ id: Int, _ view: Int, _ attribute: EngineAttribute, _ constant: Int,
    _ strength: Strength = .required
  ) -> Step {
    add(id, view, attribute, .equal, constant, strength)
  }

  /// Returns the step that adds `view.attribute relation constant`.
  static func add(
    _ id: Int, _ view: Int, _ attribute: EngineAttribute, _ relation: Relation, _ constant: Int,
    _ strength: Strength = .required
  ) -> Step {
    .add(
      EngineConstraint(
        id: id, EngineItem(view, attribute), relation, constant: Rational(constant),
        strength: strength))
  }

  /// Returns the step that adds `view.attribute relation times * second + constant`.
  static func add(
    _ id: Int, _ view: Int, _ attribute: EngineAttribute, _ relation: Relation,
    _ second: EngineItem, times factor: Int = 1, _ constant: Int
  ) -> Step {
    .add(
      EngineConstraint(
        id: id, EngineItem(view, attribute), relation, second, multiplier: Rational(factor),
        constant: Rational(constant)))
  }

  /// Returns the steps that keep distances to the same edges of the root, with ids from `id` on;
  /// nil keeps an edge free.
  static func edges(
    _ view: Int, from id: Int, left: Int? = nil, top: Int? = nil, right: Int? = nil,
    bottom: Int? = nil
  ) -> [Step] {
    let distances: [(EngineAttribute, Int?)] = [
      (.left, left), (.top, top), (.right, right.map { -$0 }), (.bottom, bottom.map { -$0 }),
    ]
    var steps: [Step] = []
    for case (let attribute, let distance?) in distances {
      steps.append(
        add(id + steps.count, view, attribute, .equal, .init(0, attribute), distance))
    }
    return steps
  }

  /// Returns the steps that keep a view 8 and 4 points from the left and top edges of the root.
  static func corner(_ view: Int, from id: Int) -> [Step] {
    edges(view, from: id, left: 8, top: 4)
  }

  /// Returns the two highest optional priorities of an offer; fewer if it has fewer.
  static func priorities(of offer: EngineOffer) -> [Strength] {
    (offer.priorities ?? [750, 250]).prefix(2).map { Strength($0) }
  }
}
