// SPDX-License-Identifier: MIT

import JSON
import LinearModel

/// The part of an engine's work that a verdict is about.
package enum JudgedPart: Sendable, Hashable {
  case frame(view: Int, EngineSystem.Part)
  /// The required row at an index of `EngineSystem.rows`.
  case row(Int)
  /// The sum of violations at a strength.
  case level(Strength)
  case hint(EngineHints.Kind, EngineAxis)
  case messages
  /// The end of the process.
  case ending

  /// Makes the part that a verdict is about; nil for a verdict that another program cannot show: a
  /// pass, a refusal, and a reply that lacks a number.
  ///
  /// `system` is the system of the reading; nil for a verdict on no reading.
  package init?(of verdict: EngineVerdict, in system: EngineSystem?) {
    switch verdict {
    case .wrongFrame(let view, let part, _, _, _): self = .frame(view: view, part)
    case .requiredBroken(let row, _):
      guard let index = system?.rows.firstIndex(of: row) else { return nil }
      self = .row(index)
    case .worseThanOptimal(let strength, _, _): self = .level(strength)
    case .wrongHint(let kind, let axis, _, _): self = .hint(kind, axis)
    case .message: self = .messages
    case .pass, .undecided, .noFrame, .noNumber, .noHint, .acceptedContradiction, .refusedWrongly,
      .claimedContradiction, .wrongFormat, .unreadFormat, .differentAnswer:
      return nil
    }
  }
}

extension JudgedPart {
  /// The part in the record of a finding.
  package var json: JSONValue {
    switch self {
    case .frame(let view, let part): return ["frame", .number(view), .string(part.name)]
    case .row(let index): return ["row", .number(index)]
    case .level(let strength): return ["level", .number(strength.value)]
    case .hint(let kind, let axis): return ["hint", .string(kind.rawValue), .string(axis.rawValue)]
    case .messages: return ["messages"]
    case .ending: return ["ending"]
    }
  }

  package init(_ value: JSONValue) throws(JSONError) {
    let words = try value.requiredArray("a judged part")
    func word(_ index: Int) throws(JSONError) -> JSONValue {
      guard words.indices.contains(index) else { throw value.error("expected more words") }
      return words[index]
    }
    switch try word(0).string {
    case "frame":
      let name = try word(2)
      guard let part = EngineSystem.Part.allCases.first(where: { $0.name == name.string }) else {
        throw name.error("expected a part of a frame")
      }
      self = .frame(view: try word(1).requiredInt("the id of a view"), part)
    case "row": self = .row(try word(1).requiredInt("the index of a row"))
    case "level":
      guard let number = try word(1).double, number > 0, number < 1000 else {
        throw value.error("expected a priority above 0 and below 1000")
      }
      self = .level(Strength(number))
    case "hint":
      self = .hint(
        try word(1).requiredCase(of: EngineHints.Kind.self),
        try word(2).requiredCase(of: EngineAxis.self))
    case "messages": self = .messages
    case "ending": self = .ending
    default: throw value.error("expected \"frame\", \"row\", \"level\" or another known part")
    }
  }
}

extension EngineSystem.Part {
  /// The name in files: `x`, `y`, `width` or `height`.
  package var name: String {
    switch self {
    case .x: return "x"
    case .y: return "y"
    case .width: return "width"
    case .height: return "height"
    }
  }
}
