// SPDX-License-Identifier: MIT

import Minimization

/// Makes a document smaller that still fails in the same way.
///
/// It removes runs of sibling elements, halving their length, then takes elements out of the ones
/// around them, then removes attributes, until no single change is left.
struct DocumentMinimizer {
  /// The largest number of runs.
  static let runsMax = 4000
  /// The largest number of runs that each take as long as the time limit.
  static let slowRunsMax = 40

  private var gate: SubjectGate<DocumentMarkup, Int>

  private var best: DocumentMarkup { gate.best }

  /// - Parameters:
  ///   - document: the document that fails.
  ///   - runsMax: the largest number of calls of `fails`.
  ///   - isStopped: whether to return the smallest document so far.
  ///   - fails: whether a smaller document fails in the same way.
  /// - Returns: the smallest document so far that fails.
  static func minimize(
    _ document: DocumentMarkup, runsMax: Int = Self.runsMax, isStopped: @escaping () -> Bool,
    fails: @escaping (DocumentMarkup) -> Bool
  ) -> MinimizedSubject<DocumentMarkup> {
    var minimizer = DocumentMinimizer(
      gate: SubjectGate(
        document, runsMax: runsMax, isStopped: isStopped, size: { $0.bytes.count },
        trial: { SubjectTrial(fails: fails($0), runs: 1) }))
    minimizer.run()
    return minimizer.gate.result
  }

  private mutating func run() {
    var steps = -1
    while gate.acceptedSteps != steps, !isOver {
      steps = gate.acceptedSteps
      removeSiblings()
      unwrapElements()
      removeAttributes()
    }
  }

  private var isOver: Bool { gate.isExhausted }

  /// Removes runs of the children of each element, outer elements first.
  private mutating func removeSiblings() {
    var place = 0
    while place < best.elements.count, !isOver {
      var length = best.children(of: place).count
      while length > 0 {
        removeChildren(of: place, runsOf: length)
        length /= 2
      }
      place += 1
    }
  }

  private mutating func removeChildren(of place: Int, runsOf length: Int) {
    var first = 0
    while !isOver {
      let children = best.children(of: place)
      guard first < children.count else { return }
      var smaller = best
      for child in children[first...].prefix(length).reversed() {
        smaller.remove(subtreeAt: child)
      }
      if !gate.testAndCommit(smaller) { first += length }
    }
  }

  private mutating func unwrapElements() {
    var place = 1
    while place < best.elements.count, !isOver {
      var smaller = best
      smaller.unwrap(at: place)
      if best.children(of: place).isEmpty || !gate.testAndCommit(smaller) { place += 1 }
    }
  }

  private mutating func removeAttributes() {
    for place in best.elements.indices {
      for attribute in best.elements[place].attributes where !isOver {
        var smaller = best
        smaller.elements[place][attribute.name] = nil
        gate.testAndCommit(smaller)
      }
    }
  }
}
