// SPDX-License-Identifier: MIT

import Choices

/// Random changes of documents, in ways that a text editor, a merge or a later version of Interface
/// Builder could make them.
struct DocumentMutator {
  private enum Change: Int, CaseIterable {
    case setValue, setLayoutValue, addAttribute, removeAttribute, redirect, retag
    case remove, duplicate, swap, move, graft, embed, constrain

    /// The odds of the change among all.
    var weight: Int {
      switch self {
      case .setLayoutValue: return 6
      case .constrain: return 4
      case .setValue, .addAttribute, .embed: return 3
      case .removeAttribute, .redirect, .retag, .remove, .duplicate, .graft: return 2
      case .swap, .move: return 1
      }
    }
  }

  /// The largest number of elements of a document that is not cut down to one screen.
  private static let elementsMax = 500

  let pool: MutationPool
  private var numbers: Xoshiro256
  /// The number of ids made for new elements.
  private var freshIDs = 0

  /// Makes a mutator; the seed determines all changes.
  init(_ pool: MutationPool, seed: UInt64) {
    self.pool = pool
    numbers = Xoshiro256(seed: seed)
  }

  /// Returns a changed document.
  mutating func mutated(_ original: DocumentMarkup) -> DocumentMarkup {
    var document = original
    if document.elements.count > Self.elementsMax, !chance(1, in: 8) {
      keepOneScreen(of: &document)
    }
    repeat { change(&document) } while chance(2, in: 3)
    return document
  }

  /// Returns one of the documents; small ones are likelier.
  ///
  /// - Precondition: there are some.
  mutating func chosenDocument() -> DocumentMarkup {
    let (first, second) = (any(pool.documents), any(pool.documents))
    return first.elements.count <= second.elements.count || chance(1, in: 4) ? first : second
  }

  private mutating func change(_ document: inout DocumentMarkup) {
    let count = document.elements.count
    guard count > 1 else { return }
    let place = 1 + below(count - 1)
    switch chosenChange() {
    case .setValue: setValue(at: place, of: &document)
    case .setLayoutValue: setLayoutValue(near: place, of: &document)
    case .addAttribute: addAttribute(at: place, of: &document)
    case .removeAttribute:
      let names = document.elements[place].attributes.map(\.name)
      if !names.isEmpty { document.elements[place][any(names)] = nil }
    case .redirect: redirect(near: place, in: &document)
    case .retag: retag(near: place, in: &document)
    case .remove: document.remove(subtreeAt: place)
    case .duplicate: duplicate(place, in: &document)
    case .swap: swap(place, in: &document)
    case .move: move(place, in: &document)
    case .graft: graft(onto: place, in: &document)
    case .embed: embed(near: place, in: &document)
    case .constrain: constrain(near: place, in: &document)
    }
  }

  private mutating func chosenChange() -> Change {
    let changes = Change.allCases
    var rest = below(changes.reduce(0) { $0 + $1.weight })
    for change in changes {
      if rest < change.weight { return change }
      rest -= change.weight
    }
    return .setLayoutValue
  }

  // MARK: - Attributes

  private mutating func setValue(at place: Int, of document: inout DocumentMarkup) {
    let names = document.elements[place].attributes.map(\.name)
    guard !names.isEmpty else { return }
    let name = any(names)
    document.elements[place][name] = value(of: name)
  }

  /// Gives an element a value of an attribute that matters for layout, preferably one that the
  /// element has.
  private mutating func setLayoutValue(near place: Int, of document: inout DocumentMarkup) {
    for index in [place] + Array(document.elements.indices.dropFirst(place + 1).prefix(20)) {
      let names = document.elements[index].attributes.map(\.name)
        .filter(MutationPool.layoutNames.contains)
      if !names.isEmpty {
        let name = any(names)
        document.elements[index][name] = value(of: name)
        return
      }
    }
  }

  mutating func value(of name: String) -> String {
    let known = pool.values(of: name)
    if known.isEmpty || chance(1, in: 8) { return any(MutationPool.numbers) }
    return any(known)
  }

  private mutating func addAttribute(at place: Int, of document: inout DocumentMarkup) {
    let known = pool.attributes(of: document.elements[place].tag)
    if known.isEmpty || chance(1, in: 3) {
      let name = any(MutationPool.layoutNames)
      document.elements[place][name] = value(of: name)
    } else {
      let attribute = any(known)
      document.elements[place][attribute.name] = attribute.value
    }
  }

  /// Lets a reference lead to another element.
  private mutating func redirect(near place: Int, in document: inout DocumentMarkup) {
    let ids = document.elements.compactMap { $0["id"] }
    guard !ids.isEmpty else { return }
    let references = ["firstItem", "secondItem", "destination", "viewController", "id", "key"]
    for index in document.elements.indices.dropFirst(place).prefix(40) {
      let names = references.filter { document.elements[index][$0] != nil }
      if !names.isEmpty {
        document.elements[index][any(names)] = any(ids)
        return
      }
    }
  }

  private mutating func retag(near place: Int, in document: inout DocumentMarkup) {
    for index in document.elements.indices.dropFirst(place).prefix(60) {
      guard let parent = document.parent(of: index), document.elements[parent].tag == "subviews"
      else { continue }
      document.elements[index].tag = any(pool.viewTags)
      return
    }
  }

  // MARK: - Elements

  private mutating func keepOneScreen(of document: inout DocumentMarkup) {
    let scenes = document.elements.indices.filter { document.elements[$0].tag == "scene" }
    guard scenes.count > 1 else { return }
    let kept = any(scenes)
    for scene in scenes.reversed() where scene != kept { document.remove(subtreeAt: scene) }
  }

  private mutating func duplicate(_ place: Int, in document: inout DocumentMarkup) {
    let range = document.subtree(at: place)
    var copy = Array(document.elements[range])
    if chance(1, in: 2) { renameIDs(of: &copy) }
    document.insert(copy[...], at: range.upperBound, inside: document.elements[place].depth - 1)
  }

  /// Gives the copies of elements ids of their own, and lets their references follow.
  private mutating func renameIDs(of copy: inout [DocumentMarkup.Element]) {
    var names: [String: String] = [:]
    for element in copy {
      guard let id = element["id"], names[id] == nil else { continue }
      let end = id.unicodeScalars.suffix(3).map { $0.properties.isAlphabetic ? String($0) : "0" }
      names[id] = freshID((["0", "0", "0"] + end).suffix(3).joined())
    }
    for index in copy.indices {
      for (number, attribute) in copy[index].attributes.enumerated() {
        if let name = names[attribute.value] { copy[index].attributes[number].value = name }
      }
    }
  }

  /// Returns an id that the mutator has not made yet, with an end of three characters.
  ///
  /// It has the form that Interface Builder gives ids: others count as edited by hand.
  mutating func freshID(_ end: String) -> String {
    freshIDs += 1
    let digits = [UInt8(freshIDs / 16 % 16), UInt8(freshIDs % 16)].map { String($0, radix: 16) }
    return "cpy-\(digits.joined())-\(end)"
  }

  /// Exchanges an element and its next sibling.
  private mutating func swap(_ place: Int, in document: inout DocumentMarkup) {
    let first = document.subtree(at: place)
    let next = first.upperBound
    guard next < document.elements.count,
      document.elements[next].depth == document.elements[place].depth
    else { return }
    let second = document.subtree(at: next)
    document.elements.replaceSubrange(
      first.lowerBound..<second.upperBound,
      with: document.elements[second] + document.elements[first])
  }

  private mutating func move(_ place: Int, in document: inout DocumentMarkup) {
    let range = document.subtree(at: place)
    let moved = Array(document.elements[range])
    document.elements.removeSubrange(range)
    let target = below(document.elements.count)
    document.insert(moved[...], at: target + 1, inside: document.elements[target].depth)
  }

  /// Adds an element of another document, preferably to one with the same tag around it.
  private mutating func graft(onto place: Int, in document: inout DocumentMarkup) {
    guard !pool.documents.isEmpty else { return }
    let other = chosenDocument()
    guard other.elements.count > 1 else { return }
    let source = 1 + below(other.elements.count - 1)
    let copy = other.elements[other.subtree(at: source)]
    guard copy.count <= Self.elementsMax else { return }
    let tag = other.parent(of: source).map { other.elements[$0].tag }
    let target =
      document.elements.indices.dropFirst(place).first { document.elements[$0].tag == tag }
      ?? document.elements.firstIndex { $0.tag == tag } ?? place
    document.insert(copy, at: target + 1, inside: document.elements[target].depth)
  }

  // MARK: - Numbers

  mutating func below(_ count: Int) -> Int { Int(numbers.upTo(UInt64(count - 1))) }

  mutating func chance(_ numerator: Int, in denominator: Int) -> Bool {
    below(denominator) < numerator
  }

  mutating func any<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}
