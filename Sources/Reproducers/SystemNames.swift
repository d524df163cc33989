// SPDX-License-Identifier: MIT

import LayoutModel
import Lowering

/// The names of the variables and constraints of a lowered case in files for other programs.
///
/// They have ASCII letters, digits and underscores, each once, with the ids of the case if these
/// permit it.
package struct SystemNames: Sendable, Hashable {
  /// The names by variable, as `v3_label_height`.
  package let variables: [String]
  /// The names by constraint of the system, as `c7_button_leading`.
  package let constraints: [String]

  private static let idLengthMax = 40

  package init(_ lowered: LoweredCase) {
    let layoutCase = lowered.layoutCase
    var variables = (0..<lowered.system.variableCount).map { "v\($0)" }
    func name(from first: Int, _ id: String, _ parts: [String]) {
      if first < 0 { return }
      for (offset, part) in parts.enumerated() {
        variables[first + offset] += "_\(Self.plain(id))_\(part)"
      }
    }
    let frame = ["left", "top", "width", "height"]
    for (index, view) in layoutCase.views.enumerated() {
      name(from: lowered.viewVariables[index], view.id, frame)
      name(from: lowered.contentVariables[index], view.id, ["contentWidth", "contentHeight"])
    }
    for (index, guide) in layoutCase.guides.enumerated() {
      name(from: lowered.guideVariables[index], guide.id, frame)
    }
    self.variables = variables
    constraints = lowered.origins.enumerated().map { index, origin in
      "c\(index)_\(Self.plain(Self.text(of: origin, in: layoutCase)))"
    }
  }

  private static func text(of origin: ConstraintOrigin, in layoutCase: LayoutCase) -> String {
    func view(_ index: Int) -> String { layoutCase.views[index].id }
    func item(_ item: Item) -> String {
      switch item {
      case .view(let index): return layoutCase.views[index].id
      case .guide(let index): return layoutCase.guides[index].id
      }
    }
    switch origin {
    case .root(let attribute): return "root_\(attribute)"
    case .nonNegativeSize(let owner, let axis): return "notNegative_\(item(owner))_\(axis)"
    case .nonNegativeContent(let index, let axis):
      return "notNegativeContent_\(view(index))_\(axis)"
    case .constraint(let index): return layoutCase.constraints[index].id
    case .hugging(let index, let axis): return "hugging_\(view(index))_\(axis)"
    case .compressionResistance(let index, let axis): return "compression_\(view(index))_\(axis)"
    case .hold(let index, let attribute): return "hold_\(view(index))_\(attribute)"
    }
  }

  /// Returns an id with other characters replaced by underscores and cut to `idLengthMax`.
  private static func plain(_ id: String) -> String {
    String(
      id.unicodeScalars.prefix(idLengthMax).map { scalar -> Character in
        let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar)
        return isPlain ? Character(scalar) : "_"
      })
  }
}
