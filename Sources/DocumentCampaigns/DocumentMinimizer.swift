// SPDX-License-Identifier: MIT

import Minimization

/// Makes a document smaller that still fails in the same way.
///
/// It removes runs of sibling elements, halving their length, then takes elements out of the ones
/// around them, then removes attributes, until no single change is left.
struct DocumentMinimizer: SubjectMinimizer {
  /// The largest number of runs.
  static let runsMax = 4000
  /// The largest number of runs that each take as long as the time limit.
  static let slowRunsMax = 40

  var gate: SubjectGate<DocumentMarkup>

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
        document, budget: .runs(runsMax, acceptedSteps: .max), isStopped: isStopped,
        stillFails: fails))
    minimizer.repeatToFixpoint { minimizer in
      minimizer.removeSiblings()
      minimizer.unwrapElements()
      minimizer.removeAttributes()
    }
    return minimizer.gate.result
  }

  /// Removes runs of the children of each element, outer elements first.
  private mutating func removeSiblings() {
    var place = 0
    while place < best.elements.count, !isExhausted {
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
    while !isExhausted {
      let children = best.children(of: place)
      guard first < children.count else { return }
      var smaller = best
      for child in children[first...].prefix(length).reversed() {
        smaller.remove(subtreeAt: child)
      }
      if !tryAndCommit(smaller) { first += length }
    }
  }

  private mutating func unwrapElements() {
    var place = 1
    while place < best.elements.count, !isExhausted {
      var smaller = best
      smaller.unwrap(at: place)
      if best.children(of: place).isEmpty || !tryAndCommit(smaller) { place += 1 }
    }
  }

  private mutating func removeAttributes() {
    for place in best.elements.indices {
      for attribute in best.elements[place].attributes where !isExhausted {
        var smaller = best
        smaller.elements[place][attribute.name] = nil
        tryAndCommit(smaller)
      }
    }
  }
}

extension DocumentMarkup: ReducibleSubject {
  package var reducedSize: Int { bytes.count }
  package func key(_ size: Int) -> DocumentMarkup { self }
  package var isValid: Bool { true }
}
