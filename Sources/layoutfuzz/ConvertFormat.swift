// SPDX-License-Identifier: MIT

import Reproducers

/// The output format of `convert`; the raw value is the word on the command line.
enum ConvertFormat: String, CaseIterable {
  case layoutCase = "case"
  case visualFormat = "vfl"
  case linearProgram = "lp"
  case mps
  case smtlib
  case uikit
  case swiftTest = "swift-test"
  case requests
  case picture = "svg"
  case gtkPython = "gtk-python"
  case gtkC = "gtk-c"
  case pySide = "pyside6"
  case kiwiPython = "kiwi-python"
  case kiwiCPP = "kiwi-cpp"
  case engineRequests = "engine-requests"

  /// The formats by ending; the first ending that fits counts.
  private static let byEnding: [(ending: String, format: ConvertFormat)] = [
    (".json", .layoutCase), (".vfl", .visualFormat), (".lp", .linearProgram), (".mps", .mps),
    (".smt2", .smtlib), ("Tests.swift", .swiftTest), (".swift", .uikit), (".jsonl", .requests),
    (".svg", .picture),
  ]

  /// Makes the format of a file name; nil for an unknown ending.
  init?(ofName path: String) {
    guard let found = Self.byEnding.first(where: { path.ends(with: $0.ending) }) else { return nil }
    self = found.format
  }

  /// The patterns `*.case.json, *.vfl ... or *.svg`.
  static let patterns: String = {
    let all = byEnding.map { "*" + ($0.format == .layoutCase ? ".case.json" : $0.ending) }
    return list(all, "or")
  }()
  /// The endings `.case.json, .vfl ... and .svg`.
  static let endings = list(
    byEnding.map { $0.format == .layoutCase ? ".case.json" : $0.ending }, "and")
  /// The names `case, vfl ... or svg`.
  static let names = list(allCases.map(\.rawValue), "or")

  /// The formats of scripts.
  static let ofScripts: [ConvertFormat] = [.requests, .swiftTest, .kiwiPython, .kiwiCPP]
  /// The formats of scripts for layout engines.
  static let ofEngines: [ConvertFormat] = [.gtkPython, .gtkC, .pySide, .engineRequests]

  /// The format of a program that shows a finding to others; nil for other formats.
  var program: ProgramFormat? { ProgramFormat(rawValue: rawValue) }

  private static func list(_ words: [String], _ last: String) -> String {
    words.dropLast().joined(separator: ", ") + " \(last) " + (words.last ?? "")
  }
}
