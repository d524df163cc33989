// SPDX-License-Identifier: MIT

import CorpusStore
import Digests
import Foundation
import JSON

/// A campaign divided into shards, which run on any machine, in any order, even more than once:
/// `DIR/plan.json`.
///
/// A shard is a range of cases. Case k depends only on the seed and on k, so the merged result is
/// the same for any number of shards.
package struct ShardPlan<Work: ShardedWork>: Sendable {
  package typealias PlanError = ShardPlanError

  /// The most shards of a plan.
  package static var shardsMax: Int { 1_000_000 }

  package let directory: String
  package let work: Work
  package let shards: Int
  /// The identity of the build that runs all shards, since other builds may have other results.
  package let build: String
  /// The hash that distinguishes results of this plan from those of others.
  package let hash: String
  /// The results of no cases.
  let empty: Work.Batch
  private let batchCount: Int

  private init(_ directory: String, _ work: Work, shards: Int, build: String) {
    self.directory = directory
    self.build = build
    self.work = work
    self.shards = shards
    empty = work.emptyBatch
    batchCount = work.batchCount ?? 0
    hash = ContentHash.text(JSONWriter.line(Self.json(work, shards: shards, build: build)))
  }

  private static var schema: Int { 1 }
  private static var keys: [String] {
    ["plan", "build", Work.member, "shards"] + Work.limitKeys
  }

  private static func json(_ work: Work, shards: Int, build: String) -> JSONValue {
    .object(
      [
        .init(key: "plan", value: .number(schema)), .init(key: "build", value: .string(build)),
        .init(key: Work.member, value: work.identity),
        .init(key: "shards", value: .number(shards)),
      ] + work.limits)
  }

  /// Writes the plan of a campaign with a number of cases into a folder that has no plan, or the
  /// same one.
  package static func make(
    _ work: Work, shards: Int, build: String, in directory: String
  ) throws(PlanError) -> ShardPlan {
    precondition(work.batchCount != nil && (1...shardsMax).contains(shards))
    let plan = ShardPlan(directory, work, shards: shards, build: build)
    let file: PlanFile
    do throws(PlanError) {
      file = try PlanFile(in: directory)
    } catch .missing {
      try plan.write()
      return plan
    }
    guard file.has(Work.member) else { throw .other }
    let there = try ShardPlan(file)
    if there.hash == plan.hash { return plan }
    let ours = ShardPlan(directory, work, shards: shards, build: there.build)
    throw there.hash == ours.hash ? PlanError.otherBuild : .other
  }

  private func write() throws(PlanError) {
    do throws(WriteError) {
      try FindingStore.makeFolders(["results", "progress", "attempts"], in: directory)
      try SealedFile.write(
        Self.json(work, shards: shards, build: build), to: PlanFile.path(directory))
    } catch {
      throw .cannotWrite(error)
    }
  }

  /// Returns the plan in a folder.
  ///
  /// - Throws: when the folder has no plan, or a damaged one.
  package static func load(_ directory: String) throws(PlanError) -> ShardPlan {
    try ShardPlan(try PlanFile(in: directory))
  }

  /// Reads the content of a file.
  package init(_ file: PlanFile) throws(PlanError) {
    let value = file.value
    do throws(JSONError) {
      let reader = try JSONObjectReader(value, "a plan", keys: Self.keys)
      let version = try reader.required("plan")
      guard version.int == Self.schema else {
        throw version.error("expected plan \(Self.schema)")
      }
      let work = try Work(ofPlan: reader)
      let shards = try reader.required("shards").requiredIndex("a number of shards")
      guard (1...Self.shardsMax).contains(shards), work.batchCount != nil else {
        throw value.error("expected 1 to \(Self.shardsMax) shards and a number of cases")
      }
      self.init(
        file.directory, work, shards: shards,
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
  func sealed(_ batch: Work.Batch, shard: Int, batches: Int) -> JSONValue {
    [
      "plan": .string(hash), "shard": .number(shard), "batches": .number(batches),
      "cases": batch.json,
    ]
  }

  /// Returns the stored results of a shard; nil without usable ones of this plan.
  func kept(_ path: String, shard: Int) -> (batch: Work.Batch, batches: Int)? {
    guard (0..<shards).contains(shard), let value = try? SealedFile.read(path),
      let reader = try? JSONObjectReader(
        value, "a shard", keys: ["plan", "shard", "batches", "cases"]),
      reader["plan"]?.string == hash, reader["shard"]?.int == shard,
      let batches = reader["batches"]?.int, (0...self.batches(of: shard).count).contains(batches),
      let cases = reader["cases"],
      let batch = try? Work.batch(cases, empty: empty)
    else { return nil }
    return (batch, batches)
  }

  /// Returns the result of a shard; nil when it is not done.
  func result(of shard: Int) -> Work.Batch? {
    guard let kept = kept(resultPath(shard), shard: shard),
      kept.batches == batches(of: shard).count || kept.batch.internalErrorMessage != nil
    else { return nil }
    return kept.batch
  }

  /// Whether a shard has a valid result of this plan on disk.
  package func hasResult(of shard: Int) -> Bool { result(of: shard) != nil }

  /// The shards without a valid result, in order.
  package var missing: [Int] { (0..<shards).filter { !hasResult(of: $0) } }

  // MARK: - Duplicates

  private static var differingMark: String { ".differs-" }

  /// Returns the path for a result of a shard that differs from an existing one.
  func differingPath(_ shard: Int, _ batch: Work.Batch) -> String {
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
