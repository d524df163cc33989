// SPDX-License-Identifier: MIT

import Foundation
import LinearModel
import Solvers
import Synchronization

/// Ways to end a process, or to disturb it, that can be planted into a strategy: by them
/// supervision is tested.
///
/// They are no mutants of `MutantCatalog`, which all run in one process.
package enum ProcessFault: String, Sendable, Hashable, CaseIterable {
  /// Reads beyond an array.
  case trap
  /// Never comes to an end.
  case loop
  /// Calls itself without end.
  case recursion
  /// Takes memory without end.
  case allocation
  /// Writes to standard output and standard error, and gives a right answer.
  case garbage
  /// Ends the process as if all were well.
  case exit

  /// What the name of a strategy with such a fault begins with.
  package static let family = "unruly"

  package var name: String { "\(ProcessFault.family).\(rawValue)" }

  /// What the fault is, and the real bug it is modelled on.
  package var origin: String {
    switch self {
    case .trap: return "an index out of range ends the process: kasuari and cassowary panics"
    case .loop: return "the simplex method cycles for ever: kiwi without an anti-cycling rule"
    case .recursion:
      return "a dependency that leads back to itself: stack overflows of layout engines"
    case .allocation: return "a table that grows with each pivot and never shrinks"
    case .garbage: return "prints what it does on standard output, where nobody expects it"
    case .exit: return "calls exit() on an error, as C libraries do"
    }
  }

  /// What a strategy with the fault is called in the place of a verdict; nil when it is right all
  /// the same.
  package var failureName: String? {
    switch self {
    case .trap, .recursion, .exit: return ProcessFailure.Kind.crash.rawValue
    case .loop: return ProcessFailure.Kind.hang.rawValue
    case .allocation: return ProcessFailure.Kind.memory.rawValue
    case .garbage: return nil
    }
  }

  /// The healthy simplex strategy with the fault.
  package var strategy: Strategy { Strategy(name: name, solver: UnrulySolver(fault: self)) }

  /// The strategy of the given name; nil when there is none.
  static func strategy(named name: String) -> Strategy? {
    allCases.first { $0.name == name }?.strategy
  }
}

/// A right solver that goes wrong as a process on some systems: those with preferences at so many
/// priorities.
private struct UnrulySolver: Solver {
  /// Seldom enough that a campaign gets on, and plain enough that minimizing can show it.
  static let prioritiesMin = 4

  let fault: ProcessFault
  let healthy = SimplexSolver()

  var name: String { fault.name }

  func solve(_ system: LinearSystem, limit: WorkLimit) -> SolveResult {
    if system.optionalStrengths.count >= Self.prioritiesMin {
      fault.happen(count: system.constraintCount)
    }
    return healthy.solve(system, limit: limit)
  }
}

extension ProcessFault {
  /// Stays 0.
  ///
  /// A loop that reads nothing from outside may be left out by the compiler.
  private static let ended = Atomic<Int>(0)
  /// The block that was allocated last.
  ///
  /// An allocation whose address nothing keeps may be left out, too.
  private static let taken = Atomic<Int>(0)

  /// Does what the fault does.
  ///
  /// - Parameter count: of something; a number that the compiler does not know.
  package func happen(count: Int) {
    switch self {
    case .trap: trap([Double](repeating: 0, count: count), at: count)
    case .loop: while Self.ended.load(ordering: .relaxed) == 0 {}
    case .recursion: _ = depth([count], 1)
    case .allocation: allocate()
    case .garbage: writeGarbage()
    case .exit: Foundation.exit(0)
    }
  }

  /// Release builds print nothing for an index out of range, and what a process prints at its end
  /// is tested, too.
  @inline(never) private func trap(_ values: [Double], at index: Int) {
    guard values.indices.contains(index) else { fatalError("Index out of range") }
  }

  @inline(never) private func depth(_ values: [Int], _ level: Int) -> Int {
    // The addition keeps the call from being turned into a loop.
    values.isEmpty ? level : depth(values, level + 1) + values[0]
  }

  private func allocate() {
    let bytes = 1 << 24
    // Written to, or the system would not give the memory; quickly, or it would be a hang.
    while let block = malloc(bytes) {
      memset(block, 1, bytes)
      Self.taken.store(Int(bitPattern: block), ordering: .relaxed)
    }
  }

  private func writeGarbage() {
    for descriptor in [Int32(1), 2] {
      let bytes = Array("{\"cases\": null}\n\u{0}\u{1B}[2K]]>\n".utf8)
      _ = write(descriptor, bytes, bytes.count)
    }
  }
}
