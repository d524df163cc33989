// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutGenerators
import Laws
import Lowering

/// What decides the result of a campaign, as JSON: two campaigns with the same text come to the same, whatever the
/// number of workers and wherever findings go.
extension CampaignSettings {
  private static let keys = [
    "layoutfuzz", "seed", "cases", "nanosecondsMax", "strategies", "profile", "canary",
    "minimizes", "failuresMax", "laws", "allLaws", "loweringFault",
    "session", "scripts",
  ]

  package var identity: JSONValue {
    func number(_ value: (some BinaryInteger)?) -> JSONValue { value.map { .number($0) } ?? .null }
    return [
      "layoutfuzz": .string(CampaignSettings.toolVersion), "seed": .string("\(seed)"),
      "cases": number(caseCount), "nanosecondsMax": number(nanosecondsMax),
      "strategies": .array(strategies.map { .string($0.name) }),
      "profile": profile.map { .string($0.rawValue) } ?? .null,
      "canary": canary.map { .string($0.name) } ?? .null, "minimizes": .bool(minimizes),
      "failuresMax": number(failuresMax), "laws": .array(laws.map { .string($0.name) }),
      "allLaws": .bool(lawFrequency == .always),
      "loweringFault": loweringFault.map { .string($0.rawValue) } ?? .null,
      "session": .string(session.name), "scripts": .string(scriptFrequency.rawValue),
    ]
  }

  /// Reads what `identity` gives. Strategies, laws and mutants are known by name, so a campaign with others can only
  /// run in the process that made them.
  package init(identity value: JSONValue) throws(JSONError) {
    let reader = try JSONObjectReader(value, "a campaign", keys: Self.keys)
    let version = try reader.required("layoutfuzz")
    guard version.string == CampaignSettings.toolVersion else {
      throw version.error("expected the version \(CampaignSettings.toolVersion)")
    }
    guard let seed = try reader.required("seed").string.flatMap({ UInt64($0) }) else {
      throw value.error("expected a seed")
    }
    self.init(seed: seed, caseCount: reader["cases"]?.int)
    nanosecondsMax = reader["nanosecondsMax"]?.int.map { UInt64($0) }
    strategies = try reader.required("strategies").named("strategies", Strategy.named)
    laws = try reader.required("laws").named("laws", LawCatalog.law(named:))
    lawFrequency = reader["allLaws"]?.bool == true ? .always : .sampled
    minimizes = reader["minimizes"]?.bool == true
    failuresMax = reader["failuresMax"]?.int
    profile = try reader["profile"]?.optional("profile", Profile.init(rawValue:))
    canary = try reader["canary"]?.optional("mutant", Mutant.named)
    scriptFrequency = try reader.required("scripts").requiredCase(of: ScriptFrequency.self)
    let target = try reader.required("session")
    guard let found = target.string.flatMap({ SessionTarget(named: $0) }) else {
      throw target.error("unknown session")
    }
    session = found
    loweringFault = try reader["loweringFault"]?.optional("fault", LoweringFault.init(rawValue:))
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

  fileprivate func optional<Value>(
    _ what: String, _ find: (String) -> Value?
  ) throws(JSONError) -> Value? {
    if content == .null { return nil }
    guard let value = string.flatMap(find) else { throw error("unknown \(what)") }
    return value
  }
}
