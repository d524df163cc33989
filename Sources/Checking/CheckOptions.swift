// SPDX-License-Identifier: MIT

import CaseFormats
import Diagnosis
import LayoutModel
import ToolSupport

/// The options for the configurations of screens: all those of `check`, or the one of `explain` and
/// `solve`.
package struct CheckOptions {
  package let matrix: CheckMatrix
  /// The lowest severity of findings that make the exit code 1.
  package let failOn: FindingSeverity

  private static let groups: [(name: String, devices: CheckMatrix.Devices)] = [
    ("own", .own), ("smoke", .smoke), ("default", .standard), ("all", .all),
  ]

  /// The options of commands that use a screen in one configuration.
  package static let ofOne = [
    OptionSyntax(
      "device", value: "NAME", words: Device.all.map(\.id),
      "device by name, id or size: 'iPhone 8', retina4_7, 390x844"),
    OptionSyntax("direction", value: "ltr|rtl", "reading direction"),
    OptionSyntax(
      "text", value: "VARIANT", words: TextVariant.allCases.map(\.rawValue),
      "texts: as-is, empty, one-word, doubled, long-word or cjk"),
    OptionSyntax("size", value: "WxH", "size of the screen in points, also for case files").rare,
  ]

  package static let syntax = [
    OptionSyntax(
      "device", value: "NAME,...", words: groups.map(\.name) + Device.all.map(\.id),
      "devices: the groups own, smoke, default and all, and names, ids and sizes as 'iPhone 8', "
        + "retina4_7, 390x844"
    ),
    OptionSyntax("direction", value: "ltr|rtl|both", "reading direction"),
    OptionSyntax(
      "text", value: "VARIANT,...", words: TextVariant.allCases.map(\.rawValue) + ["all"],
      "texts: as-is, empty, one-word, doubled, long-word, cjk, or all"),
    OptionSyntax("size", value: "WxH", "size of the screen in points, also for case files"),
    OptionSyntax("full", "check all combinations of devices, directions and texts").rare,
    OptionSyntax(
      "fail-on", value: "SEVERITY", words: FindingSeverity.allCases.map(\.rawValue),
      "exit with 1 from this severity on, and list no lower ones: error, warning or note (default: "
        + "warning)"
    ),
  ]

  package init(_ arguments: ParsedArguments) throws(CommandFailure) {
    let size = try CheckOptions.size(arguments)
    if size != nil, arguments.text("device") != nil {
      throw .usage("--size and --device cannot be given together", seeHelpOf: arguments.command)
    }
    var devices = try CheckOptions.devices(arguments)
    if let size { devices = [.device(Device.ofSize(width: size.width, height: size.height))] }
    matrix = CheckMatrix(
      devices: devices, directions: try CheckOptions.directions(arguments),
      texts: try CheckOptions.texts(arguments),
      caseSize: size.map {
        LayoutSize(width: LayoutNumber($0.width), height: LayoutNumber($0.height))
      },
      isFull: arguments.has("full"))
    let failing = arguments.text("fail-on") ?? FindingSeverity.warning.rawValue
    failOn = try CheckOptions.severity(failing, of: "fail-on", arguments)
  }

  /// Returns the one configuration of `explain` and `solve`, in the form of `check`.
  ///
  /// - Parameters:
  ///   - document: the parsed document; nil for a case file.
  ///   - command: the name of the command, for messages.
  /// - Returns: the one configuration.
  /// - Throws: a usage error when there are several.
  package func one(
    of document: ParsedDocument?, command: String
  ) throws(CommandFailure) -> CheckConfiguration {
    var matrix = matrix
    matrix.devices = matrix.devices ?? [.own]
    let found = document.map { matrix.configurations(of: $0) } ?? matrix.configurationsOfCase()
    guard let only = found.first, found.count == 1 else {
      throw .usage(
        "'\(command)' looks at one configuration, and these are \(found.count): give one device,"
          + " one direction and one text", seeHelpOf: command)
    }
    return only
  }

  /// The names and ids of all devices, one a line, for help texts.
  package static var deviceList: String {
    Device.all.map { "  \($0.name) (\($0.id))" }.joined(separator: "\n")
  }

  /// The largest side of a screen, in points.
  private static let sideMax = 10_000

  private static func size(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> (width: Int, height: Int)? {
    guard let text = arguments.text("size") else { return nil }
    guard let size = parsedSize(text) else {
      throw .usage(
        "--size takes a width and a height as 390x844, up to \(sideMax), not '\(text)'",
        seeHelpOf: arguments.command)
    }
    return size
  }

  private static func parsedSize(_ text: String) -> (width: Int, height: Int)? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (1...sideMax).contains(width), (1...sideMax).contains(height)
    else { return nil }
    return (width, height)
  }

  private static func devices(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> [CheckMatrix.Devices]? {
    guard let words = arguments.list("device") else { return nil }
    var devices: [CheckMatrix.Devices] = []
    for word in words {
      if let group = groups.first(where: { $0.name == word }) {
        devices.append(group.devices)
      } else if let device = Device.named(word) {
        devices.append(.named(device))
      } else if let size = parsedSize(word) {
        devices.append(.device(Device.ofSize(width: size.width, height: size.height)))
      } else {
        throw .usage(
          "unknown device '\(word)'" + deviceSuggestion(word), seeHelpOf: arguments.command)
      }
    }
    return devices
  }

  /// Returns the suggestion for an unknown device: a name of the same model, or else the nearest
  /// models of its family and the size.
  ///
  /// A name with another number is another model, however near its letters are.
  private static func deviceSuggestion(_ word: String) -> String {
    func number(_ text: String) -> String { text.filter(\.isNumber) }
    let names = groups.map(\.name) + Device.all.map(\.id) + Device.modelNames
    let near = names.filter { number($0) == number(word) }
    let suggestion = NearestName.suggestion(for: word, among: near)
    if !suggestion.isEmpty { return suggestion }
    let size = "give the size of its screen in points, as 402x874"
    let nearest = nearestModels(word)
    return nearest.isEmpty
      ? "; fix: \(size)"
      : "; fix: use \(nearest.map { "'\($0)'" }.joined(separator: ", ")), or \(size)"
  }

  /// Returns up to three models of the family of an unknown one, with the nearest numbers first.
  private static func nearestModels(_ word: String) -> [String] {
    func family(_ text: String) -> String {
      text.prefix { $0.isLetter }.lowercased()
    }
    func number(_ text: String) -> Int {
      Int(text.drop { !$0.isNumber }.prefix { $0.isNumber }.prefix(9)) ?? 0
    }
    let wanted = number(word)
    let names = Device.modelNames.filter { family($0) == family(word) }
    let sorted = names.enumerated().sorted {
      let distances = (abs(number($0.element) - wanted), abs(number($1.element) - wanted))
      return distances.0 == distances.1 ? $0.offset < $1.offset : distances.0 < distances.1
    }
    return sorted.prefix(3).map(\.element)
  }

  private static func directions(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> [LayoutCase.Environment.Direction]? {
    switch arguments.text("direction") {
    case nil: return nil
    case "ltr": return [.leftToRight]
    case "rtl": return [.rightToLeft]
    case "both": return [.leftToRight, .rightToLeft]
    case .some(let word):
      throw .usage(
        "--direction takes ltr, rtl or both, not '\(word)'", seeHelpOf: arguments.command)
    }
  }

  private static func texts(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> [TextVariant]? {
    guard let words = arguments.list("text") else { return nil }
    if words == ["all"] { return TextVariant.allCases }
    var texts: [TextVariant] = []
    for word in words {
      guard let text = TextVariant(rawValue: word) else {
        let names = TextVariant.allCases.map(\.rawValue)
        throw .usage(
          "unknown text variant '\(word)'" + NearestName.choice(for: word, among: names),
          seeHelpOf: arguments.command)
      }
      if !texts.contains(text) { texts.append(text) }
    }
    return texts
  }

  /// Returns the severity that an option names.
  static func severity(
    _ word: String, of option: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> FindingSeverity {
    guard let severity = FindingSeverity(rawValue: word) else {
      throw .usage(
        "--\(option) takes error, warning or note, not '\(word)'", seeHelpOf: arguments.command)
    }
    return severity
  }
}
