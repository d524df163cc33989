// SPDX-License-Identifier: MIT

extension CompletionScript {
  var fish: String {
    var lines = [
      "# Completion of \(tool) \(version) for fish: save it as",
      "# ~/.config/fish/completions/\(tool).fish",
      "",
      "complete -c \(tool) -f",
    ]
    let start = "complete -c \(tool) -n __fish_use_subcommand"
    lines.append("\(start) -s h -l help -d 'print a help text'")
    lines.append("\(start) -l version -d 'print the version'")
    for command in commands {
      lines.append("\(start) -a \(command.name) -d \(Self.fishQuoted(command.summary))")
    }
    for command in commands { lines += fishLines(command) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func fishLines(_ command: CommandSyntax) -> [String] {
    let start = "complete -c \(tool) -n '__fish_seen_subcommand_from \(command.name)'"
    var lines = command.allOptions.map { option in
      var words = option.short.map { ["-s \($0)"] } ?? []
      words.append("-l \(option.name)")
      if option.value != nil { words.append(fishValue(option.candidates)) }
      words.append("-d " + Self.fishQuoted(option.firstLine))
      return start + " " + words.joined(separator: " ")
    }
    // Fish does not count operands: all that may be one are offered.
    for candidates in command.operandCandidates {
      switch candidates {
      case .files: lines.append("\(start) -F")
      case .folders: lines.append("\(start) -a '(__fish_complete_directories)'")
      case .words(let words), .list(let words):
        lines.append("\(start) -a '\(words.joined(separator: " "))'")
      case .none: break
      }
    }
    return lines
  }

  private func fishValue(_ candidates: Candidates) -> String {
    switch candidates {
    case .none: "-x"
    case .files: "-r -F"
    case .folders: "-x -a '(__fish_complete_directories)'"
    case .words(let words): "-x -a '\(words.joined(separator: " "))'"
    case .list(let words): "-x -a '(__fish_append , \(words.joined(separator: " ")))'"
    }
  }

  private static func fishQuoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
