// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("Command line: fuzz and its findings", .serialized, .waitsForProcesses)
struct FuzzTests {
  @Test("fuzz --json prints the result with the documented keys, and nothing else")
  func json() throws {
    let run = try ToolRun(["fuzz", "--seed", "7", "--cases", "40", "--jobs", "2", "--json"])
    #expect(run.status == 0, "\(run.error)")
    let json = try run.json()
    #expect(
      json.members?.map(\.key) == [
        "seed", "cases", "digest", "casesPerSecond", "profiles", "generators", "behaviours",
        "strategies", "laws",
        "costs", "scripts", "undecided", "undecidedReasons", "undecidedAnswers", "illConditioned",
        "plantedTruth",
        "readings",
        "findings", "warnings",
      ])
    #expect(json["seed"]?.int == 7)
    #expect(json["cases"]?.int == 40)
    #expect(json["findings"]?.array == [])
    let strategies = try #require(json["strategies"]?.members)
    #expect(strategies.map(\.key) == ["simplex", "relaxation", "naive"])
    for strategy in strategies {
      #expect(
        strategy.value.members?.map(\.key) == [
          "optimal", "feasible", "infeasible", "gaveUp", "wrong",
        ])
      #expect(strategy.value["wrong"]?.int == 0)
    }
    let planted = try #require(json["plantedTruth"])
    for (count, found) in [
      ("conflicts", "conflictsFound"), ("conflicts", "conflictsMinimal"),
      ("feasible", "feasibleFound"), ("ambiguous", "ambiguousFound"),
      ("namingsChecked", "namingsExact"),
    ] {
      #expect(planted[count]?.int == planted[found]?.int, "\(found)")
    }
    #expect(run.error.contains("\njudging   "))
    for name in ["simplex", "relaxation", "naive"] {
      let costs = try #require(json["costs"]?[name])
      #expect(costs["compared"]?.int == 40)
    }
    let drawn = json["profiles"]?.members?.compactMap(\.value.int).reduce(0, +)
    #expect(drawn == 40)
    #expect(run.error.contains("40 cases"))
    #expect(!run.error.contains("\u{1B}"), "no colours and no progress line without a terminal")
  }

  @Test("the digest does not depend on --jobs, nor on whether cases run in separate processes")
  func jobs() throws {
    let digests = try [["1"], ["2"], ["8"], ["3", "--in-process"]].map { options in
      try ToolRun(["fuzz", "--seed", "7", "--cases", "50", "--json", "--jobs"] + options)
        .json()["digest"]?.string
    }
    #expect(digests[0]?.utf8.count == 32)
    #expect(Set(digests).count == 1)
  }

  @Test("a finding is stored, minimized, replayed and minimized again")
  func finding() throws {
    let folder = try TemporaryFolder.make()
    let mutant = "simplex.failedPhaseIgnored"
    let fuzz = try ToolRun(
      [
        "fuzz", "--strategies", mutant, "--profile", "conflicting", "--cases", "2", "--json",
        "--out", "o",
      ], in: folder)
    #expect(fuzz.status == 1, "\(fuzz.error)")
    let finding = try #require(try fuzz.json()["findings"]?.array?.first)
    #expect(finding["strategy"]?.string == mutant)
    let path = try #require(finding["case"]?.string)
    #expect(finding["replay"]?.string == "layoutfuzz replay \(path)")
    #expect(path.hasPrefix("o/findings/\(try #require(finding["signature"]?.string))/"))
    let place = folder.appendingPathComponent(path).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
    #expect(
      files == [
        "case.json", "certificate.json", "choices.txt", "finding.json", "original.json",
        "report.md",
      ])

    let replay = try ToolRun(["replay", path, "--json"], in: folder)
    #expect(replay.status == 1, "\(replay.error)")
    let strategy = try #require(
      try replay.json()["cases"]?.array?.first?["strategies"]?.array?.first)
    #expect(strategy["name"]?.string == mutant)
    #expect(strategy["asStored"]?.bool == true)
    #expect(try ToolRun(["replay", "o"], in: folder).status == 1)
    #expect(try ToolRun(["replay", path, "--strategies", "simplex"], in: folder).status == 0)

    let minimized = try ToolRun(["minimize", path], in: folder)
    #expect(minimized.status == 0, "\(minimized.error)")
    let stored = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    #expect(minimized.output == stored, "what is minimized stays as it is")
    let itself = try ToolRun(["minimize", path, "-o", path], in: folder)
    #expect(itself.status == 64)
    let healthy = try ToolRun(["minimize", path, "--strategy", "simplex"], in: folder)
    #expect(healthy.status == 65)
    #expect(healthy.error.contains("nothing to minimize"))
    let nowhere = try ToolRun(["minimize", path, "-o", "no/such/folder"], in: folder)
    #expect(nowhere.status == 74)
  }

  @Test("a caught canary is reported; one without a suitable case is an internal error")
  func canary() throws {
    let caught = try ToolRun(
      ["fuzz", "--cases", "400", "--canary", "relaxation.singlePrecision", "--json"])
    #expect(caught.status == 0, "\(caught.error)")
    #expect(try caught.json()["canary"]?["caught"]?.bool == true)
    let missed = try ToolRun(["fuzz", "--cases", "1", "--canary", "relaxation.singlePrecision"])
    #expect(missed.status == 70)
    #expect(missed.output.contains("was not caught"))
  }

  @Test(
    "Ctrl-C, a termination and a closed terminal end with a summary",
    arguments: zip([SIGINT, SIGTERM, SIGHUP], [Int32(130), 143, 129]))
  func interruption(signal: Int32, status: Int32) throws {
    let tool = try RunningTool(["fuzz", "--time", "10m", "--json"])
    // The first line is printed after the signal handlers are installed.
    while try !tool.errorSoFar().contains("seed 1") { usleep(20_000) }
    tool.send(signal: signal)
    let run = try tool.finish()
    #expect(run.status == status, "\(run.error)")
    let cases = try #require(try run.json()["cases"]?.int)
    #expect(cases % 16 == 0)
  }

  @Test("a broken law is a finding that its folder replays, and the law is the listed one")
  func brokenLaw() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let mutant = "lowering.rightConstantNegated"
    let run = try ToolRun(
      ["fuzz", "--strategies", mutant, "--laws", "mirror", "--cases", "40", "--json"], in: folder)
    #expect(run.status == 1, "\(run.error)")
    let json = try run.json()
    #expect((json["laws"]?["mirror"]?["broken"]?.int ?? 0) > 0)
    let finding = try #require(json["findings"]?.array?.first)
    #expect(finding["strategy"]?.string == mutant)
    #expect(finding["verdict"]?.string == "lawBroken.mirror")
    let path = try #require(finding["case"]?.string)
    let again = try ToolRun(["replay", path, "--json"], in: folder)
    #expect(again.status == 1, "\(again.error)")
    let strategy = try again.json()["cases"]?.array?.first?["strategies"]?.array?.first
    #expect(strategy?["asStored"]?.bool == true)
    let smaller = try ToolRun(["minimize", path], in: folder)
    #expect(smaller.status == 0, "\(smaller.error)")
    // The healthy strategies have no finding on the case.
    #expect(try ToolRun(["replay", path, "--strategies", "simplex"], in: folder).status == 0)
    let report = try String(
      contentsOf: folder.appendingPathComponent(path).deletingLastPathComponent()
        .appendingPathComponent("report.md"), encoding: .utf8)
    #expect(report.contains("## Law"))
    let laws = try ToolRun(["laws"]).output
    #expect(laws.contains("\nmirror\n  law     ") && laws.contains("\n  reason  "))
    #expect(laws.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(laws)")
    let list = try ToolRun(["laws", "list", "--json"])
    #expect(
      try list.json()["laws"]?.array?.contains { $0["name"]?.string == "mirror" } == true)
    #expect(try ToolRun(["fuzz", "--laws", "mirro"]).status == 64)
    #expect(try ToolRun(["fuzz", "--laws", "none", "--cases", "16"]).status == 0)
  }

  @Test("an excessive cost is a finding that its folder replays; the clock never decides")
  func slower() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let mutant = "relaxation.neverSettles"
    let run = try ToolRun(
      ["fuzz", "--strategies", mutant, "--laws", "none", "--cases", "1", "--json"],
      in: folder)
    #expect(run.status == 1, "\(run.error)")
    let json = try run.json()
    #expect(json["costs"]?[mutant]?["slower"]?.int == 1)
    #expect(json["strategies"]?[mutant]?["wrong"]?.int == 0)
    let finding = try #require(json["findings"]?.array?.first)
    #expect(finding["verdict"]?.string?.hasPrefix("slowerByCounter.") == true)
    let path = try #require(finding["case"]?.string)
    // A correct strategy proves nothing about the wrong one.
    let other = try ToolRun(["replay", path, "--strategies", "naive"], in: folder)
    #expect(other.status == 0 && other.output.contains("of \(mutant), which was not run"))
    let again = try ToolRun(["replay", path, "--confirm-time"], in: folder)
    #expect(again.status == 1, "\(again.error)")
    #expect(again.output.contains(": still open"))
    #expect(again.output.contains("confirmed by time"))
    let healthy = try ToolRun(
      ["replay", path, "--strategies", "relaxation", "--confirm-time"], in: folder)
    #expect(healthy.status == 0, "\(healthy.output)")
    #expect(try ToolRun(["minimize", path], in: folder).status == 0)
    let report = try String(
      contentsOf: folder.appendingPathComponent(path).deletingLastPathComponent()
        .appendingPathComponent("report.md"), encoding: .utf8)
    #expect(report.contains("## Costs"))
    let costs = try ToolRun(["costs", "show"]).output
    #expect(costs.contains("\nsimplex      cellOperations  "), "\(costs)")
    #expect(costs.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(costs)")
    #expect(try ToolRun(["costs"]).output == costs)
    #expect(try ToolRun(["costs", "fitt"]).status == 64)
  }

  @Test("mutants list names the mutants that mutants run accepts")
  func mutants() throws {
    let list = try ToolRun(["mutants", "list", "--json"])
    #expect(list.status == 0)
    let names = try list.json()["mutants"]?.array?.compactMap { $0["name"]?.string } ?? []
    #expect(names.count >= 60)
    let run = try ToolRun(["mutants", "run", "simplex.conflictNotMinimal", "--json"])
    #expect(run.status == 0, "\(run.error)")
    let outcome = try #require(try run.json()["mutants"]?.array?.first)
    #expect(
      outcome.members?.map(\.key) == [
        "name", "fault", "history", "seenBy", "handMadeSize", "handMadeConstraints", "found",
        "cases",
        "seconds", "secondsMax", "minimizedSize", "sizeAboveHandMade", "minimizedConstraints",
        "signature", "canonicalShare", "purity", "slippedTo", "runs",
      ])
    #expect(outcome["found"]?.bool == true)
    #expect(names.contains(outcome["name"]?.string ?? ""))
  }
}
