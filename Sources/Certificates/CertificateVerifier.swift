// SPDX-License-Identifier: MIT

import ExactNumerics
import LinearModel

/// A check of a certificate from a file against a system, by adding, multiplying and comparing
/// fractions.
///
/// It is independent of the search for answers: no simplex, no basis, no table of the solver. Every
/// certificate that it accepts is true, whatever its source. Optima are proved by weak duality,
/// contradictions by Farkas' lemma and uniqueness by complementary slackness and rank. Ambiguity is
/// proved by a second layout, irreducibility by a point for each member of the conflict.
package struct CertificateVerifier {
  let system: LinearSystem
  let names: [String]
  let certificate: CertificateFile
  /// The optional strengths of the system, highest first.
  let strengths: [Strength]
  /// The level of each constraint: 0 when it is required, else its position in `strengths` plus 1.
  let levels: [Int]
  var meter: WorkMeter

  /// Checks a certificate.
  ///
  /// - Parameters:
  ///   - certificate: the certificate to check.
  ///   - system: the system that the certificate must be about.
  ///   - names: the names of the system's constraints.
  ///   - work: the work limit; see `WorkMeter`.
  /// - Returns: the proved claim, or the reason for a rejection.
  /// - Complexity: O(size of the certificate and of the system) operations on fractions, and an
  ///   elimination modulo a prime for uniqueness; refuses certificates that would take more than
  ///   some seconds.
  package static func verdict(
    on certificate: CertificateFile, for system: LinearSystem, names: [String],
    work: Int = WorkMeter.standard
  ) -> CertificateVerdict {
    var verifier = CertificateVerifier(certificate, system, names, WorkMeter(work))
    do throws(Rejection) {
      return .proved(try verifier.provedClaim())
    } catch {
      return .rejected(error.reason)
    }
  }

  private init(
    _ certificate: CertificateFile, _ system: LinearSystem, _ names: [String], _ meter: WorkMeter
  ) {
    self.meter = meter
    self.certificate = certificate
    self.system = system
    self.names = names
    let strengths = system.optionalStrengths
    self.strengths = strengths
    levels = system.strengths.map { strength in
      strength.isRequired ? 0 : (strengths.firstIndex(of: strength) ?? 0) + 1
    }
  }

  private mutating func provedClaim() throws(Rejection) -> ProvedClaim {
    try checkSystem()
    switch certificate.claim {
    case .feasible(let optimum):
      try check(optimum)
      let isUnique = if case .none = optimum.others { true } else { false }
      return .optimal(
        hasRequired: levels.contains(0), priorities: strengths.map(\.value), isUnique: isUnique)
    case .infeasible(let contradiction):
      try check(contradiction)
      return .infeasible(conflict: contradiction.conflict.map { names[$0.constraint] })
    }
  }

  /// Returns a constraint for messages: its number, and its name in the case.
  func name(_ constraint: Int) -> String { "constraint \(constraint) '\(names[constraint])'" }

  // MARK: - The system

  /// Checks that the system of the certificate is that of the case.
  private func checkSystem() throws(Rejection) {
    let other = "; it is the certificate of another case"
    guard certificate.variableCount == system.variableCount else {
      throw Rejection(
        "it has \(certificate.variableCount) variables, the case \(system.variableCount)" + other)
    }
    guard certificate.rows.count == system.constraintCount, names.count == system.constraintCount
    else {
      throw Rejection(
        "it has \(certificate.rows.count) constraints, the case \(system.constraintCount)" + other)
    }
    for (index, row) in certificate.rows.enumerated() {
      let own = CertificateFile.Row(index, of: system, name: names[index])
      if row != own {
        throw Rejection("\(name(index)) is not the one in the case" + other)
      }
    }
  }

  // MARK: - Optima

  private mutating func check(_ optimum: CertificateFile.Optimum) throws(Rejection) {
    guard optimum.levels.map(\.priority) == strengths.map(\.value) else {
      throw Rejection("its levels are not the optional priorities of the case, highest first")
    }
    let optima = optimum.levels.map(\.optimum)
    try check(optimum.point, "the layout", optima: optima)
    for (position, level) in optimum.levels.enumerated() {
      guard level.higherLevels.count == position else {
        throw Rejection("\(title(level)) has \(level.higherLevels.count) weights of higher levels")
      }
      try check(
        level.multipliers, title(level), weights: level.higherLevels + [.one], optima: optima)
    }
    switch optimum.others {
    case .second(let second):
      try check(second, "the second layout", optima: optima)
      if second == optimum.point { throw Rejection("the second layout is the first") }
    case .none(let proof):
      try check(proof, optima: optima)
    }
  }

  private func title(_ level: CertificateFile.Level) -> String {
    "priority \(Strength.text(level.priority))"
  }

  /// Checks that all required constraints hold at a point, and that the violations of each level
  /// add up to its optimum.
  private mutating func check(
    _ point: [Rational], _ title: String, optima: [Rational]
  ) throws(Rejection) {
    guard point.count == system.variableCount else {
      throw Rejection("\(title) has \(point.count) values for \(system.variableCount) variables")
    }
    var sums = [Rational](repeating: .zero, count: optima.count)
    for constraint in 0..<system.constraintCount {
      let violation = try violation(of: constraint, at: point)
      if violation.isZero { continue }
      if levels[constraint] == 0 {
        throw Rejection("\(title) violates the required \(name(constraint))")
      }
      try meter.add(violation, to: &sums[levels[constraint] - 1])
    }
    for (position, sum) in sums.enumerated() where sum != optima[position] {
      throw Rejection(
        "\(title) is off by \(short(sum)) at priority \(Strength.text(strengths[position].value)), "
          + "not by \(short(optima[position]))")
    }
  }

  /// Returns the violation of a constraint at a point.
  mutating func violation(
    of constraint: Int, at point: [Rational]
  ) throws(Rejection) -> Rational {
    var residual = -system.exactConstants[constraint]
    for cell in system.cells(of: constraint) {
      try meter.add(
        system.exactCoefficients[cell], times: point[Int(system.columns[cell])], to: &residual)
    }
    switch system.relations[constraint] {
    case .equal: return residual.magnitude
    case .greaterThanOrEqual: return residual.signum < 0 ? -residual : .zero
    case .lessThanOrEqual: return residual.signum > 0 ? residual : .zero
    }
  }

  /// Checks multipliers that prove a lower bound: no layout has a smaller weighted sum of
  /// violations than the optima.
  mutating func check(
    _ multipliers: [CertificateFile.Entry], _ title: String, weights: [Rational],
    optima: [Rational]
  ) throws(Rejection) {
    if weights.contains(where: { $0.signum < 0 }) {
      throw Rejection("\(title) has a negative weight")
    }
    for entry in try ascending(multipliers, title) {
      guard levels[entry.index] <= weights.count else {
        throw Rejection(
          "\(title) has a multiplier of \(name(entry.index)), which is less important")
      }
      if range(of: entry.index, weights).excludes(entry.value) {
        throw Rejection("\(title) has a multiplier out of range at \(name(entry.index))")
      }
    }
    let value = try constantSum(multipliers, title)
    var expected = Rational.zero
    for (weight, optimum) in zip(weights, optima) {
      try meter.add(weight, times: optimum, to: &expected)
    }
    if value != expected {
      throw Rejection("\(title) proves the bound \(short(value)), not \(short(expected))")
    }
  }

  // MARK: - Multipliers

  /// Returns the multipliers after checking that each belongs to another existing constraint.
  func ascending(
    _ entries: [CertificateFile.Entry], _ title: String
  ) throws(Rejection) -> [CertificateFile.Entry] {
    var last = -1
    for entry in entries {
      guard entry.index > last, entry.index < system.constraintCount else {
        throw Rejection("\(title) has multipliers that are not in the order of constraints")
      }
      last = entry.index
    }
    return entries
  }

  /// Returns the value of `sum multiplier * residual`, which must be the same everywhere.
  mutating func constantSum(
    _ entries: [CertificateFile.Entry], _ title: String
  ) throws(Rejection) -> Rational {
    var sums = [Rational](repeating: .zero, count: system.variableCount)
    var value = Rational.zero
    for entry in entries {
      for cell in system.cells(of: entry.index) {
        try meter.add(
          entry.value, times: system.exactCoefficients[cell],
          to: &sums[Int(system.columns[cell])])
      }
      try meter.add(-entry.value, times: system.exactConstants[entry.index], to: &value)
    }
    if let variable = sums.firstIndex(where: { !$0.isZero }) {
      throw Rejection("\(title): the multipliers do not cancel variable \(variable)")
    }
    return value
  }

  /// Returns the range of a constraint's multiplier.
  ///
  /// Within it, the multiplier times the residual is at most the weight times the violation,
  /// wherever required constraints hold.
  func range(of constraint: Int, _ weights: [Rational]) -> MultiplierRange {
    let level = levels[constraint]
    let weight = level == 0 ? nil : level <= weights.count ? weights[level - 1] : Rational.zero
    return MultiplierRange(system.relations[constraint], weight: weight)
  }

  /// Returns a number for messages.
  func short(_ value: Rational) -> String {
    let text = value.description
    return text.utf8.count <= 40 ? text : "about \(value.doubleValue)"
  }
}

/// The range of a constraint's multiplier in a proof: from `lower` to `upper`, without an end where
/// nil.
struct MultiplierRange {
  private let lower: Rational?
  private let upper: Rational?

  /// - Parameters:
  ///   - relation: the relation of the constraint.
  ///   - weight: the weight of the constraint's level; nil for a required constraint.
  init(_ relation: Relation, weight: Rational?) {
    lower = relation == .lessThanOrEqual ? .zero : weight.map { -$0 }
    upper = relation == .greaterThanOrEqual ? .zero : weight
  }

  func excludes(_ value: Rational) -> Bool {
    if let upper, value > upper { return true }
    if let lower, value < lower { return true }
    return false
  }

  /// Whether a multiplier leaves room above: then the residual is not positive in any optimal
  /// layout.
  func closesUp(_ value: Rational) -> Bool { upper.map { value < $0 } ?? true }

  /// Whether a multiplier leaves room below: then the residual is not negative in any optimal
  /// layout.
  func closesDown(_ value: Rational) -> Bool { lower.map { value > $0 } ?? true }
}

extension Strength {
  /// Returns a strength in its usual form.
  static func text(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
