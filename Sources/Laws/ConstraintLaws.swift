// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LayoutModel
import LinearModel

/// A copy of a satisfied constraint changes no layout.
package struct Duplicate: ImageLaw {
  package let name = "duplicate"
  package let statement = "a second copy of a constraint that holds changes no layout"
  package let reason =
    "it is violated nowhere that matters; a broken preference would count twice, so it is left alone"

  package func image(of subject: LawSubject, _ choices: inout Xoshiro256) -> LawImage? {
    let constraints = subject.layoutCase.constraints
    let candidates = constraints.indices.filter {
      constraints[$0].priority.isRequired || subject.isSatisfied($0)
    }
    guard let index = choices.pick(candidates) else { return nil }
    var image = LawImage(subject.layoutCase, of: subject.layoutCase)
    image.layoutCase.add(constraints[index])
    // Among layouts with the same sum of violations, the copy prefers those that satisfy the
    // constraint.
    image.relation.maySettle = !constraints[index].priority.isRequired
    return image
  }
}

/// A constraint that follows from required ones changes no layout.
package struct AddImplied: ImageLaw {
  package let name = "addImplied"
  package let statement = "a constraint that follows from required ones changes no layout"
  package let reason = "every layout that keeps the required constraints keeps it, too"

  package func image(of subject: LawSubject, _ choices: inout Xoshiro256) -> LawImage? {
    let priorities: [Priority] = [.required, .required, 750, 1]
    guard var implied = weakened(subject, &choices) ?? ordered(subject, &choices) else {
      return nil
    }
    implied.priority = choices.pick(priorities) ?? .required
    var image = LawImage(subject.layoutCase, of: subject.layoutCase)
    image.layoutCase.add(implied)
    return image
  }

  /// Returns a required equality as an inequality with some slack; nil in one case of two, and
  /// without equalities.
  private func weakened(
    _ subject: LawSubject, _ choices: inout Xoshiro256
  ) -> LayoutConstraint? {
    let equalities = subject.layoutCase.constraints.filter {
      $0.priority.isRequired && $0.relation == .equal
    }
    let room: LayoutNumber = choices.pick([0, 1, 10]) ?? 0
    let isFloor = choices.upTo(1) == 0
    let isWanted = choices.upTo(1) == 0
    guard isWanted, var constraint = choices.pick(equalities),
      let constant = isFloor
        ? constraint.constant.subtracting(room) : constraint.constant.adding(room)
    else { return nil }
    constraint.relation = isFloor ? .greaterThanOrEqual : .lessThanOrEqual
    constraint.constant = constant
    return constraint
  }

  /// Returns a constraint that orders the edges of a view, since its sizes are not negative.
  private func ordered(
    _ subject: LawSubject, _ choices: inout Xoshiro256
  ) -> LayoutConstraint? {
    let pairs: [(Attribute, Attribute)] = [
      (.right, .left), (.bottom, .top), (.trailing, .leading), (.right, .centerX),
      (.centerX, .left), (.bottom, .centerY), (.centerY, .top),
    ]
    // The root's size is given, and may be less than its alignment insets.
    guard let view = choices.pick(Array(subject.layoutCase.views.indices.dropFirst())),
      let pair = choices.pick(pairs)
    else { return nil }
    return LayoutConstraint(
      id: "order", first: Anchor(.view(view), pair.0), relation: .greaterThanOrEqual,
      second: Anchor(.view(view), pair.1))
  }
}

/// An equality has the same layouts as two inequalities.
package struct SplitEquality: ImageLaw {
  package let name = "splitEquality"
  package let statement = "an equality split into two inequalities has the same layouts"
  package let reason = "|r| = max(0, r) + max(0, -r): what the two miss adds up to what it missed"

  package func image(of subject: LawSubject, _ choices: inout Xoshiro256) -> LawImage? {
    let constraints = subject.layoutCase.constraints
    let equalities = constraints.indices.filter { constraints[$0].relation == .equal }
    guard let index = choices.pick(equalities) else { return nil }
    var image = LawImage(subject.layoutCase, of: subject.layoutCase)
    image.layoutCase.constraints[index].relation = .lessThanOrEqual
    var other = constraints[index]
    other.relation = .greaterThanOrEqual
    image.layoutCase.add(other)
    return image
  }
}

/// A satisfied constraint may have a higher priority.
package struct RaisePriority: ImageLaw {
  package let name = "raisePriority"
  package let statement =
    "a preference that is met may be wanted more, or required: nothing changes"
  package let reason =
    "the layout meets it still, and no layout that was worse gets better by another demand"

  package func image(of subject: LawSubject, _ choices: inout Xoshiro256) -> LawImage? {
    let constraints = subject.layoutCase.constraints
    let candidates = constraints.indices.filter {
      !constraints[$0].priority.isRequired && subject.isSatisfied($0)
    }
    guard let index = choices.pick(candidates) else { return nil }
    let old = constraints[index].priority.value
    let higher = [old + 1, (old + 1000) / 2, 999, 1000].filter { $0 > old && $0 <= 1000 }
    guard let new = choices.pick(higher) else { return nil }
    var image = LawImage(subject.layoutCase, of: subject.layoutCase)
    image.layoutCase.constraints[index].priority = Priority(new)
    image.relation.maySettle = true
    return image
  }
}

/// A constraint with slack may be removed.
package struct DropSlack: ImageLaw {
  package let name = "dropSlack"
  package let statement =
    "without an inequality that has room to spare the layout is as good as before"
  package let reason =
    "were another layout better now, so were those on the way there, where the inequality still holds"

  package func image(of subject: LawSubject, _ choices: inout Xoshiro256) -> LawImage? {
    let candidates = subject.layoutCase.constraints.indices.filter(subject.hasRoom)
    guard let index = choices.pick(candidates) else { return nil }
    var image = LawImage(subject.layoutCase, of: subject.layoutCase)
    image.layoutCase.constraints.remove(at: index)
    image.layoutCase.forgetAnswers()
    // Layouts that violate the removed inequality may be equally good.
    image.relation.isReversible = false
    return image
  }
}

extension LayoutCase {
  /// Adds a constraint with an unused id.
  fileprivate mutating func add(_ constraint: LayoutConstraint) {
    var ids = UniqueIDs(used: constraints.map(\.id))
    var constraint = constraint
    constraint.id = ids.unique(constraint.id)
    constraints.append(constraint)
    forgetAnswers()
  }
}

extension LawSubject {
  /// Whether the exact layout satisfies a constraint of the case; false without a layout, and for a
  /// constraint without a row.
  fileprivate func isSatisfied(_ index: Int) -> Bool {
    guard let point = answer.optimum?.point, let row = row(of: index) else { return false }
    return lowered.system.exactViolation(of: row, at: point).isZero
  }

  /// Whether a constraint of the case is an inequality that has slack in the exact layout.
  fileprivate func hasRoom(_ index: Int) -> Bool {
    guard let point = answer.optimum?.point, let row = row(of: index) else { return false }
    let system = lowered.system
    var residual = -system.exactConstants[row]
    for cell in system.cells(of: row) {
      residual += system.exactCoefficients[cell] * point[Int(system.columns[cell])]
    }
    switch system.relations[row] {
    case .equal: return false
    case .lessThanOrEqual: return residual.signum < 0
    case .greaterThanOrEqual: return residual.signum > 0
    }
  }

  private func row(of constraint: Int) -> Int? {
    lowered.origins.firstIndex(of: .constraint(constraint))
  }
}
