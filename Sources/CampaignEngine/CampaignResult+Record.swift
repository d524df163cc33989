// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Judging
import LayoutGenerators

extension CampaignResult {
  /// The summary of the campaign for reports, without its findings.
  package var record: CampaignRecord {
    typealias Count = CampaignRecord.Count
    let scripts = counts.scripts
    var strategies = zip(settings.strategies, counts.strategies).map { strategy, counts in
      CampaignRecord.Row(
        strategy.name,
        [
          Count("optimal", counts.optimal), Count("feasible", counts.feasible),
          Count("infeasible", counts.infeasible), Count("gaveUp", counts.gaveUp),
          Count("wrong", counts.wrong),
        ])
    }
    if scripts.scripts > 0 {
      strategies.append(
        CampaignRecord.Row(
          settings.session.name,
          [
            Count("scripts", scripts.scripts), Count("answers", scripts.answers),
            Count("gaveUp", scripts.gaveUp), Count("wrong", scripts.wrong),
          ]))
    }
    var record = CampaignRecord(
      toolVersion: ToolVersion.current, seed: settings.seed, cases: counts.cases,
      digest: counts.digest.text, nanoseconds: nanoseconds,
      profiles: zip(Profile.allCases, counts.profiles).map { Count($0.rawValue, $1) },
      strategies: strategies, laws: lawRows, undecided: counts.undecided + scripts.undecided,
      occurrences: findings.occurrences() + scriptFindings.occurrences())
    record.discards = counts.generators.gaveUp
    record.health = healthRows
    record.warnings = warnings.map(\.description)
    record.canary = canary.map {
      .init(name: $0.name, cases: counts.canaryCases, isCaught: $0.caughtBy != nil)
    }
    record.internalFailures = internalErrors.map {
      .init(caseIndex: $0.index, message: $0.error.message, path: $0.path)
    }
    record.unjudged = unjudged
    return record
  }

  /// The strategies, and the session if it ran, without a verdict on any answer, in the order of
  /// the campaign.
  package var unjudged: [String] { programs.filter { !$0.isJudged }.map(\.name) }

  /// The strategies, and the session if it ran, with whether at least one answer has a verdict.
  package var programs: [(name: String, isJudged: Bool)] {
    var programs = zip(settings.strategies.map(\.name), counts.strategies.map(\.hasVerdict))
      .map { (name: $0, isJudged: $1) }
    if counts.scripts.scripts > 0 || programs.isEmpty {
      programs.append((settings.session.name, counts.scripts.hasVerdict))
    }
    return programs
  }

  private var lawRows: [CampaignRecord.Row] {
    zip(settings.laws, counts.laws).map { law, counts in
      CampaignRecord.Row(
        law.name,
        [
          .init("held", counts.held), .init("notApplicable", counts.notApplicable),
          .init("undecided", counts.undecided), .init("broken", counts.broken),
        ])
    }
  }
}

extension Array {
  /// The occurrences of the findings in the record of a campaign.
  package func occurrences<Subject>() -> [CampaignRecord.Occurrence]
  where Element == Finding<Subject> {
    map {
      .init(
        signature: $0.signature, firstCase: $0.firstCase, $0.share(among: self),
        folders: $0.folders)
    }
  }
}
