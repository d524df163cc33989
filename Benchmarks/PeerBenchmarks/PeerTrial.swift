// SPDX-License-Identifier: MIT

/// The answers and times of a program, before any time is measured for the report.
struct PeerTrial: Sendable {
  /// The violations at the first suggestion, at the last one, and after constraints were removed
  /// and added again.
  private(set) var first: WorkloadObjectives?
  private(set) var last: WorkloadObjectives?
  private(set) var afterChurn: WorkloadObjectives?
  /// The time in milliseconds; nil when it did not finish.
  private(set) var build: Double?
  private(set) var edit: TimedSteps?
  private(set) var churn: TimedSteps?
  /// The phase in which the program was ended at the limit; later phases were not tried.
  private(set) var stopped: PeerPhase?

  /// The milliseconds after which a trial begins no further step, so that slow programs do fewer.
  static let stepLimit = 2000

  /// Runs the phases once in a program.
  ///
  /// `phases` are the requested phases besides `build`.
  ///
  /// - Throws: a failure of the program; reaching the limit is a result.
  init(
    _ launch: PeerLaunch, _ workload: PreparedWorkload, _ phases: Set<PeerPhase>
  ) throws(PeerFailure) {
    let process = try PeerProcess(launch, workload: workload.path)
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
      // Reading the values is not part of the phase, but the phase only counts as complete once
      // they can be read.
      first = try process.objectives(within: limit)
      build = time
    case .edit:
      // The drag is a cycle: it begins at its end, not at the distant first suggestion.
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

  /// Returns the faults of these answers, by themselves or compared with those of another program.
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

  /// Returns the contradictions of these answers to the known optimum.
  func problems(_ name: String, _ workload: String) -> [String] {
    guard let golden = GoldenObjectives.of(workload) else { return [] }
    return (first?.disagreement(with: golden.first) ?? [])
      .map { "\(name), first suggestion: \($0)" }
      + (last?.disagreement(with: golden.last) ?? []).map { "\(name), last suggestion: \($0)" }
  }
}
