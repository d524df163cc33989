// SPDX-License-Identifier: MIT

import Choices
import CorpusStore
import Diagnosis
import JSON
import LayoutGenerators
import Minimization
import Oracles
import Scripts
import Supervision
import Testing

@testable import CampaignEngine
@testable import Judging

/// Checks that messages of workers arrive at their supervisor unchanged.
@Suite("Batches and settings between processes")
struct BatchWireTests {
  /// Returns campaigns whose batches together use every optional part of a batch.
  private static func campaigns() throws -> [CampaignSettings] {
    var wrong = CampaignSettings(
      seed: 3, caseCount: 40,
      strategies: try ["simplex.conflictNotMinimal", "relaxation.neverSettles"].map(strategy),
      profile: .conflicting, laws: [],
      session: try #require(SessionTarget(named: try mutant("\(SessionTarget.healthyName).").name)),
      scriptFrequency: .always)
    wrong.costs = CostOracle()
    wrong.growthPeriod = 3
    var world = CampaignSettings(seed: 2, caseCount: 16, strategies: [Strategy.healthy[0]])
    world.lawFrequency = .always
    world.fault = try mutant("lowering.rightConstantNegated").worldFault
    let canary = CampaignSettings(
      seed: 8, caseCount: 64, strategies: [Strategy.healthy[0]],
      canary: try mutant("simplex.basicErrorsForgotten"), laws: [], scriptFrequency: .never)
    var usual = CampaignSettings(seed: 5, caseCount: 16)
    usual.lawFrequency = .focused(on: "mirror")
    let idiomatic = CampaignSettings(
      seed: 4, caseCount: 64, strategies: [try strategy("relaxation.staleValue")],
      profile: .idiomatic, laws: [], scriptFrequency: .never)
    return [wrong, world, canary, usual, idiomatic]
  }

  private static func mutant(_ family: String) throws -> Mutant {
    try #require(MutantCatalog.all.first { $0.name.hasPrefix(family) }, "\(family)")
  }

  private static func strategy(_ name: String) throws -> Strategy {
    try #require(Strategy.named(name), "\(name)")
  }

  /// Returns the value after writing and parsing, as between processes.
  private static func sent(_ value: JSONValue) throws -> JSONValue {
    try JSONParser.parse(JSONWriter.line(value))
  }

  @Test("a reply about cases that were not requested, or with impossible numbers, is refused")
  func foreign() throws {
    let settings = CampaignSettings(seed: 1, caseCount: 32)
    let notable = try NotableCase.sample(16)
    var named: [CaseBatch] = []
    for change: (inout CaseBatch) -> Void in [
      { $0.failing = [notable] },
      {
        $0.failingScripts = [
          NotableScript(
            index: 16, verdict: .wrongValue,
            script: SolverScript(variableCount: 1, steps: [.solve]))
        ]
      },
      { $0.canaryCaught = 16 },
      { $0.internalError = .init(index: 16, error: InternalError("what", on: nil)) },
    ] {
      var batch = BatchRunner(settings).emptyBatch
      change(&batch)
      named.append(batch)
    }
    for batch in named { #expect(batch.isAbout(16..<17) && !batch.isAbout(0..<16)) }
    let huge: JSONValue = .number(Int.max)
    #expect(throws: JSONError.self) { try huge.requiredIndex("the index of a case") }
  }

  @Test("a failing case with a hint about another case is refused")
  func foreignHints() throws {
    let layoutCase = try CaseSource(seed: 1).generate(3).layoutCase
    for (hints, isGood) in [
      (MinimizationHints(constraints: [0], views: [0]), true),
      (MinimizationHints(constraints: [layoutCase.constraints.count]), false),
      (MinimizationHints(views: [layoutCase.views.count]), false),
    ] {
      let notable = try NotableCase.sample(3, hints: hints)
      let arrived = try? NotableCase(try Self.sent(notable.json))
      #expect(arrived == (isGood ? notable : nil))
    }
  }

  @Test("batches of real campaigns arrive unchanged")
  func batches() throws {
    var all: [CaseBatch] = []
    for settings in try Self.campaigns() {
      let known = try CampaignSettings(identity: try Self.sent(settings.identity))
      let runner = BatchRunner(settings)
      for number in 0..<(runner.batchCount ?? 0) {
        let batch = runner.run(runner.range(ofBatch: number))
        // The worker computes the same batch from the settings that it receives.
        if number == 0 { #expect(BatchRunner(known).run(runner.range(ofBatch: 0)) == batch) }
        let arrived = try CaseBatch(
          try Self.sent(batch.json), empty: BatchRunner(known).emptyBatch)
        let compact = try CaseBatch(
          try Self.sent(batch.withoutEvidence.json), empty: BatchRunner(known).emptyBatch)
        #expect(compact == batch.withoutEvidence)
        #expect(arrived == batch, "seed \(settings.seed), batch \(number)")
        for notable in arrived.failing {
          let evidence = try #require(notable.evidence)
          let origin = CaseSource(settings).origin(of: evidence.choices)
          var source = ChoiceSource.replay(origin.sequence)
          #expect(try origin.generator.generate(from: &source) == evidence.original)
        }
        all.append(batch)
      }
    }
    // Every compared part is non-empty in some batch.
    #expect(all.contains { !$0.failing.isEmpty })
    #expect(all.contains { $0.failing.contains { $0.failures.count > 1 } })
    #expect(all.contains { $0.failing.contains { $0.evidence?.plain != nil } })
    #expect(
      all.contains {
        $0.failing.contains { $0.evidence?.starts[0].hints != MinimizationHints.none }
      })
    #expect(all.contains { $0.failing.contains { $0.failures[0].verdict.law != nil } })
    #expect(all.contains { !$0.failingScripts.isEmpty })
    #expect(all.contains { $0.canaryCaught != nil })
    #expect(all.contains { $0.counts.readings.compared > 0 })
    #expect(all.contains { $0.counts.costs.contains { $0.worst != nil && $0.steepest != nil } })
    #expect(all.contains { $0.counts.costs.contains { $0.slower > 0 } })
    #expect(all.contains { $0.counts.scripts.refusals > 0 })
    #expect(all.contains { $0.counts.laws.contains { $0.broken > 0 } })
  }

  @Test("undecided answers and internal errors arrive unchanged")
  func rarities() throws {
    let empty = BatchRunner(CampaignSettings(seed: 1, caseCount: 1)).emptyBatch
    var batch = empty
    batch.undecided = [
      UndecidedAnswer(index: 7, seed: .max, strategy: "naive", reason: .readingsDiffer)
    ]
    let layoutCase = try CaseSource(seed: 1).generate(3).layoutCase
    batch.internalError = .init(index: 3, error: InternalError("a \"b\"\nc", on: layoutCase))
    #expect(try CaseBatch(try Self.sent(batch.json), empty: empty) == batch)
    batch.internalError = .init(index: 3, error: InternalError("", on: nil))
    #expect(try CaseBatch(try Self.sent(batch.json), empty: empty) == batch)
  }

  @Test("settings arrive unchanged, and unknown keys are refused")
  func settings() throws {
    for settings in try Self.campaigns() + [CampaignSettings(seed: .max, caseCount: nil)] {
      let identity = settings.identity
      let known = try CampaignSettings(identity: try Self.sent(identity))
      #expect(known.identity == identity)
      #expect(known.strategies.map(\.name) == settings.strategies.map(\.name))
      #expect(known.lawFrequency == settings.lawFrequency)
      #expect((known.costs == nil) == (settings.costs == nil))
      #expect(known.growthPeriod == settings.growthPeriod)
      #expect(known.fault == settings.fault && known.session == settings.session)
    }
    let good = CampaignSettings(seed: 1, caseCount: 1).identity
    for (key, value) in [
      ("layoutfuzz", "0.0.0"), ("seed", "-1"), ("strategies", "simplex"), ("session", "sessions"),
      ("lawFrequency", "often"), ("fault", "lowering.none"), ("growthPeriod", "0"),
      ("profile", "p"),
    ] as [(String, JSONValue)] {
      let members = try #require(good.members).map {
        $0.key == key ? JSONValue.Member(key: key, value: value) : $0
      }
      #expect(throws: JSONError.self, "\(key)") {
        try CampaignSettings(identity: .object(members))
      }
    }
  }

  @Test("requests arrive unchanged")
  func requests() throws {
    let layoutCase = try CaseSource(seed: 1).generate(3).layoutCase
    let accusation = Accusation(
      .init(name: "naive", verdict: .process(.hang)), profile: .competing, index: 9)
    let deaths = [
      CaseDeath(index: 4, phase: .strategy(2), failure: .crashed("signal 4")),
      CaseDeath(index: nil, phase: .session, failure: .hung),
    ]
    let script = ScriptGenerator.script(campaign: 1, index: 3).1
    for work in [
      CaseWork.cases(3..<9, deaths), .probe(accusation, layoutCase),
      .describe(accusation, layoutCase, endedBy: .outOfMemory, compares: true),
      .describe(accusation, layoutCase, endedBy: nil, compares: false), .examine(script),
      .probeScript(script, .init(.solver("session"), .wrongValue, cause: .alone)),
      .probeScript(
        script,
        .init(
          .solver("ones"), .process(.crash), cause: .alone,
          ending: CrashEnding(exit: "exit3", words: "a \"b\""))),
    ] {
      let arrived = try CaseWork(try Self.sent(work.json))
      #expect(arrived.json == work.json)
      #expect("\(arrived)" == "\(work)")
    }
  }

  @Test("descriptions and examinations arrive with their pages")
  func replies() throws {
    var description = FindingDescription(
      "wrong", facts: ["- Solver: `a|b`\n"], sections: ["## Steps\n\n| 1 |", ""])
    // Workers examine scripts of sessions, which have no exit code.
    let examination = ScriptExamination(
      verdict: .failure(.wrongValue), cause: .alone,
      answer: .init(step: 2, claim: nil, values: ["1.0", "inf"]), description: description)
    description.certificate = Array("{}".utf8)
    for result in [
      CaseWorkResult.description(description), .description(.notRepeated),
      .description(nil), .examined(examination), .examined(nil),
    ] {
      let settings = CampaignSettings(seed: 1, caseCount: 1)
      let arrived = try CaseWorkResult(
        try Self.sent(result.json), empty: BatchRunner(settings).emptyBatch)
      #expect(arrived.json == result.json)
      #expect("\(arrived)" == "\(result)")
    }
  }
}
