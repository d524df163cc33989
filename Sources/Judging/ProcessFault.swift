// SPDX-License-Identifier: MIT

import Foundation
import LinearModel
import Solvers
import Synchronization

/// Ways to end or disturb a process, planted into a strategy to test the supervision.
///
/// They are not in `MutantCatalog`, whose mutants all run in one process.
package enum ProcessFault: String, Sendable, Hashable, CaseIterable {
  /// Reads beyond an array.
  case trap
  /// Never ends.
  case loop
  /// Calls itself without end.
  case recursion
  /// Takes memory without end.
  case allocation
  /// Writes to standard output and standard error, and returns a right answer.
  case garbage
  /// Ends the process with success.
  case exit

  /// The prefix of the names of strategies with such a fault.
  package static let family = "unruly"

  package var name: String { "\(ProcessFault.family).\(rawValue)" }

  /// The effect of the fault, and the real bug it is modelled on.
  package var origin: String {
    switch self {
    case .trap: return "an index out of range ends the process: kasuari and cassowary panics"
    case .loop: return "the simplex method cycles for ever: kiwi without an anti-cycling rule"
    case .recursion:
      return "a dependency that leads back to itself: stack overflows of layout engines"
    case .allocation: return "a table that grows with each pivot and never shrinks"
    case .garbage: return "prints its log to standard output, where only answers belong"
    case .exit: return "calls exit() on an error, as C libraries do"
    }
  }

  /// The healthy simplex strategy with the fault.
  package var strategy: Strategy { Strategy(name: name, solver: UnrulySolver(fault: self)) }

  /// Returns the strategy of the given name; nil when there is none.
  static func strategy(named name: String) -> Strategy? {
    allCases.first { $0.name == name }?.strategy
  }
}

/// A right solver whose process fails on systems with at least `prioritiesMin` priorities.
private struct UnrulySolver: Solver {
  /// The smallest number of priorities at which the process fails.
  ///
  /// It is rare enough for a campaign to proceed, and simple enough for minimization to show it.
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
  /// A counter that stays 0.
  ///
  /// A loop that reads nothing from outside may be left out by the compiler.
  private static let ended = Atomic<Int>(0)
  /// The address of the last allocated block.
  ///
  /// The compiler may leave out an allocation whose address is not kept.
  private static let taken = Atomic<Int>(0)

  /// Performs the fault.
  ///
  /// - Parameter count: any number that the compiler does not know.
  package func happen(count: Int) {
    switch self {
    case .trap: trap([Double](repeating: 0, count: count), at: count)
    // The supervision counts time, so it may wait and leave the processor to others.
    case .loop: while Self.ended.load(ordering: .relaxed) == 0 { usleep(10_000) }
    case .recursion: _ = depth([count], 1)
    case .allocation: allocate()
    case .garbage: writeGarbage()
    case .exit: Foundation.exit(0)
    }
  }

  /// Reads `values` at an index out of range.
  ///
  /// Release builds print nothing for that. Tests cover the last output of a process, too.
  @inline(never) private func trap(_ values: [Double], at index: Int) {
    guard values.indices.contains(index) else { fatalError("Index out of range") }
  }

  @inline(never) private func depth(_ values: [Int], _ level: Int) -> Int {
    // The addition prevents the compiler from turning the call into a loop.
    values.isEmpty ? level : depth(values, level + 1) + values[0]
  }

  private func allocate() {
    let bytes = 1 << 24
    // Written to, or the system would not provide the memory; quickly, or it would be a hang.
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
