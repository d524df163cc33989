// SPDX-License-Identifier: MIT

import CaseFormats
import Certificates
import Choices
import Foundation
import Laws
import Testing

@testable import FuzzTargets
@testable import Judging

/// Checks the targets of libFuzzer without libFuzzer.
@Suite("Fuzz targets")
struct FuzzTargetTests {
  private static let corpus = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Corpus")

  /// Returns the files of a folder of the corpus, by name.
  private static func inputs(_ folder: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = corpus.appendingPathComponent(folder)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
      (name, Array(try Data(contentsOf: folder.appendingPathComponent(name))))
    }
  }

  @Test("every stored input runs without a complaint", arguments: FuzzTarget.allCases)
  func storedInputs(target: FuzzTarget) throws {
    let inputs = try Self.inputs("libfuzzer/\(target.rawValue)")
    #expect(!inputs.isEmpty)
    var accepted = 0
    for (name, bytes) in inputs {
      let outcome = target.run(bytes)
      if case .broken(let problem) = outcome { Issue.record("\(target) \(name): \(problem)") }
      if outcome == .accepted { accepted += 1 }
    }
    // Otherwise the inputs would cover only refusals.
    #expect(accepted > 0)
  }

  /// A case with a fraction and with margins.
  private static let smallCase = """
    {
      "layoutfuzz": 1,
      "environment": {"size": [100, 100]},
      "views": [
        {"id": "root"},
        {"id": "v1", "parent": "root", "margins": [1, 2, 3, 4]}
      ],
      "constraints": [
        {"id": "c1", "first": "v1.width", "relation": "==", "second": "root.width", "multiplier": "1/3"}
      ]
    }
    """

  @Test("a fault in reading a written file is found by the readers")
  func faultsOfReading() throws {
    func isBroken(_ target: FuzzTarget, _ bytes: [UInt8], _ fault: ImportFault) -> Bool {
      if case .broken = target.run(bytes, in: LawWorld(fault: .importing(fault))) { return true }
      return false
    }
    let small = Array(Self.smallCase.utf8)
    #expect(FuzzTarget.caseFile.run(small) == .accepted)
    #expect(isBroken(.caseFile, small, .fractionsRounded))
    #expect(isBroken(.caseFile, small, .insetsClockwise))
    let formats = Array(
      "size 100x100\nview a 9x9\nview b 9x9\nH:|-(>=8@750)-[a]-4-[b]\nV:|-2-[a]\n".utf8)
    #expect(FuzzTarget.visualFormat.run(formats) == .accepted)
    #expect(isBroken(.visualFormat, formats, .formatPriorityLost))
    let banner = try #require(try Self.inputs("documents").first).bytes
    #expect(FuzzTarget.interfaceBuilder.run(banner) == .accepted)
    #expect(isBroken(.interfaceBuilder, banner, .ownerIsRoot))
  }

  @Test("certificates of generated cases are accepted, and a proof of another result is reported")
  func certificates() throws {
    let source = CaseSource(seed: 31)
    var reported = 0
    for index in 0..<12 {
      let record = try CaseRunner(strategies: []).run(try source.generate(index).layoutCase)
      let file = try #require(try record.certificate())
      #expect(FuzzTarget.certificate.run(file.encoded) == .accepted, "seed 31, case \(index)")
      let system = FuzzTarget.system(of: file)
      #expect(system == record.lowered.system, "seed 31, case \(index)")
      let lie: ProvedClaim
      switch file.claim {
      case .infeasible: continue
      case .feasible(let optimum):
        let isUnique = if case .none = optimum.others { true } else { false }
        lie = .optimal(hasRequired: true, priorities: [], isUnique: !isUnique)
      }
      let outcome = FuzzTarget.outcome(of: lie, file, system)
      // Beyond the limit of the exact solver there is no verdict.
      if file.variableCount > 24 { continue }
      #expect(outcome != .accepted, "seed 31, case \(index)")
      reported += 1
    }
    #expect(reported >= 3, "\(reported)")
  }

  @Test("no bytes trap a reader", arguments: FuzzTarget.allCases)
  func randomBytes(target: FuzzTarget) {
    let seed: UInt64 = 20_261_122
    var random = SplitMix64(seed: seed)
    for round in 0..<(target == .pipeline ? 12 : 200) {
      let bytes = (0..<Int(random.next() % 300)).map { _ in UInt8(truncatingIfNeeded: random.next())
      }
      if case .broken(let problem) = target.run(bytes) {
        Issue.record("seed \(seed), round \(round): \(problem)")
      }
    }
  }
}
