// SPDX-License-Identifier: MIT

import Foundation

/// The executables that tests run.
package enum BuiltTool {
  /// The variable with the folder of the executables.
  static let variable = "LAYOUTFUZZ_TOOLS"
  private static let names = ["layoutfuzz", "layoutbench"]
  /// The parts of the package from which the executables are built.
  private static let sources = ["Package.swift", "Sources", "Benchmarks"]

  /// The folder of the executables: that of the variable, else that of the release build if no
  /// source is newer, else the one in which the tests were built.
  ///
  /// Executables of a release build are those that users get, and many times as fast.
  package static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment[variable] {
      return URL(fileURLWithPath: path).resolvingSymlinksInPath()
    }
    guard let bundle = Bundle.main.executableURL else {
      preconditionFailure("the tests have no executable")
    }
    let built = bundle.resolvingSymlinksInPath().deletingLastPathComponent()
    let release = built.deletingLastPathComponent().appendingPathComponent("release")
    return isCurrent(release) ? release : built
  }()

  /// Returns the URL of an executable by its name, built or not.
  package static func executable(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// Whether a folder has all executables, each newer than every source.
  private static func isCurrent(_ folder: URL) -> Bool {
    let dates = names.map { date(of: folder.appendingPathComponent($0)) }
    guard let oldest = dates.compactMap(\.self).min(), !dates.contains(nil) else { return false }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return sources.allSatisfy { part in
      files(in: root.appendingPathComponent(part)).allSatisfy { file in
        date(of: file).map { $0 < oldest } ?? false
      }
    }
  }

  /// Returns a file, or all files below a folder.
  private static func files(in place: URL) -> [URL] {
    let names = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String }
    guard let names, !names.isEmpty else { return [place] }
    return names.filter { $0.contains(".") }.map { place.appendingPathComponent($0) }
  }

  private static func date(of file: URL) -> Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    return attributes?[.modificationDate] as? Date
  }
}
