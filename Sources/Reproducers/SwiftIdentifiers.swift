// SPDX-License-Identifier: MIT

/// Names of Swift for the ids of a case: letters, digits and underscores, each once, none of them a word of the language or of
/// UIKit's view controllers.
struct SwiftIdentifiers {
  private var taken: Set<String>

  private static let lengthMax = 40
  /// Words of the language, and members that a view controller has.
  private static let reserved: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
    "init", "inout", "internal", "let", "open", "operator", "private", "precedencegroup",
    "protocol", "public", "rethrows", "static", "struct", "subscript", "typealias", "var", "break",
    "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard",
    "if", "in", "repeat", "return", "throw", "switch", "where", "while", "as", "false", "is", "nil",
    "self", "Self", "super", "throws", "true", "try", "any", "some", "await", "async", "actor",
    "view", "title", "description", "hash", "editing", "parent", "children", "items", "tabBarItem",
    "navigationItem", "toolbarItems", "storyboard", "nibName", "undoManager", "isEditing",
    "loadView",
    "viewDidLoad", "constraints", "Type", "Protocol", "debugDescription", "superclass", "zone",
  ]

  init() { taken = Self.reserved }

  /// A new name for an id; what is no letter or digit of ASCII is left out.
  mutating func name(for id: String, fallback: String) -> String {
    let plain = id.unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || $0 == "_")
    }
    var base = String(String.UnicodeScalarView(plain.prefix(Self.lengthMax)))
    if base.isEmpty || base.allSatisfy({ $0 == "_" }) { base = fallback }
    if let first = base.first, first.isNumber { base = fallback + base }
    var name = base
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(base)_\(number)"
      number += 1
    }
    return name
  }
}
