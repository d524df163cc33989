// SPDX-License-Identifier: MIT

import JSON
import Judging
import LayoutGenerators
import Oracles

extension CampaignResult {
  /// The value that `fuzz --json` prints.
  package var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "seed", value: .number(settings.seed)),
      .init(key: "cases", value: .number(counts.cases)),
      .init(key: "digest", value: .string(counts.digest.text)),
      .init(key: "casesPerSecond", value: .number((casesPerSecond * 10).rounded() / 10)),
      .init(key: "profiles", value: profiles),
      .init(key: "generators", value: generatorsJSON),
      .init(key: "behaviours", value: behavioursJSON),
      .init(key: "strategies", value: strategies),
      .init(key: "laws", value: laws),
      .init(key: "costs", value: costs),
      .init(key: "scripts", value: counts.scripts.json),
      .init(key: "undecided", value: .number(counts.undecided)),
      .init(key: "undecidedReasons", value: undecidedReasons),
      .init(key: "undecidedAnswers", value: .array(undecided.map(\.json))),
      .init(key: "illConditioned", value: .number(counts.illConditioned)),
      .init(key: "plantedTruth", value: counts.planted.json),
      .init(
        key: "readings",
        value: [
          "compared": .number(counts.readings.compared),
          "different": .number(counts.readings.different),
        ]),
      .init(
        key: "findings",
        value: .array(findings.map(\.resultJSON) + scriptFindings.map(\.resultJSON))),
    ]
    members.append(
      .init(key: "warnings", value: .array(warnings.map { .string($0.description) })))
    if let canary {
      members.append(
        .init(
          key: "canary",
          value: [
            "name": .string(canary.name), "cases": .number(counts.canaryCases),
            "caught": .bool(canary.caughtBy != nil),
          ]))
    }
    if !internalErrors.isEmpty {
      members.append(.init(key: "internalErrors", value: .array(internalErrors.map(\.json))))
    }
    return .object(members)
  }

  private var profiles: JSONValue {
    .object(
      zip(Profile.allCases, counts.profiles).map {
        JSONValue.Member(key: $0.rawValue, value: .number($1))
      })
  }

  private var undecidedReasons: JSONValue {
    .object(
      zip(Verdict.UndecidedReason.allCases, counts.undecidedReasons).map {
        JSONValue.Member(key: $0.rawValue, value: .number($1))
      })
  }

  private var laws: JSONValue {
    .object(
      zip(settings.laws, counts.laws).map { law, counts in
        JSONValue.Member(
          key: law.name,
          value: [
            "held": .number(counts.held), "notApplicable": .number(counts.notApplicable),
            "undecided": .number(counts.undecided), "broken": .number(counts.broken),
          ])
      })
  }

  private var costs: JSONValue {
    .object(
      zip(settings.strategies, counts.costs).map { strategy, counts in
        JSONValue.Member(
          key: strategy.name,
          value: [
            "compared": .number(counts.compared), "slower": .number(counts.slower),
            "worst": counts.worst.map { json($0) } ?? .null, "grown": .number(counts.grown),
            "steepest": counts.steepest.map { json($0) } ?? .null,
          ])
      })
  }

  private func json(_ worst: CostCounts.Worst) -> JSONValue {
    [
      "ratio": .number(thousandths(worst.ratio)), "counter": .string(worst.counter.rawValue),
      "case": .number(worst.index), "seed": .string(seed(of: worst.index)),
    ]
  }

  private func json(_ steepest: CostCounts.Steepest) -> JSONValue {
    let growth = steepest.growth
    return [
      "power": .number(thousandths(growth.power)),
      "ofClass": .number(thousandths(growth.expected)),
      "scaling": .string(growth.scaling.rawValue), "case": .number(steepest.index),
      "seed": .string(seed(of: steepest.index)),
    ]
  }

  private func seed(of index: Int) -> String {
    "\(caseSeed(campaign: settings.seed, index: index))"
  }

  private func thousandths(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  private var strategies: JSONValue {
    .object(
      zip(settings.strategies, counts.strategies).map { strategy, counts in
        JSONValue.Member(
          key: strategy.name,
          value: [
            "optimal": .number(counts.optimal), "feasible": .number(counts.feasible),
            "infeasible": .number(counts.infeasible), "gaveUp": .number(counts.gaveUp),
            "wrong": .number(counts.wrong),
          ])
      })
  }
}

extension UndecidedAnswer {
  fileprivate var json: JSONValue {
    // A seed has 64 bits, which most readers of JSON cannot represent as a number.
    [
      "case": .number(index), "seed": .string("\(seed)"), "strategy": .string(strategy),
      "reason": .string(reason.rawValue),
    ]
  }
}

extension ScriptCounts {
  fileprivate var json: JSONValue {
    [
      "scripts": .number(scripts), "steps": .number(steps), "answers": .number(answers),
      "refusals": .number(refusals), "wrong": .number(wrong), "undecided": .number(undecided),
      "gaveUp": .number(gaveUp), "skipped": .number(skipped),
      "cellOperations": .number(cellOperations),
    ]
  }
}

extension Finding {
  fileprivate var resultJSON: JSONValue {
    [
      "signature": .string(signature), "strategy": .string(failure.accused.name),
      "verdict": .string(failure.kind), "case": path.map { .string($0) } ?? .null,
      "replay": .string(replayCommand()),
    ]
  }
}

extension PlantedCounts {
  fileprivate var json: JSONValue {
    [
      "conflicts": .number(conflicts), "conflictsFound": .number(conflictsFound),
      "conflictsMinimal": .number(conflictsMinimal), "conflictsExact": .number(conflictsExact),
      "feasible": .number(feasible), "feasibleFound": .number(feasibleFound),
      "ambiguous": .number(ambiguous), "ambiguousFound": .number(ambiguousFound),
      "namingsChecked": .number(namingsChecked), "namingsExact": .number(namingsExact),
    ]
  }
}

extension CampaignResult.StoredInternalError {
  fileprivate var json: JSONValue {
    [
      "index": .number(index), "message": .string(error.message),
      "case": path.map { .string($0) } ?? .null,
    ]
  }
}
