// SPDX-License-Identifier: MIT

extension CompletionScript {
  /// The script for bash; runs with bash 3.2 of macOS, and without the package bash-completion.
  var bash: String {
    """
    # Completion of \(tool) \(version) for bash: source <(\(tool) completions bash)

    _\(tool)_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }

    _\(tool)_list() {
      local last=${cur##*,}
      COMPREPLY=($(compgen -P "${cur%"$last"}" -W "$1" -- "$last"))
    }

    _\(tool)_files() {
      local IFS=$'\\n'
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen "$1" -- "$cur"))
    }

    _\(tool)() {
      local cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} previous options='' valued=''
      local index operand=0
      COMPREPLY=()
      if ((COMP_CWORD == 1)); then
        _\(tool)_words '\(firstWords)'
        return
      fi
      # --option=value comes as three words.
      previous=${COMP_WORDS[COMP_CWORD - 1]}
      if [[ $cur == '=' ]]; then
        cur=''
      elif [[ $previous == '=' ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      case $command in
    \(commands.map(bashOptions).joined(separator: "\n"))
        help) ;;
        *) return ;;
      esac
      case "$command $previous" in
    \(commands.flatMap(bashValues).joined(separator: "\n"))
      esac
      # Any other value is for its author to say.
      if [[ " $valued " == *" $previous "* ]]; then return; fi
      if [[ $cur == -* ]]; then
        _\(tool)_words "$options"
        return
      fi
      for ((index = 2; index < COMP_CWORD; index++)); do
        case ${COMP_WORDS[index]} in
          =) index=$((index + 1)) ;;
          -*)
            if [[ " $valued " == *" ${COMP_WORDS[index]} "* && ${COMP_WORDS[index + 1]} != '=' ]]; then
              index=$((index + 1))
            fi
            ;;
          *) operand=$((operand + 1)) ;;
        esac
      done
      case "$command $operand" in
        'help 0') _\(tool)_words '\(commands.map(\.name).joined(separator: " "))' ;;
    \(commands.flatMap(bashOperands).joined(separator: "\n"))
      esac
    }

    complete -F _\(tool) \(tool)

    """
  }

  private var firstWords: String {
    (commands.map(\.name) + ["help"] + ToolTable<Code>.globalOptions.map { "--\($0.name)" }).joined(
      separator: " ")
  }

  private func bashOptions(_ command: CommandSyntax) -> String {
    let all = command.allOptions.flatMap(\.spellings).joined(separator: " ")
    let valued = command.options.filter { $0.value != nil }.flatMap(\.spellings)
      .joined(separator: " ")
    return "    \(command.name)) options='\(all)' valued='\(valued)' ;;"
  }

  private func bashValues(_ command: CommandSyntax) -> [String] {
    command.options.compactMap { option in
      guard let reply = bashReply(option.candidates) else { return nil }
      let pattern = option.spellings.map { "'\(command.name) \($0)'" }.joined(separator: " | ")
      return "    \(pattern)) \(reply); return ;;"
    }
  }

  private func bashOperands(_ command: CommandSyntax) -> [String] {
    let count = command.operandCandidates.count
    return command.operandCandidates.enumerated().compactMap { index, candidates in
      guard let reply = bashReply(candidates) else { return nil }
      let isOpen = index == count - 1 && command.operandCount.upperBound > count
      return "    '\(command.name) '" + (isOpen ? "*" : "\(index)") + ") \(reply) ;;"
    }
  }

  private func bashReply(_ candidates: Candidates) -> String? {
    switch candidates {
    case .none: nil
    case .files: "_\(tool)_files -f"
    case .folders: "_\(tool)_files -d"
    case .words(let words): "_\(tool)_words '\(words.joined(separator: " "))'"
    case .list(let words): "_\(tool)_list '\(words.joined(separator: " "))'"
    }
  }
}
