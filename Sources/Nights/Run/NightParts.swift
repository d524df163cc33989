// SPDX-License-Identifier: MIT

import CampaignEngine
import Clocks
import CorpusStore
import Digests
import RegularFiles
import ToolSupport

/// The parts of the random cases of a night that are done, each with its record in a file of its
/// own, until all are one record.
struct NightParts {
  private let folder: String
  /// The results of the parts in order.
  private(set) var done: [NightFuzz]

  /// The largest number of parts: the tool's own strategies, solvers and engines.
  private static let countMax = 3

  /// The names of the files of the records.
  static let fileNames = (0..<countMax).map { "campaign-\($0).json" }

  /// - Parameters:
  ///   - folder: the folder of the night.
  ///   - done: the results of the parts that are done.
  init(folder: String, done: [NightFuzz]) {
    self.folder = folder
    self.done = done
  }

  /// Stores the record of the next part.
  mutating func add(_ part: NightPart) throws(WriteError) {
    try AtomicFile.write(part.record.encoded, to: "\(folder)/\(Self.fileNames[done.count])")
    done.append(part.fuzz)
  }

  /// The results of all parts that are done.
  var fuzz: NightFuzz {
    NightFuzz(
      sightings: done.flatMap(\.sightings), costs: done.flatMap(\.costs),
      minimizingNanoseconds: done.reduce(0) { $0.later(by: $1.minimizingNanoseconds) })
  }

  /// The time that the parts took.
  var nanoseconds: UInt64 {
    get throws(CommandFailure) { try records.reduce(0) { $0.later(by: $1.nanoseconds) } }
  }

  /// The record of all parts together.
  ///
  /// - Precondition: at least one part is done.
  var record: CampaignRecord {
    get throws(CommandFailure) {
      let records = try records
      var whole = records[0]
      for record in records.dropFirst() { whole.append(record) }
      return whole
    }
  }

  private var records: [CampaignRecord] {
    get throws(CommandFailure) {
      var records: [CampaignRecord] = []
      for name in Self.fileNames.prefix(done.count) {
        let path = "\(folder)/\(name)"
        do {
          records.append(try CampaignRecord(decoding: try RegularFile.read(path)))
        } catch {
          throw .badInput(
            at: path, "cannot be read: \(error); fix: remove \(folder) to start the night again")
        }
      }
      return records
    }
  }
}

extension CampaignRecord {
  /// Adds the record of another campaign of the same night.
  ///
  /// The digest becomes that of both digests.
  mutating func append(_ other: CampaignRecord) {
    cases += other.cases
    digest = ContentHash.text((digest + other.digest).utf8)
    nanoseconds = nanoseconds.later(by: other.nanoseconds)
    profiles += other.profiles
    strategies += other.strategies
    laws += other.laws
    discards += other.discards
    undecided += other.undecided
    occurrences += other.occurrences
    health += other.health
    warnings += other.warnings
    internalFailures += other.internalFailures
    unjudged += other.unjudged
  }
}
