// SPDX-License-Identifier: MIT

/// Arithmetic on magnitudes: arrays of 64-bit limbs, least significant first.
///
/// Results may carry leading zero limbs if the function documents it; `BigInt.init` trims them.
enum Limbs {
  /// Returns -1, 0 or 1 for a smaller, equal or larger left operand; both operands are trimmed.
  static func compare(_ lhs: [UInt64], _ rhs: [UInt64]) -> Int {
    if lhs.count != rhs.count { return lhs.count < rhs.count ? -1 : 1 }
    var index = lhs.count
    while index > 0 {
      index -= 1
      if lhs[index] != rhs[index] { return lhs[index] < rhs[index] ? -1 : 1 }
    }
    return 0
  }

  static func sum(_ lhs: [UInt64], _ rhs: [UInt64]) -> [UInt64] {
    let (long, short) = lhs.count >= rhs.count ? (lhs, rhs) : (rhs, lhs)
    var result = long
    var carry: UInt64 = 0
    for index in 0..<long.count {
      let addend = index < short.count ? short[index] : 0
      let (partial, first) = long[index].addingReportingOverflow(addend)
      let (total, second) = partial.addingReportingOverflow(carry)
      result[index] = total
      carry = (first ? 1 : 0) + (second ? 1 : 0)
    }
    if carry > 0 { result.append(carry) }
    return result
  }

  /// Returns `lhs - rhs`; may have leading zero limbs.
  ///
  /// - Precondition: `lhs >= rhs`.
  static func difference(_ lhs: [UInt64], _ rhs: [UInt64]) -> [UInt64] {
    var result = lhs
    subtract(rhs, from: &result)
    return result
  }

  /// Returns the schoolbook product; may have one leading zero limb.
  static func product(_ lhs: [UInt64], _ rhs: [UInt64]) -> [UInt64] {
    if lhs.isEmpty || rhs.isEmpty { return [] }
    var result = [UInt64](repeating: 0, count: lhs.count + rhs.count)
    for i in 0..<lhs.count {
      var carry: UInt64 = 0
      for j in 0..<rhs.count {
        let (high, low) = lhs[i].multipliedFullWidth(by: rhs[j])
        let (partial, first) = low.addingReportingOverflow(result[i + j])
        let (total, second) = partial.addingReportingOverflow(carry)
        result[i + j] = total
        carry = high &+ (first ? 1 : 0) &+ (second ? 1 : 0)
      }
      result[i + rhs.count] = carry
    }
    return result
  }

  static func shiftedLeft(_ limbs: [UInt64], by bits: Int) -> [UInt64] {
    if limbs.isEmpty { return [] }
    let (whole, rest) = bits.quotientAndRemainder(dividingBy: 64)
    var result = [UInt64](repeating: 0, count: whole)
    if rest == 0 { return result + limbs }
    var carry: UInt64 = 0
    for limb in limbs {
      result.append(limb << UInt64(rest) | carry)
      carry = limb >> UInt64(64 - rest)
    }
    result.append(carry)
    return result
  }

  static func remainder(_ limbs: [UInt64], byLimb divisor: UInt64) -> UInt64 {
    var remainder: UInt64 = 0
    for limb in limbs.reversed() {
      remainder = divisor.dividingFullWidth((remainder, limb)).remainder
    }
    return remainder
  }

  /// Returns the quotient, trimmed, and the remainder of a division by one limb.
  static func divide(_ limbs: [UInt64], byLimb divisor: UInt64) -> ([UInt64], UInt64) {
    var quotient = limbs
    var remainder: UInt64 = 0
    for index in limbs.indices.reversed() {
      (quotient[index], remainder) = divisor.dividingFullWidth((remainder, limbs[index]))
    }
    while quotient.last == 0 { quotient.removeLast() }
    return (quotient, remainder)
  }

  /// Returns quotient and remainder; both may have leading zero limbs.
  ///
  /// - Precondition: `divisor` is trimmed and not empty.
  static func divide(_ dividend: [UInt64], by divisor: [UInt64]) -> ([UInt64], [UInt64]) {
    if compare(dividend, divisor) < 0 { return ([], dividend) }
    if divisor.count == 1 {
      let (quotient, remainder) = divide(dividend, byLimb: divisor[0])
      return (quotient, [remainder])
    }
    return longDivide(dividend, by: divisor)
  }

  /// Returns the greatest common divisor; may have leading zero limbs.
  ///
  /// Subtracts the smaller from the larger and halves, in place. Divisions of numbers of similar
  /// length would give quotients of one or two bits. Reference: Stein, Computational problems
  /// associated with Racah algebra, 1967.
  ///
  /// - Precondition: both operands are trimmed and not empty.
  static func gcd(_ lhs: [UInt64], _ rhs: [UInt64]) -> [UInt64] {
    var (long, short) = lhs.count >= rhs.count ? (lhs, rhs) : (rhs, lhs)
    if long.count > short.count {
      long = divide(long, by: short).1
      trim(&long)
      if long.isEmpty { return short }
    }
    let zeros = (trailingZeros(long), trailingZeros(short))
    shiftRight(&long, by: zeros.0)
    shiftRight(&short, by: zeros.1)
    while true {
      if long.count == 1, short.count == 1 {
        long[0] = greatestCommonDivisor(long[0], short[0])
        break
      }
      let order = compare(long, short)
      if order == 0 { break }
      if order < 0 { swap(&long, &short) }
      subtract(short, from: &long)
      shiftRight(&long, by: trailingZeros(long))
    }
    return shiftedLeft(long, by: min(zeros.0, zeros.1))
  }

  private static func trim(_ limbs: inout [UInt64]) {
    while limbs.last == 0 { limbs.removeLast() }
  }

  /// - Precondition: not all limbs are zero.
  private static func trailingZeros(_ limbs: [UInt64]) -> Int {
    var index = 0
    while limbs[index] == 0 { index += 1 }
    return index * 64 + limbs[index].trailingZeroBitCount
  }

  /// Shifts right and removes leading zero limbs.
  private static func shiftRight(_ limbs: inout [UInt64], by bits: Int) {
    let (whole, rest) = bits.quotientAndRemainder(dividingBy: 64)
    let count = limbs.count - whole
    for index in 0..<count {
      let above = index + 1 < count ? limbs[index + whole + 1] : 0
      // Smart shifts: a shift by 64 gives 0.
      limbs[index] = limbs[index + whole] >> UInt64(rest) | above << UInt64(64 - rest)
    }
    limbs.removeLast(whole)
    trim(&limbs)
  }

  /// - Precondition: `limbs` is not less than `other`.
  private static func subtract(_ other: [UInt64], from limbs: inout [UInt64]) {
    var borrow: UInt64 = 0
    for index in 0..<limbs.count {
      let subtrahend = index < other.count ? other[index] : 0
      let (partial, first) = limbs[index].subtractingReportingOverflow(subtrahend)
      let (total, second) = partial.subtractingReportingOverflow(borrow)
      limbs[index] = total
      borrow = (first ? 1 : 0) + (second ? 1 : 0)
    }
    assert(borrow == 0, "the smaller magnitude must be subtracted from the larger")
  }

  /// Divides by Knuth's algorithm D; the divisor has two or more limbs.
  private static func longDivide(_ dividend: [UInt64], by divisor: [UInt64]) -> (
    [UInt64], [UInt64]
  ) {
    let n = divisor.count
    let shift = divisor[n - 1].leadingZeroBitCount
    var v = shiftedLeft(divisor, by: shift)
    v.removeLast(v.count - n)
    var u = shiftedLeft(dividend, by: shift)
    while u.count < dividend.count + 1 { u.append(0) }
    var quotient = [UInt64](repeating: 0, count: dividend.count - n + 1)
    for j in quotient.indices.reversed() {
      var digit = estimatedDigit(u, v, at: j)
      if subtract(v, times: digit, from: &u, at: j) {
        digit &-= 1
        addBack(v, to: &u, at: j)
      }
      quotient[j] = digit
    }
    return (quotient, shiftedRight(Array(u[0..<n]), by: shift))
  }

  /// Returns the quotient digit of step D3, at most one too large.
  private static func estimatedDigit(_ u: [UInt64], _ v: [UInt64], at j: Int) -> UInt64 {
    let n = v.count
    let top = u[j + n]
    var digit: UInt64
    var rest: UInt64
    if top >= v[n - 1] {
      // The estimate would be the base itself, on which `dividingFullWidth` traps: start one lower.
      // The remainder is then `u[j + n - 1] + v[n - 1]`; from one base on, the test below always
      // holds.
      assert(top == v[n - 1], "the leading part of the dividend must be below the divisor")
      digit = UInt64.max
      let (sum, overflow) = u[j + n - 1].addingReportingOverflow(v[n - 1])
      if overflow { return digit }
      rest = sum
    } else {
      (digit, rest) = v[n - 1].dividingFullWidth((top, u[j + n - 1]))
    }
    while true {
      let (high, low) = digit.multipliedFullWidth(by: v[n - 2])
      if high < rest || (high == rest && low <= u[j + n - 2]) { return digit }
      digit -= 1
      let (sum, overflow) = rest.addingReportingOverflow(v[n - 1])
      if overflow { return digit }
      rest = sum
    }
  }

  /// Subtracts `v * digit` from `u` at `j` (step D4); true when the result is below zero.
  private static func subtract(
    _ v: [UInt64], times digit: UInt64, from u: inout [UInt64], at j: Int
  ) -> Bool {
    var carry: UInt64 = 0
    var borrow: UInt64 = 0
    for i in 0...v.count {
      let (high, low) = i < v.count ? v[i].multipliedFullWidth(by: digit) : (0, 0)
      let (product, overflow) = low.addingReportingOverflow(carry)
      carry = high &+ (overflow ? 1 : 0)
      let (partial, first) = u[j + i].subtractingReportingOverflow(product)
      let (total, second) = partial.subtractingReportingOverflow(borrow)
      u[j + i] = total
      borrow = (first ? 1 : 0) + (second ? 1 : 0)
    }
    return borrow > 0
  }

  /// Adds the divisor back after a digit that was one too large (step D6).
  private static func addBack(_ v: [UInt64], to u: inout [UInt64], at j: Int) {
    var carry: UInt64 = 0
    for i in 0..<v.count {
      let (partial, first) = u[j + i].addingReportingOverflow(v[i])
      let (total, second) = partial.addingReportingOverflow(carry)
      u[j + i] = total
      carry = (first ? 1 : 0) + (second ? 1 : 0)
    }
    u[j + v.count] = u[j + v.count] &+ carry
  }

  /// - Precondition: `0 <= bits < 64`.
  private static func shiftedRight(_ limbs: [UInt64], by bits: Int) -> [UInt64] {
    if bits == 0 { return limbs }
    var result = limbs
    for index in limbs.indices {
      let above = index + 1 < limbs.count ? limbs[index + 1] << UInt64(64 - bits) : 0
      result[index] = limbs[index] >> UInt64(bits) | above
    }
    return result
  }
}
