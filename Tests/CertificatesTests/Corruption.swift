// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import LinearModel

@testable import Certificates

/// A deliberately corrupted certificate.
///
/// Each kind has the reason why its corruptions prove nothing.
struct Corruption {
  let kind: String
  let certificate: CertificateFile
}

/// Generates corruptions of a proved certificate; every choice follows from the seed.
struct Corruptor {
  let original: CertificateFile
  let system: LinearSystem
  private var random: SplitMix64
  private(set) var made: [Corruption] = []

  init(_ original: CertificateFile, _ system: LinearSystem, seed: UInt64) {
    self.original = original
    self.system = system
    random = SplitMix64(seed: seed)
    corruptSystem()
    switch original.claim {
    case .feasible(let optimum): corrupt(optimum)
    case .infeasible(let contradiction): corrupt(contradiction)
    }
  }

  mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  /// Returns a small number that is not 0.
  mutating func nudge() -> Rational {
    let size = Rational(Int64(1 + pick(9)), [1, 1, 2, 7, 1_000_000_007][pick(5)])
    return pick(2) == 0 ? size : -size
  }

  mutating func add(_ kind: String, _ claim: CertificateFile.Claim) {
    var copy = original
    copy.claim = claim
    precondition(copy != original, "\(kind) changed nothing")
    made.append(Corruption(kind: kind, certificate: copy))
  }

  /// Returns the indices of rows that have terms: changing the multiplier of such a row leaves a
  /// variable that does not cancel.
  func rowsWithTerms(_ entries: [CertificateFile.Entry]) -> [Int] {
    entries.indices.filter { !system.cells(of: entries[$0].index).isEmpty }
  }

  /// Changes, drops and adds multipliers of rows with terms.
  ///
  /// The identity held before, and a change by `d` adds `d * a_i`, which is not 0.
  mutating func corrupted(
    _ entries: [CertificateFile.Entry]
  ) -> [(kind: String, entries: [CertificateFile.Entry])] {
    var result: [(kind: String, entries: [CertificateFile.Entry])] = []
    let candidates = rowsWithTerms(entries)
    if !candidates.isEmpty {
      var changed = entries
      changed[candidates[pick(candidates.count)]].value += nudge()
      result.append(("value", changed))
      var dropped = entries
      dropped.remove(at: candidates[pick(candidates.count)])
      result.append(("dropped", dropped))
      var negated = entries
      let position = candidates[pick(candidates.count)]
      if !negated[position].value.isZero {
        negated[position].value = -negated[position].value
        result.append(("negated", negated))
      }
    }
    let used = Set(entries.map(\.index))
    let others = (0..<system.constraintCount).filter {
      !used.contains($0) && !system.cells(of: $0).isEmpty
    }
    if !others.isEmpty {
      let added = entries + [.init(others[pick(others.count)], nudge())]
      result.append(("added", added.sorted { $0.index < $1.index }))
    }
    return result
  }

  /// Returns the point, moved so that it violates the constraint by exactly 1; nil if the
  /// constraint has no terms.
  mutating func violating(_ constraint: Int, from point: [Rational]) -> [Rational]? {
    let cells = system.cells(of: constraint)
    guard !cells.isEmpty else { return nil }
    let cell = cells.lowerBound + pick(cells.count)
    var residual = -system.exactConstants[constraint]
    for cell in cells {
      residual += system.exactCoefficients[cell] * point[Int(system.columns[cell])]
    }
    let wanted = system.relations[constraint] == .lessThanOrEqual ? Rational.one : -Rational.one
    var moved = point
    moved[Int(system.columns[cell])] += (wanted - residual) / system.exactCoefficients[cell]
    return moved
  }

  /// Changes one number of the system, so that the certificate is about another system.
  private mutating func corruptSystem() {
    let row = pick(original.rows.count)
    func add(_ kind: String, _ change: (inout CertificateFile) -> Void) {
      var copy = original
      change(&copy)
      made.append(Corruption(kind: kind, certificate: copy))
    }
    let nudge = nudge()
    switch pick(5) {
    case 0: add("system: constant") { $0.rows[row].constant += nudge }
    case 1: add("system: row") { $0.rows.remove(at: row) }
    case 2: add("system: name") { $0.rows[row].name += "x" }
    case 3: add("system: priority") { $0.rows[row].priority /= 2 }
    default: add("system: variables") { $0.variableCount += 1 }
    }
  }
}
