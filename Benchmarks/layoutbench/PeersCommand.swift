// SPDX-License-Identifier: MIT

/// `layoutbench peers`
enum PeersCommand {
  static let subcommand = Subcommand(
    name: "peers", summary: "the simplex strategy beside other solvers (not there yet)",
    operands: "", operandCount: 0...0, options: [], notes: "", run: run)

  @Sendable private static func run(_ arguments: Arguments) throws(CommandFailure) -> ExitCode {
    throw CommandFailure(.usage, ["peers: not there yet"])
  }
}
