// SPDX-License-Identifier: MIT

/// Makes a document smaller that still fails in the same way.
///
/// It removes runs of sibling elements, halving their length, then takes elements out of the ones
/// around them, then removes attributes, until no single change is left.
struct DocumentMinimizer {
  struct Result: Sendable {
    var document: DocumentMarkup
    var runs = 0
    var acceptedSteps = 0
    /// Whether every single change was tried on the result.
    var isFinished = false
  }

  /// The largest number of runs.
  static let runsMax = 4000
  /// The largest number of runs that each take as long as the time limit.
  static let slowRunsMax = 40

  private let runsMax: Int
  private let isStopped: () -> Bool
  private let fails: (DocumentMarkup) -> Bool
  private var result: Result

  /// - Parameters:
  ///   - document: the document that fails.
  ///   - runsMax: the largest number of calls of `fails`.
  ///   - isStopped: whether to return the smallest document so far.
  ///   - fails: whether a smaller document fails in the same way.
  /// - Returns: the smallest document so far that fails.
  static func minimize(
    _ document: DocumentMarkup, runsMax: Int = Self.runsMax, isStopped: @escaping () -> Bool,
    fails: @escaping (DocumentMarkup) -> Bool
  ) -> Result {
    var minimizer = DocumentMinimizer(
      runsMax: runsMax, isStopped: isStopped, fails: fails, result: Result(document: document))
    minimizer.run()
    return minimizer.result
  }

  private mutating func run() {
    while true {
      let steps = result.acceptedSteps
      removeSiblings()
      unwrapElements()
      removeAttributes()
      if isOver { return }
      if result.acceptedSteps == steps { break }
    }
    result.isFinished = true
  }

  private var isOver: Bool { result.runs >= runsMax || isStopped() }

  /// Takes a smaller document if it fails, too.
  private mutating func accepts(_ document: DocumentMarkup) -> Bool {
    if isOver { return false }
    result.runs += 1
    guard fails(document) else { return false }
    result.document = document
    result.acceptedSteps += 1
    return true
  }

  /// Removes runs of the children of each element, outer elements first.
  private mutating func removeSiblings() {
    var place = 0
    while place < result.document.elements.count, !isOver {
      var length = result.document.children(of: place).count
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
      let children = result.document.children(of: place)
      guard first < children.count else { return }
      var smaller = result.document
      for child in children[first...].prefix(length).reversed() {
        smaller.remove(subtreeAt: child)
      }
      if !accepts(smaller) { first += length }
    }
  }

  private mutating func unwrapElements() {
    var place = 1
    while place < result.document.elements.count, !isOver {
      var smaller = result.document
      smaller.unwrap(at: place)
      if result.document.children(of: place).isEmpty || !accepts(smaller) { place += 1 }
    }
  }

  private mutating func removeAttributes() {
    for place in result.document.elements.indices {
      for attribute in result.document.elements[place].attributes where !isOver {
        var smaller = result.document
        smaller.elements[place][attribute.name] = nil
        _ = accepts(smaller)
      }
    }
  }
}
