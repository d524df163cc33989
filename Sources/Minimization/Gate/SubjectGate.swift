// SPDX-License-Identifier: MIT

/// The gate of a minimizer that tries one smaller subject at a time.
///
/// Each subject is tried once, since rounds repeat most of their proposals. Runs are limited and
/// not time, so that a slow program gets the same smallest subject as a fast one.
package struct SubjectGate<Subject: Hashable, Size: Comparable> {
  /// The smallest subject so far that fails.
  package private(set) var best: Subject
  private var bestSize: Size
  private var tried: Set<Subject> = []
  private var runs = 0
  private var hangs = 0
  package private(set) var acceptedSteps = 0
  private let runsMax: Int
  private let hangsMax: Int
  private let isStopped: () -> Bool
  private let size: (Subject) -> Size
  private let trial: (Subject) -> SubjectTrial

  /// - Parameters:
  ///   - start: a subject that fails.
  ///   - runsMax: the number of runs after which the budget is spent.
  ///   - hangsMax: the number of runs, each as long as the time limit, after which it is spent.
  ///   - isStopped: whether the minimization must stop.
  ///   - size: the order of subjects; only smaller ones are accepted.
  ///   - trial: runs a subject, and returns whether it fails in the same way as the first one.
  package init(
    _ start: Subject, runsMax: Int, hangsMax: Int = .max, isStopped: @escaping () -> Bool,
    size: @escaping (Subject) -> Size, trial: @escaping (Subject) -> SubjectTrial
  ) {
    best = start
    bestSize = size(start)
    self.runsMax = runsMax
    self.isStopped = isStopped
    self.hangsMax = hangsMax
    self.size = size
    self.trial = trial
  }

  private var isSpent: Bool { runs >= runsMax || hangs >= hangsMax }

  package var isExhausted: Bool { isSpent || isStopped() }

  /// The result of a minimization that has no more proposals or is exhausted.
  package var result: MinimizedSubject<Subject> {
    MinimizedSubject(
      subject: best, runs: runs, acceptedSteps: acceptedSteps,
      end: isStopped() ? .stopped : isSpent ? .calls : .fixpoint)
  }

  /// Tries a subject and keeps it if it fails; one that is not smaller is not tried.
  ///
  /// - Returns: whether the subject is the smallest one now.
  @discardableResult
  package mutating func testAndCommit(_ candidate: Subject) -> Bool {
    let candidateSize = size(candidate)
    guard !isExhausted, candidateSize < bestSize, tried.insert(candidate).inserted else {
      return false
    }
    let trial = trial(candidate)
    (runs, hangs) = (runs + trial.runs, hangs + trial.hangs)
    guard trial.fails else { return false }
    assert(candidateSize < bestSize, "an accepted step makes the subject smaller")
    (best, bestSize) = (candidate, candidateSize)
    acceptedSteps += 1
    checkInvariants()
    return true
  }

  /// Stops a debug build if the subject or the counts break the promises of the gate; called after
  /// every accepted step.
  private func checkInvariants() {
    #if DEBUG
      let own = size(best)
      assert(!(own < bestSize) && !(bestSize < own), "the size is that of another subject")
      assert(tried.contains(best), "a subject was accepted that was not tried")
      assert(acceptedSteps <= tried.count, "\(acceptedSteps) steps of \(tried.count) subjects")
      assert(acceptedSteps <= runs, "\(acceptedSteps) steps in \(runs) runs")
      assert(hangs >= 0 && hangs <= runs, "\(hangs) hangs in \(runs) runs")
    #endif
  }
}
