// SPDX-License-Identifier: MIT

import Display
import JSON
import Judging
import Laws
import LayoutGenerators

/// The settings that determine the result of a campaign, as JSON. Two campaigns with the same text
/// have the same result, for any number of workers and any output folder.
extension CampaignSettings {
  private static let keys = [
    "layoutfuzz", "seed", "cases", "nanosecondsMax", "strategies", "profile", "canary",
    "minimizes", "failuresMax", "laws", "lawFrequency", "fault", "costs", "growthPeriod",
    "session", "scripts", "bytes",
  ]

  /// The settings as JSON.
  ///
  /// - Precondition: the cost oracle, if any, uses the stored table.
  package var identity: JSONValue {
    func number(_ value: (some BinaryInteger)?) -> JSONValue { value.map { .number($0) } ?? .null }
    precondition(costs.map { $0.table == .stored } ?? true, "only the stored table has a name")
    let value: JSONValue = [
      "layoutfuzz": .string(ToolVersion.current), "seed": .string("\(seed)"),
      "cases": number(caseCount), "nanosecondsMax": number(nanosecondsMax),
      "strategies": .array(strategies.map { .string($0.name) }),
      "profile": profile.map { .string($0.rawValue) } ?? .null,
      "canary": canary.map { .string($0.name) } ?? .null, "minimizes": .bool(minimizes),
      "failuresMax": number(failuresMax), "laws": .array(laws.map { .string($0.name) }),
      "lawFrequency": .string(lawFrequency.text),
      "fault": fault.map { .string($0.name) } ?? .null,
      "costs": .bool(costs != nil), "growthPeriod": .number(growthPeriod),
      "session": .string(session.name), "scripts": .string(scriptFrequency.rawValue),
    ]
    guard var members = value.members else { return value }
    if let bytes { members.append(.init(key: "bytes", value: .string(bytes.hexadecimal))) }
    return .object(members)
  }

  /// Reads the format of `identity`.
  ///
  /// Strategies, laws and mutants are found by name, so a campaign with other ones can only run in
  /// the process that created them.
  package init(identity value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a campaign", keys: Self.keys)
    let version = try reader.required("layoutfuzz")
    guard version.string == ToolVersion.current else {
      throw version.error("expected the version \(ToolVersion.current)")
    }
    let seed = try reader.required("seed")
    guard let number = seed.string.flatMap({ UInt64($0) }) else {
      throw seed.error("expected a seed")
    }
    self.init(seed: number, caseCount: reader["cases"]?.int)
    nanosecondsMax = reader["nanosecondsMax"]?.int.map { UInt64($0) }
    strategies = try reader.required("strategies").named("strategies", Strategy.named)
    laws = try reader.required("laws").named("laws", LawCatalog.law(named:))
    lawFrequency = try reader.required("lawFrequency").known("frequency", LawFrequency.init(text:))
    minimizes = reader["minimizes"]?.bool == true
    failuresMax = reader["failuresMax"]?.int
    profile = try reader["profile"]?.optional("profile", Profile.init(rawValue:))
    canary = try reader["canary"]?.optional("mutant", Mutant.named)
    fault = try reader["fault"]?.optional("fault") { Mutant.named($0)?.worldFault }
    costs = reader["costs"]?.bool == true ? CostOracle() : nil
    let period = try reader.required("growthPeriod")
    let growthPeriod = try period.requiredIndex("a period")
    guard growthPeriod > 0 else { throw period.error("expected a period of at least 1") }
    self.growthPeriod = growthPeriod
    scriptFrequency = try reader.required("scripts").requiredCase(of: ScriptFrequency.self)
    session = try reader.required("session").known("session", SessionTarget.init(named:))
    bytes = try reader["bytes"]?.known("bytes", [UInt8].init(hexadecimal:))
  }
}

extension CampaignSettings.LawFrequency {
  private static let focus = "focused on "

  fileprivate var text: String {
    switch self {
    case .sampled: return "sampled"
    case .always: return "always"
    case .focused(let name): return Self.focus + name
    }
  }

  fileprivate init?(text: String) {
    switch text {
    case "sampled": self = .sampled
    case "always": self = .always
    case _ where text.begins(with: Self.focus):
      self = .focused(on: String(text.dropFirst(Self.focus.count)))
    default: return nil
    }
  }
}

extension JSONValue {
  fileprivate func named<Value>(
    _ what: String, _ find: (String) -> Value?
  ) throws(JSONError) -> [Value] {
    var found: [Value] = []
    for element in try requiredArray("the names of \(what)") {
      guard let value = element.string.flatMap(find) else {
        throw element.error("unknown name among the \(what)")
      }
      found.append(value)
    }
    return found
  }

  fileprivate func known<Value>(
    _ what: String, _ find: (String) -> Value?
  ) throws(JSONError) -> Value {
    guard let value = string.flatMap(find) else { throw error("unknown \(what)") }
    return value
  }

  fileprivate func optional<Value>(
    _ what: String, _ find: (String) -> Value?
  ) throws(JSONError) -> Value? {
    content == .null ? nil : try known(what, find)
  }
}

extension [UInt8] {
  /// The bytes as text, two digits for each.
  fileprivate var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Reads the format of `hexadecimal`; nil for anything else.
  fileprivate init?(hexadecimal text: String) {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
