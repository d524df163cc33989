// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Display
import Judging
import LayoutGenerators
import LayoutModel
import LinearModel
import Oracles
import ToolSupport

/// A case on disk, with its finding if it has one.
package struct StoredCase {
  package let path: String
  package let layoutCase: LayoutCase
  private let finding: FindingRecord?

  /// Reads a case file, and its finding if it is in the folder of one.
  ///
  /// - Parameters:
  ///   - path: the path of a case file or document.
  ///   - scope: the screen of a document, by id or name.
  /// - Returns: the case, with the finding of its folder.
  /// - Throws: `.badInput` with the place in the file and the expected text.
  package static func load(
    _ path: String, scope: String? = nil
  ) throws(CommandFailure) -> StoredCase {
    let (folder, name) = PathText.split(path)
    guard name == "case.json", InputFiles.fileExists("\(folder)/finding.json") else {
      let loaded = try LoadedCase.single(path, scope: scope)
      return StoredCase(path: path, layoutCase: loaded.layoutCase, finding: nil)
    }
    do throws(LoadError) {
      let loaded = try FindingStore.load(path: folder)
      return StoredCase(path: path, layoutCase: loaded.layoutCase, finding: loaded.record)
    } catch {
      throw .badInput("\(error)")
    }
  }

  /// Returns the finding of a case at a path, with its folder; nil for a case without a finding.
  ///
  /// - Throws: `.badInput` as `load` does.
  package static func finding(
    at path: String
  ) throws(CommandFailure) -> (record: FindingRecord, folder: String)? {
    try load(path).finding.map { ($0, PathText.split(path).folder) }
  }

  /// The accused strategy of a finding whose folder contains this case as another file, as
  /// `original.json`; nil for other cases.
  var strategyBeside: String? {
    let (folder, name) = PathText.split(path)
    guard finding == nil, name != "case.json", InputFiles.fileExists("\(folder)/finding.json")
    else { return nil }
    return (try? FindingStore.load(path: folder))?.record?.accused.name
  }

  /// The kind of verdict of the finding; nil for a case without one.
  package var verdict: String? { finding?.verdict.name }

  /// The wrong strategy and its failure, for a case with a finding.
  package var failure: FailureIdentity? {
    finding?.failure
  }

  /// The kind of the case on which the failure was first found.
  package var profile: String? { finding?.profile }

  /// The seed of the campaign; nil when unknown.
  private var campaignSeed: UInt64? { finding?.seed }

  /// The index of the case in its campaign; nil when unknown.
  package var caseIndex: Int? { finding?.caseIndex }

  /// The strategy or part that ends its process, and its failure, for such a finding.
  package var ending: FailureIdentity? {
    failure.flatMap { $0.verdict.endsProcess ? $0 : nil }
  }

  /// The same for a part of the tool, which gives no answer.
  package var endingOfPart: FailureIdentity? {
    ending.flatMap { Strategy.named($0.accused.name) == nil ? $0 : nil }
  }

  /// Returns the law that the finding reports as broken; nil for other findings and for cases
  /// without one.
  ///
  /// - Throws: `.badInput` when there is no such law.
  package func law() throws(CommandFailure) -> LawCheck? {
    guard let finding, let failure, failure.verdict.law != nil else { return nil }
    if let law = LawCheck(failure) { return law }
    throw .badInput(
      at: path, "the finding is '\(finding.verdict)' of '\(finding.accused)', which is unknown")
  }

  /// The judge of costs, for a finding about costs; nil for other findings and cases.
  package var costs: CostOracle? {
    finding.flatMap { finding in
      CostOracle(
        finding.verdict,
        profile: finding.profile.flatMap { Profile(rawValue: $0) })
    }
  }

  /// Returns the strategy that the finding accuses; nil for a case without a finding.
  ///
  /// - Throws: `.badInput` when there is no such strategy.
  package func strategy() throws(CommandFailure) -> Strategy? {
    guard let finding else { return nil }
    if let strategy = Strategy.named(finding.accused.name) { return strategy }
    throw .badInput(
      at: path, "the finding is about the strategy '\(finding.accused)', which is unknown")
  }

  /// Returns the settings of workers for cases that fail in this way.
  ///
  /// - Throws: `.badInput` when there is no such strategy or part of the tool.
  package func settings(
    replaying kind: FailureIdentity
  ) throws(CommandFailure) -> CampaignSettings {
    if let settings = CampaignSettings(replaying: kind, seed: campaignSeed) { return settings }
    throw .badInput(
      at: path, "the finding is '\(kind.verdict)' of '\(kind.accused.name)', which is unknown")
  }
}
