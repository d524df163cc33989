// SPDX-License-Identifier: MIT

import Display
import JSON
import ObservedRates
import Oracles

/// The content of `finding.json`: the identity of a finding, its course and its sizes.
///
/// One format holds for all subjects. Identity is text only in the file.
package struct FindingRecord: Sendable, Hashable {
  /// The kind of the file on which the solver under test is wrong.
  package enum Subject: String, Sendable, Hashable, CaseIterable {
    case layout
    case script
    /// Steps on a live layout of an engine.
    case engine
    /// A storyboard or xib on which `check` itself fails.
    case document

    /// The name of the file of the minimized subject.
    package var fileName: String {
      switch self {
      case .layout: return "case.json"
      case .script: return "case.script.json"
      case .engine: return "case.engine.json"
      case .document: return "case.storyboard"
      }
    }

    /// The name of the file of the subject as it was found.
    package var originalName: String {
      self == .document ? "original.storyboard" : "original.json"
    }

    /// The names of the parts that make up its size, in the order of the file.
    var partNames: [String] {
      switch self {
      case .layout: return ["views", "constraints", "guides"]
      case .script: return ["steps", "constraints", "variables"]
      case .engine: return ["views", "constraints", "steps"]
      case .document: return ["elements", "attributes"]
      }
    }
  }

  /// The numbers of parts of a subject by their names, such as `views`, in the order of the file.
  package struct Size: Sendable, Hashable {
    package var parts: [Part]

    /// A number of parts of one kind.
    package struct Part: Sendable, Hashable {
      /// The plural name, such as `views`.
      package var name: String
      package var count: Int

      /// The singular.
      package var noun: String { name.last == "s" ? String(name.dropLast()) : name }
    }

    package init(_ parts: [(name: String, count: Int)]) {
      self.parts = parts.map { Part(name: $0.name, count: $0.count) }
    }

    /// The parts that are shown: the first two always, guides where there are some.
    ///
    /// The number of variables follows from the constraints.
    package var shownParts: [Part] {
      Array(parts.prefix(2))
        + parts.dropFirst(2).filter { $0.count > 0 && $0.name != "variables" }
    }

    /// The size in words, such as `2 views, 1 constraint`.
    package var text: String {
      shownParts.map { ShownNumber.counted($0.count, $0.noun) }.joined(separator: ", ")
    }
  }

  /// The work of one reducer.
  package struct ReducerWork: Sendable, Hashable {
    package var name: String
    package var attempts: Int
    package var successes: Int

    package init(name: String, attempts: Int, successes: Int) {
      self.name = name
      self.attempts = attempts
      self.successes = successes
    }
  }

  /// The course and the end of a minimization.
  package struct Minimization: Sendable, Hashable {
    /// The value of `end` for a subject that is stored unminimized.
    package static let none = "notMinimized"

    /// The reason of the end, such as `fixpoint`; `stopped` when it was cut short, by time or on
    /// request.
    package var end: String
    /// The number of runs of the solver under test.
    package var calls: Int
    package var acceptedSteps: Int
    /// The work of each reducer; empty for scripts.
    package var reducers: [ReducerWork]
    /// Places in the minimized subject whose numbers do not affect the failure, such as "the
    /// constant of c1".
    package var indifferent: [String]
    /// Whether there was no time to find these places.
    package var explanationIsCut: Bool

    package init(
      end: String = Minimization.none, calls: Int = 0, acceptedSteps: Int = 0,
      reducers: [ReducerWork] = [], indifferent: [String] = [], explanationIsCut: Bool = false
    ) {
      self.end = end
      self.calls = calls
      self.acceptedSteps = acceptedSteps
      self.reducers = reducers
      self.indifferent = indifferent
      self.explanationIsCut = explanationIsCut
    }

    /// Adds the work of a minimization that resumed this one, and takes its end.
    package mutating func resume(with later: Minimization) {
      let (calls, steps, reducers) = (calls, acceptedSteps, reducers)
      self = later
      self.calls += calls
      acceptedSteps += steps
      self.reducers = reducers
      for work in later.reducers {
        if let known = self.reducers.firstIndex(where: { $0.name == work.name }) {
          self.reducers[known].attempts += work.attempts
          self.reducers[known].successes += work.successes
        } else {
          self.reducers.append(work)
        }
      }
    }
  }

  /// The external program that a finding is about.
  package struct Program: Sendable, Hashable {
    /// The command that starts it, for information: a command in a file is never run.
    package var command: String
    /// Its name and version, for information.
    package var version: String
    /// Its reply to the greeting of the protocol; nil in records of earlier versions.
    ///
    /// It is only parsed when requests need it, so that a finding with any reply can be replayed.
    package var offer: JSONValue?
    /// The time limit of a case, in nanoseconds; nil for the usual one.
    package var timeoutNanoseconds: UInt64?

    /// - Parameters:
    ///   - command: the command that starts the program.
    ///   - version: its name and version.
    ///   - offer: its reply to the greeting of the protocol.
    ///   - timeout: the time limit of a case, in nanoseconds; nil for the usual one.
    package init(
      command: String, version: String, offer: JSONValue? = nil, timeout: UInt64? = nil
    ) {
      self.command = command
      self.version = version
      self.offer = offer
      timeoutNanoseconds = timeout
    }
  }

  /// The answer of a solver at the failing step of a script.
  package struct Answer: Sendable, Hashable {
    /// The index of the step, from 0.
    package var step: Int
    /// The claim `optimal`, `feasible`, `infeasible` or `gaveUp`; nil when the failure is not in an
    /// answer.
    package var claim: String?
    /// The values by variable, written as the solver's doubles; empty without values.
    package var values: [String]

    package init(step: Int, claim: String?, values: [String]) {
      self.step = step
      self.claim = claim
      self.values = values
    }
  }

  package var subject: Subject
  /// The failure signature as text: the name of the bucket.
  package var signature: String
  /// The failure, without the detail of a failure of `check`.
  package var failure: FailureIdentity
  /// How often the smallest script fails, if that was measured; nil in records of earlier
  /// versions.
  package var rate: ObservedRate?
  /// The verdict in one sentence.
  package var summary: String
  /// The seed of the campaign; nil for a case that was not generated.
  package var seed: UInt64?
  /// The index of the case in its campaign.
  package var caseIndex: Int?
  /// The profile of the layout or the kind of the script that was generated.
  package var profile: String?
  package var original: Size
  package var minimized: Size
  package var minimization = Minimization()
  /// The external program; nil unless the finding is about one.
  package var program: Program?
  /// The answer of the solver; nil for a layout, and without an answer.
  package var answer: Answer?
  /// The step and the part of an engine's work that is wrong; nil for other subjects.
  ///
  /// It is only parsed when a program needs it.
  package var judged: JSONValue?
  /// The programs in the folder that show the finding to the authors of an engine.
  package var authorPrograms: [AuthorProgram] = []
  /// The version of the tool that made the finding.
  package var toolVersion: String

  package init(
    _ subject: Subject, _ failure: FailureIdentity, signature: String, summary: String,
    original: Size, minimized: Size, toolVersion: String
  ) {
    self.subject = subject
    self.signature = signature
    self.failure = failure
    self.summary = summary
    self.original = original
    self.minimized = minimized
    self.toolVersion = toolVersion
  }

  /// The faulty strategy, stage, part of the tool, session or program.
  package var accused: Accused { failure.accused }
  package var verdict: FailureKind { failure.verdict }
  package var cause: FailureCause? { failure.cause }

  /// Returns the command that runs the finding again.
  ///
  /// `path` is the folder of the finding, or a file in it.
  package func replayCommand(of path: String) -> String {
    Self.replayCommand(
      of: path, accused: accused.name, command: program?.command, isEngine: subject == .engine,
      timeout: program?.timeoutNanoseconds)
  }

  /// The option that gives the program of the finding, quoted for a shell; nil for a solver of the
  /// tool.
  package var programOption: String? {
    program.map {
      Self.programOption(accused: accused.name, command: $0.command, isEngine: subject == .engine)
    }
  }

  private static func programOption(accused: String, command: String, isEngine: Bool) -> String {
    (isEngine ? "--engine " : "--external ") + ShellWord.quoted("\(accused)=\(command)")
  }

  /// Returns the command that runs a finding again.
  ///
  /// - Parameters:
  ///   - path: the folder of the finding, or a file in it.
  ///   - accused: the name of the faulty solver.
  ///   - command: the command of an external program; nil for the tool's own solvers.
  ///   - isEngine: whether the program is the adapter of a layout engine.
  ///   - timeout: the time limit of a case, in nanoseconds; nil for the usual one.
  /// - Returns: the command, quoted for a shell.
  package static func replayCommand(
    of path: String, accused: String, command: String?, isEngine: Bool = false,
    timeout: UInt64? = nil
  ) -> String {
    let words = "layoutfuzz replay " + ShellWord.path(path)
    guard let command else { return words }
    return words + " "
      + programOption(accused: accused, command: command, isEngine: isEngine)
      + (timeout.map { " --timeout \((max($0, 1) - 1) / 1_000_000 + 1)ms" } ?? "")
  }

  /// The course of the minimization in words.
  package var minimizationWords: String {
    MinimizingWords.sentence(
      runs: minimization.calls, steps: minimization.acceptedSteps, end: minimization.end)
  }
}
