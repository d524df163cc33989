// SPDX-License-Identifier: MIT

import CampaignEngine
import CorpusStore
import Diagnosis
import Judging
import Oracles
import Processes
import Reporting
import ToolSupport

/// A finding in a report, or the reason for which its folder cannot be read.
enum ReportedFinding {
  case finding(ReportFinding)
  case problem(Report.Problem)

  /// The largest number of bytes of a script's page in a report.
  private static let textMax = 20_000

  /// Reads the finding in a folder.
  ///
  /// If `solves`, its case is solved again; otherwise the stored page is used.
  static func read(
    _ folder: String, _ frequency: FindingFrequency, solves: Bool
  ) -> ReportedFinding {
    do throws(CommandFailure) {
      let isScript = [FindingRecord.Subject.script, .engine, .document].contains {
        InputFiles.fileExists("\(folder)/\($0.fileName)")
      }
      var finding =
        isScript
        ? try script(folder, frequency, solves: solves)
        : try layout(folder, frequency, solves: solves)
      finding.pendingFolder = frequency.pendingFolder
      finding.isEarlier = frequency.isEarlier
      return .finding(finding)
    } catch {
      let message = error.messages.joined(separator: "; ")
      let kind: Report.Problem.Kind = error.code == .internalError ? .internalError : .unreadable
      return .problem(Report.Problem(kind, message, path: folder))
    }
  }

  /// Returns the standard error of the process that the case ended; nil without a readable file.
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
    guard let record = loaded.record else { throw .badInput(at: folder, "no finding.json") }
    var finding = finding(folder, record, frequency)
    if solves {
      let reported = try ReportedCase(loaded.layoutCase, of: record)
      if let reported {
        finding.sentence = reported.sentence
        finding.detail = reported.detail
      }
      finding.page = reported?.page
    } else {
      finding.text = storedText(of: folder)
    }
    finding.hasCertificate = InputFiles.fileExists("\(folder)/certificate.json")
    return finding
  }

  /// Returns the finding as its record describes it, with its frequency.
  private static func finding(
    _ folder: String, _ record: FindingRecord, _ frequency: FindingFrequency
  ) -> ReportFinding {
    var finding = ReportFinding(
      record, folder: folder, meaning: record.verdict.meaning)
    let (kind, words) = (record.verdict, FindingWords(record))
    finding.label = kind.label
    finding.law = kind.law
    finding.group = words.group
    finding.sentence = words.sentence
    finding.detail = words.detail
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
    guard let record else { throw .badInput(at: folder, "no finding.json") }
    var finding = finding(folder, record, frequency)
    if solves, record.subject == .script {
      let page = try page(of: "\(folder)/\(record.subject.fileName)", record)
      finding.script = page
      if let words = ScriptWords(page, record).sentence { finding.sentence = words }
      finding.text = text(of: "\(folder)/report.md")
    } else {
      finding.text = storedText(of: folder)
    }
    return finding
  }

  /// Returns the page of a script: the expected results are computed again; the solver, which may
  /// be any program, is not run.
  private static func page(
    of path: String, _ record: FindingRecord
  ) throws(CommandFailure) -> ScriptPage {
    let script = try StoredScript.load(path).script
    let isSession = SessionTarget(named: record.accused.name) != nil
    let steps: ScriptSteps
    do throws(InternalError) {
      steps = try ScriptSteps(script, of: record, isSession: isSession)
    } catch {
      throw CommandFailure(.internalError, at: path, "\(error.message)")
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

  /// Returns the finding's own page, for a finding that is not solved again.
  private static func storedText(of folder: String) -> String {
    let note = "As it was stored: the case was not solved again for this report."
    return text(of: "\(folder)/report.md").map { "\(note)\n\n\($0)" } ?? note
  }

  /// Returns the operations and answers of the finding's own page; nil when there is none.
  private static func text(of file: String) -> String? {
    guard let bytes = try? InputFiles.contents(ofFile: file) else { return nil }
    let text = String(decoding: bytes.prefix(textMax), as: UTF8.self)
    // The part before it is reported elsewhere.
    let start = text.range(of: "## Operations")?.lowerBound ?? text.startIndex
    return String(text[start...])
  }
}
