// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import Foundation
import JSON
import Supervision

/// A campaign divided into shards, which run on any machine, in any order, even more than once:
/// `DIR/plan.json`.
///
/// A shard is a range of cases. Case k depends only on the seed and on k, so the merged result is
/// the same for any number of shards.
package struct CampaignPlan: Sendable {
  /// The most shards of a plan.
  package static let shardsMax = 1_000_000

  package let directory: String
  package let settings: CampaignSettings
  package let shards: Int
  /// The limits of cases.
  ///
  /// A hang is a result like others, so they are the same for all shards.
  package let limits: WorkerLimits
  /// The identity of the build that runs all shards, since other builds may have other results.
  package let build: String
  /// The hash that distinguishes results of this plan from those of others.
  package let hash: String
  /// The counts of no cases.
  let empty: CaseBatch
  private let batchCount: Int

  /// The reason why a folder has no usable plan.
  package enum PlanError: Error, Sendable {
    case missing
    case unreadable(code: Int32)
    case damaged(String)
    /// Another plan is there already.
    case other
    /// The same plan is there already, written by another build of the tool.
    case otherBuild
    case cannotWrite(WriteError)
  }

  private init(
    _ directory: String, _ settings: CampaignSettings, _ limits: WorkerLimits, shards: Int,
    build: String
  ) {
    self.directory = directory
    self.limits = limits
    self.build = build
    var settings = settings
    settings.outputFolder = directory
    self.settings = settings
    self.shards = shards
    let runner = BatchRunner(settings)
    empty = runner.emptyBatch
    batchCount = runner.batchCount ?? 0
    hash = ContentHash.text(
      JSONWriter.line(Self.json(settings, limits, shards: shards, build: build)))
  }

  private static let schema = 1
  private static let keys = [
    "plan", "build", "campaign", "shards", "caseNanoseconds", "memoryBytes",
  ]

  private static func json(
    _ settings: CampaignSettings, _ limits: WorkerLimits, shards: Int, build: String
  ) -> JSONValue {
    [
      "plan": .number(schema), "build": .string(build), "campaign": settings.identity,
      "shards": .number(shards), "caseNanoseconds": .number(limits.caseNanoseconds),
      "memoryBytes": .number(limits.memoryBytes),
    ]
  }

  private static func path(_ directory: String) -> String { "\(directory)/plan.json" }

  /// Writes the plan of a campaign with a number of cases into a folder that has no plan, or the
  /// same one.
  package static func make(
    _ settings: CampaignSettings, limits: WorkerLimits = WorkerLimits(), shards: Int,
    build: String, in directory: String
  ) throws(PlanError) -> CampaignPlan {
    precondition(settings.caseCount != nil && (1...shardsMax).contains(shards))
    let plan = CampaignPlan(directory, settings, limits, shards: shards, build: build)
    do throws(PlanError) {
      let there = try load(directory)
      if there.hash == plan.hash { return plan }
      let ours = CampaignPlan(directory, settings, limits, shards: shards, build: there.build)
      throw there.hash == ours.hash ? PlanError.otherBuild : .other
    } catch .missing {
      try plan.write()
      return plan
    }
  }

  private func write() throws(PlanError) {
    do throws(WriteError) {
      try FindingStore.makeFolders(["results", "progress", "attempts"], in: directory)
      try SealedFile.write(
        Self.json(settings, limits, shards: shards, build: build), to: Self.path(directory))
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
      let reader = try JSONObjectReader(value, "a plan", keys: keys)
      let version = try reader.required("plan")
      guard version.int == schema else { throw version.error("expected plan \(schema)") }
      let settings = try CampaignSettings(identity: try reader.required("campaign"))
      let limits = WorkerLimits(
        caseNanoseconds: UInt64(
          try reader.required("caseNanoseconds").requiredIndex("a time for a case")),
        memoryBytes: try reader.required("memoryBytes").requiredIndex("a number of bytes"))
      let shards = try reader.required("shards").requiredIndex("a number of shards")
      guard (1...shardsMax).contains(shards), settings.caseCount != nil else {
        throw value.error("expected 1 to \(shardsMax) shards and a number of cases")
      }
      return CampaignPlan(
        directory, settings, limits, shards: shards,
        build: try reader.required("build").requiredString("the hash of a build"))
    } catch {
      throw .damaged(error.message)
    }
  }

  /// Returns the batches of a shard; none when there are more shards than batches.
  func batches(of shard: Int) -> Range<Int> {
    batchCount * shard / shards..<batchCount * (shard + 1) / shards
  }

  // MARK: - Results

  func resultPath(_ shard: Int) -> String { "\(directory)/results/shard-\(shard).json" }

  func progressPath(_ shard: Int) -> String { "\(directory)/progress/shard-\(shard).json" }

  /// Returns the results of cases of a shard, as they are stored.
  func sealed(_ batch: CaseBatch, shard: Int, batches: Int) -> JSONValue {
    [
      "plan": .string(hash), "shard": .number(shard), "batches": .number(batches),
      "cases": batch.json,
    ]
  }

  /// Returns the stored results of a shard; nil without usable ones of this plan.
  func kept(_ path: String, shard: Int) -> (batch: CaseBatch, batches: Int)? {
    guard (0..<shards).contains(shard), let value = try? SealedFile.read(path),
      let reader = try? JSONObjectReader(
        value, "a shard", keys: ["plan", "shard", "batches", "cases"]),
      reader["plan"]?.string == hash, reader["shard"]?.int == shard,
      let batches = reader["batches"]?.int, (0...self.batches(of: shard).count).contains(batches),
      let cases = reader["cases"],
      let batch = try? CaseBatch(cases, empty: empty)
    else { return nil }
    return (batch, batches)
  }

  /// Returns the result of a shard; nil when it is not done.
  func result(of shard: Int) -> CaseBatch? {
    guard let kept = kept(resultPath(shard), shard: shard),
      kept.batches == batches(of: shard).count || kept.batch.internalError != nil
    else { return nil }
    return kept.batch
  }

  package func hasResult(of shard: Int) -> Bool { result(of: shard) != nil }

  /// The shards without a valid result, in order.
  package var missing: [Int] { (0..<shards).filter { !hasResult(of: $0) } }

  // MARK: - Duplicates

  private static let differingMark = ".differs-"

  /// Returns the path for a result of a shard that differs from an existing one.
  func differingPath(_ shard: Int, _ batch: CaseBatch) -> String {
    "\(directory)/results/shard-\(shard)\(Self.differingMark)\(ContentHash.text(JSONWriter.line(batch.json))).json"
  }

  /// The shards with more than one result.
  package var contradictedShards: [Int] {
    let folder = "\(directory)/results"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let shards = names.compactMap { name -> Int? in
      guard name.begins(with: "shard-"), name.ends(with: ".json"),
        let mark = name.firstRange(of: Self.differingMark),
        let shard = Int(name[..<mark.lowerBound].dropFirst("shard-".count)),
        kept("\(folder)/\(name)", shard: shard) != nil
      else { return nil }
      return shard
    }
    return Set(shards).sorted()
  }
}
