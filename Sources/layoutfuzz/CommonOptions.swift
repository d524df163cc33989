// SPDX-License-Identifier: MIT

import CampaignEngine
import Judging
import Laws
import Solvers
import StoredRuns
import ToolSupport

/// Options that several subcommands have.
enum CommonOptions {
  /// The strategies that a shell offers; mutants are too many.
  static var strategyNames: [String] { Strategy.healthy.map(\.name) }

  /// Returns the session of `--strategies`, and the frequency of scripts.
  ///
  /// A named session runs with every case. Without names it runs with some cases, and with none
  /// when only others are named.
  static func session(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> (SessionTarget, CampaignSettings.ScriptFrequency) {
    guard let names = arguments.list("strategies") else { return (SessionTarget(), .sampled) }
    let sessions = names.compactMap { SessionTarget(named: $0) }
    guard sessions.count < 2 else {
      throw .usage("there can be one session at a time", seeHelpOf: arguments.command)
    }
    return sessions.first.map { ($0, .always) } ?? (SessionTarget(), .never)
  }

  /// Returns the session that the options name for a script that they name, too, or that of the
  /// finding.
  static func session(
    _ arguments: ParsedArguments, of stored: StoredScript
  ) throws(CommandFailure) -> SessionTarget? {
    let path = stored.path
    guard let name = arguments.text("strategy") ?? arguments.text("strategies"),
      arguments.operands.contains(where: { $0 == path || path.begins(with: $0 + "/case.script") })
    else { return stored.session }
    guard let named = SessionTarget(named: name) else {
      throw .usage(
        "\(path) is a script, which a session runs, and '\(name)' is none",
        seeHelpOf: arguments.command)
    }
    return named
  }

  /// Returns the strategies of `--strategies`.
  ///
  /// If `skipsSessions`, names of sessions, which are no strategies, are permitted and skipped.
  ///
  /// - Throws: usage errors.
  static func strategies(
    _ arguments: ParsedArguments, skipsSessions: Bool = false
  ) throws(CommandFailure) -> [Strategy] {
    guard let names = arguments.list("strategies") else { return Strategy.healthy }
    var found: [Strategy] = []
    for name in names where !skipsSessions || SessionTarget(named: name) == nil {
      let strategy = try strategy(named: name, arguments)
      guard !found.contains(where: { $0.name == name }) else {
        throw .usage("strategy '\(name)' is named twice", seeHelpOf: arguments.command)
      }
      found.append(strategy)
    }
    return found
  }

  /// Returns the strategies of `--strategies`, or that of the finding, or all healthy ones.
  static func strategies(
    _ arguments: ParsedArguments, of stored: StoredCase
  ) throws(CommandFailure) -> [Strategy] {
    if arguments.text("strategies") == nil, let own = try stored.strategy() { return [own] }
    return try strategies(arguments)
  }

  /// Returns the value of `--strategies` where it may name a mutant of the lowering or an importer.
  ///
  /// - Returns: the fault of such a mutant, and the other named strategies, or the first healthy
  ///   one.
  static func chosenStrategies(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> (strategies: [Strategy], fault: WorldFault?) {
    let names = arguments.list("strategies") ?? []
    let faults = names.compactMap { Mutant.named($0)?.worldFault }
    guard let fault = faults.first else {
      return (try strategies(arguments, skipsSessions: true), nil)
    }
    guard faults.count == 1 else {
      throw .usage(
        "there can be one fault of the lowering or the importers at a time",
        seeHelpOf: arguments.command)
    }
    let others = try names.filter { Mutant.named($0)?.worldFault == nil }
      .map { (name) throws(CommandFailure) in try strategy(named: name, arguments) }
    return (others.isEmpty ? [Strategy.healthy[0]] : others, fault)
  }

  /// Returns the laws of `--laws`.
  static func laws(_ arguments: ParsedArguments) throws(CommandFailure) -> [any Law] {
    guard let names = arguments.list("laws"), names != ["all"] else { return LawCatalog.all }
    if names == ["none"] { return [] }
    var found: [any Law] = []
    for name in names {
      let law = try law(named: name, arguments)
      guard !found.contains(where: { $0.name == name }) else {
        throw .usage("law '\(name)' is named twice", seeHelpOf: arguments.command)
      }
      found.append(law)
    }
    return found
  }

  /// Returns the law with a name.
  static func law(
    named name: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> any Law {
    if let law = LawCatalog.law(named: name) { return law }
    throw .usage(
      "unknown law '\(name)'" + NearestName.choice(for: name, among: LawCatalog.all.map(\.name)),
      seeHelpOf: arguments.command)
  }

  /// Returns the strategy with a name, healthy or mutant.
  static func strategy(
    named name: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> Strategy {
    if let strategy = Strategy.named(name) { return strategy }
    let healthy = Strategy.healthy.map(\.name)
    let near = NearestName.suggestion(
      for: name, among: healthy + MutantCatalog.all.map(\.name))
    throw .usage(
      "unknown strategy '\(name)'"
        + (near.isEmpty
          ? "; fix: use \(healthy.joined(separator: ", ")) or one of 'layoutfuzz mutants list'"
          : "\(near) ('layoutfuzz mutants list' lists all others)"),
      seeHelpOf: arguments.command)
  }

  /// Returns the mutant with a name.
  static func mutant(
    named name: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> Mutant {
    if let mutant = Mutant.named(name) { return mutant }
    if ProcessFault.allCases.contains(where: { $0.name == name }) {
      throw .usage(
        "'\(name)' ends its process, and only 'fuzz --strategies' runs cases in processes of their own",
        seeHelpOf: arguments.command)
    }
    let suggestion = NearestName.suggestion(for: name, among: MutantCatalog.all.map(\.name))
    throw .usage(
      "unknown mutant '\(name)'"
        + (suggestion.isEmpty ? "; fix: use one of 'layoutfuzz mutants list'" : suggestion),
      seeHelpOf: arguments.command)
  }
}
