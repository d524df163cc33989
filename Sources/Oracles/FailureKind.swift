// SPDX-License-Identifier: MIT

import Display
import LinearModel

/// A kind of failure, without the constraint, variable or strength of the one case.
///
/// Findings, buckets and workers name it by `name`. Only this type makes and parses the names.
package enum FailureKind: Sendable, Hashable {
  case process(ProcessFailure.Kind)
  case nonDeterministic
  case malformed
  case requiredViolated
  /// The answer is worse at an optional strength, whose number minimization changes.
  case worseThanOptimal
  case wrongValue
  case wrongInfeasible
  case wrongFeasible
  case wrongConflict
  /// The strategy gave up in doubt, on a system that rounding does not decide.
  case needlessGiveUp
  /// A size hint of a layout engine's root is wrong.
  case wrongHint
  /// A layout engine read a visual format as other constraints, or not at all.
  case wrongFormat
  /// The same steps of a layout engine gave another right layout, in one process.
  case differentAnswer
  /// The same steps of a layout engine gave another right layout in a new process.
  case differentInNewProcess
  /// The tool contradicts itself on a document.
  case contradiction
  /// A layout engine printed a warning or an error about a legal layout.
  case message
  case promiseBroken(Verdict.SessionPromise)
  case lawBroken(String)
  /// The work is too much for the size of the case.
  case slower(WorkCounter)
  /// The work grows too fast with the size of the case.
  case growsFaster(WorkCounter)
  /// A name that this version does not know, in a finding of another one.
  case unknown(String)

  private enum Prefix {
    static let promise = "promiseBroken."
    static let law = "lawBroken."
    static let cost = "slowerByCounter."
    static let growth = "slowerByCounter.growth."
  }

  /// The kinds without particulars, by name.
  private static let plain: [(name: String, kind: FailureKind)] =
    [
      ("nonDeterministic", .nonDeterministic), ("malformed", .malformed),
      ("requiredViolated", .requiredViolated), ("worseThanOptimal", .worseThanOptimal),
      ("wrongValue", .wrongValue), ("wrongInfeasible", .wrongInfeasible),
      ("wrongFeasible", .wrongFeasible), ("wrongConflict", .wrongConflict),
      ("needlessGiveUp", .needlessGiveUp),
      ("wrongHint", .wrongHint), ("wrongFormat", .wrongFormat),
      ("differentAnswer", .differentAnswer), ("differentInNewProcess", .differentInNewProcess),
      ("message", .message), ("contradiction", .contradiction),
    ] + ProcessFailure.Kind.allCases.map { ($0.rawValue, .process($0)) }

  /// The name in findings and buckets, such as `worseThanOptimal` and `lawBroken.mirror`.
  package var name: String {
    switch self {
    case .promiseBroken(let promise): return Prefix.promise + promise.rawValue
    case .lawBroken(let law): return Prefix.law + law
    case .slower(let counter): return Prefix.cost + counter.rawValue
    case .growsFaster(let counter): return Prefix.growth + counter.rawValue
    case .unknown(let name): return name
    default: return Self.plain.first { $0.kind == self }?.name ?? ""
    }
  }

  /// Creates the kind of this name.
  package init(name: String) {
    func rest(_ prefix: String) -> String? {
      name.begins(with: prefix) ? String(name.dropFirst(prefix.count)) : nil
    }
    if let found = Self.plain.first(where: { $0.name == name }) {
      self = found.kind
    } else if let law = rest(Prefix.law) {
      self = .lawBroken(law)
    } else if let promise = rest(Prefix.promise).flatMap(Verdict.SessionPromise.init) {
      self = .promiseBroken(promise)
    } else if let counter = rest(Prefix.growth).flatMap(WorkCounter.init) {
      self = .growsFaster(counter)
    } else if let counter = rest(Prefix.cost).flatMap(WorkCounter.init) {
      self = .slower(counter)
    } else {
      self = .unknown(name)
    }
  }

  /// Creates the kind of failure of a verdict; nil when the verdict is no failure.
  package init?(_ verdict: Verdict) {
    switch verdict {
    case .processFailed(let failure): self = .process(failure.kind)
    case .nonDeterministic: self = .nonDeterministic
    case .malformed: self = .malformed
    case .requiredViolated: self = .requiredViolated
    case .worseThanOptimal: self = .worseThanOptimal
    case .wrongValue: self = .wrongValue
    case .wrongInfeasible: self = .wrongInfeasible
    case .wrongFeasible: self = .wrongFeasible
    case .wrongConflict: self = .wrongConflict
    case .needlessGiveUp: self = .needlessGiveUp
    case .promiseBroken(let promise): self = .promiseBroken(promise)
    case .lawBroken(let law, _): self = .lawBroken(law)
    case .slowerByCounter(let excess):
      self = excess.isGrowth ? .growsFaster(excess.counter) : .slower(excess.counter)
    case .undecided, .gaveUp, .pass: return nil
    }
  }

  /// Whether the process fails, not its answer.
  package var isOfProcess: Bool {
    if case .process = self { true } else { false }
  }

  /// Whether the failure ends the process that works on the case.
  package var endsProcess: Bool {
    if case .process(let kind) = self { kind.endsProcess } else { false }
  }

  /// The law that is broken; nil for other failures.
  package var law: String? {
    if case .lawBroken(let law) = self { law } else { nil }
  }

  /// The counter by which too much work is done; nil for other failures.
  package var counter: WorkCounter? {
    switch self {
    case .slower(let counter), .growsFaster(let counter): return counter
    default: return nil
    }
  }

  /// Whether the work is too much, and the answer right; also by a counter of another version.
  package var isCost: Bool {
    if case .unknown(let name) = self { name.begins(with: Prefix.cost) } else { counter != nil }
  }

  /// Whether a promise of the session is broken, also one of another version.
  package var breaksPromise: Bool {
    switch self {
    case .promiseBroken: true
    case .unknown(let name): name.begins(with: Prefix.promise)
    default: false
    }
  }

  package var isGrowth: Bool {
    if case .growsFaster = self { true } else { false }
  }
}

extension FailureKind: CustomStringConvertible {
  package var description: String { name }
}

extension Verdict {
  /// The kind of failure; nil when the verdict is no failure.
  package var failureKind: FailureKind? { FailureKind(self) }
}
