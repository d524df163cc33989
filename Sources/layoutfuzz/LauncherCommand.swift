// SPDX-License-Identifier: MIT

import CampaignEngine
import ToolSupport

/// `layoutfuzz campaign launcher`: prints the file with which a scheduler runs a plan.
enum LauncherCommand {
  static let syntax = [
    OptionSyntax(
      "scheduler", value: "kubernetes|actions", "the program that starts the shards"),
    OptionSyntax(
      "image", value: "IMAGE",
      "for kubernetes an image with layoutfuzz on its path, for actions one with Swift "
        + "(default \(ActionsLauncher.image))"
    ).rare,
    OptionSyntax(
      "claim", value: "NAME",
      "for kubernetes the volume claim of campaigns "
        + "(default \(KubernetesLauncher.claim))"
    ).rare,
    OptionSyntax(
      "parallelism", value: "N",
      "shards in parallel (default: as many as the scheduler allows)"
    ).rare,
    OptionSyntax(
      "output", value: "FILE", short: "o", "write to FILE (default: standard output)"
    ).rare,
    OptionSyntax("force", "replace an existing FILE").rare,
  ]

  static let options = Set(syntax.map(\.name))

  static func run(
    _ planned: some PlannedCampaign, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let text = try text(planned, arguments)
    let place = try CaseOutput(
      arguments.text("output"), inputs: [], force: arguments.has("force"),
      command: arguments.command)
    try place.write(Array(text.utf8))
    return .nothingFound
  }

  private static func text(
    _ planned: some PlannedCampaign, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> String {
    let plan = planned.plan
    let parallelism = try arguments.integer("parallelism", in: 1...plan.shards)
    let image = arguments.text("image")
    switch arguments.text("scheduler") {
    case "kubernetes":
      guard let image, !image.isEmpty else {
        throw .usage(
          "kubernetes needs --image, one with layoutfuzz on its path", seeHelpOf: arguments.command)
      }
      try check(plan, atMost: KubernetesLauncher.shardsMax, "a Kubernetes job", arguments)
      let name = "layoutfuzz-\(plan.hash)"
      return KubernetesLauncher(
        name: name, shards: plan.shards, parallelism: parallelism ?? plan.shards, image: image,
        claim: arguments.text("claim") ?? KubernetesLauncher.claim,
        plan: try planned.words(in: KubernetesLauncher.folder(name))
      ).text
    case "actions":
      if arguments.text("claim") != nil {
        throw .usage("actions has no --claim", seeHelpOf: arguments.command)
      }
      try check(plan, atMost: ActionsLauncher.shardsMax, "a matrix of GitHub Actions", arguments)
      return ActionsLauncher(
        shards: plan.shards, parallelism: parallelism, image: image ?? ActionsLauncher.image,
        plan: try planned.words(in: ActionsLauncher.folder)
      ).text
    case let name?:
      throw .usage(
        "unknown scheduler '\(name)'"
          + NearestName.choice(for: name, among: ["kubernetes", "actions"]),
        seeHelpOf: arguments.command)
    case nil:
      throw .usage(
        "'launcher' needs --scheduler kubernetes or actions", seeHelpOf: arguments.command)
    }
  }

  private static func check(
    _ plan: ShardPlan<some ShardedWork>, atMost limit: Int, _ scheduler: String,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    guard plan.shards > limit else { return }
    throw .usage(
      "\(scheduler) has at most \(limit) shards, the plan has \(plan.shards)",
      seeHelpOf: arguments.command)
  }
}
