// SPDX-License-Identifier: MIT

/// Compares the answers of two arms before anything is timed.
package enum AnswerCheck {
  /// Returns the largest accepted difference of two correct violations at one level: 1e-5 plus 1e-7
  /// of the larger.
  static func tolerance(_ first: Double, _ second: Double) -> Double {
    1e-5 + 1e-7 * max(abs(first), abs(second))
  }

  /// Returns the first contradiction between two lists of answers to the same problems; nil when
  /// they agree.
  ///
  /// If `isSameStrategy`, both arms should do the same work. Then claims and levels must be the
  /// same; a solution without levels, as that of a whole layout, must have the same digest.
  /// Otherwise two claims must be compatible. Two optima have equal levels. No problem is both
  /// feasible and infeasible. No feasible answer is better than an optimal one.
  package static func contradiction(
    _ first: [Answer], _ second: [Answer], isSameStrategy: Bool
  ) -> String? {
    if first.count != second.count { return "\(first.count) answers and \(second.count)" }
    for (index, (one, two)) in zip(first, second).enumerated() {
      guard let text = contradiction(one, two, isSameStrategy) else { continue }
      return first.count == 1 ? text : "problem \(index + 1): \(text)"
    }
    return nil
  }

  private static func contradiction(
    _ one: Answer, _ two: Answer, _ isSameStrategy: Bool
  ) -> String? {
    let outcomes = "\(one.outcome.rawValue) and \(two.outcome.rawValue)"
    if isSameStrategy, one.outcome != two.outcome { return outcomes }
    if one.outcome == .gaveUp || two.outcome == .gaveUp { return nil }
    if (one.outcome == .infeasible) != (two.outcome == .infeasible) { return outcomes }
    guard one.levels.map(\.strength) == two.levels.map(\.strength) else {
      return "\(one.levels.count) and \(two.levels.count) priorities"
    }
    if isSameStrategy, one.levels.isEmpty, one.outcome != .infeasible, one.digest != two.digest {
      return "layouts that are not the same"
    }
    for (a, b) in zip(one.levels, two.levels) {
      if abs(a.violation - b.violation) <= tolerance(a.violation, b.violation) { continue }
      let text = "at priority \(a.strength) violations of \(a.violation) pt and \(b.violation) pt"
      if isSameStrategy { return text }
      // The first level that differs decides; the worse answer there may still be feasible.
      let worse = a.violation > b.violation ? one : two
      return worse.outcome == .optimal ? text : nil
    }
    return nil
  }

  /// Returns how much worse an answer is than a better one, in points, at the first priority where
  /// they differ; nil when they do not.
  ///
  /// The priorities after it cannot be compared.
  package static func gap(of answer: Answer, to best: Answer) -> LevelViolation? {
    guard answer.levels.count == best.levels.count else { return nil }
    for (own, other) in zip(answer.levels, best.levels) {
      let excess = own.violation - other.violation
      if abs(excess) <= tolerance(own.violation, other.violation) { continue }
      return excess > 0 ? LevelViolation(strength: own.strength, violation: excess) : nil
    }
    return nil
  }

  /// Returns the best of several answers to one problem: the smallest violations, priority by
  /// priority; nil without any solution.
  package static func best(_ answers: [Answer]) -> Answer? {
    answers.filter { $0.outcome == .optimal || $0.outcome == .feasible }.reduce(nil) { best, next in
      guard let best else { return next }
      return gap(of: best, to: next) == nil ? best : next
    }
  }
}
