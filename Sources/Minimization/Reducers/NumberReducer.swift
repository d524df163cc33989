// SPDX-License-Identifier: MIT

import LayoutModel

/// Simplifies numbers: 0, 1, 10, then whole, positive, halved, and finally counted down.
///
/// Equal constants are simplified together first: faults often need them equal, not large.
struct NumberReducer: Reducer {
  let name = "numbers"

  func reduce(_ gate: inout SubjectGate<LayoutCase>) {
    var groups: [[NumberSlot]] = []
    var position: [LayoutNumber: Int] = [:]
    for slot in NumberSlot.all(in: gate.current) {
      guard case .constant = slot, let number = slot.read(gate.current), !number.isZero else {
        continue
      }
      if let index = position[number] {
        groups[index].append(slot)
      } else {
        position[number] = groups.count
        groups.append([slot])
      }
    }
    for group in groups where group.count > 1 { simplify(group, &gate) }
    for slot in NumberSlot.all(in: gate.current) where !gate.isExhausted { simplify([slot], &gate) }
    lowerTogether(&gate)
  }

  private func simplify(_ slots: [NumberSlot], _ gate: inout SubjectGate<LayoutCase>) {
    guard let number = slots.first?.read(gate.current) else { return }
    if case .multiplier = slots.first {
      for simple: LayoutNumber in [1, 2, LayoutNumber(digits: 5, scale: 1)] {
        if propose(simple, slots, &gate) { return }
      }
    }
    if number.isZero { return }
    for simple: LayoutNumber in [0, 1, 10] where propose(simple, slots, &gate) {
      if simple != 10 { return }
      break
    }
    makeWhole(slots, &gate)
    makePositive(slots, &gate)
    shrink(slots, &gate)
  }

  /// Makes a fraction or decimal a whole number near it, or at least shorter.
  private func makeWhole(_ slots: [NumberSlot], _ gate: inout SubjectGate<LayoutCase>) {
    guard let number = slots.first?.read(gate.current), number.denominator != 1 else { return }
    let whole = number.numerator / number.denominator
    let away = whole + (number.numerator < 0 ? -1 : 1)
    for candidate in [whole, away] {
      if propose(LayoutNumber(digits: candidate, scale: 0), slots, &gate) { return }
    }
    // If only rounding matters, decimals of a few magnitudes represent all others.
    for tenths: Int64 in [5, 1, 11, 31, 101, 331, 501, 1001, 3301, 10_001] {
      if propose(LayoutNumber(digits: tenths, scale: 1), slots, &gate) { return }
    }
    for candidate in shorter(number) where propose(candidate, slots, &gate) { return }
  }

  /// Returns the number in lowest terms, with one decimal place, and with smaller parts.
  private func shorter(_ number: LayoutNumber) -> [LayoutNumber] {
    let (top, bottom) = (number.numerator, number.denominator)
    var candidates: [LayoutNumber] = []
    let (tenfold, overflow) = top.multipliedReportingOverflow(by: 10)
    if !overflow { candidates.append(LayoutNumber(digits: tenfold / bottom, scale: 1)) }
    if number.form != .decimal,
      let decimal = LayoutNumber(quotientOf: Int128(top), by: Int128(bottom)),
      decimal.form == .decimal
    {
      candidates.append(decimal)
    }
    let divisor = Int64(clamping: greatestCommonDivisor(top.magnitude, bottom.magnitude))
    for (newTop, newBottom) in [
      (top < 0 ? -1 : 1, 2), (top < 0 ? -1 : 1, 3), (top / divisor, bottom / divisor),
      (top / 2, bottom / 2), (top / 10, bottom / 10), (top, bottom / 10),
    ] where newBottom > 0 {
      candidates.append(
        newBottom == 1
          ? LayoutNumber(digits: newTop, scale: 0)
          : LayoutNumber(newTop, newBottom, form: .fraction))
    }
    return candidates
  }

  private func greatestCommonDivisor(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var (a, b) = (first, second)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
  }

  private func makePositive(_ slots: [NumberSlot], _ gate: inout SubjectGate<LayoutCase>) {
    guard let number = slots.first?.read(gate.current), let opposite = number.negated else {
      return
    }
    if number.isNegative { propose(opposite, slots, &gate) }
  }

  /// Halves while the case fails, then subtracts as much as possible.
  private func shrink(_ slots: [NumberSlot], _ gate: inout SubjectGate<LayoutCase>) {
    while let value = whole(slots, gate), value.magnitude > 1 {
      if !propose(LayoutNumber(digits: value / 2, scale: 0), slots, &gate) { break }
    }
    guard let value = whole(slots, gate), value != 0, value != .min else { return }
    _ = AdaptiveSearch.largest(atMost: Int(value.magnitude)) { step in
      let rest = Int64(value.magnitude) - Int64(step)
      return propose(LayoutNumber(digits: value < 0 ? -rest : rest, scale: 0), slots, &gate)
    }
  }

  private func whole(_ slots: [NumberSlot], _ gate: SubjectGate<LayoutCase>) -> Int64? {
    guard let number = slots.first?.read(gate.current), number.denominator == 1 else { return nil }
    return number.numerator
  }

  /// The largest number of constraints of which pairs of constants are tried.
  private static let pairLimit = 8

  /// Subtracts the same amount from two constants, or adds all of one to the other.
  private func lowerTogether(_ gate: inout SubjectGate<LayoutCase>) {
    let count = gate.current.constraints.count
    guard count <= Self.pairLimit else { return }
    for first in 0..<count {
      for second in (first + 1)..<max(count, first + 1) {
        lower(first, second, opposite: false, &gate)
        lower(first, second, opposite: true, &gate)
      }
    }
  }

  private func lower(
    _ first: Int, _ second: Int, opposite: Bool, _ gate: inout SubjectGate<LayoutCase>
  ) {
    let constants = [first, second].map { gate.current.constraints[$0].constant }
    guard constants.allSatisfy({ $0.denominator == 1 && $0.numerator.magnitude < 1 << 40 }) else {
      return
    }
    let (a, b) = (constants[0].numerator, constants[1].numerator)
    guard a != 0, b != 0 || opposite else { return }
    _ = AdaptiveSearch.largest(atMost: Int(a.magnitude)) { step in
      let amount = a < 0 ? -Int64(step) : Int64(step)
      var proposal = gate.current
      proposal.expectation = nil
      proposal.constraints[first].constant = LayoutNumber(digits: a - amount, scale: 0)
      proposal.constraints[second].constant = LayoutNumber(
        digits: opposite ? b + amount : b - amount, scale: 0)
      return gate.testAndCommit(proposal)
    }
  }

  @discardableResult
  private func propose(
    _ number: LayoutNumber, _ slots: [NumberSlot], _ gate: inout SubjectGate<LayoutCase>
  ) -> Bool {
    var proposal = gate.current
    proposal.expectation = nil
    assert(!slots.isEmpty, "a number is proposed for no place")
    for slot in slots { slot.write(number, to: &proposal) }
    return gate.testAndCommit(proposal)
  }
}
