// SPDX-License-Identifier: MIT

import Testing

@testable import ExactNumerics

@Suite("BigInt has the properties of the integers")
struct BigIntProperties {
  @Test("quotient times divisor plus remainder is the dividend", arguments: 0..<4)
  func division(block: UInt64) {
    var numbers = RandomNumbers(seed: block)
    var divided = 0
    for round in 0..<400 {
      let dividend = numbers.big(limbs: 7)
      let divisor = numbers.big(limbs: 4)
      if divisor.isZero { continue }
      divided += 1
      let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
      let text = "seed \(block), round \(round): \(dividend) / \(divisor)"
      #expect(quotient * divisor + remainder == dividend, "\(text)")
      #expect(remainder.absoluteValue < divisor.absoluteValue, "\(text)")
      #expect(remainder.isZero || remainder.isNegative == dividend.isNegative, "\(text)")
    }
    #expect(divided > 280, "\(divided)")
  }

  @Test("a product with an addend below the divisor divides back")
  func constructedDivision() {
    var numbers = RandomNumbers(seed: 11)
    var divided = 0
    for round in 0..<800 {
      let divisor = numbers.big(limbs: 4).absoluteValue
      if divisor.isZero { continue }
      divided += 1
      let quotient = numbers.big(limbs: 4).absoluteValue
      // The largest remainder is the worst case of the digit estimates.
      let remainder =
        numbers.below(2) == 0 ? divisor - .one : numbers.big(limbs: 3).absoluteValue % divisor
      let result = (quotient * divisor + remainder).quotientAndRemainder(dividingBy: divisor)
      #expect(result.quotient == quotient && result.remainder == remainder, "round \(round)")
    }
    #expect(divided > 580, "\(divided)")
  }

  @Test("every pair of limb patterns at the edges divides back")
  func edgeLimbs() {
    let edges: [UInt64] = [0, 1, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, UInt64.max - 1, UInt64.max]
    for a in edges {
      for b in edges {
        for c in edges {
          let dividend = BigInt(isNegative: false, magnitude: [a, b, c, a])
          for top in edges where top != 0 {
            let divisor = BigInt(isNegative: false, magnitude: [b, top])
            let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
            #expect(quotient * divisor + remainder == dividend)
            #expect(remainder < divisor)
          }
        }
      }
    }
  }

  @Test("sums and products obey the ring laws")
  func ringLaws() {
    var numbers = RandomNumbers(seed: 21)
    for round in 0..<400 {
      let a = numbers.big(limbs: 4)
      let b = numbers.big(limbs: 4)
      let c = numbers.big(limbs: 3)
      #expect(a + b == b + a && a * b == b * a, "round \(round)")
      #expect(a * (b + c) == a * b + a * c, "round \(round)")
      #expect((a - b) + b == a && a - a == .zero, "round \(round)")
      #expect((a < b) == ((a - b).signum < 0), "round \(round)")
    }
  }

  @Test("after division by the greatest common divisor the numbers are coprime")
  func greatestCommonDivisors() {
    var numbers = RandomNumbers(seed: 31)
    var divided = 0
    for round in 0..<100 {
      let common = numbers.big(limbs: 2).absoluteValue
      let a = numbers.big(limbs: 2) * common
      let b = numbers.big(limbs: 2) * common
      let divisor = BigInt.gcd(a, b)
      if divisor.isZero {
        #expect(a.isZero && b.isZero)
        continue
      }
      divided += 1
      #expect(a % divisor == .zero && b % divisor == .zero, "round \(round)")
      #expect(common.isZero || divisor % common == .zero, "round \(round)")
      #expect(BigInt.gcd(a / divisor, b / divisor) == .one, "round \(round)")
    }
    #expect(divided > 50, "\(divided)")
  }

  @Test("the greatest common divisor equals Euclid's for all lengths and powers of two")
  func greatestCommonDivisorsByDivision() {
    var numbers = RandomNumbers(seed: 35)
    for round in 0..<300 {
      let common = numbers.big(limbs: 3) << numbers.below(200)
      let a = numbers.big(limbs: 12) * common
      let b = (numbers.big(limbs: 5) << numbers.below(70)) * common
      var (divisor, rest) = (a.absoluteValue, b.absoluteValue)
      while !rest.isZero { (divisor, rest) = (rest, divisor % rest) }
      #expect(BigInt.gcd(a, b) == divisor, "round \(round): \(a) and \(b)")
      #expect(BigInt.gcd(b, a) == divisor, "round \(round): \(b) and \(a)")
    }
  }

  @Test("equal values are equal however they are computed, also at the edge of 64 bits")
  func representations() {
    let edges = [0, 1, 2, Int64.max - 1, Int64.max, .min, .min + 1, -1].map { BigInt($0) }
    let beyond = edges + [BigInt.one << 63, BigInt.one << 64, -(BigInt.one << 63)]
    for a in beyond {
      #expect(BigInt(isNegative: a.isNegative, magnitude: a.magnitude + [0, 0]) == a)
      #expect((a.limbs == nil) == (a.bitWidth < 64), "\(a)")
      #expect(a.limbCount == a.magnitude.count && (-(-a)) == a, "\(a)")
      for b in beyond {
        let text = "\(a) and \(b)"
        #expect((a + b) - b == a && (a - b) + b == a, "\(text)")
        #expect((a < b) == ((b - a).signum > 0), "\(text)")
        if b.isZero { continue }
        #expect((a * b) / b == a && ((a * b) % b).isZero, "\(text)")
        let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
        #expect(quotient * b + remainder == a && remainder.absoluteValue < b.absoluteValue)
        let fraction = Rational(a, b)
        #expect(fraction.numerator * b == fraction.denominator * a, "\(text)")
      }
    }
  }

  @Test("parsing decimal digits restores the number", arguments: 0..<2)
  func decimals(block: UInt64) {
    var numbers = RandomNumbers(seed: 40 + block)
    for _ in 0..<400 {
      let value = numbers.big(limbs: 5)
      #expect(BigInt(value.description) == value)
    }
    for text in ["", "-", "+1", "1 ", "0x1", "１"] { #expect(BigInt(text) == nil, "\(text)") }
    #expect(BigInt("-0") == .zero)
    #expect(BigInt("-000123")?.description == "-123")
    #expect((BigInt.one << 64).description == "18446744073709551616")
    #expect((BigInt.one << 127).description == "170141183460469231731687303715884105728")
    let tenToNineteen = BigInt("10000000000000000000")
    #expect(tenToNineteen?.description == "10000000000000000000")
  }

  @Test("values that fit in 64 bits agree with Int64")
  func smallValues() {
    var numbers = RandomNumbers(seed: 51)
    for _ in 0..<400 {
      let a = numbers.small()
      let b = numbers.small()
      #expect(BigInt(a).int64 == a)
      let (sum, overSum) = a.addingReportingOverflow(b)
      #expect((BigInt(a) + BigInt(b)).int64 == (overSum ? nil : sum))
      let (product, overProduct) = a.multipliedReportingOverflow(by: b)
      #expect((BigInt(a) * BigInt(b)).int64 == (overProduct ? nil : product))
      #expect((BigInt(a) < BigInt(b)) == (a < b))
      #expect(BigInt(a).description == a.description)
    }
    #expect(BigInt(Int64.min).int64 == Int64.min)
    #expect((BigInt(Int64.min) - .one).int64 == nil)
    #expect((-BigInt(Int64.min)).int64 == nil)
  }

  @Test("residues are the non-negative remainders")
  func residues() {
    var numbers = RandomNumbers(seed: 61)
    for _ in 0..<500 {
      let value = numbers.big(limbs: 3)
      let modulus = numbers.word() >> 33 | 1
      let residue = BigInt(Int64(value.residue(modulo: modulus)))
      #expect(((value - residue) % BigInt(Int64(modulus))).isZero)
      #expect(residue < BigInt(Int64(modulus)) && !residue.isNegative)
    }
  }
}
