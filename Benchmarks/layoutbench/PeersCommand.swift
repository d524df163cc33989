// SPDX-License-Identifier: MIT

import BenchmarkKit
import Foundation
import JSON
import PeerBenchmarks

/// The command `layoutbench peers`.
enum PeersCommand {
  static let subcommand = Subcommand(
    syntax: CommandSyntax(
      name: "peers", summary: "measure our solver beside solvers of others",
      operands: nil, operandCount: 0...0,
      options: [
        OptionSyntax("peer", value: "LIST", "kiwi, highs, or none (default kiwi)"),
        OptionSyntax(
          "filter", value: "A,B",
          "only these workloads, or names with these words; * and ? match (default: all)"),
        OptionSyntax(
          "rounds", value: "N", "pairs of fresh processes of each workload (default 9)"),
        OptionSyntax(
          "slow", "also run workloads that a peer does not complete within 60 s, as lower bounds"),
        OptionSyntax(
          "cache", value: "DIR",
          "folder of packages and compiled drivers (default ~/.cache/layoutfuzz)"
        ).rare,
        OptionSyntax(
          "scripts", value: "DIR", "the folder scripts/peers, if it is not found"
        ).rare,
        OptionSyntax("dir", value: "DIR", "folder of stored reports (default .layoutbench)"),
        OptionSyntax("json", "print the result as JSON"),
      ],
      notes: """
        Measure our solver beside solvers of others, on the same workload files. Answers are
        compared before times are measured. The printed factor says what our solver is: '2.40x
        faster'. The ratio in the JSON is theirs / ours.

        The headers of kiwi are loaded from PyPI once and checked by hash, to compile
        scripts/peers/kiwi_peer.cpp. HiGHS is a Python package. The workloads are
        \(PeerSettings.workloads.joined(separator: " ")). The growth curves of our side are
        \(GrowthFamily.allCases.map { "growth:\($0.rawValue)" }.joined(separator: " ")).

        Slow workloads have fewer rounds and steps, with their numbers in the JSON. The report is
        stored in DIR/peers/TIME/peers.json. 'layoutbench report' makes a page of it.
        """,
      exits: ExitCode.meanings([
        .outputsDiffer: "answers differ, or a program fails", .cannotWrite: "",
        .unavailable: "a compiler, Python, pip or the network is missing",
      ]),
      examples: ["layoutbench peers --filter chain10,tree10", "layoutbench peers --peer highs"]),
    run: run)

  @Sendable private static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode
  {
    let settings = try settings(arguments)
    let console = Console(json: arguments.has("json"))
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath().path else {
      throw CommandFailure(.outputsDiffer, ["peers: this program does not know where it is"])
    }
    let ours = PeerLaunch(
      name: "layoutfuzz", executable: program, arguments: [ContenderCommand.subcommand.syntax.name])
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("layoutbench-peers-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(.cannotWrite, ["\(scratch.path): \(error.localizedDescription)"])
    }
    defer { try? FileManager.default.removeItem(at: scratch) }
    let peers = try launches(settings.peers, arguments)
    var run = PeerRun(settings, ours: ours, peers: peers, scratch: scratch, progress: tell)
    var report: PeerReport
    do throws(PeerRunFailure) {
      report = try run.run()
    } catch {
      endProgress()
      throw failure(error)
    }
    endProgress()
    report.command = Array(CommandLine.arguments.dropFirst())
    let json = JSONWriter.document(report.json)
    Console.write(console.json ? String(decoding: json, as: UTF8.self) : report.text)
    do throws(CommandFailure) {
      Console.note("kept in \(try RunStore(arguments).keepPeers(json))")
    } catch {
      // The measurement is complete and printed.
      Console.note("not kept: " + error.messages.joined(separator: "; "))
    }
    return .fine
  }

  private static func settings(_ arguments: ParsedArguments) throws(CommandFailure) -> PeerSettings
  {
    var settings = PeerSettings()
    if let names = arguments.list("peer", omitsEmpty: true), names != ["none"] {
      settings.peers = []
      for name in names {
        guard let peer = PeerName(rawValue: name), !settings.peers.contains(peer) else {
          throw .usage(
            "--peer takes none, or each of kiwi and highs once, not '\(name)'", seeHelpOf: "peers")
        }
        settings.peers.append(peer)
      }
    } else if arguments.has("peer") {
      settings.peers = []
    }
    settings.filter = NameFilter(arguments.list("filter", omitsEmpty: true) ?? [])
    settings.rounds = try arguments.integer("rounds", in: 1...1000) ?? settings.rounds
    settings.runsSlow = arguments.has("slow")
    guard !settings.chosenWorkloads.isEmpty || !settings.chosenGrowths.isEmpty else {
      throw .usage(
        "--filter \(arguments.text("filter") ?? "") names no workload", seeHelpOf: "peers")
    }
    return settings
  }

  /// Returns the peers, ready to run; a failure lists all missing parts at once.
  private static func launches(
    _ names: [PeerName], _ arguments: ParsedArguments
  ) throws(CommandFailure) -> [(name: PeerName, launch: PeerLaunch)] {
    if names.isEmpty { return [] }
    let folder = arguments.text("scripts").map { URL(fileURLWithPath: $0) }
    guard let scripts = folder ?? PeerTools.findScripts() else {
      throw CommandFailure(
        .unavailable, ["peers: there is no folder scripts/peers above this program; give --scripts"]
      )
    }
    let own = arguments.text("cache").map { URL(fileURLWithPath: $0) }
    guard let cache = own ?? PeerTools.standardCache(ProcessInfo.processInfo.environment) else {
      throw CommandFailure(
        .unavailable, ["peers: the environment names no home folder; give --cache"])
    }
    let tools = PeerTools(scripts: scripts, cache: cache)
    var ready: [(name: PeerName, launch: PeerLaunch)] = []
    var missing: [String] = []
    for name in names {
      tell("getting \(name.rawValue) ready")
      do throws(PeerMissing) {
        ready.append((name, try tools.launch(of: name)))
      } catch {
        missing.append("peers: \(error.peer.rawValue) is not there: \(error.reason)")
      }
    }
    endProgress()
    if !missing.isEmpty { throw CommandFailure(.unavailable, missing) }
    return ready
  }

  private static func failure(_ failure: PeerRunFailure) -> CommandFailure {
    switch failure {
    case .differs(let lines):
      return CommandFailure(.outputsDiffer, ["peers: answers differ; nothing was timed"] + lines)
    case .broken(let line): return CommandFailure(.outputsDiffer, ["peers: \(line)"])
    case .cannotWrite(let line): return CommandFailure(.cannotWrite, ["peers: \(line)"])
    }
  }

  /// Shows the current step on a terminal.
  private static func tell(_ text: String) {
    if Console.errorIsTerminal { Console.overwriteLine(text) }
  }

  private static func endProgress() { tell("") }
}

/// `layoutbench contender WORKLOAD`: this solver's side of `peers`, in a process of its own.
enum ContenderCommand {
  static let subcommand = Subcommand(
    syntax: CommandSyntax(
      name: "contender", summary: "answer the line protocol of scripts/peers with our solver",
      operands: "WORKLOAD", operandCount: 1...1, options: [], isHidden: true), run: run)

  @Sendable private static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode
  {
    let status = ContenderProcess.run(workload: arguments.operands[0])
    return status == 0 ? .fine : .badInput
  }
}
