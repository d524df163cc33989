// SPDX-License-Identifier: MIT

import JSON
import LayoutModel

/// The features of a view besides plain numbers; the reverse of `CaseFileDecoder.decodeFeatures`.
extension CaseFileEncoder {
  func features(of view: View) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let text = view.text { members.append(member("text", encode(text))) }
    if let stack = view.stack { members.append(member("stack", encode(stack))) }
    if let flow = view.flow { members.append(member("flow", encode(flow))) }
    if !view.isArranged { members.append(member("arranged", .bool(false))) }
    if let spacing = view.customSpacing {
      members.append(member("customSpacing", encode(spacing)))
    }
    if view.isHidden { members.append(member("hidden", .bool(true))) }
    if view.marginRules.preservesSuperviewMargins {
      members.append(member("preservesSuperviewMargins", .bool(true)))
    }
    if !view.marginRules.insetsFromSafeArea {
      members.append(member("insetsMarginsFromSafeArea", .bool(false)))
    }
    if view.marginRules.followsReadableWidth {
      members.append(member("followsReadableWidth", .bool(true)))
    }
    if let direction = view.direction {
      members.append(member("direction", .string(direction.rawValue)))
    }
    if let frame = view.recordedFrame { members.append(member("recordedFrame", encode(frame))) }
    if let annotations = view.annotations {
      members.append(member("annotations", encode(annotations)))
    }
    return members
  }

  func encode(_ hold: View.Hold) -> JSONValue {
    var members = [
      member("frame", encode(hold.frame)), member("reason", .string(hold.reason.rawValue)),
    ]
    if !hold.mask.isEmpty {
      let names = AutoresizingMask.names.filter { hold.mask.contains($0.mask) }
      members.append(member("mask", .array(names.map { .string($0.name) })))
    }
    if let size = hold.superviewSize { members.append(member("in", encode(size))) }
    return .object(members)
  }

  private func encode(_ text: TextContent) -> JSONValue {
    var members = [member("string", .string(text.string))]
    let standard = TextContent(text.string)
    if text.font.pointSize != standard.font.pointSize {
      members.append(member("size", encode(text.font.pointSize)))
    }
    if text.font.weight != standard.font.weight {
      members.append(member("weight", .string(text.font.weight.rawValue)))
    }
    if let family = text.font.family { members.append(member("family", .string(family))) }
    if text.lineLimit != standard.lineLimit {
      members.append(member("lines", .number(text.lineLimit)))
    }
    if text.lineBreak != standard.lineBreak {
      members.append(member("lineBreak", .string(text.lineBreak.rawValue)))
    }
    if let width = text.preferredWidth { members.append(member("preferredWidth", encode(width))) }
    if let scale = text.minimumScale { members.append(member("minimumScale", encode(scale))) }
    if text.padding != .zero { members.append(member("padding", encode(text.padding))) }
    if !text.measured.isEmpty {
      let sizes = text.measured.map { measured in
        JSONValue.array([
          measured.maxWidth.map { encode($0) } ?? .null, encode(measured.size.width),
          encode(measured.size.height),
        ])
      }
      members.append(member("measured", .array(sizes)))
    }
    return .object(members)
  }

  private func encode(_ stack: StackLayout) -> JSONValue {
    var members: [JSONValue.Member] = []
    if stack.axis == .vertical { members.append(member("axis", "vertical")) }
    if stack.distribution != .fill {
      members.append(member("distribution", .string(stack.distribution.rawValue)))
    }
    if stack.alignment != .fill {
      members.append(member("alignment", .string(stack.alignment.rawValue)))
    }
    if stack.spacing != .zero { members.append(member("spacing", encode(stack.spacing))) }
    if stack.usesSystemSpacing { members.append(member("systemSpacing", .bool(true))) }
    if stack.isBaselineRelative { members.append(member("baselineRelative", .bool(true))) }
    if stack.isMarginsRelative { members.append(member("marginsRelative", .bool(true))) }
    if stack.toolkit != .uiKit {
      members.append(member("toolkit", .string(stack.toolkit.rawValue)))
    }
    return .object(members)
  }

  private func encode(_ flow: FlowGrid) -> JSONValue {
    let plain = FlowGrid()
    var members: [JSONValue.Member] = []
    if flow.scrollDirection == .horizontal { members.append(member("scroll", "horizontal")) }
    switch flow.itemSize {
    case .standard: break
    case .fixed(let size): members.append(member("itemSize", encode(size)))
    case .fitting: members.append(member("itemSize", "fitting"))
    }
    if flow.lineSpacing != plain.lineSpacing {
      members.append(member("lineSpacing", encode(flow.lineSpacing)))
    }
    if flow.itemSpacing != plain.itemSpacing {
      members.append(member("itemSpacing", encode(flow.itemSpacing)))
    }
    if flow.insets != .zero { members.append(member("insets", encode(flow.insets))) }
    return .object(members)
  }

  private func encode(_ annotations: ViewAnnotations) -> JSONValue {
    var members: [JSONValue.Member] = []
    for (key, value) in [
      ("label", annotations.label), ("class", annotations.className),
      ("module", annotations.module), ("identifier", annotations.identifier),
      ("accessibilityIdentifier", annotations.accessibilityIdentifier),
    ] {
      if let value { members.append(member(key, .string(value))) }
    }
    if !annotations.runtimeAttributes.isEmpty {
      let attributes = annotations.runtimeAttributes.map { attribute in
        var parts = [
          member("keyPath", .string(attribute.keyPath)), member("type", .string(attribute.type)),
        ]
        if let value = attribute.value { parts.append(member("value", .string(value))) }
        return JSONValue.object(parts)
      }
      members.append(member("runtimeAttributes", .array(attributes)))
    }
    return .object(members)
  }
}
