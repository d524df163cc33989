// SPDX-License-Identifier: MIT

import BenchmarkKit
import Diagnosis
import Judging
import LinearModel
import Oracles
import Workloads

/// The times of the exact oracle, for answer and check together, on systems with about a given
/// number of variables.
package struct OracleSizes: Sendable {
  /// One system with its time.
  package struct Row: Sendable, Hashable {
    package let name: String
    package let variables: Int
    package let constraints: Int
    /// The least CPU time of all repetitions, in nanoseconds.
    package let nanoseconds: UInt64
    /// The number of changes of basis; nil when the oracle reached its limit.
    package let pivots: Int?
  }

  package let rows: [Row]

  /// Solves chains, trees, columns, and combined cases of the default mix.
  ///
  /// - Precondition: `size` is at least 40.
  /// - Parameters:
  ///   - size: the approximate number of variables.
  ///   - repetitions: the number of solutions of each system, at least one.
  /// - Throws: when the checker rejects an answer.
  package init(size: Int, repetitions: Int) throws(InternalError) {
    precondition(size >= 40, "\(size) variables are too few for every shape")
    let shapes = [
      Workload.chain(size / 3), Workload.columns(size / 3, size / 36 + 1), .tree(size / 4),
      .tree(size / 4, isFlexible: true),
    ]
    var systems = shapes.map { (name: $0.name, system: $0.system(width: $0.firstWidth)) }
    systems.append((name: "mix", system: try OracleSizes.mix(size)))
    var rows: [Row] = []
    for (name, system) in systems {
      rows.append(try OracleSizes.row(name, system, repetitions))
    }
    self.rows = rows
  }

  /// The median time, in nanoseconds: half of the systems take at most so long.
  package var median: UInt64 { rows.map(\.nanoseconds).sorted()[(rows.count - 1) / 2] }

  private static func row(
    _ name: String, _ system: LinearSystem, _ repetitions: Int
  ) throws(InternalError) -> Row {
    var least = UInt64.max
    var pivots: Int?
    for _ in 0..<max(1, repetitions) {
      let watch = Stopwatch()
      do throws(OracleError) {
        pivots = try ExactOracle.solve(system).pivots
      } catch .limitReached {
        pivots = nil
      } catch {
        throw InternalError("\(name): \(error)", on: nil)
      }
      least = min(least, watch.elapsed().cpu)
    }
    return Row(
      name: name, variables: system.variableCount, constraints: system.constraintCount,
      nanoseconds: least, pivots: pivots)
  }

  /// Returns the first systems of the default mix that together have at least `size` variables, as
  /// one system.
  private static func mix(_ size: Int) throws(InternalError) -> LinearSystem {
    let source = CaseSource(seed: 1)
    var system = LinearSystem()
    var index = 0
    while system.variableCount < size {
      let part = CaseRunner.plain(try source.generate(index).layoutCase).system
      index += 1
      // One contradiction would decide the whole answer.
      guard (try? ExactOracle.solve(part).isFeasible) == true else { continue }
      system.append(part)
    }
    return system
  }
}

extension LinearSystem {
  /// Adds the constraints of another system, over variables of their own.
  fileprivate mutating func append(_ other: LinearSystem) {
    let first = addVariables(other.variableCount)
    for row in 0..<other.constraintCount {
      let terms = other.cells(of: row).map {
        Term(other.exactCoefficients[$0], VariableID(first + Int(other.columns[$0])))
      }
      addConstraint(
        terms, other.relations[row], other.exactConstants[row], strength: other.strengths[row])
    }
  }
}
