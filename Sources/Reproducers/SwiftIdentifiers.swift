// SPDX-License-Identifier: MIT

/// Swift names for the ids of a case: ASCII letters, digits and underscores, each once, without
/// words of the language.
///
/// The first letter is in lower case. Types begin with a capital letter, so no name hides a type
/// that the source uses.
struct SwiftIdentifiers {
  private var taken: Set<String>

  private static let lengthMax = 40
  /// The keywords of all contexts, and the members that every type has.
  private static let reserved: Set<String> = [
    "actor", "any", "as", "associatedtype", "associativity", "async", "await", "borrowing", "break",
    "case", "catch", "class", "consume", "consuming", "continue", "convenience", "copy", "default",
    "defer", "deinit", "didSet", "discard", "distributed", "do", "dynamic", "dynamicType", "each",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "final", "for", "func",
    "get", "guard", "if", "import", "in", "indirect", "infix", "init", "inout", "internal", "is",
    "isolated", "lazy", "left", "let", "macro", "mutating", "nil", "none", "nonisolated",
    "nonmutating", "open", "operator", "optional", "override", "package", "postfix", "precedence",
    "precedencegroup", "prefix", "private", "protocol", "public", "repeat", "required", "rethrows",
    "return", "right", "self", "sending", "set", "some", "static", "struct", "subscript", "super",
    "switch", "then", "throw", "throws", "true", "try", "typealias", "unowned", "unsafe", "var",
    "weak", "where", "while", "willSet", "yield",
  ]

  init() { taken = Self.reserved }

  /// Returns a new name for an id; characters other than ASCII letters and digits are left out.
  mutating func name(for id: String, fallback: String) -> String {
    let plain = id.unicodeScalars.lazy.filter {
      $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || $0 == "_")
    }
    var base = String(String.UnicodeScalarView(plain.prefix(Self.lengthMax)))
    if base.utf8.allSatisfy({ $0 == UInt8(ascii: "_") }) { base = fallback }
    if let first = base.unicodeScalars.first, "0"..."9" ~= first { base = fallback + base }
    base = base.prefix(1).lowercased() + base.dropFirst()
    var name = base
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(base)_\(number)"
      number += 1
    }
    return name
  }
}
