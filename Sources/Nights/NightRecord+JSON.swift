// SPDX-License-Identifier: MIT

import CorpusStore
import JSON

extension NightRecord {
  private static let keys = [
    "night", "date", "commit", "toolVersion", "seed", "cases", "digest", "discards", "undecided",
    "canary",
    "buckets", "replayed", "stored", "pruned", "problems", "costs", "behaviours",
    "mutants", "programs", "plans", "measured",
  ]

  /// The record as a value: two runs of the same night differ only in `measured`.
  package var json: JSONValue {
    .members([
      ("night", .number(stamp.number)), ("date", .string(stamp.date.description)),
      ("commit", stamp.commit.map { .string($0) } ?? .null),
      ("toolVersion", .string(toolVersion)), ("seed", .number(seed)), ("cases", .number(cases)),
      ("digest", .string(digest)), ("discards", .number(discards)),
      ("undecided", .number(undecided)), ("canary", canary?.json ?? .null),
      ("buckets", buckets.json), ("replayed", replayed.json), ("stored", .number(stored)),
      ("pruned", .number(pruned)), ("problems", .number(problems)),
      ("costs", .array(costs.map(\.json))), ("behaviours", behaviours?.json ?? .null),
      ("mutants", .array(mutants.map(\.json))),
      // Nights of earlier versions had none.
      ("programs", programs.isEmpty ? nil : .array(programs.map(\.json))),
      ("plans", plans.isEmpty ? nil : .strings(plans)), ("measured", measured.json),
    ])
  }

  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a night", keys: Self.keys)
    let commit = try reader.required("commit")
    stamp = NightStamp(
      number: try reader.required("night").requiredNightNumber(),
      date: try reader.required("date").requiredDay(),
      commit: commit == .null ? nil : try commit.requiredString("a commit"))
    toolVersion = try reader.required("toolVersion").requiredString("the version of the tool")
    seed = try reader.required("seed").requiredUnsigned("a seed")
    cases = try reader.required("cases").requiredCount("a number of cases")
    digest = try reader.required("digest").requiredString("a digest")
    discards = try reader.required("discards").requiredCount("a number of discards")
    undecided = try reader.required("undecided").requiredCount("a number of answers")
    let canary = try reader.required("canary")
    self.canary = canary == .null ? nil : try CampaignRecord.Canary(canary)
    buckets = try Buckets(try reader.required("buckets"))
    replayed = try Replayed(try reader.required("replayed"))
    stored = try reader.required("stored").requiredCount("a number of findings")
    pruned = try reader.required("pruned").requiredCount("a number of findings")
    problems = try reader.required("problems").requiredCount("a number of problems")
    costs = []
    for element in try reader.required("costs").requiredArray("a list of costs") {
      costs.append(try Cost(element))
    }
    // Nights of earlier versions did not count them.
    behaviours = try reader["behaviours"].flatMap { (value) throws(JSONError) in
      value == .null ? nil : try Behaviours(value)
    }
    for element in try reader["mutants"]?.requiredArray("a list of planted faults") ?? [] {
      mutants.append(try Hunted(element))
    }
    for element in try reader["programs"]?.requiredArray("a list of programs") ?? [] {
      programs.append(try Program(element))
    }
    plans = try reader["plans"]?.requiredStrings("plans") ?? []
    measured = try Measured(try reader.required("measured"))
  }
}

extension NightRecord.Program {
  package var json: JSONValue { ["name": .string(name), "version": .string(version)] }

  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a program", keys: ["name", "version"])
    name = try reader.required("name").requiredString("the name of a program")
    version = try reader.required("version").requiredString("a name and version")
  }
}

extension NightRecord.Buckets {
  private static let keys = ["new", "stillOpen", "fixed", "reopened", "known", "slower"]

  fileprivate var json: JSONValue {
    [
      "new": .number(new), "stillOpen": .number(stillOpen), "fixed": .number(fixed),
      "reopened": .number(reopened), "known": .number(known), "slower": .number(slower),
    ]
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "numbers of buckets", keys: Self.keys)
    self.init()
    new = try reader.required("new").requiredCount("a number of buckets")
    stillOpen = try reader.required("stillOpen").requiredCount("a number of buckets")
    fixed = try reader.required("fixed").requiredCount("a number of buckets")
    reopened = try reader.required("reopened").requiredCount("a number of buckets")
    known = try reader.required("known").requiredCount("a number of buckets")
    slower = try reader.required("slower").requiredCount("a number of buckets")
  }
}

extension NightRecord.Replayed {
  private static let keys = ["stored", "corpus", "failing", "undecided", "unusable"]

  fileprivate var json: JSONValue {
    [
      "stored": .number(stored), "corpus": .number(corpus), "failing": .number(failing),
      "undecided": .number(undecided), "unusable": .number(unusable),
    ]
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "numbers of cases", keys: Self.keys)
    self.init()
    stored = try reader.required("stored").requiredCount("a number of cases")
    corpus = try reader.required("corpus").requiredCount("a number of cases")
    failing = try reader.required("failing").requiredCount("a number of cases")
    // Nights of earlier versions did not count them.
    undecided = try reader["undecided"]?.requiredCount("a number of cases") ?? 0
    unusable = try reader.required("unusable").requiredCount("a number of cases")
  }
}

extension NightRecord.Cost {
  package var json: JSONValue {
    [
      "strategy": .string(strategy), "thousandths": .number(thousandths),
      "counter": .string(counter),
    ]
  }

  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a cost", keys: ["strategy", "thousandths", "counter"])
    strategy = try reader.required("strategy").requiredString("the name of a strategy")
    thousandths = try reader.required("thousandths").requiredCount(
      "thousandths of an expected cost")
    counter = try reader.required("counter").requiredString("the name of a counter")
  }
}

extension NightRecord.Behaviours {
  fileprivate var json: JSONValue {
    [
      "seen": .number(seen), "seenOnce": .number(seenOnce),
      "newInLastTenth": .number(newInLastTenth),
    ]
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "numbers of behaviours", keys: ["seen", "seenOnce", "newInLastTenth"])
    seen = try reader.required("seen").requiredCount("a number of behaviours")
    seenOnce = try reader.required("seenOnce").requiredCount("a number of behaviours")
    newInLastTenth = try reader.required("newInLastTenth").requiredCount("a number of behaviours")
  }
}

extension NightRecord.Hunted {
  package var json: JSONValue {
    [
      "name": .string(name), "found": .bool(isFound), "cases": .number(cases),
      "size": size.map { .number($0) } ?? .null, "handMadeSize": .number(handMadeSize),
    ]
  }

  package init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(
      value, "a planted fault", keys: ["name", "found", "cases", "size", "handMadeSize"])
    name = try reader.required("name").requiredString("the name of a planted fault")
    let found = try reader.required("found")
    guard let flag = found.bool else { throw found.error("expected true or false") }
    isFound = flag
    cases = try reader.required("cases").requiredCount("a number of cases")
    let size = try reader.required("size")
    self.size = size == .null ? nil : try size.requiredCount("a number of elements")
    handMadeSize = try reader.required("handMadeSize").requiredCount("a number of elements")
  }
}

extension NightRecord.Measured {
  private static let keys = [
    "replayNanoseconds", "fuzzNanoseconds", "minimizingNanoseconds", "toolBytes", "workerBytes",
    "diskBytes",
  ]

  fileprivate var json: JSONValue {
    [
      "replayNanoseconds": .number(replayNanoseconds),
      "fuzzNanoseconds": .number(fuzzNanoseconds),
      "minimizingNanoseconds": .number(minimizingNanoseconds), "toolBytes": .number(toolBytes),
      "workerBytes": .number(workerBytes), "diskBytes": .number(diskBytes),
    ]
  }

  fileprivate init(_ value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "what was measured", keys: Self.keys)
    self.init()
    replayNanoseconds = try reader.required("replayNanoseconds").requiredUnsigned("a time")
    fuzzNanoseconds = try reader.required("fuzzNanoseconds").requiredUnsigned("a time")
    minimizingNanoseconds = try reader.required("minimizingNanoseconds").requiredUnsigned("a time")
    toolBytes = try reader.required("toolBytes").requiredCount("a number of bytes")
    workerBytes = try reader.required("workerBytes").requiredCount("a number of bytes")
    diskBytes = try reader.required("diskBytes").requiredCount("a number of bytes")
  }
}
