// SPDX-License-Identifier: MIT

import CaseFormats
import Checking
import Display
import LayoutEditing
import LayoutModel
import Solvers
import ToolSupport
import VisualFormats

/// The command `layoutfuzz edit`.
enum EditCommand {
  static let subcommand = Subcommand(syntax: syntax, run: run)

  /// The kind of edit; the raw value is the word on the command line.
  private enum Action: String, CaseIterable {
    case updateFrames = "update-frames"
    case addMissing = "add-missing"
    case clear
    case freeze
  }

  private static let syntax = CommandSyntax(
    name: "edit",
    summary: "update frames, add missing constraints, clear or freeze them",
    operands: "CASE ACTION...", operandCount: 2...Int.max,
    operandWords: Action.allCases.map(\.rawValue),
    options: [
      OptionSyntax("view", value: "ID,...", "only these views (not with add-missing)"),
      OptionSyntax(
        "output", value: "FILE", short: "o",
        "write the case to FILE, a case file or *.vfl (default: standard output)"),
      OptionSyntax("force", "replace an existing FILE"),
    ] + ChosenScreen.syntax,
    notes: """
      Write an edited copy of a case. CASE is a case file, storyboard or xib, and is not changed.
      The actions are update-frames, add-missing, clear and freeze, applied in the given order.

      The actions are:

        update-frames  record the frame of each view in the present layout
        add-missing    add constraints until the layout is unique; each pins one
                       free position or size to its present value
        clear          remove the constraints of the author
        freeze         pin left, top, width and height of each view to the
                       present values; the flow of a collection view places its
                       items

      The present layout is the optimal one. If several layouts are optimal, it is the one nearest
      to the recorded frames. A case whose required constraints contradict each other has no layout
      (65). 'clear' resolves the contradiction. The changes are listed on standard error.

      A screen of a document is read in the configuration of 'solve': on its own device unless
      --device is given. Self-sizing cells are as large as their contents request.
      """,
    exits: ExitCode.meanings(
      [.badInput: "an input is missing or not valid, or has no layout", .internalError: ""]),
    examples: [
      "layoutfuzz edit login.case.json add-missing -o complete.case.json",
      "layoutfuzz edit Main.storyboard --scope Login update-frames freeze -o -",
    ])

  @Sendable private static func run(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExitCode {
    let path = arguments.operands[0]
    var actions: [Action] = []
    for word in arguments.operands.dropFirst() { actions.append(try action(word)) }
    let loaded = try ChosenScreen(arguments)
    let original = try loaded.fitted(keepsStaleFrames: true)
    let output = try CaseOutput(
      arguments.text("output"), input: path, force: arguments.has("force"), command: "edit")
    let views = try chosenViews(arguments, of: original, for: actions)
    var edited = original
    for action in actions {
      let before = edited
      do throws(LayoutEditError) {
        edited = try perform(action, on: before, views: views)
      } catch .rejected(let reason) {
        throw CommandFailure(.internalError, at: loaded.label, "\(reason)")
      } catch {
        throw .badInput(at: loaded.label, "\(action.rawValue): \(error)")
      }
      for line in report(action, before, edited) { Console.note(line) }
    }
    if original.expectation != nil, edited.expectation == nil {
      Console.note(
        "note: the expectation is omitted, because it describes the case before the edit")
    }
    try output.write(ConvertCommand.encoded(edited, as: arguments.text("output"), of: loaded.label))
    return .nothingFound
  }

  private static func action(_ word: String) throws(CommandFailure) -> Action {
    if let action = Action(rawValue: word) { return action }
    let names = Action.allCases.map(\.rawValue)
    throw .usage(
      "unknown action '\(word)'" + NearestName.choice(for: word, among: names), seeHelpOf: "edit")
  }

  private static func chosenViews(
    _ arguments: ParsedArguments, of layoutCase: LayoutCase, for actions: [Action]
  ) throws(CommandFailure) -> Set<Int>? {
    guard let names = arguments.list("view") else { return nil }
    if actions.contains(.addMissing) {
      throw .usage(
        "add-missing does not take --view: it makes the whole layout unique", seeHelpOf: "edit")
    }
    var views: Set<Int> = []
    for name in names {
      guard let index = layoutCase.views.firstIndex(where: { $0.id == name }) else {
        let known = layoutCase.views.map(\.id)
        throw .badInput("no view '\(name)'" + NearestName.suggestion(for: name, among: known))
      }
      views.insert(index)
    }
    return views
  }

  private static func perform(
    _ action: Action, on layoutCase: LayoutCase, views: Set<Int>?
  ) throws(LayoutEditError) -> LayoutCase {
    let editor = LayoutEditor(solver: SimplexSolver())
    switch action {
    case .updateFrames: return try editor.updatingFrames(of: layoutCase, views: views)
    case .addMissing: return try editor.addingMissingConstraints(to: layoutCase)
    case .clear: return editor.clearingConstraints(of: layoutCase, views: views)
    case .freeze: return try editor.freezingFrames(of: layoutCase, views: views)
    }
  }

  /// Returns the changes of an edit, one a line.
  private static func report(
    _ action: Action, _ before: LayoutCase, _ after: LayoutCase
  ) -> [String] {
    switch action {
    case .updateFrames:
      let changed = before.views.indices.filter {
        before.views[$0].recordedFrame != after.views[$0].recordedFrame
      }
      return ["update-frames: \(ShownNumber.counted(changed.count, "frame")) changed"]
    case .clear:
      let removed = before.constraints.count - after.constraints.count
      return ["clear: \(ShownNumber.counted(removed, "constraint")) removed"]
    case .freeze:
      let added = after.constraints.count - before.constraints.count
      return ["freeze: \(ShownNumber.counted(added, "constraint")) added"]
    case .addMissing:
      let added = after.constraints.dropFirst(before.constraints.count)
      let state = added.isEmpty ? " (the layout is unique)" : ""
      return ["add-missing: \(ShownNumber.counted(added.count, "constraint")) added\(state)"]
        + added.map { constraint in
          let text = "  \(constraint.id): \(ConstraintText.describe(constraint, in: after))"
          guard constraint.second == nil, constraint.constant.isZero else { return text }
          return text + " (no size is given; it is 0 pt in the present layout)"
        }
    }
  }
}
