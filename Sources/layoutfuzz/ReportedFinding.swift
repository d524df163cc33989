// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Diagnosis
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
    var finding = finding(folder, record, frequency)
    if solves {
      let reported = try ReportedCase(loaded.layoutCase, of: record)
      if let reported { finding.sentence = reported.sentence }
      finding.page = reported?.page
    } else {
      finding.text = storedText(of: folder)
    }
    finding.hasCertificate = InputFiles.fileExists("\(folder)/certificate.json")
    return finding
  }

  /// The finding as its record describes it, with how often it came up.
  private static func finding(
    _ folder: String, _ record: FindingRecord, _ frequency: FindingFrequency
  ) -> ReportFinding {
    var finding = ReportFinding(record, folder: folder)
    finding.occurrences = frequency.occurrence?.cases
    finding.share = frequency.occurrence?.share
    finding.since = frequency.since
    finding.standardError = standardError(in: folder)
    return finding
  }

  // MARK: - Scripts

  private static func script(
    _ folder: String, _ frequency: FindingFrequency, solves: Bool
  ) throws(CommandFailure) -> ReportFinding {
    let record: FindingRecord?
    do throws(LoadError) {
      record = try FindingStore.record(in: folder)
    } catch {
      throw .badInput("\(error)")
    }
    guard let record else { throw .badInput("\(folder): no finding.json") }
    var finding = finding(folder, record, frequency)
    if solves {
      finding.script = try page(of: "\(folder)/\(record.subject.fileName)", record)
      finding.text = text(of: "\(folder)/report.md")
    } else {
      finding.text = storedText(of: folder)
    }
    return finding
  }

  /// What the steps must come to is worked out again; the solver, which may be any program, is not
  /// run.
  private static func page(
    of path: String, _ record: FindingRecord
  ) throws(CommandFailure) -> ScriptPage {
    let script = try StoredScript.load(path).script
    let isSession = SessionTarget(named: record.accused) != nil
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
