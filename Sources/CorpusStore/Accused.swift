// SPDX-License-Identifier: MIT

import Laws
import Oracles
import Supervision

/// The part that a failure accuses.
///
/// Findings, buckets and workers name it by `name`. Only this type makes and parses the names.
package enum Accused: Sendable, Hashable {
  /// A strategy by its name, which this version may not know.
  case strategy(String)
  /// All steps of a stage from a case to its exact layout, which break a law.
  case stage(LawStage)
  /// A stage with a planted fault, which breaks a law.
  case fault(WorldFault)
  /// A part of the tool that does not finish.
  case part(CasePhase)
  /// A solver of scripts: a session of this tool, or the program of an adapter.
  case solver(String)
  /// A layout engine of another program.
  case engine(String)
  /// A step of `check` on a document.
  case check(String)

  /// The name in findings and buckets, such as `simplex`, `lowering` and `oracle`.
  package var name: String {
    switch self {
    case .strategy(let name), .solver(let name), .engine(let name), .check(let name): return name
    case .stage(let stage): return stage.rawValue
    case .fault(let fault): return fault.name
    case .part(let phase): return phase.partName ?? ""
    }
  }

  /// Whether its failures may need a history of edits.
  package var hasHistory: Bool {
    switch self {
    case .solver, .engine: return true
    case .strategy, .stage, .fault, .part, .check: return false
    }
  }

  /// Creates the accused of a finding about a kind of subject.
  package init(name: String, verdict: FailureKind, on subject: FindingRecord.Subject) {
    switch subject {
    case .layout: self.init(name: name, verdict: verdict)
    case .script: self = .solver(name)
    case .engine: self = .engine(name)
    case .document: self = .check(name)
    }
  }

  /// Creates the accused of this name on a layout.
  ///
  /// Stages and parts of the tool share names, so the verdict decides between them. Other names are
  /// names of strategies.
  package init(name: String, verdict: FailureKind) {
    if verdict.law != nil, let stage = LawStage(rawValue: name) {
      self = .stage(stage)
    } else if verdict.law != nil, let fault = WorldFault(name: name) {
      self = .fault(fault)
    } else if verdict.endsProcess, let part = CasePhase.parts.first(where: { $0.partName == name })
    {
      self = .part(part)
    } else {
      self = .strategy(name)
    }
  }
}

extension Accused: CustomStringConvertible {
  package var description: String { name }
}
