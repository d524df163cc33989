// SPDX-License-Identifier: MIT

import CampaignEngine
import Foundation
import Solvers

/// Options that several subcommands have.
enum CommonOptions {
  /// `--jobs`
  static func jobs(_ arguments: ParsedArguments) throws(CommandFailure) -> Int {
    try arguments.integer("jobs", in: 1...1024)
      ?? max(1, ProcessInfo.processInfo.activeProcessorCount)
  }

  /// `--strategies`
  static func strategies(_ arguments: ParsedArguments) throws(CommandFailure) -> [Strategy] {
    guard let names = arguments.list("strategies") else { return Strategy.healthy }
    var found: [Strategy] = []
    for name in names {
      let strategy = try strategy(named: name, arguments)
      guard !found.contains(where: { $0.name == name }) else {
        throw .usage("strategy '\(name)' is named twice", seeHelpOf: arguments.command)
      }
      found.append(strategy)
    }
    return found
  }

  /// A strategy, healthy or mutant.
  static func strategy(
    named name: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> Strategy {
    if let strategy = Strategy.named(name) { return strategy }
    let healthy = Strategy.healthy.map(\.name)
    let near = NearestName.suggestion(
      for: name, among: healthy + MutantCatalog.all.map(\.name))
    throw .usage(
      "unknown strategy '\(name)'" + (near.isEmpty ? "; there are " : near + " There are ")
        + healthy.joined(separator: ", ") + " and those of 'layoutfuzz mutants list'",
      seeHelpOf: arguments.command)
  }

  /// A mutant.
  static func mutant(
    named name: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> Mutant {
    if let mutant = Mutant.named(name) { return mutant }
    let suggestion = NearestName.suggestion(for: name, among: MutantCatalog.all.map(\.name))
    throw .usage(
      "unknown mutant '\(name)'"
        + (suggestion.isEmpty ? "; 'layoutfuzz mutants list' names them all" : suggestion),
      seeHelpOf: arguments.command)
  }
}
