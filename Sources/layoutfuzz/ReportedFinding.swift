// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Diagnosis
import Display
import JSON
import Judging
import Processes
import Reporting
import ToolSupport

/// A folder of a finding as a report tells it.
enum ReportedFinding {
  case finding(ReportFinding)
  case problem(Report.Problem)

  /// How much of the page of a script is told.
  private static let textMax = 20_000

  /// - Parameter solves: whether its case is solved again; else it is told as it was stored.
  static func read(
    _ folder: String, _ frequency: FindingFrequency, solves: Bool
  ) -> ReportedFinding {
    do throws(CommandFailure) {
      let isScript = InputFiles.fileExists("\(folder)/case.script.json")
      var finding =
        isScript
        ? try script(folder, frequency, solves: solves)
        : try layout(folder, frequency, solves: solves)
      finding.waitingFolder = frequency.waitingFolder
      finding.isEarlier = frequency.isEarlier
      return .finding(finding)
    } catch {
      let message = error.messages.joined(separator: "; ")
      let kind: Report.Problem.Kind = error.code == .internalError ? .internalError : .unreadable
      return .problem(Report.Problem(kind, message, path: folder))
    }
  }

  /// What the process wrote that the case ended; nil where there is no file, or none that can be
  /// read.
  private static func standardError(in folder: String) -> StandardError? {
    let file = "\(folder)/\(StandardError.fileName)"
    guard InputFiles.fileExists(file) else { return nil }
    return (try? InputFiles.contents(ofFile: file)).flatMap { StandardError(file: $0) }
  }

  // MARK: - Layouts

  private static func layout(
    _ folder: String, _ frequency: FindingFrequency, solves: Bool
  ) throws(CommandFailure) -> ReportFinding {
    let loaded: LoadedFinding
    do throws(LoadError) {
      loaded = try FindingStore.load(path: folder)
    } catch {
      throw .badInput("\(error)")
    }
    guard let record = loaded.record else { throw .badInput("\(folder): no finding.json") }
    let reported = solves ? try ReportedCase(loaded.layoutCase, of: record) : nil
    let path = "\(folder)/case.json"
    return ReportFinding(
      signature: record.signature, subject: record.strategy, verdict: record.verdict,
      sentence: reported?.sentence ?? "\(record.strategy): \(record.summary)",
      summary: record.summary, folder: folder, caseFile: "case.json",
      occurrences: frequency.occurrence?.cases, share: frequency.occurrence?.share,
      since: frequency.since,
      origin: record.seed.flatMap { seed in
        record.caseIndex.map { .init(seed: seed, caseIndex: $0, profile: record.profile) }
      },
      original: size(record.original), minimized: size(record.minimized),
      minimization: .init(
        calls: record.calls, steps: record.acceptedSteps, end: record.minimizationEnd,
        indifferent: record.indifferent, explanationIsCut: record.explanationIsCut),
      toolVersion: record.toolVersion,
      replayCommand: "layoutfuzz replay \(ShellWord.path(path))",
      hasCertificate: InputFiles.fileExists("\(folder)/certificate.json"), page: reported?.page,
      text: solves ? nil : storedText(of: folder), standardError: standardError(in: folder))
  }

  private static func size(_ size: FindingRecord.Size) -> ReportFinding.Size {
    var parts: [ReportFinding.Size.Part] = [
      .init(size.views, "view"), .init(size.constraints, "constraint"),
    ]
    if size.guides > 0 { parts.append(.init(size.guides, "guide")) }
    return .init(parts)
  }

  // MARK: - Scripts

  private static func script(
    _ folder: String, _ frequency: FindingFrequency, solves: Bool
  ) throws(CommandFailure) -> ReportFinding {
    let file = "\(folder)/finding.json"
    let bytes = try InputFiles.contents(ofFile: file)
    let record: ScriptFindingRecord
    let json: JSONValue
    do throws(JSONError) {
      record = try ScriptFindingRecord(decoding: bytes)
      json = try JSONParser.parse(bytes)
    } catch {
      throw .badInput("\(file):\(error.location): error: \(error.message)")
    }
    let path = "\(folder)/case.script.json"
    let page = solves ? try page(of: path, record) : nil
    var replay = "layoutfuzz replay \(ShellWord.path(path))"
    if !record.command.isEmpty {
      let external = "\(record.failure.solver)=\(record.command)"
      replay += " --external \(ShellWord.quoted(external))"
    }
    return ReportFinding(
      signature: record.signature, subject: record.failure.solver, verdict: record.failure.kind,
      sentence: "\(record.failure.solver): \(record.summary)", summary: record.summary,
      folder: folder, caseFile: "case.script.json", occurrences: frequency.occurrence?.cases,
      share: frequency.occurrence?.share, since: frequency.since,
      origin: record.origin.map {
        .init(seed: $0.seed, caseIndex: $0.caseIndex, profile: $0.madeFrom)
      }, original: size(json["original"]), minimized: size(json["minimized"]),
      minimization: .init(
        calls: json["calls"]?.int ?? 0, steps: json["acceptedSteps"]?.int ?? 0,
        end: json["minimizationEnd"]?.string ?? ""),
      toolVersion: record.toolVersion, replayCommand: replay, script: page,
      text: solves ? text(of: "\(folder)/report.md") : storedText(of: folder),
      standardError: standardError(in: folder))
  }

  /// What the steps must come to is worked out again; the solver, which may be any program, is not
  /// run.
  private static func page(
    of path: String, _ record: ScriptFindingRecord
  ) throws(CommandFailure) -> ScriptPage {
    let script = try StoredScript.load(path).script
    let isSession = SessionTarget(named: record.failure.solver) != nil
    let steps: ScriptSteps
    do throws(InternalError) {
      steps = try ScriptSteps(script, of: record, isSession: isSession)
    } catch {
      throw CommandFailure(.internalError, ["\(path): \(error.message)"])
    }
    return ScriptPage(
      steps: steps.rows.map {
        .init(
          operation: $0.operation, expected: $0.expected, got: $0.got, isWrong: $0.isWrong,
          isRefused: $0.isRefused)
      },
      values: steps.values.map {
        .init(name: $0.name, expected: $0.expected, got: $0.got, differs: $0.differs)
      }, isUnique: steps.isUnique,
      curves: steps.readings.enumerated().map { variable, readings in
        VariablePlot.Curve(name: "x\(variable)", readings: readings.map(reading))
      })
  }

  private static func reading(_ reading: ScriptSteps.Reading) -> VariablePlot.Reading {
    .init(
      step: reading.step + 1, expected: reading.expected, isUnique: reading.isUnique,
      got: reading.got, isWrong: reading.isWrong)
  }

  private static func size(_ json: JSONValue?) -> ReportFinding.Size {
    .init([
      .init(json?["steps"]?.int ?? 0, "step"),
      .init(json?["constraints"]?.int ?? 0, "constraint"),
    ])
  }

  /// What the finding's own page says, for one that is not solved again.
  private static func storedText(of folder: String) -> String {
    let note = "As it was stored: the case was not solved again for this report."
    return text(of: "\(folder)/report.md").map { "\(note)\n\n\($0)" } ?? note
  }

  /// The operations and answers, as the finding's own page has them; nil when there is none.
  private static func text(of file: String) -> String? {
    guard let bytes = try? InputFiles.contents(ofFile: file) else { return nil }
    let text = String(decoding: bytes.prefix(textMax), as: UTF8.self)
    // What comes before is told elsewhere.
    let start = text.range(of: "## Operations")?.lowerBound ?? text.startIndex
    return String(text[start...])
  }
}
