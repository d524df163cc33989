// SPDX-License-Identifier: MIT

extension CompletionScript {
  /// The script for fish.
  ///
  /// Fish evaluates the conditions of all lines. They call functions that return the subcommand and
  /// the place of the next operand.
  var fish: String {
    var lines = [
      "# Completion of \(tool) \(version) for fish: save it as",
      "# ~/.config/fish/completions/\(tool).fish",
      "",
      fishFunctions,
      "complete -c \(tool) -f",
    ]
    let start = "complete -c \(tool) -n __\(tool)_none"
    lines.append("\(start) -s h -l help -d 'print a help text'")
    lines.append("\(start) -l help-all -d 'print a help text with all exit codes'")
    lines.append("\(start) -l version -d 'print the version'")
    for command in commands {
      lines.append("\(start) -a \(command.name) -d \(Self.fishQuoted(command.summary))")
    }
    lines.append("\(start) -a help -d 'the help text of a subcommand'")
    let names = commands.map(\.name).joined(separator: " ")
    lines.append("complete -c \(tool) -n '__\(tool)_at help 0 0' -a '\(names)'")
    for command in commands { lines += fishLines(command) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Functions for the conditions: those of fish find a word anywhere, and an operand may have the
  /// name of a subcommand.
  private var fishFunctions: String {
    """
    function __\(tool)_none
        test (count (commandline -opc)) -eq 1
    end

    # NAME: whether the subcommand is that.
    function __\(tool)_is
        set -l words (commandline -opc)
        test (count $words) -gt 1; and test "$words[2]" = $argv[1]
    end

    # NAME FIRST LAST OPTION...: whether so many operands of a subcommand stand before the word that is typed; the words
    # after these options are no operands.
    function __\(tool)_at
        __\(tool)_is $argv[1]; or return 1
        set -l words (commandline -opc)
        set -l count 0
        set -l skips no
        for word in $words[3..]
            if test $skips = yes
                set skips no
            else if string match -q -- '-*' $word
                contains -- $word $argv[4..]; and set skips yes
            else
                set count (math $count + 1)
            end
        end
        test $count -ge $argv[2]; and test $count -le $argv[3]
    end

    """
  }

  private func fishLines(_ command: CommandSyntax) -> [String] {
    let start = "complete -c \(tool) -n '__\(tool)_is \(command.name)'"
    let lines = command.allOptions.map { option in
      var words = option.short.map { ["-s \($0)"] } ?? []
      words.append("-l \(option.name)")
      if option.value != nil { words.append(fishValue(option.candidates)) }
      words.append("-d " + Self.fishQuoted(option.firstSentence))
      return start + " " + words.joined(separator: " ")
    }
    return lines + fishOperands(command)
  }

  private func fishOperands(_ command: CommandSyntax) -> [String] {
    let valued = command.options.filter { $0.value != nil }.flatMap(\.spellings)
    let count = command.operandCandidates.count
    return command.operandCandidates.enumerated().compactMap { index, candidates in
      let isOpen = index == count - 1 && command.operandCount.upperBound > count
      let words = [command.name, "\(index)", isOpen ? "1000000" : "\(index)"] + valued
      let start = "complete -c \(tool) -n '__\(tool)_at \(words.joined(separator: " "))'"
      switch candidates {
      case .files: return "\(start) -F"
      case .folders: return "\(start) -a '(__fish_complete_directories)'"
      case .words(let words), .list(let words):
        return "\(start) -a '\(words.joined(separator: " "))'"
      case .none: return nil
      }
    }
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

  static func fishQuoted(_ text: String) -> String {
    "'" + text.mappingScalars { $0 == "\\" || $0 == "'" ? "\\\($0)" : nil } + "'"
  }
}
