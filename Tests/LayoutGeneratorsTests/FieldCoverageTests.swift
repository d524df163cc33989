// SPDX-License-Identifier: MIT

import Choices
import LayoutModel
import TestSupport
import Testing

@testable import LayoutGenerators

/// The values of each field of generated cases, by profile.
private struct FieldTable {
  /// The number of different values that are kept for each field.
  private static let valuesMax = 8

  /// The fields by their paths, as `views[].hold.mask`.
  private(set) var values: [String: [Profile: Set<String>]] = [:]

  mutating func count(_ made: GeneratedCase) {
    walk(made.layoutCase, "", made.profile)
  }

  /// Returns the number of different values in all profiles together.
  func distinct(_ path: String) -> Int {
    values[path, default: [:]].values.reduce(into: Set()) { $0.formUnion($1) }.count
  }

  /// Returns the line of a field: its number of values in each profile.
  func line(_ path: String) -> String {
    path
      + Profile.allCases.map { " \($0.rawValue) \(values[path]?[$0]?.count ?? 0)" }
      .joined(separator: ",")
  }

  private mutating func walk(_ value: Any, _ path: String, _ profile: Profile) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let inside = mirror.children.first?.value else {
        return note("nil", path + "?", profile)
      }
      note("some", path + "?", profile)
      walk(inside, path, profile)
    case .collection, .set:
      for child in mirror.children { walk(child.value, path + "[]", profile) }
    case .enum:
      guard let child = mirror.children.first, let label = child.label else {
        return note("\(value)", path, profile)
      }
      note(label, path, profile)
      walk(child.value, "\(path).\(label)", profile)
    case .struct where value is LayoutNumber || value is Priority:
      note("\(value)", path, profile)
    case .struct, .class:
      let storage = mirror.children.count == 1 && mirror.children.first?.label == "rawValue"
      if storage || mirror.children.isEmpty { return note("\(value)", path, profile) }
      for child in mirror.children {
        let name = child.label ?? ""
        walk(child.value, path.isEmpty ? name : "\(path).\(name)", profile)
      }
    default: note("\(value)", path, profile)
    }
  }

  private mutating func note(_ value: String, _ path: String, _ profile: Profile) {
    guard values[path]?[profile]?.count ?? 0 < Self.valuesMax else { return }
    values[path, default: [:]][profile, default: []].insert(value)
  }
}

@Suite("Fields of generated cases")
struct FieldCoverageTests {
  /// Fields that layout does not read, each with the reason why no generator varies it.
  private static let unread = [
    "name?": "a display name", "constraints[].identifier?": "a display name",
    "constraints[].source": "a place in a document",
    "views[].rareParts.values._annotations.box?": "names and places in a document",
    "views[].rareParts.values.recordedFrame?": "a frame that a document recorded",
    "expectation?": "the answer of corpus cases", "table?": "how often a cell is repeated",
  ]

  @Test("every field that layout reads has several values")
  func fields() {
    var table = FieldTable()
    for profile in Profile.allCases {
      let generator = caseGenerator(profile: profile)
      for seed in 0..<TestLength.choose(quick: 150, full: 500) as Range<UInt64> {
        if let made = generator.value(seed: seed) { table.count(made) }
      }
    }
    let paths = table.values.keys.sorted()
    #expect(paths.count >= 40, "\(paths)")
    #expect(Set(Self.unread.keys).isSubset(of: paths))
    for path in paths where Self.unread[path] == nil {
      #expect(table.distinct(path) >= 2, "\(table.line(path))")
    }
  }
}
