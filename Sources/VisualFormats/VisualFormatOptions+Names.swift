// SPDX-License-Identifier: MIT

extension VisualFormatOptions {
  /// The names in Auto Layout of the options that differ from the default; `superviewSpaceClassic`
  /// is a name of this project.
  package var names: [String] {
    var names = Alignment.all.filter { alignment.contains($0.alignment) }.map {
      Self.name(of: $0.attribute.rawValue)
    }
    switch direction {
    case .leadingToTrailing: break
    case .leftToRight: names.append("directionLeftToRight")
    case .rightToLeft: names.append("directionRightToLeft")
    }
    if spacing == .baselineToBaseline { names.append("spacingBaselineToBaseline") }
    if superviewSpace == .classic { names.append("superviewSpaceClassic") }
    return names
  }

  /// All names of options.
  package static let knownNames: [String] =
    Alignment.all.map { name(of: $0.attribute.rawValue) } + [
      "directionLeadingToTrailing", "directionLeftToRight", "directionRightToLeft",
      "spacingEdgeToEdge", "spacingBaselineToBaseline", "superviewSpaceMargin",
      "superviewSpaceClassic",
    ]

  /// Turns an option on by its name.
  ///
  /// - Returns: whether there is such an option.
  package mutating func turnOn(_ name: String) -> Bool {
    switch name {
    case "directionLeadingToTrailing": direction = .leadingToTrailing
    case "directionLeftToRight": direction = .leftToRight
    case "directionRightToLeft": direction = .rightToLeft
    case "spacingEdgeToEdge": spacing = .edgeToEdge
    case "spacingBaselineToBaseline": spacing = .baselineToBaseline
    case "superviewSpaceMargin": superviewSpace = .margin
    case "superviewSpaceClassic": superviewSpace = .classic
    default:
      guard let known = Alignment.all.first(where: { Self.name(of: $0.attribute.rawValue) == name })
      else { return false }
      alignment.insert(known.alignment)
    }
    return true
  }

  /// Returns the name of an alignment: `alignAllTop` for `top`.
  private static func name(of attribute: String) -> String {
    "alignAll" + attribute.prefix(1).uppercased() + attribute.dropFirst()
  }
}
