// SPDX-License-Identifier: MIT

import BenchmarkKit
import CorpusStore
import Display
import Foundation
import Judging
import RegularFiles

/// The folder of stored runs: `runs/ID`, `baselines/NAME`, and `last` with the id of the last run.
struct RunStore {
  let folder: String

  init(_ arguments: ParsedArguments) { self.init(folder: arguments.text("dir")) }

  /// - Parameter folder: the path; `.layoutbench` when nil.
  init(folder: String?) { self.folder = folder ?? ".layoutbench" }

  /// The file with the exit code of the last command with a verdict.
  var verdictFile: String { "\(folder)/verdict.json" }
  private var lastFile: String { "\(folder)/last" }
  private var baselines: String { "\(folder)/baselines" }
  private var peerReports: String { "\(folder)/peers" }

  func runFolder(_ id: String) -> String { "\(folder)/runs/\(id)" }

  /// Makes the folder of a run that begins now, and returns its name, the id.
  func startRun() throws(CommandFailure) -> String { try makeNewFolder(in: "\(folder)/runs") }

  /// Stores a report on peers in its own folder.
  ///
  /// - Returns: the path of the file.
  func keepPeers(_ json: [UInt8]) throws(CommandFailure) -> String {
    let path = "\(peerReports)/\(try makeNewFolder(in: peerReports))/peers.json"
    try write(json, to: path)
    return path
  }

  /// Makes a folder named after the current time.
  ///
  /// - Returns: its name.
  private func makeNewFolder(in parent: String) throws(CommandFailure) -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "UTC")
    format.dateFormat = "yyyyMMdd-HHmmss"
    let id = format.string(from: Date())
    try makeFolder(parent)
    // Two runs in one second are possible, thousands are not. The process that makes the folder
    // owns it: no other process can make it again.
    for number in 1..<1000 {
      let name = number == 1 ? id : "\(id)-\(number)"
      if mkdir("\(parent)/\(name)", 0o755) == 0 { return name }
      if errno != EEXIST {
        let reason = String(cString: strerror(errno))
        throw CommandFailure(.cannotWrite, ["\(parent)/\(name): \(reason)"])
      }
    }
    throw CommandFailure(.cannotWrite, ["\(parent): too many runs begin at \(id)"])
  }

  private func makeFolder(_ path: String) throws(CommandFailure) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(.cannotWrite, ["\(path): \(error.localizedDescription)"])
    }
  }

  func setLast(_ id: String) throws(CommandFailure) {
    try write(Array("\(id)\n".utf8), to: lastFile)
  }

  func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    try makeFolder(folder)
    do throws(WriteError) {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw CommandFailure(.cannotWrite, ["\(error)"])
    }
  }

  /// Returns the last run.
  func last() throws(CommandFailure) -> StoredRun { try read(lastFolder()) }

  /// Returns the folder of a run, by its path, its id, or the name of a baseline.
  func folder(of word: String) throws(CommandFailure) -> String {
    for path in [word, runFolder(word), "\(baselines)/\(word)"]
    where FileManager.default.fileExists(atPath: "\(path)/\(StoredRun.recordName)") {
      return path
    }
    let ids = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/runs")) ?? []
    let near = nearestName(to: word, among: baselineNames() + ids.sorted())
    throw CommandFailure(
      .badInput,
      [
        "no run '\(word)' in \(folder), and no such folder or file"
          + (near.map { ", did you mean '\($0)'?" } ?? "; 'layoutbench run' makes a run")
      ])
  }

  func lastFolder() throws(CommandFailure) -> String {
    guard let id = RegularFile.text(lastFile) else {
      throw CommandFailure(.badInput, ["no run in \(folder): 'layoutbench run' makes one"])
    }
    return runFolder(id.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Returns the run saved under a name.
  func baseline(_ name: String) throws(CommandFailure) -> StoredRun {
    guard isName(name), FileManager.default.fileExists(atPath: "\(baselines)/\(name)") else {
      let strategies = Strategy.healthy.map(\.name)
      let near = nearestName(to: name, among: baselineNames() + strategies)
      throw CommandFailure(
        .badInput,
        [
          "no baseline '\(name)' in \(folder)"
            + (near.map { ", did you mean '\($0)'?" } ?? ": 'layoutbench save \(name)' makes one")
        ])
    }
    return try read("\(baselines)/\(name)")
  }

  func baselineNames() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: baselines)) ?? []).filter(isName)
      .sorted()
  }

  private func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".")
      && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
  }

  /// Saves the last run under a name.
  func save(_ name: String) throws(CommandFailure) {
    guard isName(name) else {
      throw .usage(
        "'\(name)' is no name: letters, digits, '-', '_' and '.' only", seeHelpOf: "save")
    }
    let source = try lastFolder()
    let target = "\(baselines)/\(name)"
    if FileManager.default.fileExists(atPath: target) {
      throw CommandFailure(.usage, ["there is a baseline '\(name)' already: \(target)"])
    }
    try makeFolder(baselines)
    // Until it is complete, its name begins with a dot, which no baseline's name does.
    let part = "\(baselines)/.\(name)-\(ProcessInfo.processInfo.processIdentifier)"
    do {
      try? FileManager.default.removeItem(atPath: part)
      try FileManager.default.copyItem(atPath: source, toPath: part)
    } catch {
      throw CommandFailure(.cannotWrite, ["\(target): \(error.localizedDescription)"])
    }
    guard rename(part, target) == 0 else {
      let reason = String(cString: strerror(errno))
      try? FileManager.default.removeItem(atPath: part)
      throw CommandFailure(.cannotWrite, ["\(target): \(reason)"])
    }
  }

  func read(_ folder: String) throws(CommandFailure) -> StoredRun {
    do throws(StoreFailure) {
      return try StoredRun.read(folder: folder)
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension CommandFailure {
  init(_ failure: StoreFailure) {
    switch failure {
    case .missing(let what): self.init(.badInput, ["\(what): there is no run"])
    case .malformed(let message): self.init(.badInput, [message])
    case .cannotWrite(let message): self.init(.cannotWrite, [message])
    }
  }

  init(_ failure: WorkerFailure) {
    switch failure {
    case .cannotStart(let message): self.init(.unavailable, ["cannot start \(message)"])
    case .crashed(let message): self.init(.outputsDiffer, [message])
    case .refused(let message): self.init(.usage, [message])
    case .cannotWrite(let message): self.init(.cannotWrite, [message])
    case .timedOut: self.init(.outputsDiffer, ["a worker took longer than the limit"])
    }
  }
}
