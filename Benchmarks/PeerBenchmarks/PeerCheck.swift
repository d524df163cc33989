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
  let first: WorkloadObjectives
  let last: WorkloadObjectives
  let afterChurn: WorkloadObjectives?
  /// Milliseconds.
  let build: Double
  let edit: TimedSteps?
  let churn: TimedSteps?

  /// Milliseconds after which no further step of a trial is begun, so that slow programs do fewer.
  static let stepLimit = 2000

  /// - Parameter phases: what the program is asked for besides `build`.
  init(
    _ launch: PeerLaunch, _ workload: PreparedWorkload, _ phases: Set<PeerPhase>, scratch: URL
  ) throws(PeerFailure) {
    let limit = PeerPhase.secondsMax
    let process = try PeerProcess(launch, workload: workload.path, scratch: scratch)
    defer { process.end() }
    build = try process.build(1, limitMilliseconds: 0, within: limit)[0]
    first = try process.objectives(within: limit)
    // The drag goes round: it begins where it ends, not with the long way from the first suggestion.
    let value = workload.file.sweep.last ?? workload.file.firstSuggestion
    try process.suggest(value, within: limit)
    edit = try PeerTrial.steps(.edit, phases, workload.file.sweep.count, process)
    try process.suggest(value, within: limit)
    last = try process.objectives(within: limit)
    churn = try PeerTrial.steps(.churn, phases, workload.file.churn.count, process)
    afterChurn = churn == nil ? nil : try process.objectives(within: limit)
  }

  private static func steps(
    _ phase: PeerPhase, _ phases: Set<PeerPhase>, _ count: Int, _ process: PeerProcess
  ) throws(PeerFailure) -> TimedSteps? {
    guard phases.contains(phase), count > 0 else { return nil }
    return try process.steps(
      phase.rawValue, count, limitMilliseconds: stepLimit, within: PeerPhase.secondsMax)
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
    return first.disagreement(with: golden.first).map { "\(name), first suggestion: \($0)" }
      + last.disagreement(with: golden.last).map { "\(name), last suggestion: \($0)" }
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
