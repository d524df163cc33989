// SPDX-License-Identifier: MIT

import Display

/// An adapter as a user gives it: `NAME=COMMAND`, or a command from which the name is derived.
package struct AdapterCommand: Sendable, Hashable {
  /// The name: 1 to 40 letters, digits, `-` and `_`, since names of buckets contain it.
  package let name: String
  /// The command for the shell.
  package let command: String

  /// - Returns: nil when the command is blank, or the name has other characters or more than 40.
  package init?(_ text: String) {
    let parts = text.split(scalar: "=", maxSplits: 1)
    if parts.count == 2, Self.isName(parts[0]) {
      self.init(name: parts[0], command: parts[1])
    } else {
      self.init(name: Self.derivedName(text), command: text)
    }
    if command.allSatisfy(\.isWhitespace) { return nil }
  }

  /// Creates an adapter from a command of several words, as a shell has split them.
  package init?(words: [String]) {
    guard words.count != 1 else {
      self.init(words[0])
      return
    }
    let quoted = words.map(ShellWord.literal)
    let name = Self.derivedName(words.joined(separator: " "))
    self.init(name: name, command: quoted.joined(separator: " "))
    if words.isEmpty { return nil }
  }

  package init(name: String, command: String) {
    self.name = name
    self.command = command
  }

  private static func isName(_ text: some StringProtocol) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          return true
        default: return false
        }
      }
  }

  /// Programs that only run another program.
  private static let interpreters = [
    "exec", "env", "python", "python3", "node", "ruby", "perl", "java", "sh", "bash", "nice",
    "timeout",
  ]

  /// Returns the name of the first word that is no option and no interpreter: `kiwi` for `python3
  /// scripts/adapters/kiwi.py --strict-order`.
  private static func derivedName(_ command: String) -> String {
    for word in command.split(whereSeparator: \.isWhitespace) where !word.begins(with: "-") {
      let file = word.split(separator: "/").last ?? word
      let stem = file.split(separator: ".").first ?? file
      guard !interpreters.contains(String(stem)), isName(stem) else { continue }
      return String(stem)
    }
    return "external"
  }
}
