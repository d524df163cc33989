// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import EngineScripts
import Engines
import JSON
import Oracles
import Reproducers

/// The programs of a finding for the authors of its engine, in the formats of the offer, each run
/// once they are written.
///
/// Their results never change the verdict.
struct AuthorPrograms {
  /// The wrong part, as the record has it; nil where no program can compare it.
  private(set) var judged: JSONValue?
  private(set) var records: [AuthorProgram] = []
  private(set) var files: [(name: String, bytes: [UInt8])] = []

  /// The folder of runs inside of that of the finding.
  private static let folderName = "trial"
  /// The largest number of runs of a program whose failure does not come each time.
  private static let runsMax = 20

  /// - Parameters:
  ///   - script: the smallest script.
  ///   - truth: the exact answers; nil when they take too long.
  ///   - judgement: the judgement on it.
  ///   - runs: the number of runs of which one fails.
  ///   - runner: the runner of the engine.
  ///   - summary: the failure in one sentence.
  ///   - folder: the folder of the finding; nil when nothing is stored, and no program written.
  ///   - isStopped: whether the campaign is stopped.
  init(
    _ script: EngineScript, _ truth: EngineTruth?, _ judgement: EngineJudgement, runs: Int,
    _ runner: EngineRunner, summary: String, folder: String?, isStopped: () -> Bool
  ) {
    guard let folder else { return }
    let formats = runner.offer.programs.compactMap(ProgramFormat.init(rawValue:))
    guard let truth, let part = judgement.part(in: truth) else {
      let reason =
        truth == nil
        ? "the exact answers take too long" : "the verdict is about a reply, not about a layout"
      records = formats.map {
        AuthorProgram(format: $0.rawValue, file: nil, result: .notRun, reason: reason)
      }
      return
    }
    let judged = EngineProgram.Judged(step: judgement.step, part: part)
    self.judged = judged.json
    let about = EngineProgram.about(
      engine: runner.pool.greeting.engine, summary: summary, toolVersion: ToolVersion.current)
    for format in formats {
      do throws(SourceRefusal) {
        let program = try EngineProgram(
          script, truth, runner.offer, judged: judged, about: about)
        let text = try program.text(format)
        let trial = ProgramTrial(text, format, now: runner.pool.now)
        add(
          format, text, trial, runs: min(runs, Self.runsMax), folder: folder, isStopped: isStopped)
      } catch {
        records.append(
          AuthorProgram(
            format: format.rawValue, file: nil, result: .notRun, reason: error.sentence))
      }
    }
  }

  private mutating func add(
    _ format: ProgramFormat, _ text: String, _ trial: ProgramTrial, runs: Int, folder: String,
    isStopped: () -> Bool
  ) {
    defer { FindingStore.removeFolder(Self.folderName, in: folder) }
    var record = AuthorProgram(format: format.rawValue, file: format.fileName, result: .notRun)
    if (try? FindingStore.makeFolders([Self.folderName], in: folder)) == nil {
      record.reason = "no folder can be made for it"
    } else {
      let result = trial.run(
        in: "\(folder)/\(Self.folderName)", runsMax: runs, isStopped: isStopped)
      switch result {
      case .shows: record.result = .shows
      case .showsNot(let reason): (record.result, record.reason) = (.showsNot, reason)
      case .notRun(let reason): record.reason = reason
      }
    }
    records.append(record)
    files.append((format.fileName, Array(text.utf8)))
  }

  /// The items about them for the list at the top of the page.
  var facts: [String] {
    records.map { "- Program (\($0.format)): \($0.file.map { "`\($0)` " } ?? "")\($0.words)" }
  }
}
