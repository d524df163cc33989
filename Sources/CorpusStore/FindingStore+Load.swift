// SPDX-License-Identifier: MIT

import CaseFormats
import Choices
import Foundation
import JSON
import LayoutModel
import RegularFiles

/// A case read from disk, with its record and choices.
package struct LoadedFinding: Sendable, Hashable {
  /// The file from which the case was read.
  package let file: String
  package let layoutCase: LayoutCase
  /// The record; nil for a case file that is not part of a finding, and for an interrupted finding.
  package let record: FindingRecord?
  /// The choices that generate the original case; nil when it was not generated.
  package let choices: ChoiceSequence?
}

/// The reason why a finding or case file cannot be read.
package enum LoadError: Error, Sendable, Hashable, CustomStringConvertible {
  case missing(path: String)
  /// A failed system call, with the system's error number.
  case unreadable(path: String, code: Int32)
  case tooLarge(path: String, bytes: Int)
  /// A pipe, a socket or a device, with a sentence that describes it.
  case noFile(path: String, sentence: String)
  /// A folder with neither `case.json` nor `original.json`.
  case noCase(folder: String)
  /// The content does not have the expected form.
  case invalid(Diagnostic)

  /// The file or folder.
  package var path: String {
    switch self {
    case .missing(let path), .unreadable(let path, _), .tooLarge(let path, _), .noFile(let path, _),
      .noCase(let path):
      return path
    case .invalid(let diagnostic): return diagnostic.file
    }
  }

  package var description: String {
    switch self {
    case .missing(let path): return "\(path): no such file or folder"
    case .unreadable(let path, let code):
      return "\(path): cannot read: \(String(cString: strerror(code)))"
    case .tooLarge(let path, let bytes):
      return
        "\(path): \(bytes) bytes are too many; a case file has at most \(FindingStore.fileLimit)"
    case .noFile(let path, let sentence): return "\(path): \(sentence)"
    case .noCase(let folder): return "\(folder): no case.json in this folder"
    case .invalid(let diagnostic): return diagnostic.description
    }
  }
}

extension FindingStore {
  /// The most bytes of a file that is read: far above any case that a campaign generates.
  package static let fileLimit = 100_000_000

  /// Returns the folders of complete findings, by bucket, and of unfinished ones, in the order of
  /// their paths.
  package static func folders(in directory: String) -> (complete: [String], unfinished: [String]) {
    var complete: [String] = []
    var open: [String] = []
    for bucket in Folder.subfolders(of: directory) {
      let folders = Folder.subfolders(of: "\(directory)/\(bucket)").map {
        "\(directory)/\(bucket)/\($0)"
      }
      if bucket == unfinished { open += folders } else { complete += folders }
    }
    return (complete, open)
  }

  /// Returns the subject of a finding as it was found; nil when its file cannot be read.
  package static func original(in folder: String) -> [UInt8]? {
    let names = Set(FindingRecord.Subject.allCases.map(\.originalName)).sorted()
    return names.lazy.compactMap { try? bytes(of: "\(folder)/\($0)") }.first
  }

  /// Reads a case to replay: a case file, or the folder of a finding.
  ///
  /// Of an interrupted finding, which has no record, the original case is read. Files are not
  /// trusted: any content gives a well-formed case or an error.
  package static func load(path: String) throws(LoadError) -> LoadedFinding {
    if Folder.isFolder(path) { return try load(folder: path) }
    guard FileManager.default.fileExists(atPath: path) else { throw .missing(path: path) }
    return LoadedFinding(
      file: path, layoutCase: try decodeCase(path), record: nil, choices: nil)
  }

  private static func load(folder: String) throws(LoadError) -> LoadedFinding {
    let record = try decodeRecord("\(folder)/finding.json")
    var name = "case.json"
    // The texts of a record are about the smallest case: the original must not take its place.
    if record == nil, !Folder.isFile("\(folder)/\(name)") {
      name = originalName
      guard Folder.isFile("\(folder)/\(name)") else { throw .noCase(folder: folder) }
    }
    let file = "\(folder)/\(name)"
    if let record, record.subject != .layout {
      throw .invalid(
        Diagnostic(
          severity: .error, file: "\(folder)/finding.json",
          location: SourceLocation(line: 1, column: 1),
          message: "expected a finding about a layout, as \(name) is one"))
    }
    return LoadedFinding(
      file: file, layoutCase: try decodeCase(file), record: record,
      choices: try decodeChoices("\(folder)/choices.txt"))
  }

  private static func decodeCase(_ file: String) throws(LoadError) -> LayoutCase {
    let bytes = try read(file)
    do {
      return try CaseFile.decode(bytes, file: file)
    } catch {
      throw .invalid(error.diagnostic)
    }
  }

  /// Reads the record of a finding of any kind.
  ///
  /// - Parameter folder: the folder of the finding.
  /// - Returns: nil for an interrupted finding.
  /// - Throws: the place of the first key or value that is not as expected.
  package static func record(in folder: String) throws(LoadError) -> FindingRecord? {
    try decodeRecord("\(folder)/finding.json")
  }

  private static func decodeRecord(_ file: String) throws(LoadError) -> FindingRecord? {
    guard Folder.isFile(file) else { return nil }
    let bytes = try read(file)
    do {
      return try FindingRecord(decoding: bytes)
    } catch {
      throw .invalid(
        Diagnostic(severity: .error, file: file, location: error.location, message: error.message))
    }
  }

  private static func decodeChoices(_ file: String) throws(LoadError) -> ChoiceSequence? {
    guard Folder.isFile(file) else { return nil }
    let text = String(decoding: try read(file), as: UTF8.self)
    guard let choices = ChoiceSequence(text: text.trimmingCharacters(in: .newlines)) else {
      throw .invalid(
        Diagnostic(
          severity: .error, file: file, location: SourceLocation(line: 1, column: 1),
          message: "expected whole numbers with a space between them"))
    }
    return choices
  }

  /// Returns all bytes of a file of a finding.
  package static func bytes(of file: String) throws(LoadError) -> [UInt8] { try read(file) }

  /// Returns all bytes of a file of at most `fileLimit`.
  package static func read(_ file: String) throws(LoadError) -> [UInt8] {
    do throws(RegularFile.Problem) {
      return try RegularFile.read(file, upTo: fileLimit)
    } catch {
      throw LoadError(error, of: file)
    }
  }
}

extension LoadError {
  fileprivate init(_ problem: RegularFile.Problem, of path: String) {
    switch problem {
    case .missing: self = .missing(path: path)
    case .system(let code): self = .unreadable(path: path, code: code)
    case .folder: self = .unreadable(path: path, code: EISDIR)
    case .pipe, .socket, .device: self = .noFile(path: path, sentence: problem.sentence)
    case .tooLarge(_, let bytes): self = .tooLarge(path: path, bytes: bytes)
    }
  }
}
