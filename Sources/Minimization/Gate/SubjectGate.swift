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
  /// The number of calls of the predicate.
  package private(set) var runs = 0
  package private(set) var acceptedSteps = 0
  private let runsMax: Int
  private let isStopped: () -> Bool
  private let size: (Subject) -> Size
  private let fails: (Subject) -> Bool

  /// - Parameters:
  ///   - start: a subject that fails.
  ///   - runsMax: the largest number of calls of `fails`.
  ///   - isStopped: whether the minimization must stop.
  ///   - size: the order of subjects; only smaller ones are accepted.
  ///   - fails: whether a subject fails in the same way as the first one.
  package init(
    _ start: Subject, runsMax: Int, isStopped: @escaping () -> Bool,
    size: @escaping (Subject) -> Size, fails: @escaping (Subject) -> Bool
  ) {
    best = start
    bestSize = size(start)
    self.runsMax = runsMax
    self.isStopped = isStopped
    self.size = size
    self.fails = fails
  }

  package var isExhausted: Bool { runs >= runsMax || isStopped() }

  /// The reason why a minimization ends that has no more proposals or is exhausted.
  package var end: MinimizationEnd {
    isStopped() ? .stopped : runs >= runsMax ? .calls : .fixpoint
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
    runs += 1
    guard fails(candidate) else { return false }
    assert(candidateSize < bestSize, "an accepted step makes the subject smaller")
    (best, bestSize) = (candidate, candidateSize)
    acceptedSteps += 1
    return true
  }
}
