// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Documents of other people's apps, in a folder beside the package that is no part of the project.
///
/// A test that needs them is skipped, and counted as such, if the folder is missing:
/// `@Test(.enabled(if: RealDocuments.arePresent, RealDocuments.comment))`.
package enum RealDocuments {
  package struct File: Sendable {
    package let name: String
    package let path: String
    package let bytes: [UInt8]
  }

  /// The environment variable with the path of another folder.
  package static let variable = "LAYOUTFUZZ_STORYBOARDS"

  package static let comment: Comment =
    "needs a folder of storyboards: ../shared/storyboards, or the one that LAYOUTFUZZ_STORYBOARDS names"

  /// Whether there are any documents.
  package static var arePresent: Bool { !files.isEmpty }

  /// The documents in the order of their names.
  ///
  /// - Precondition: a folder that the variable names has documents, and all can be read.
  package static let files: [File] = {
    let named = ProcessInfo.processInfo.environment[variable].map { URL(filePath: $0) }
    let folder = named ?? beside
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
      precondition(named == nil, "\(variable): cannot read the folder \(folder.path)")
      return []
    }
    let documents = names.sorted().filter { $0.hasSuffix(".xib") || $0.hasSuffix(".storyboard") }
    precondition(
      named == nil || !documents.isEmpty, "\(variable): no documents in the folder \(folder.path)")
    return documents.map { name in
      let path = folder.appending(path: name).path
      guard let data = FileManager.default.contents(atPath: path) else {
        preconditionFailure("cannot read \(path)")
      }
      return File(name: name, path: path, bytes: [UInt8](data))
    }
  }()

  private static let beside = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/storyboards").standardizedFileURL
}
