// SPDX-License-Identifier: MIT

import CaseFormats
import CorpusStore
import Foundation

/// A campaign cut into shards that run anywhere, in any order, more than once: `DIR/plan.json`.
///
/// A shard is a range of cases, and case k depends on the seed and on k only, so the shards come to the same together
/// however many there are.
package struct CampaignPlan: Sendable {
  /// The most shards of a plan.
  package static let shardsMax = 1_000_000

  package let directory: String
  package let settings: CampaignSettings
  package let shards: Int
  /// Tells results of this plan from those of others.
  let hash: String
  /// What no case has come to.
  let empty: CaseBatch
  private let batchCount: Int

  /// Why a folder has no usable plan.
  package enum PlanError: Error, Sendable {
    case missing
    case unreadable(code: Int32)
    case damaged(String)
    /// Another plan is there already.
    case other
    case cannotWrite(WriteError)
  }

  private init(_ directory: String, _ settings: CampaignSettings, shards: Int) {
    self.directory = directory
    var settings = settings
    settings.outputFolder = directory
    self.settings = settings
    self.shards = shards
    let runner = BatchRunner(settings)
    empty = runner.emptyBatch
    batchCount = runner.batchCount ?? 0
    hash = ContentHash.text(JSONWriter.line(Self.json(settings, shards)))
  }

  private static func json(_ settings: CampaignSettings, _ shards: Int) -> JSONValue {
    ["campaign": settings.identity, "shards": .number(shards)]
  }

  private static func path(_ directory: String) -> String { "\(directory)/plan.json" }

  /// Writes the plan of a campaign with a number of cases into a folder that has none, or the same one.
  package static func make(
    _ settings: CampaignSettings, shards: Int, in directory: String
  ) throws(PlanError) -> CampaignPlan {
    precondition(settings.caseCount != nil && (1...shardsMax).contains(shards))
    let plan = CampaignPlan(directory, settings, shards: shards)
    do throws(PlanError) {
      guard try load(directory).hash == plan.hash else { throw PlanError.other }
      return plan
    } catch .missing {
      try plan.write()
      return plan
    }
  }

  private func write() throws(PlanError) {
    do throws(WriteError) {
      try FindingStore.makeFolders(["results", "progress"], in: directory)
      try SealedFile.write(Self.json(settings, shards), to: Self.path(directory))
    } catch {
      throw .cannotWrite(error)
    }
  }

  package static func load(_ directory: String) throws(PlanError) -> CampaignPlan {
    let value: JSONValue
    do throws(SealedFile.Problem) {
      value = try SealedFile.read(path(directory))
    } catch {
      switch error {
      case .missing: throw .missing
      case .unreadable(let code): throw .unreadable(code: code)
      case .damaged(let problem): throw .damaged(problem)
      }
    }
    do throws(JSONError) {
      let reader = try JSONObjectReader(value, "a plan", keys: ["campaign", "shards"])
      let settings = try CampaignSettings(identity: try reader.required("campaign"))
      let shards = try reader.required("shards").requiredIndex("a number of shards")
      guard (1...shardsMax).contains(shards), settings.caseCount != nil else {
        throw value.error("expected 1 to \(shardsMax) shards and a number of cases")
      }
      return CampaignPlan(directory, settings, shards: shards)
    } catch {
      throw .damaged(error.message)
    }
  }

  /// The batches of a shard; none when there are more shards than batches.
  func batches(of shard: Int) -> Range<Int> {
    batchCount * shard / shards..<batchCount * (shard + 1) / shards
  }

  // MARK: - Results

  func resultPath(_ shard: Int) -> String { "\(directory)/results/shard-\(shard).json" }

  func progressPath(_ shard: Int) -> String { "\(directory)/progress/shard-\(shard).json" }

  /// What cases of a shard came to, as it is kept.
  func sealed(_ batch: CaseBatch, shard: Int, batches: Int) -> JSONValue {
    [
      "plan": .string(hash), "shard": .number(shard), "batches": .number(batches),
      "cases": batch.json,
    ]
  }

  /// What was kept of a shard; nil when there is nothing of this plan that can be used.
  func kept(_ path: String, shard: Int) -> (batch: CaseBatch, batches: Int)? {
    guard let value = try? SealedFile.read(path),
      let reader = try? JSONObjectReader(
        value, "a shard", keys: ["plan", "shard", "batches", "cases"]),
      reader["plan"]?.string == hash, reader["shard"]?.int == shard,
      let batches = reader["batches"]?.int, (0...self.batches(of: shard).count).contains(batches),
      let cases = reader["cases"],
      let batch = try? CaseBatch(cases, empty: empty)
    else { return nil }
    return (batch, batches)
  }

  /// The result of a shard; nil when it is not done.
  func result(of shard: Int) -> CaseBatch? {
    guard let kept = kept(resultPath(shard), shard: shard),
      kept.batches == batches(of: shard).count || kept.batch.internalError != nil
    else { return nil }
    return kept.batch
  }

  /// The shards without a valid result, in order.
  package var missing: [Int] { (0..<shards).filter { result(of: $0) == nil } }

  /// Those of them that have begun somewhere.
  package func begun(among missing: [Int]) -> [Int] {
    missing.filter { access(progressPath($0), F_OK) == 0 }
  }
}
