// SPDX-License-Identifier: MIT

extension CompletionScript {
  var zsh: String {
    """
    #compdef \(tool)
    # Completion of \(tool) \(version) for zsh: save it as _\(tool) in a folder of $fpath.

    _\(tool)() {
      local curcontext=$curcontext state line
      local -a commands
      typeset -A opt_args
      _arguments -C '(- *)'{-h,--help}'[print a help text]' '(- *)--version[print the version]' \\
        '(- *)--help-all[print a help text with all exit codes]' \\
        '1: :->subcommand' '*:: :->words'
      case $state in
        subcommand)
          commands=(
    \(commands.map(zshDescription).joined(separator: "\n"))
            'help:the help text of a subcommand'
          )
          _describe -t commands subcommand commands
          ;;
        words)
          case $words[1] in
            help)
              _arguments '1:subcommand:(\(commands.map(\.name).joined(separator: " ")))'
              ;;
    \(commands.map(zshArguments).joined(separator: "\n"))
          esac
          ;;
      esac
    }

    if [[ $funcstack[1] == _\(tool) ]]; then
      _\(tool) "$@"
    else
      compdef _\(tool) \(tool)
    fi

    """
  }

  private func zshDescription(_ command: CommandSyntax) -> String {
    "        " + Self.quoted("\(command.name):\(command.summary)")
  }

  private func zshArguments(_ command: CommandSyntax) -> String {
    let words = command.allOptions.map(zshOption) + zshOperands(command)
    return "        \(command.name))\n          _arguments \\\n"
      + words.map { "            \($0)" }.joined(separator: " \\\n") + "\n          ;;"
  }

  /// Returns `'(-o --output)'{-o,--output=}'[where it goes]:FILE:_files'`.
  private func zshOption(_ option: OptionSyntax) -> String {
    let help = "[" + Self.escaped(option.firstSentence, "[]") + "]"
    let value = option.value.map {
      ":" + Self.escaped($0, ":") + ":" + zshAction(option.candidates)
    }
    let text = help + (value ?? "")
    let equals = option.value == nil ? "" : "="
    guard let short = option.short else {
      let star = option.isRepeatable ? "*" : ""
      return Self.quoted("\(star)--\(option.name)\(equals)\(text)")
    }
    return "'(-\(short) --\(option.name))'{-\(short),--\(option.name)\(equals)}" + Self.quoted(text)
  }

  private func zshOperands(_ command: CommandSyntax) -> [String] {
    let count = command.operandCandidates.count
    return command.operandCandidates.enumerated().map { index, candidates in
      let isOpen = index == count - 1 && command.operandCount.upperBound > count
      let place = isOpen ? "*" : "\(index + 1)"
      return Self.quoted("\(place):operand:" + zshAction(candidates))
    }
  }

  private func zshAction(_ candidates: Candidates) -> String {
    switch candidates {
    case .none: " "
    case .files: "_files"
    case .folders: "_files -/"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .list(let words): "_sequence compadd - \(words.joined(separator: " "))"
    }
  }

  static func escaped(_ text: String, _ characters: String) -> String {
    text.mappingScalars { scalar in
      scalar == "\\" || characters.unicodeScalars.contains(scalar) ? "\\\(scalar)" : nil
    }
  }
}
