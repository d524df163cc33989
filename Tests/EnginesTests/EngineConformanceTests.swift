// SPDX-License-Identifier: MIT

import EngineScripts
import ExternalSolvers
import Foundation
import TestSupport
import Testing

@testable import Engines

/// Runs all checks for layout engines on the reference engine, with and without planted faults.
@Suite("Conformance of layout engines", .waitsForProcesses)
struct EngineConformanceTests {
  private static func report(_ options: String) throws -> Conformance.Report {
    let script = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("scripts/engines/reference.py").path
    return try report(ofPython: "'\(script)' \(options)")
  }

  private static func report(ofPython words: String) throws -> Conformance.Report {
    let adapter = ConformanceAdapter(
      AdapterCommand(name: "program", command: "\(Python.command) \(words)"),
      timeoutNanoseconds: 120_000_000_000, now: testClock)
    return try EngineConformance(adapter).run()
  }

  private static func failed(_ report: Conformance.Report) -> [String] {
    report.results.filter { $0.status != .passed && $0.status != .notOffered }.map(\.name)
  }

  @Test(
    "an engine that does everything passes each check that it offers",
    arguments: TestLength.some(of: ["", "--unit"], quick: 1))
  func complete(options: String) throws {
    let report = try Self.report(options)
    #expect(Self.failed(report).isEmpty)
    #expect(
      report.results.filter { $0.status == .notOffered }.map(\.name) == [
        "a contradiction leaves no trace after its removal",
        "a natural size without being named",
      ])
    #expect(report.results.count { $0.status == .passed } > 50)
    #expect(Set(report.results.map(\.name)).count == report.results.count)
    let schema = try ProtocolSchema("layoutfuzz-layout")
    for exchange in report.results.flatMap(\.exchanges) where !exchange.request.contains("frob") {
      #expect(try schema.problems(in: exchange.request) == [], "\(exchange.request)")
      let response = try #require(exchange.response)
      #expect(try schema.problems(in: response) == [], "\(response)")
    }
    // Checks with requests of their own have them.
    #expect(
      report.results.allSatisfy {
        $0.status != .passed || $0.name == "handshake" || !$0.exchanges.isEmpty
      })
  }

  @Test("messages of the guide and requests of generated scripts conform to the schema")
  func schema() throws {
    let schema = try ProtocolSchema("layoutfuzz-layout")
    let examples = try ProtocolSchema.examples(of: "docs/engines.md")
    #expect(examples.count == 34)
    for line in examples { #expect(try schema.problems(in: line) == [], "\(line)") }
    #expect(try schema.countRejected(without: "id", in: examples) == 34)
    #expect(try schema.countRejected(without: "status", in: examples) == 16)
    for seed in 0..<40 as Range<UInt64> {
      let script = EngineGenerator(.everything).script(seed: seed)
      for request in [.open(script)] + script.steps.map({ EngineRequest.step($0) }) {
        let line = String(decoding: request.line(id: 1), as: UTF8.self)
        #expect(try schema.problems(in: line) == [], "seed \(seed): \(line)")
      }
    }
  }

  /// Faults that show in each run, with the check that fails.
  private static let faults = [
    ("--fault stale-after-remove", "removed after a reading"),
    ("--fault hint-ignored", "maximum sizes are replaced after a reading"),
    ("--fault mirrored-format", "format: priorities"),
    ("--fault stale-after-move", "a view moves to another superview, and its constraints stay"),
    ("--fault stale-after-reroot", "another window changes nothing"),
    ("--unit --fault wrong-rounding", "fractions of points"),
    ("--fault stale-cache", "the root is resized after a reading"),
    ("--fault zero-size-ignored", "natural sizes of zero"),
    ("--fault message", "three views in a row"),
    ("--fault priority-not-changed", "a priority changes after a reading"),
    ("--fault required-not-changed", "a required constraint becomes optional after a reading"),
    ("--fault multiplier-not-changed", "a multiplier changes after a reading"),
    ("--fault items-not-changed", "the items change after a reading"),
    ("--fault edge-multiplier-ignored", "multipliers of edges and centers"),
    ("--fault negative-multiplier-turned", "negative multipliers"),
    ("--fault across-multiplier-ignored", "a width that depends on a height"),
    ("--fault close-priorities-merged", "the higher of two close priorities wins"),
    ("--fault stale-after-drop", "a view is dropped that is the second item of constraints"),
  ]

  @Test(
    "a planted fault fails the check of its item, and no other",
    arguments: TestLength.some(of: faults, quick: 1))
  func planted(options: String, check: String) throws {
    #expect(Self.failed(try Self.report(options)) == [check])
  }

  @Test("every example has a form for an engine that does everything, which is well formed")
  func forms() throws {
    let missing = EngineExample.all.filter { $0.form(for: .everything) == nil }.map(\.name)
    #expect(
      missing == [
        "a contradiction leaves no trace after its removal",
        "a natural size without being named",
      ])
    for example in EngineExample.all {
      for form in example.forms(.everything) {
        #expect(form.script.problem == nil, "\(example.name): \(form.script.problem ?? "")")
      }
    }
  }

  @Test("an engine that offers nothing passes the rules, and no answer of it was tested")
  func emptyOffer() throws {
    let script = try TestFolder.make().appendingPathComponent("empty.py")
    let text = """
      import json, sys
      for line in sys.stdin:
          request = json.loads(line)
          reply = {"id": request["id"], "status": "ok"}
          if request["op"] == "hello":
              reply = {"id": 0, "protocol": "layoutfuzz-layout", "version": 1, "engine": "none 1"}
          elif request["op"] == "open":
              views = [str(view["id"]) for view in request["views"]]
          elif request["op"] == "frames":
              reply.update(frames={view: [0, 0, 0, 0] for view in views}, messages=[])
          else:
              reply["status"] = "gaveUp"
          print(json.dumps(reply), flush=True)
      """
    try Data(text.utf8).write(to: script)
    let report = try Self.report(ofPython: "'\(script.path)'")
    #expect(Self.failed(report).isEmpty, "\(report.results)")
    #expect(!report.hasTestedAnswers && report.results.count { $0.status == .passed } > 5)
    #expect(try Self.report("").hasTestedAnswers)
  }

  @Test("an engine that only lays out from right to left gets the same examples")
  func rightToLeft() throws {
    var offer = EngineOffer.everything
    let names = Set(EngineExample.all.filter { $0.form(for: offer) != nil }.map(\.name))
    offer.directions = [.rightToLeft]
    for example in EngineExample.all {
      let form = example.form(for: offer)
      #expect((form != nil) == names.contains(example.name), "\(example.name)")
      #expect(form?.script.direction != .leftToRight)
    }
  }

  @Test("a campaign begins with the examples of the offer, and none has an excluded feature")
  func campaign() throws {
    func scripts(without excluded: Set<EngineFeature>) -> [EngineScript] {
      EngineExample.all.indices.compactMap {
        EngineExample.script($0, for: .everything, without: excluded)
      }
    }
    let all = scripts(without: [])
    #expect(all == EngineExample.all.compactMap { $0.form(for: .everything)?.script })
    #expect(all.count > 40)
    #expect(EngineExample.script(EngineExample.all.count, for: .everything, without: []) == nil)
    for feature in EngineFeature.allCases {
      let others = scripts(without: [feature])
      #expect(others.count < all.count, "\(feature)")
      for script in others { #expect(!script.features.contains(feature), "\(feature)") }
    }
  }

  @Test("an example says whether its required constraints contradict each other")
  func contradictions() throws {
    var (found, offer) = (0, EngineOffer.everything)
    for refuses in [true, false] {
      offer.refuses = refuses
      for example in EngineExample.all {
        for form in example.forms(offer) where form.script.problem == nil {
          var script = form.script
          script.steps = script.steps.flatMap { [$0, .frames] }
          let truth = try EngineTruth(of: script, offer)
          let shows = truth.expectations.contains {
            switch $0 {
            case .refused, .unjudged: true
            default: false
            }
          }
          #expect(shows == form.contradicts, "\(example.name)")
          found += shows ? 1 : 0
        }
      }
    }
    #expect(found == 5)
  }

  @Test("an engine whose priority no format can name is not asked to read it")
  func oddPriority() throws {
    var offer = EngineOffer.everything
    offer.priorities = [0.5]
    let format = try #require(EngineExample.all.first { $0.name == "format: priorities" })
    #expect(format.form(for: offer) == nil)
    #expect(EngineExample.all.allSatisfy { $0.form(for: offer)?.script.problem == nil })
  }

  @Test("an engine without edges to the left gets leading ones, and one with few items few checks")
  func poorOffers() throws {
    var offer = EngineOffer()
    offer.attributes = [.leading, .trailing, .top, .bottom]
    (offer.relations, offer.hasSecondItems, offer.priorities) = ([.equal], true, [])
    let names = EngineExample.all.filter { $0.form(for: offer) != nil }.map(\.name)
    #expect(names.contains("distances to the edges of the root"))
    #expect(!names.contains("sizes") && !names.contains("inequalities"))
    #expect(!names.contains { $0.hasPrefix("format: ") })
    let none = EngineExample.all.filter { $0.form(for: EngineOffer()) != nil }.map(\.name)
    #expect(none == ["a layout without views"] + EngineExample.processes.map(\.name))
  }
}
