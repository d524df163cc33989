// SPDX-License-Identifier: MIT

import CampaignEngine
import Display
import Judging
import Laws
import Supervision
import ToolSupport

/// The command line that makes a given plan: for other builds, and for engines that make it
/// themselves.
enum PlanWords {
  /// Returns `campaign plan ...`, without the name of the tool.
  ///
  /// - Throws: `.badInput` for a plan that no command line makes.
  static func words(of plan: CampaignPlan, in directory: String) throws(CommandFailure) -> [String]
  {
    let settings = plan.settings
    let words =
      [
        "campaign", "plan", "--dir", directory, "--seed", "\(settings.seed)", "--cases",
        "\(settings.caseCount ?? 0)", "--shards", "\(plan.shards)",
      ] + options(settings) + limits(plan.limits)
    guard try isMade(by: words, plan) else {
      throw .badInput("\(plan.directory)/plan.json: no command line makes this plan")
    }
    return words
  }

  /// Returns the command line that runs the random cases of a night again, quoted for a shell; nil
  /// if none does.
  static func repeating(_ settings: CampaignSettings, seed: UInt64, cases: Int) -> String? {
    var settings = settings
    (settings.seed, settings.caseCount) = (seed, cases)
    let words = ["fuzz", "--seed", "\(seed)", "--cases", "\(cases)"] + options(settings)
    guard case .work(_, let arguments)? = try? Tool.table.request(words),
      let made = try? FuzzCommand.settings(arguments), made.identity == settings.identity
    else { return nil }
    return (["layoutfuzz"] + words).map(ShellWord.quoted).joined(separator: " ")
  }

  /// Returns the options of a campaign that differ from the defaults, without its seed and size.
  private static func options(_ settings: CampaignSettings) -> [String] {
    var words: [String] = []
    if let names = strategies(settings) { words += ["--strategies", names] }
    if settings.laws.map(\.name) != LawCatalog.all.map(\.name) {
      let names = settings.laws.map(\.name).joined(separator: ",")
      words += ["--laws", names.isEmpty ? "none" : names]
    }
    if settings.costs == nil { words.append("--no-costs") }
    if settings.growthPeriod != CampaignSettings.growthPeriod {
      words += ["--growth", "\(settings.growthPeriod)"]
    }
    if let profile = settings.profile { words += ["--profile", profile.rawValue] }
    if let canary = settings.canary { words += ["--canary", canary.name] }
    if !settings.minimizes { words.append("--no-minimize") }
    return words
  }

  /// Returns the value of `--strategies`; nil when it is not needed.
  private static func strategies(_ settings: CampaignSettings) -> String? {
    if settings.scriptFrequency == .sampled, settings.fault == nil { return nil }
    let fault = settings.fault.map { [$0.name] } ?? []
    let session = settings.scriptFrequency == .always ? [settings.session.name] : []
    return (fault + settings.strategies.map(\.name) + session).joined(separator: ",")
  }

  private static func limits(_ limits: WorkerLimits) -> [String] {
    var words: [String] = []
    if limits.caseNanoseconds != WorkerLimits.caseNanosecondsDefault {
      words += ["--case-timeout", "\(Double(limits.caseNanoseconds) / 1e9)s"]
    }
    if limits.memoryBytes != WorkerLimits.memoryBytesDefault {
      words += ["--case-memory", "\(limits.memoryBytes >> 20)"]
    }
    return words
  }

  /// Whether a command line makes a plan.
  private static func isMade(
    by words: [String], _ plan: CampaignPlan
  ) throws(CommandFailure) -> Bool {
    guard case .work(_, let arguments) = try Tool.table.request(words) else { return false }
    let limits = try SupervisionOptions.limits(arguments)
    return try FuzzCommand.settings(arguments).identity == plan.settings.identity
      && limits == plan.limits
  }
}
