// SPDX-License-Identifier: MIT

import CampaignEngine

/// `layoutfuzz worker`: what `fuzz` and `replay` start to run cases in. Not for people, and not in `--help`.
enum WorkerCommand {
  static let name = "worker"

  static func run() throws(CommandFailure) -> ExitCode {
    WorkerLoop.run()
    throw .usage("'\(name)' is what other subcommands start to run cases in")
  }
}
