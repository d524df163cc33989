// SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// A package of a test target only, written to disk to see what `swift test` makes of sources that
/// the tool wrote.
package struct MadePackage: Sendable {
  private let dependencies: [String]
  private let targets: [String]
  private let product: String
  private let links: [(path: String, to: URL)]

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A package that uses LayoutSolving as others do, by its product.
  package static let ofProduct = MadePackage(
    dependencies: [".package(name: \"LayoutFuzz\", path: \"\(root.path)\")"], targets: [],
    product: ".product(name: \"LayoutSolving\", package: \"LayoutFuzz\")", links: [])

  /// A package that has the sources of LayoutSolving: in one package, tests may plant faults.
  package static let ofSources = MadePackage(
    dependencies: [], targets: [".target(name: \"LayoutSolving\")"],
    product: "\"LayoutSolving\"",
    links: [("Sources/LayoutSolving", root.appendingPathComponent("Sources/LayoutSolving"))])

  private var manifest: String {
    let test = ".testTarget(name: \"Reproduced\", dependencies: [\(product)])"
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "Reproduced",
        dependencies: [\(dependencies.joined(separator: ", "))],
        targets: [\((targets + [test]).joined(separator: ", "))])
      """
  }

  /// What `swift test` prints of the package with these files as its tests, by name.
  package func test(_ files: [String: String]) throws -> String {
    let folder = TestFolder.root
      .appendingPathComponent("swift-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(files, to: folder)
    return try Self.output(of: ["swift", "test", "--disable-xctest"], in: folder).text
  }

  /// What a command prints, on both of its streams, and the code that it ends with.
  package static func output(
    of words: [String], in folder: URL
  ) throws -> (text: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }

  private func write(_ files: [String: String], to folder: URL) throws {
    let tests = folder.appendingPathComponent("Tests/Reproduced")
    let sources = folder.appendingPathComponent("Sources")
    for made in [tests, sources] {
      try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    }
    for (path, target) in links {
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent(path), withDestinationURL: target)
    }
    try Data(manifest.utf8).write(to: folder.appendingPathComponent("Package.swift"))
    for (name, text) in files {
      try Data(text.utf8).write(to: tests.appendingPathComponent(name))
    }
  }
}
