// SPDX-License-Identifier: MIT

import Diagnosis
import JSON
import Supervision
import ToolSupport

/// A checker of files with the options of one call of `check`, in this process or in a worker that
/// receives the same options.
package struct CheckService: Sendable {
  private let options: CheckOptions
  private let selection: CheckSelection
  private let scope: String?
  private let gallery: CheckGallery?
  private let fault: CheckFault?
  /// The options of the call as words of a command line.
  private let words: [String]

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    options = try CheckOptions(arguments)
    selection = try CheckSelection(arguments, failOn: options.failOn)
    scope = arguments.text("scope")
    gallery =
      try CheckOutputs.hasPage(arguments)
      ? CheckGallery(least: selection.least) : nil
    fault = CheckFault.planted
    words = arguments.given.flatMap { name in
      let values = (arguments.text(name).map { [$0] } ?? []) + arguments.texts(name)
      return values.isEmpty ? ["--\(name)"] : values.map { "--\(name)=\($0)" }
    }
  }

  /// Returns the result of a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - onStep: called before each part of the work that takes a while.
  /// - Returns: the findings, or the reason why the file cannot be used.
  func checked(_ path: String, onStep: () -> Void = {}) -> CheckedFile {
    fault?.happen(on: path)
    return CheckedFile(
      path: path, matrix: options.matrix, rules: selection.rules, scope: scope, gallery: gallery,
      onStep: onStep)
  }

  /// Returns the comparison of a document's frames with the solved ones.
  func fidelity(_ path: String, onStep: () -> Void = {}) -> FidelityReport {
    fault?.happen(on: path)
    return FidelityReport.part(file: path, unused: UnusedConstants.ofProcess, onStep: onStep) {
      (path) throws(FidelityReport.UnreadableFile) in
      do throws(CommandFailure) {
        return try InputFiles.read(path).bytes
      } catch {
        let reason = error.messages.joined(separator: "; ")
        throw FidelityReport.UnreadableFile(reason: reason.removing(prefix: "\(path): ") ?? reason)
      }
    }
  }
}

// MARK: - In a worker

extension CheckService {
  /// The first line sent to a worker: the options of the call.
  var greeting: JSONValue { ["options": .strings(words)] }

  /// A request to a worker.
  enum Request {
    case check(path: String)
    case fidelity(path: String)

    var json: JSONValue {
      switch self {
      case .check(let path): return ["check": .string(path)]
      case .fidelity(let path): return ["fidelity": .string(path)]
      }
    }

    init(_ value: JSONValue) throws(JSONError) {
      let reader = try JSONObjectReader(value, "a request", keys: ["check", "fidelity"])
      if let path = reader["check"] {
        self = .check(path: try path.requiredString("a path"))
      } else {
        self = .fidelity(path: try reader.required("fidelity").requiredString("a path"))
      }
    }
  }

  private init(
    greeting: JSONValue, _ parse: ([String]) throws(CommandFailure) -> ParsedArguments
  ) throws(JSONError) {
    let reader = try JSONObjectReader(greeting, "a greeting", keys: ["options"])
    let words = try reader.required("options").requiredStrings("words")
    do throws(CommandFailure) {
      try self.init(try parse(words))
    } catch {
      throw greeting.error(error.messages.joined(separator: "; "))
    }
  }

  /// Answers requests until no more arrive; returns only when this process was not started as a
  /// worker.
  ///
  /// - Parameter parse: reads the words of a call, options and files, as those of `check`.
  package static func runWorker(
    _ parse: @escaping ([String]) throws(CommandFailure) -> ParsedArguments
  ) {
    WorkerLoop.run { (greeting, slot) throws(JSONError) in
      let service = try CheckService(greeting: greeting, parse)
      // Every step counts as progress.
      let onStep = { slot.note(.layout) }
      return { (request) throws(JSONError) in
        slot.note(nil, .layout)
        switch try Request(request) {
        case .check(let path): return service.checked(path, onStep: onStep).json
        case .fidelity(let path): return service.fidelity(path, onStep: onStep).stored
        }
      }
    }
  }
}
