// SPDX-License-Identifier: MIT

import Display
import Oracles

extension FailureKind {
  /// The kind of failure for new readers, in one sentence without a full stop.
  package var meaning: String {
    switch self {
    case _ where isCost: "The answer is right, but took far more work than answers of its kind take"
    case _ where breaksPromise: "The session broke one of its promises"
    case .process(.crash): "The program ended before it answered"
    case .process(.hang): "The program did not answer in time"
    case .process(.memory): "The program took more memory than it may take"
    case .process(.garbled): "The program's output is not an answer"
    case .nonDeterministic: "Two runs on the same system gave different results"
    case .malformed: "A value is not a finite number, or values are missing"
    case .requiredViolated: "A required constraint is broken that is claimed to hold"
    case .worseThanOptimal: "At some priority a smaller sum of violations is possible"
    case .wrongValue: "A number is another one than in every optimal solution"
    case .wrongInfeasible: "Called contradictory, but the required constraints can hold"
    case .wrongFeasible: "Called feasible, but the required constraints contradict"
    case .wrongConflict: "The conflict set given is none, or not a smallest one"
    case .needlessGiveUp: "Gave up, although rounding does not decide the case"
    case .wrongHint: "The root asks for a size that the required constraints forbid"
    case .wrongFormat: "The engine read a visual format as other constraints, or not at all"
    case .differentAnswer: "The same steps gave another right layout"
    case .differentInNewProcess: "The same steps gave another right layout in a new process"
    case .contradiction: "Two parts of the tool contradict each other"
    case .message: "The engine printed a warning or an error about a legal layout"
    case .lawBroken: "The answers to a case and to a changed one do not relate as they must"
    case .unknown, .promiseBroken, .slower, .growsFaster:
      "An answer is wrong: \(ShownText.line(name, upTo: 100))"
    }
  }

  /// The kind of failure in one to three words.
  package var label: String {
    switch self {
    case .slower: "Slower"
    case .growsFaster: "Grows too fast"
    case _ where isCost: "Slower"
    case _ where breaksPromise: "Broken promise"
    case .process(.crash): "Crash"
    case .process(.hang): "Hang"
    case .process(.memory): "Memory limit"
    case .process(.garbled): "Unreadable output"
    case .nonDeterministic: "Not repeatable"
    case .malformed: "Invalid values"
    case .requiredViolated: "Breaks a constraint"
    case .worseThanOptimal: "Not optimal"
    case .wrongValue: "Wrong value"
    case .wrongInfeasible: "False conflict"
    case .wrongFeasible: "Missed conflict"
    case .wrongConflict: "Wrong conflict"
    case .needlessGiveUp: "Gave up"
    case .lawBroken: "Broken law"
    case .wrongHint: "Wrong size hint"
    case .wrongFormat: "Wrong format"
    case .differentAnswer, .differentInNewProcess: "Not repeatable"
    case .contradiction: "Contradiction"
    case .message: "Message"
    case .unknown, .promiseBroken: "Wrong answer"
    }
  }
}
