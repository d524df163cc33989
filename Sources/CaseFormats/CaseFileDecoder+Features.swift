// SPDX-License-Identifier: MIT

import JSON
import LayoutModel

/// The features of a view besides plain numbers: texts, stacks, rules for its margins, annotations.
extension CaseFileDecoder {
  static let featureKeys = [
    "text", "stack", "flow", "arranged", "customSpacing", "hidden", "preservesSuperviewMargins",
    "insetsMarginsFromSafeArea", "followsReadableWidth", "direction", "recordedFrame",
    "annotations",
  ]

  func decodeFeatures(_ object: JSONObjectReader, into view: inout View) throws(JSONError) {
    if let value = object["text"] { view.text = try decodeText(value) }
    if let value = object["stack"] { view.stack = try decodeStack(value) }
    if let value = object["flow"] { view.flow = try decodeFlow(value) }
    if let value = object["arranged"] { view.isArranged = try decodeFlag(value) }
    if let value = object["customSpacing"] { view.customSpacing = try decodeNumber(value) }
    if let value = object["hidden"] { view.isHidden = try decodeFlag(value) }
    if let value = object["preservesSuperviewMargins"] {
      view.marginRules.preservesSuperviewMargins = try decodeFlag(value)
    }
    if let value = object["insetsMarginsFromSafeArea"] {
      view.marginRules.insetsFromSafeArea = try decodeFlag(value)
    }
    if let value = object["followsReadableWidth"] {
      view.marginRules.followsReadableWidth = try decodeFlag(value)
    }
    if let value = object["direction"] {
      view.direction = try value.requiredCase(of: LayoutCase.Environment.Direction.self)
    }
    if let value = object["recordedFrame"] { view.recordedFrame = try decodeRect(value) }
    if let value = object["annotations"] { view.annotations = try decodeAnnotations(value) }
  }

  private func decodeFlag(_ value: JSONValue) throws(JSONError) -> Bool {
    guard let flag = value.bool else {
      throw value.error("expected true or false, found \(value.kindText)")
    }
    return flag
  }

  func decodeHold(_ value: JSONValue) throws(JSONError) -> View.Hold {
    let object = try JSONObjectReader(value, "a hold", keys: ["frame", "reason", "mask", "in"])
    var hold = View.Hold(
      frame: try decodeRect(try object.required("frame")),
      reason: try object.required("reason").requiredCase(of: View.HoldReason.self))
    for part in try object["mask"]?.requiredArray("a list of flexible parts") ?? [] {
      let name = part.string ?? ""
      guard let known = AutoresizingMask.names.first(where: { $0.name == name }) else {
        let names = AutoresizingMask.names.map(\.name).quotedList
        throw part.error("expected one of \(names)")
      }
      hold.mask.insert(known.mask)
    }
    if let value = object["in"] { hold.superviewSize = try decodeSize(value) }
    return hold
  }

  private func decodeText(_ value: JSONValue) throws(JSONError) -> TextContent {
    let object = try JSONObjectReader(
      value, "a text",
      keys: [
        "string", "size", "weight", "family", "lines", "lineBreak", "preferredWidth", "padding",
        "measured", "minimumScale",
      ])
    var text = TextContent(
      try object.required("string").requiredString("the characters of the text as a string"))
    if let value = object["size"] { text.font.pointSize = try decodeNumber(value) }
    if let value = object["weight"] {
      text.font.weight = try value.requiredCase(of: TextFont.Weight.self)
    }
    text.font.family = try object["family"]?.requiredString("the name of a font as a string")
    if let value = object["lines"] {
      guard let lines = value.int else {
        throw value.error("expected a number of lines, 0 for any, found \(value.kindText)")
      }
      text.lineLimit = lines
    }
    if let value = object["lineBreak"] {
      text.lineBreak = try value.requiredCase(of: TextContent.LineBreak.self)
    }
    if let value = object["preferredWidth"] { text.preferredWidth = try decodeNumber(value) }
    if let value = object["minimumScale"] { text.minimumScale = try decodeNumber(value) }
    if let value = object["padding"] { text.padding = try decodeInsets(value) }
    for value in try object["measured"]?.requiredArray("a list of measured sizes") ?? [] {
      let parts = try value.requiredArray("[greatest width or null, width, height]", count: 3)
      text.measured.append(
        TextContent.Measured(
          maxWidth: parts[0].content == .null ? nil : try decodeNumber(parts[0]),
          size: LayoutSize(
            width: try decodeNumber(parts[1]), height: try decodeNumber(parts[2]))))
    }
    return text
  }

  private func decodeStack(_ value: JSONValue) throws(JSONError) -> StackLayout {
    let object = try JSONObjectReader(
      value, "a stack",
      keys: [
        "axis", "distribution", "alignment", "spacing", "systemSpacing", "baselineRelative",
        "marginsRelative", "toolkit",
      ])
    var stack = StackLayout()
    if let value = object["axis"] { stack.axis = try decodeAxis(value) }
    if let value = object["distribution"] {
      stack.distribution = try value.requiredCase(of: StackLayout.Distribution.self)
    }
    if let value = object["alignment"] {
      stack.alignment = try value.requiredCase(of: StackLayout.Alignment.self)
    }
    if let value = object["spacing"] { stack.spacing = try decodeNumber(value) }
    if let value = object["systemSpacing"] { stack.usesSystemSpacing = try decodeFlag(value) }
    if let value = object["baselineRelative"] { stack.isBaselineRelative = try decodeFlag(value) }
    if let value = object["marginsRelative"] { stack.isMarginsRelative = try decodeFlag(value) }
    if let value = object["toolkit"] {
      stack.toolkit = try value.requiredCase(of: StackLayout.Toolkit.self)
    }
    return stack
  }

  private func decodeFlow(_ value: JSONValue) throws(JSONError) -> FlowGrid {
    let object = try JSONObjectReader(
      value, "a flow", keys: ["scroll", "itemSize", "lineSpacing", "itemSpacing", "insets"])
    var flow = FlowGrid()
    if let value = object["scroll"] { flow.scrollDirection = try decodeAxis(value) }
    if let value = object["itemSize"] {
      if case .string = value.content {
        guard try value.requiredString("\"fitting\"") == "fitting" else {
          throw value.error("expected a size or \"fitting\"")
        }
        flow.itemSize = .fitting
      } else {
        flow.itemSize = .fixed(try decodeSize(value))
      }
    }
    if let value = object["lineSpacing"] { flow.lineSpacing = try decodeNumber(value) }
    if let value = object["itemSpacing"] { flow.itemSpacing = try decodeNumber(value) }
    if let value = object["insets"] { flow.insets = try decodeInsets(value) }
    return flow
  }

  private func decodeAxis(_ value: JSONValue) throws(JSONError) -> Axis {
    switch try value.requiredString("\"horizontal\" or \"vertical\"") {
    case "horizontal": return .horizontal
    case "vertical": return .vertical
    default: throw value.error("expected \"horizontal\" or \"vertical\"")
    }
  }

  private func decodeAnnotations(_ value: JSONValue) throws(JSONError) -> ViewAnnotations {
    let object = try JSONObjectReader(
      value, "annotations",
      keys: [
        "label", "class", "module", "identifier", "accessibilityIdentifier", "runtimeAttributes",
      ])
    func string(_ key: String) throws(JSONError) -> String? {
      try object[key]?.requiredString("a string")
    }
    var annotations = ViewAnnotations(
      label: try string("label"), className: try string("class"), module: try string("module"),
      identifier: try string("identifier"),
      accessibilityIdentifier: try string("accessibilityIdentifier"))
    for value in try object["runtimeAttributes"]?.requiredArray("a list of attributes") ?? [] {
      let attribute = try JSONObjectReader(
        value, "a runtime attribute", keys: ["keyPath", "type", "value"])
      annotations.runtimeAttributes.append(
        ViewAnnotations.RuntimeAttribute(
          keyPath: try attribute.required("keyPath").requiredString("a key path as a string"),
          type: try attribute.required("type").requiredString("a type as a string"),
          value: try attribute["value"]?.requiredString("a value as a string")))
    }
    return annotations
  }
}
