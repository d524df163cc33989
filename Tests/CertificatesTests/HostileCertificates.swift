// SPDX-License-Identifier: MIT

import Choices
import ExactNumerics
import JSON
import LayoutGenerators
import LinearModel
import Lowering
import Testing

@testable import Certificates
@testable import Judging

@Suite("Hostile certificates")
struct HostileCertificates {
  /// The system x == 3 (required), x == 5 (at 750).
  private var system: LinearSystem {
    var system = LinearSystem()
    let x = system.addVariable()
    system.addConstraint([.init(.one, x)], .equal, Rational(3))
    system.addConstraint([.init(.one, x)], .equal, Rational(5), strength: Strength(750))
    return system
  }

  private let names = ["a", "b"]

  private func text(
    rows: String = #"""
    {"name": "a", "terms": [[0, "1"]], "relation": "==", "constant": "3", "priority": 1000},
    {"name": "b", "terms": [[0, "1"]], "relation": "==", "constant": "5", "priority": 750}
    """#,
    status: String = "unique", point: String = #"["3"]"#, optimum: String = #""2""#,
    multipliers: String = #"[[0, "1"], [1, "-1"]]"#, tight: String = "[[0, 0]]"
  ) -> String {
    """
    {"layoutfuzzCertificate": 1, "variables": 1, "constraints": [\(rows)],
    "status": "\(status)", "point": \(point),
    "levels": [{"priority": 750, "optimum": \(optimum), "multipliers": \(multipliers), "higherLevels": []}],
    "uniqueness": {"closing": [], "closingLevels": ["0"], "live": [], "liveMultipliers": [], "tight": \(tight)}}
    """
  }

  private func message(_ text: String) -> String {
    do throws(JSONError) {
      let file = try CertificateFile(decoding: Array(text.utf8))
      switch CertificateVerifier.verdict(on: file, for: system, names: names) {
      case .proved(let claim): return "proved: \(claim)"
      case .rejected(let reason): return "rejected: \(reason)"
      }
    } catch {
      return "\(error.location.line):\(error.location.column): \(error.message)"
    }
  }

  @Test("a hand-made certificate is accepted, and names what it proves")
  func accepted() {
    #expect(message(text()) == "proved: optimal at priorities 1000 and 750; unique")
  }

  @Test("each text that is no certificate is refused with line and column")
  func malformed() {
    #expect(message("") == "1:1: expected a value, found the end of the text")
    #expect(message("<xml/>") == "1:1: expected a value, found '<'")
    #expect(message("[1]").hasPrefix("1:1: expected a certificate as an object, found an array"))
    #expect(message("{}").hasPrefix("1:1: expected the key \"layoutfuzzCertificate\""))
    #expect(message(text(status: "maybe")).hasPrefix("3:11: expected one of \"unique\""))
    #expect(message(text(point: "[]")) == "3:30: expected 1 fractions, found 0 elements")
    #expect(message(text(point: "[3]")) == "3:31: expected a fraction \"p/q\", found a number")
    #expect(
      message(text(point: #"["3/0"]"#)).hasPrefix("3:31: expected a fraction \"p/q\" of whole"))
    #expect(message(text(point: #"["1e9"]"#)).hasPrefix("3:31: expected a fraction"))
    #expect(message(text(point: #"["3", "3"]"#)) == "3:30: expected 1 fractions, found 2 elements")
    #expect(message(text(optimum: "\"2\", \"optimum\": \"2\"")).contains("is used twice"))
    #expect(
      message(text(multipliers: #"[[1, "-1"], [0, "1"]]"#)).contains(
        "expected a constraint after 1, found 0"))
    #expect(
      message(text(multipliers: #"[[2, "1"]]"#)).contains(
        "expected a constraint, a whole number from 0 to 1"))
    #expect(message(text(tight: "[]")).contains("found 0 elements"))
    #expect(message(text(status: "infeasible")).contains("unknown key \"point\""))
    #expect(
      message(String(repeating: "[", count: 100_000)) == "1:65: nested deeper than 64 levels")
    let digits = String(repeating: "9", count: 100_000)
    #expect(message(text(point: "[\"\(digits)\"]")).contains("100000 digits; at most 1200"))
  }

  @Test("well-formed certificates that prove nothing are rejected with the reason")
  func rejected() {
    #expect(
      message(text(point: #"["4"]"#))
        == "rejected: the layout violates the required constraint 0 'a'")
    #expect(
      message(text(optimum: #""1""#))
        == "rejected: the layout is off by 2 at priority 750, not by 1")
    #expect(
      message(text(multipliers: #"[[0, "2"], [1, "-1"]]"#))
        == "rejected: priority 750: the multipliers do not cancel variable 0")
    #expect(
      message(text(multipliers: #"[[0, "2"], [1, "-2"]]"#))
        == "rejected: priority 750 has a multiplier out of range at constraint 1 'b'")
    #expect(
      message(text(multipliers: "[]")) == "rejected: priority 750 proves the bound 0, not 2")
    #expect(
      message(text(tight: "[[1, 0]]"))
        == "rejected: constraint 1 'b' need not hold exactly in every optimal layout")
    #expect(
      message(
        text(
          rows: #"{"name": "a", "terms": [[0, "1"]], "relation": "==", "#
            + #""constant": "3", "priority": 1000}"#, multipliers: "[]"))
        == "rejected: it has 1 constraints, the case 2; it is the certificate of another case")
  }

  @Test("numbers that would take days to add are refused")
  func endlessSums() throws {
    // 400 fractions; their denominators are different powers of primes with 1,000 digits and more.
    let count = 400
    var system = LinearSystem()
    let x = system.addVariable()
    for _ in 0..<count {
      system.addConstraint([.init(.one, x)], .equal, .zero, strength: Strength(750))
    }
    let names = (0..<count).map { "c\($0)" }
    var random = SplitMix64(seed: 7)
    let entries = (0..<count).map { index in
      let digits = (0..<1000).map { _ in "\(random.next() % 9 + 1)" }.joined()
      return CertificateFile.Entry(index, Rational("1/\(digits)") ?? .one)
    }
    let level = CertificateFile.Level(
      priority: 750, optimum: .zero, multipliers: entries, higherLevels: [])
    let file = CertificateFile(
      variableCount: 1, rows: names.indices.map { .init($0, of: system, name: names[$0]) },
      claim: .feasible(.init(point: [.zero], levels: [level], others: .second([.one]))))
    let verdict = CertificateVerifier.verdict(
      on: file, for: system, names: names, work: WorkMeter.standard / 1000)
    #expect(verdict == .rejected("its numbers grow too large to be checked"))
  }

  @Test("a file that is cut short or has changed bytes is refused or rejected, and never traps")
  func damagedFiles() throws {
    let source = CaseSource(seed: 54)
    var random = SplitMix64(seed: 54)
    var read = 0
    for index in 0..<6 {
      let generated = try source.generate(index)
      let record = try CaseRunner(strategies: []).run(generated.layoutCase)
      let bytes = try #require(try record.certificate()).encoded
      for _ in 0..<20 {
        var damaged = bytes
        var position = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 4 {
        case 0: damaged.removeSubrange(position...)
        case 1: damaged[position] = UInt8(truncatingIfNeeded: random.next())
        default:
          // With another digit most files can be read.
          let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
          position = digits[position % digits.count]
          damaged[position] = 0x30 + UInt8(random.next() % 10)
        }
        guard let file = try? CertificateFile(decoding: damaged) else { continue }
        read += 1
        let verdict = CertificateVerifier.verdict(
          on: file, for: record.lowered.system, names: record.lowered.constraintNames)
        // Another witness or multiplier may prove the same result, and a digit may leave the same
        // number, as in "-0".
        guard case .proved = verdict else { continue }
        let same = try CertificateFile(decoding: bytes)
        #expect(
          verdict
            == CertificateVerifier.verdict(
              on: same, for: record.lowered.system, names: record.lowered.constraintNames),
          "case \(index), byte \(position)")
        #expect(optima(file) == optima(same), "case \(index), byte \(position)")
      }
    }
    #expect(read >= 12, "\(read)")
  }

  private func optima(_ file: CertificateFile) -> [Rational] {
    guard case .feasible(let optimum) = file.claim else { return [] }
    return optimum.levels.map(\.optimum)
  }
}
