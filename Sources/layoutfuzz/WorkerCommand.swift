// SPDX-License-Identifier: MIT

import CampaignEngine

/// `layoutfuzz worker`: a process that other subcommands start to run cases or check files in. Not
/// in `--help`.
enum WorkerCommand {
  static let name = "worker"
  /// The word after the name that makes it a worker of `check`.
  static let checkKind = "check"

  /// - Parameter words: those after the name.
  static func run(_ words: [String]) throws(CommandFailure) -> ExitCode {
    if words == [checkKind] { CheckService.runWorker() } else { WorkerLoop.runCases() }
    throw .usage("'\(name)' is what other subcommands start to run cases in")
  }
}
