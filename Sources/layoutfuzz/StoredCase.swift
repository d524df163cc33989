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

/// A case on disk, with what was found on it, if it is part of a finding.
struct StoredCase {
  let path: String
  let layoutCase: LayoutCase
  private let finding: FindingRecord?

  /// Reads a case file; when it lies in the folder of a finding, the finding as well.
  ///
  /// - Throws: `.badInput` with the place in the file and what was expected.
  static func load(_ path: String) throws(CommandFailure) -> StoredCase {
    let (folder, name) = PathText.split(path)
    guard name == "case.json", InputFiles.fileExists("\(folder)/finding.json") else {
      let loaded = try LoadedCase.single(path, scope: nil)
      return StoredCase(path: path, layoutCase: loaded.layoutCase, finding: nil)
    }
    do throws(LoadError) {
      let loaded = try FindingStore.load(path: folder)
      return StoredCase(path: path, layoutCase: loaded.layoutCase, finding: loaded.record)
    } catch {
      throw .badInput("\(error)")
    }
  }

  /// What was found on the case at a path, with the folder of the finding; nil unless it is the
  /// case of a finding.
  static func finding(
    at path: String
  ) throws(CommandFailure) -> (record: FindingRecord, folder: String)? {
    try load(path).finding.map { ($0, PathText.split(path).folder) }
  }

  /// The strategy of the finding in whose folder the case lies without being the case of it, as
  /// `original.json` does; nil for other cases.
  var strategyBeside: String? {
    let (folder, name) = PathText.split(path)
    guard finding == nil, name != "case.json", InputFiles.fileExists("\(folder)/finding.json")
    else { return nil }
    return (try? FindingStore.load(path: folder))?.record?.accused
  }

  /// The kind of verdict of the finding; nil for a case that is no part of one.
  var verdict: String? { finding?.verdict }

  /// Who is wrong and how, when the case is part of a finding.
  var kind: FailureSignature.Kind? {
    finding?.layoutFailure
  }

  /// The kind of the case that the finding was first seen on.
  var profile: String? { finding?.profile }

  /// The seed of the campaign that found it, and the index of the case there; nil where nobody
  /// knows.
  var campaignSeed: UInt64? { finding?.seed }
  var caseIndex: Int? { finding?.caseIndex }

  /// Who ends its process and how, when that is what the finding says.
  var ending: FailureSignature.Kind? {
    kind.flatMap { $0.verdict.endsProcess ? $0 : nil }
  }

  /// The same where that is a part of the tool, which gives no answer.
  var endingOfPart: FailureSignature.Kind? {
    ending.flatMap { Strategy.named($0.strategy) == nil ? $0 : nil }
  }

  /// The law that the finding says is broken; nil for other findings and for cases that are no part
  /// of one.
  ///
  /// - Throws: `.badInput` when there is no such law.
  func law() throws(CommandFailure) -> LawCheck? {
    guard let finding, let kind, kind.verdict.law != nil else { return nil }
    if let law = LawCheck(strategy: kind.strategy, verdict: kind.verdict) { return law }
    throw .badInput(
      "\(path): the finding is '\(finding.verdict)' of '\(finding.accused)', which is unknown")
  }

  /// What judges the cost when that is what the finding is about; nil for other findings and cases.
  var costs: CostOracle? {
    finding.flatMap { finding in
      CostOracle(
        FailureKind(name: finding.verdict),
        profile: finding.profile.flatMap { Profile(rawValue: $0) })
    }
  }

  /// Those of `--strategies`, or the strategy of the finding, or all healthy ones.
  func strategies(_ arguments: ParsedArguments) throws(CommandFailure) -> [Strategy] {
    guard let finding, arguments.text("strategies") == nil else {
      return try CommonOptions.strategies(arguments)
    }
    if let strategy = Strategy.named(finding.accused) { return [strategy] }
    throw .badInput(
      "\(path): the finding is about the strategy '\(finding.accused)', which is unknown")
  }
}
