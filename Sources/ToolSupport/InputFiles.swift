// SPDX-License-Identifier: MIT

import CorpusStore
import Display
import Foundation
import RegularFiles
import Scripts

/// Finds and reads the files of a command line.
package enum InputFiles {
  /// The largest size of a file that is read, in bytes: far above that of any real screen.
  package static let bytesMax = 64 << 20

  /// The format of a file, by its name and then by its first character.
  package enum Format {
    case layoutCase, interfaceBuilder
  }

  /// A file of a command line, or one found in a folder of it.
  package struct File {
    package let path: String
    package let bytes: [UInt8]
    package let format: Format

    package init(path: String, bytes: [UInt8], format: Format) {
      self.path = path
      self.bytes = bytes
      self.format = format
    }
  }

  /// Returns the paths of all inputs of the operands: a file itself, all inputs below a folder in
  /// the order of their paths.
  ///
  /// If `takesDocuments`, folders are searched for storyboards, xibs and texts of visual formats,
  /// too. If `takesScripts`, they are searched for scripts for external solvers.
  ///
  /// - Throws: `.badInput` for a path that does not exist, and for a folder that cannot be read or
  ///   has no inputs.
  package static func paths(
    _ operands: [String], takesDocuments: Bool, takesScripts: Bool = false
  ) throws(CommandFailure) -> [String] {
    var found: [String] = []
    for operand in operands {
      guard try isFolder(operand) else {
        found.append(operand)
        continue
      }
      let inside = try contents(of: operand) { isInput($0, takesDocuments, takesScripts) }
      if inside.isEmpty {
        let names =
          (takesDocuments ? "*.storyboard, *.xib, *.vfl, " : "") + "*.case.json, case.json"
        throw .badInput(
          at: operand, "no inputs in this folder; fix: give a folder with \(names)")
      }
      found += inside
    }
    return found
  }

  /// Returns the files of one name below a folder, in the order of paths.
  ///
  /// - Throws: `.badInput` for a folder that cannot be read.
  package static func paths(
    below folder: String, named name: String
  ) throws(CommandFailure) -> [String] {
    try contents(of: folder) { $0 == name }
  }

  /// Reads one input.
  ///
  /// - Throws: `.badInput` with the path and the reason.
  package static func read(_ path: String) throws(CommandFailure) -> File {
    let bytes = try contents(ofFile: path)
    if let format = format(ofName: path) { return File(path: path, bytes: bytes, format: format) }
    switch bytes.first(where: { !isSpaceOrMark($0) }) {
    case UInt8(ascii: "{"): return File(path: path, bytes: bytes, format: .layoutCase)
    case UInt8(ascii: "<"): return File(path: path, bytes: bytes, format: .interfaceBuilder)
    case nil: throw .badInput("\(path):1:1: error: the file is empty")
    default:
      throw .badInput("\(path):1:1: error: neither a case file, a storyboard nor a xib")
    }
  }

  /// Whether the path is a folder.
  ///
  /// - Throws: `.badInput` when the path does not exist.
  package static func isFolder(_ path: String) throws(CommandFailure) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw .badInput(at: path, state(ofError: errno, path))
    }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether the name of a path stands for one that is not UTF-8 (`Entry.name`).
  ///
  /// The folder lists it then, although no file has it.
  package static func isWrittenOut(_ path: String) -> Bool {
    let (folder, name) = PathText.split(path)
    var status = stat()
    return lstat(path, &status) != 0
      && (entries(of: folder) ?? []).contains { $0.name == name && !$0.hasPath }
  }

  /// Returns the state of a path that cannot be opened, with the nearest name in its folder.
  private static func state(ofError code: Int32, _ path: String) -> String {
    guard code == ENOENT else { return String(cString: strerror(code)) }
    if isWrittenOut(path) { return "its name is not UTF-8; fix: rename it" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let folder = parts.dropLast().joined(separator: "/")
    let start = parts.count > 1 ? folder + "/" : ""
    let names = (entries(of: parts.count > 1 ? start : ".") ?? []).map(\.name)
    guard let near = nearestName(to: parts.last ?? "", among: names.sorted()) else {
      return "file not found; fix: check the path"
    }
    return "file not found; fix: use '\(Printable.line(start + near))'"
  }

  /// Returns the path of the script, case or document that an operand stands for: the smallest one
  /// in the folder of a finding; other paths unchanged.
  ///
  /// - Throws: `.badInput` when the path does not exist.
  package static func subject(of operand: String) throws(CommandFailure) -> String {
    guard try isFolder(operand) else { return operand }
    let paths = FindingRecord.Subject.allCases.map { "\(operand)/\($0.fileName)" }
    return paths.first(where: fileExists) ?? operand
  }

  /// Whether nothing is at the path.
  package static func isMissing(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 && errno == ENOENT
  }

  /// Whether the path is a regular file.
  package static func fileExists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether there is anything at a path: a file, a folder, a pipe or a device.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether the name is that of a storyboard or a xib.
  package static func isDocument(_ path: String) -> Bool {
    path.ends(with: ".storyboard") || path.ends(with: ".xib")
  }

  /// Whether the name is that of a case as a text of visual formats.
  package static func isVisualFormat(_ path: String) -> Bool { path.ends(with: ".vfl") }

  private static func format(ofName path: String) -> Format? {
    if isDocument(path) { return .interfaceBuilder }
    return path.ends(with: ".json") || isVisualFormat(path) ? .layoutCase : nil
  }

  private static func isSpaceOrMark(_ byte: UInt8) -> Bool {
    // The last three are a byte order mark in UTF-8.
    [9, 10, 13, 32, 0xEF, 0xBB, 0xBF].contains(byte)
  }

  /// Whether a file has the name of a case, a script or a document.
  package static func isNamed(_ path: String) -> Bool { isInput(path, true, true) }

  private static func isInput(
    _ name: String, _ takesDocuments: Bool, _ takesScripts: Bool
  ) -> Bool {
    name == "case.json" || name.ends(with: ".case.json")
      || (takesScripts && isScript(name))
      || (takesDocuments && (isDocument(name) || isVisualFormat(name)))
  }

  /// Whether a file has the name of a script, or is the original script of a finding.
  package static func isScript(_ path: String) -> Bool {
    if path.ends(with: ".script.json") { return true }
    guard isOriginal(path), let bytes = try? contents(ofFile: path) else { return false }
    return SolverScript.isScript(bytes)
  }

  /// Whether a file has the name that findings give to their original input.
  package static func isOriginal(_ path: String) -> Bool {
    path == "original.json" || path.ends(with: "/original.json")
  }

  /// Returns the inputs below a folder by their names, in the order of paths, with the unreadable
  /// folders below it: reading these reports the reason.
  ///
  /// Symbolic links to folders are not followed.
  private static func contents(
    of folder: String, where isWanted: (_ name: String) -> Bool
  ) throws(CommandFailure) -> [String] {
    var found: [String] = []
    var waiting = [folder]
    while let next = waiting.popLast() {
      guard let entries = entries(of: next) else {
        let reason = lastError
        if next == folder { throw .badInput(at: folder, "\(reason)") }
        found.append(next)
        continue
      }
      for entry in entries {
        let path = next.ends(with: "/") ? next + entry.name : "\(next)/\(entry.name)"
        if entry.isFolder, entry.hasPath { waiting.append(path) }
        if isWanted(entry.name) || entry.isFolder && !entry.hasPath { found.append(path) }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// An entry of a folder.
  package struct Entry {
    /// The name; if it is not UTF-8, its bytes written out.
    package let name: String
    /// Whether the name is UTF-8, without which no path leads to the entry.
    let hasPath: Bool
    let isFolder: Bool
  }

  /// Returns the entries of a folder except `.` and `..`; nil when it cannot be read, with the
  /// reason in `errno`.
  package static func entries(of folder: String) -> [Entry]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let entry = readdir(stream) {
      let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
      let found = withUnsafePointer(to: &entry.pointee.d_name) { start in
        start.withMemoryRebound(to: CChar.self, capacity: capacity) { name in
          var status = stat()
          let isThere = fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0
          let text = String(validatingCString: name)
          return Entry(
            name: text ?? ShownText.bytes(name), hasPath: text != nil,
            isFolder: isThere && status.st_mode & S_IFMT == S_IFDIR)
        }
      }
      if found.name != ".", found.name != ".." { entries.append(found) }
    }
    return entries
  }

  private static var lastError: String { String(cString: strerror(errno)) }

  /// Returns the bytes of a file.
  ///
  /// A pipe, a terminal or a device may never end, so none of them is read.
  ///
  /// - Throws: `.badInput` with the path and the reason.
  package static func contents(ofFile path: String) throws(CommandFailure) -> [UInt8] {
    do throws(RegularFile.Problem) {
      return try RegularFile.read(path, upTo: bytesMax)
    } catch {
      switch error {
      case .tooLarge:
        throw .badInput(at: path, "larger than \(bytesMax >> 20) MB, which no layout is")
      // A folder that is listed among files could not be read, or has the name of a file.
      case .folder where access(path, R_OK | X_OK) != 0: throw .badInput(at: path, "\(lastError)")
      case .missing: throw .badInput(at: path, state(ofError: ENOENT, path))
      case .system, .folder, .pipe, .socket, .device:
        throw .badInput(at: path, "\(error.sentence)")
      }
    }
  }
}
