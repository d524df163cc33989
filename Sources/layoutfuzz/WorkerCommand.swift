// SPDX-License-Identifier: MIT

import CampaignEngine
import Checking
import DocumentCampaigns
import Supervision
import ToolSupport

/// `layoutfuzz worker`: a process in which other subcommands run cases or check files.
///
/// Not in `--help`.
enum WorkerCommand {
  static let name = SupervisionOptions.workerCommand

  /// Works until the process is ended.
  ///
  /// `words` are the words after the name.
  ///
  /// - Throws: a usage error when no other subcommand has started the process.
  static func run(_ words: [String]) throws(CommandFailure) -> ExitCode {
    if words == [SupervisionOptions.checkWorkers] {
      CheckService.runWorker { (words) throws(CommandFailure) in
        guard case .work(_, let arguments) = try Tool.table.request(["check"] + words) else {
          throw CommandFailure.usage("no files are asked for")
        }
        return arguments
      }
    } else if words == [SupervisionOptions.documentWorkers] {
      DocumentService.runWorker()
    } else {
      WorkerLoop.runCases()
    }
    throw .usage("'\(name)' is what other subcommands start to run cases in")
  }
}
