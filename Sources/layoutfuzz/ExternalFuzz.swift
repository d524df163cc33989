// SPDX-License-Identifier: MIT

import ProgramCampaigns
import ToolSupport

/// `layoutfuzz fuzz --external`: scripts in place of layouts, adapters in place of strategies.
enum ExternalFuzz {
  /// The options that cannot be combined with adapters.
  private static let excluded = [
    "strategies", "profile", "canary", "laws", "growth", "no-costs",
  ]

  static func run(_ arguments: ParsedArguments) throws(CommandFailure) -> ExitCode {
    try ProgramFuzz<SolverPrograms>.run(
      arguments, option: "external", excluded: excluded, pools: ExternalOptions.pools,
      text: ExternalSummary.text)
  }
}
