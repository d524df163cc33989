// SPDX-License-Identifier: MIT

import Foundation
import RegularFiles
import Scripts

/// Finds and reads the files a command is pointed at.
package enum InputFiles {
  /// The largest file that is read: far above any screen that people drew.
  package static let bytesMax = 64 << 20

  /// What a file holds, judged by its name first and its first character then.
  package enum Format {
    case layoutCase, interfaceBuilder
  }

  /// A file of a command line, or one found in a folder of it.
  package struct File {
    package let path: String
    package let bytes: [UInt8]
    package let format: Format
  }

  /// The paths of all inputs that the operands mean: a file is itself, a folder all inputs below it
  /// in the order of their paths.
  ///
  /// - Parameters:
  ///   - takesDocuments: whether storyboards, xibs and texts of visual formats in a folder count.
  ///   - takesScripts: whether scripts for external solvers in a folder count.
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
      let inside = try contents(of: operand, takesDocuments, takesScripts)
      if inside.isEmpty {
        let names =
          (takesDocuments ? "*.storyboard, *.xib, *.vfl, " : "") + "*.case.json, case.json"
        throw .badInput("\(operand): no inputs in this folder; looked for \(names)")
      }
      found += inside
    }
    return found
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
  /// - Throws: `.badInput` when there is nothing at the path.
  package static func isFolder(_ path: String) throws(CommandFailure) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw .badInput("\(path): \(String(cString: strerror(errno)))")
    }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is a file at the path.
  package static func fileExists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

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

  private static func isInput(
    _ name: String, _ takesDocuments: Bool, _ takesScripts: Bool
  ) -> Bool {
    name == "case.json" || name.ends(with: ".case.json")
      || (takesScripts && isScript(name))
      || (takesDocuments && (isDocument(name) || isVisualFormat(name)))
  }

  /// Whether a file has the name of a script, or is the one that a finding was made of.
  package static func isScript(_ path: String) -> Bool {
    if path.ends(with: ".script.json") { return true }
    guard isOriginal(path), let bytes = try? contents(ofFile: path) else { return false }
    return SolverScript.isScript(bytes)
  }

  /// Whether a file has the name that findings give to what they were made of.
  package static func isOriginal(_ path: String) -> Bool {
    path == "original.json" || path.ends(with: "/original.json")
  }

  /// What has the name of an input below a folder, in the order of paths, and the folders below it
  /// that cannot be read: whoever reads them is told why.
  ///
  /// Symbolic links to folders are not followed.
  private static func contents(
    of folder: String, _ takesDocuments: Bool, _ takesScripts: Bool
  ) throws(CommandFailure) -> [String] {
    var found: [String] = []
    var waiting = [folder]
    while let next = waiting.popLast() {
      guard let names = names(in: next) else {
        let reason = lastError
        if next == folder { throw .badInput("\(folder): \(reason)") }
        found.append(next)
        continue
      }
      for name in names {
        let path = next.ends(with: "/") ? next + name : "\(next)/\(name)"
        var status = stat()
        let isFolder = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        if isFolder { waiting.append(path) }
        if isInput(name, takesDocuments, takesScripts) { found.append(path) }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The names in a folder but `.` and `..`; nil when it cannot be read, with the reason in
  /// `errno`.
  private static func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
      let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
        start.withMemoryRebound(to: CChar.self, capacity: capacity) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static var lastError: String { String(cString: strerror(errno)) }

  /// The bytes of a file.
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
        throw .badInput("\(path): larger than \(bytesMax >> 20) MB, which no layout is")
      // A folder that is listed among files is one that could not be read, or has the name of a
      // file.
      case .folder where access(path, R_OK | X_OK) != 0: throw .badInput("\(path): \(lastError)")
      case .missing, .system, .folder, .pipe, .socket, .device:
        throw .badInput("\(path): \(error.sentence)")
      }
    }
  }
}
