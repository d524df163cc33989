// SPDX-License-Identifier: MIT

import Foundation
import Workloads

/// Why a run ends without figures.
package enum PeerRunFailure: Error, Equatable {
  /// Two programs, or a program and the known optimum, disagree; one line each.
  case differs([String])
  /// A program does not work.
  case broken(String)
  /// The scratch folder cannot be written.
  case cannotWrite(String)
}

/// A workload on disk, for any program.
struct PreparedWorkload: Sendable {
  let file: WorkloadFile
  let path: String

  init(_ file: WorkloadFile, in scratch: URL) throws(PeerRunFailure) {
    self.file = file
    path = scratch.appendingPathComponent("\(file.name).workload").path
    do {
      try Data(file.text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw .cannotWrite("\(path): \(error.localizedDescription)")
    }
  }
}

/// What a program answers and how long it takes, before anything is timed for the report.
struct PeerTrial: Sendable {
  /// At the first suggestion, at the last one, and after constraints were removed and added again.
  private(set) var first: WorkloadObjectives?
  private(set) var last: WorkloadObjectives?
  private(set) var afterChurn: WorkloadObjectives?
  /// Milliseconds; nil when it did not end.
  private(set) var build: Double?
  private(set) var edit: TimedSteps?
  private(set) var churn: TimedSteps?
  /// The phase in which the program was ended at the limit: nothing is known of those after it.
  private(set) var stopped: PeerPhase?

  /// Milliseconds after which no further step of a trial is begun, so that slow programs do fewer.
  static let stepLimit = 2000

  /// - Parameter phases: what the program is asked for besides `build`.
  /// - Throws: what is wrong with the program; that it takes too long is a result.
  init(
    _ launch: PeerLaunch, _ workload: PreparedWorkload, _ phases: Set<PeerPhase>, scratch: URL
  ) throws(PeerFailure) {
    let process = try PeerProcess(launch, workload: workload.path, scratch: scratch)
    defer { process.end() }
    var phase = PeerPhase.build
    do throws(PeerFailure) {
      for next in PeerPhase.allCases where next == .build || phases.contains(next) {
        phase = next
        try run(next, workload.file, process, within: launch.secondsMax)
      }
    } catch {
      guard case .timedOut = error else { throw error }
      stopped = phase
    }
  }

  private mutating func run(
    _ phase: PeerPhase, _ file: WorkloadFile, _ process: PeerProcess, within limit: Double
  ) throws(PeerFailure) {
    func steps(_ count: Int) throws(PeerFailure) -> TimedSteps? {
      count == 0
        ? nil
        : try process.steps(
          phase.rawValue, count, limitMilliseconds: PeerTrial.stepLimit, within: limit)
    }
    switch phase {
    case .build:
      let time = try process.build(1, limitMilliseconds: 0, within: limit)[0]
      // Looking at the values is no part of the phase: it only counts as ended when they can be
      // seen.
      first = try process.objectives(within: limit)
      build = time
    case .edit:
      // The drag goes round: it begins where it ends, not with the long way from the first
      // suggestion.
      let value = file.sweep.last ?? file.firstSuggestion
      try process.suggest(value, within: limit)
      let taken = try steps(file.sweep.count)
      try process.suggest(value, within: limit)
      last = try process.objectives(within: limit)
      edit = taken
    case .churn:
      let taken = try steps(file.churn.count)
      afterChurn = taken == nil ? nil : try process.objectives(within: limit)
      churn = taken
    }
  }

  /// What is wrong with these answers beside those of another program, or by themselves.
  func problems(_ name: String, beside other: PeerTrial) -> [String] {
    var problems: [String] = []
    func compare(_ place: String, _ mine: WorkloadObjectives?, _ theirs: WorkloadObjectives?) {
      guard let mine, let theirs else { return }
      problems += mine.disagreement(with: theirs).map { "\(name), \(place): \($0)" }
    }
    compare("first suggestion", first, other.first)
    compare("last suggestion", last, other.last)
    compare("after removing and adding again", afterChurn, last)
    return problems
  }

  /// What is wrong with these answers by the known optimum.
  func problems(_ name: String, _ workload: String) -> [String] {
    guard let golden = GoldenObjectives.of(workload) else { return [] }
    return (first?.disagreement(with: golden.first) ?? [])
      .map { "\(name), first suggestion: \($0)" }
      + (last?.disagreement(with: golden.last) ?? []).map { "\(name), last suggestion: \($0)" }
  }
}

/// What is measured.
package enum PeerPhase: String, Sendable, CaseIterable {
  /// Create the solver, add everything, read all values.
  case build
  /// Suggest a value, read all values.
  case edit
  /// Remove a weak constraint, add it again, read all values.
  case churn

  /// Seconds after which a program has not answered.
  static let secondsMax = 60.0
}

extension PeerName {
  /// What the peer's driver offers.
  var phases: Set<PeerPhase> { self == .highs ? [.build, .edit] : [.build, .edit, .churn] }
}
