// SPDX-License-Identifier: MIT

import CaseFormats
import Choices
import LayoutGenerators
import LayoutModel

/// How a case is made that does not follow from its seed.
enum CaseRecipe: Sendable, Hashable {
  /// By the generator from these choices, and from random ones after the last.
  case choices(ContiguousArray<Int64>, thenRandom: UInt64)
  /// As it is; what kind of case it comes from.
  case layout(LayoutCase, Profile)

  /// A screen that somebody drew.
  static func seed(_ screen: LayoutCase) -> CaseRecipe { .layout(screen, .idiomatic) }
}

/// The recipes of some cases by index; all other cases follow from the seed.
struct RecipeBook: Sendable, Hashable {
  private var recipes: [Int: CaseRecipe]

  static let empty = RecipeBook(recipes: [:])

  subscript(index: Int) -> CaseRecipe? {
    get { recipes[index] }
    set { recipes[index] = newValue }
  }

  /// The recipes of some of the cases only.
  subscript(cases: Range<Int>) -> RecipeBook {
    RecipeBook(recipes: recipes.filter { cases.contains($0.key) })
  }

  var isEmpty: Bool { recipes.isEmpty }
}

// MARK: - Between processes

extension RecipeBook {
  /// Nothing where there is no recipe: requests of campaigns without feedback stay as short as they are.
  var members: [JSONValue.Member] {
    if isEmpty { return [] }
    let elements = recipes.sorted { $0.key < $1.key }.map { index, recipe in recipe.json(index) }
    return [.init(key: "recipes", value: .array(elements))]
  }

  init(_ reader: JSONObjectReader) throws(JSONError) {
    self = .empty
    for element in try reader["recipes"]?.requiredArray("recipes") ?? [] {
      let words = try element.requiredArray("a recipe", count: 3)
      let index = try words[0].requiredIndex("the index of a case")
      recipes[index] = try CaseRecipe(words)
    }
  }
}

extension CaseRecipe {
  /// `[index, "choices", "seed"]` or `[index, "profile", case]`
  fileprivate func json(_ index: Int) -> JSONValue {
    switch self {
    case .choices(let values, let seed):
      return [.number(index), .string(ChoiceSequence(values: values).text), .string("\(seed)")]
    case .layout(let layoutCase, let profile):
      return [.number(index), .string(profile.rawValue), CaseFile.value(of: layoutCase)]
    }
  }

  fileprivate init(_ words: [JSONValue]) throws(JSONError) {
    guard let seed = words[2].string else {
      self = .layout(try words[2].layout(), try words[1].requiredCase(of: Profile.self))
      return
    }
    let text = try words[1].requiredString("choices")
    guard let sequence = ChoiceSequence(text: text), let number = UInt64(seed) else {
      throw words[1].error("expected choices and a seed")
    }
    self = .choices(sequence.values, thenRandom: number)
  }
}
