// SPDX-License-Identifier: MIT

import BenchmarkSuites
import CaseFormats
import CorpusStore
import Display
import Foundation
import Judging
import LayoutGenerators
import Reporting

/// The command `layoutbench search`.
enum SearchCommand {
  static let subcommand = Subcommand(
    syntax: CommandSyntax(
      name: "search", summary: "search for cases with many pivots per constraint", operands: nil,
      operandCount: 0...0,
      options: [
        OptionSyntax("strategy", value: "NAME", "the strategy to load (default simplex)"),
        OptionSyntax("profiles", value: "A,B", "only these kinds of cases (default: all)"),
        OptionSyntax("tries", value: "N", "cases tried of each kind (default 4000)"),
        OptionSyntax("seed", value: "N", "seed of the search (default 1)"),
        OptionSyntax("out", value: "DIR", "write the hardest case of each kind to DIR"),
      ],
      notes: """
        Search for cases with many pivots per constraint. A quarter of the cases are random, the
        others are changes of the hardest case so far.

        The same seed finds the same cases. The cases in Benchmarks/Captures are results of this
        search. 'layoutbench run' measures them.
        """,
      exits: ExitCode.meanings([.cannotWrite: ""]),
      examples: [
        "layoutbench search --tries 10k", "layoutbench search --out Benchmarks/Captures",
      ]), run: run)

  @Sendable private static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode
  {
    let name = arguments.text("strategy") ?? "simplex"
    guard let strategy = Strategy.named(name) else {
      throw .usage("unknown strategy '\(name)'", seeHelpOf: "search")
    }
    var profiles = Profile.allCases
    if let names = arguments.list("profiles", omitsEmpty: true) {
      profiles = []
      for name in names {
        guard let profile = Profile(rawValue: name) else {
          throw .usage(
            "unknown profile '\(name)'; there are "
              + Profile.allCases.map(\.rawValue).joined(separator: ", "), seeHelpOf: "search")
        }
        profiles.append(profile)
      }
    }
    let search = StressSearch(
      strategy: strategy, seed: try arguments.integer("seed", in: 0...UInt64.max) ?? 1,
      tries: try arguments.integer("tries", in: 1...100_000_000) ?? 4000)
    var bar = ProgressBar()
    for profile in profiles {
      let found = search.hardest(of: profile) { done in
        bar.show(
          profile.rawValue, doneSeconds: Double(done), expectedSeconds: Double(search.tries))
      }
      bar.clear()
      guard let found else {
        Console(json: false).say("\(profile.rawValue): no case was large enough")
        continue
      }
      Console(json: false).say(
        "\(profile.rawValue): \(found.pivots) pivots on \(found.constraints) constraints,"
          + " \(ShownNumber.digits(found.score)) for each")
      if let folder = arguments.text("out") { try write(found, name, to: folder) }
    }
    return .fine
  }

  private static func write(
    _ found: StressSearch.Found, _ strategy: String, to folder: String
  ) throws(CommandFailure) {
    let path = "\(folder)/\(strategy)-\(found.profile.rawValue).case.json"
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try AtomicFile.write(CaseFile.encode(found.layoutCase), to: path)
    } catch {
      throw CommandFailure(.cannotWrite, ["\(path): \(error)"])
    }
  }
}
