// SPDX-License-Identifier: MIT

import JSON
import LayoutModel

/// An encoder of a layout case as JSON; the order of keys is the order of the calls here.
package struct CaseFileEncoder {
  private let layoutCase: LayoutCase

  package init(_ layoutCase: LayoutCase) { self.layoutCase = layoutCase }

  var document: JSONValue {
    var members = [member("layoutfuzz", .number(CaseFile.version))]
    if let name = layoutCase.name { members.append(member("name", .string(name))) }
    members.append(member("environment", environment))
    members.append(member("views", .array(layoutCase.views.map(encode))))
    if !layoutCase.guides.isEmpty {
      members.append(member("guides", .array(layoutCase.guides.map(encode))))
    }
    if !layoutCase.constraints.isEmpty {
      members.append(member("constraints", .array(layoutCase.constraints.map(encode))))
    }
    if let table = layoutCase.table { members += encode(table) }
    if let expectation = layoutCase.expectation {
      members.append(member("expect", encode(expectation)))
    }
    return .object(members)
  }

  func member(_ key: String, _ value: JSONValue) -> JSONValue.Member {
    JSONValue.Member(key: key, value: value)
  }

  private var environment: JSONValue {
    let environment = layoutCase.environment
    var members = [member("size", encode(environment.size))]
    if environment.scale != 1 { members.append(member("scale", .number(environment.scale))) }
    if environment.direction != .leftToRight {
      members.append(member("direction", .string(environment.direction.rawValue)))
    }
    if environment.safeArea != .zero {
      members.append(member("safeArea", encode(environment.safeArea)))
    }
    if environment.readableWidth != LayoutCase.Environment.standardReadableWidth {
      members.append(member("readableWidth", encode(environment.readableWidth)))
    }
    return .object(members)
  }

  private func encode(_ view: View) -> JSONValue {
    var members = [member("id", .string(view.id))]
    if let parent = view.parent {
      members.append(member("parent", .string(layoutCase.views[parent].id)))
    }
    if view.kind != .view { members.append(member("kind", .string(view.kind.rawValue))) }
    if view.intrinsicWidth != nil || view.intrinsicHeight != nil {
      let size = [view.intrinsicWidth, view.intrinsicHeight].map { $0.map(encode) ?? .null }
      members.append(member("intrinsicSize", .array(size)))
    }
    if view.hugging != .defaultHugging {
      members.append(member("hugging", encode(view.hugging)))
    }
    if view.compressionResistance != .defaultCompressionResistance {
      members.append(member("compressionResistance", encode(view.compressionResistance)))
    }
    if view.margins != .defaultMargins {
      members.append(member("margins", encode(view.margins)))
    }
    if view.alignmentInsets != .zero {
      members.append(member("alignmentInsets", encode(view.alignmentInsets)))
    }
    if let offset = view.firstBaselineOffset {
      members.append(member("firstBaseline", encode(offset)))
    }
    if let offset = view.lastBaselineOffset {
      members.append(member("lastBaseline", encode(offset)))
    }
    if let hold = view.hold {
      members.append(member("hold", encode(hold)))
    }
    members += features(of: view)
    return .object(members)
  }

  private func encode(_ guide: Guide) -> JSONValue {
    var members = [
      member("id", .string(guide.id)),
      member("owner", .string(layoutCase.views[guide.owner].id)),
    ]
    switch guide.kind {
    case .free: break
    case .inset(let insets): members.append(member("inset", encode(insets)))
    case .area(let area): members.append(member("area", .string(area.rawValue)))
    case .topStrip(let height): members.append(member("topStrip", encode(height)))
    case .bottomStrip(let height): members.append(member("bottomStrip", encode(height)))
    case .scrollContent: members.append(member("scroll", "content"))
    case .scrollFrame: members.append(member("scroll", "frame"))
    }
    return .object(members)
  }

  package func encode(_ constraint: LayoutConstraint) -> JSONValue {
    var members = [
      member("id", .string(constraint.id)),
      member("first", encode(constraint.first)),
      member("relation", .string(constraint.relation.rawValue)),
    ]
    if let second = constraint.second { members.append(member("second", encode(second))) }
    if constraint.multiplier != .one {
      members.append(member("multiplier", encode(constraint.multiplier)))
    }
    if constraint.constant != .zero {
      members.append(member("constant", encode(constraint.constant)))
    }
    if !constraint.priority.isRequired {
      members.append(member("priority", encode(constraint.priority)))
    }
    if let identifier = constraint.identifier {
      members.append(member("identifier", .string(identifier)))
    }
    if constraint.source != .author {
      members.append(member("source", .string(constraint.source.rawValue)))
    }
    return .object(members)
  }

  private func encode(_ expectation: Expectation) -> JSONValue {
    var members = [member("status", .string(expectation.status.rawValue))]
    if !expectation.frames.isEmpty {
      let frames = expectation.frames.map { member(id($0.view), encode($0.rect)) }
      members.append(member("frames", .object(frames)))
    }
    if !expectation.contentSizes.isEmpty {
      let sizes = expectation.contentSizes.map { member(id($0.view), encode($0.size)) }
      members.append(member("contentSizes", .object(sizes)))
    }
    if !expectation.ambiguousViews.isEmpty {
      let ids = expectation.ambiguousViews.map { JSONValue.string(id($0)) }
      members.append(member("ambiguous", .array(ids)))
    }
    if !expectation.conflict.isEmpty {
      members.append(member("conflict", .array(expectation.conflict.map { .string($0) })))
    }
    if !expectation.rowHeights.isEmpty {
      members.append(member("rowHeights", .array(expectation.rowHeights.map { encode($0) })))
    }
    return .object(members)
  }

  func id(_ view: Int) -> String { layoutCase.views[view].id }

  // MARK: - Small values

  private func encode(_ anchor: Anchor) -> JSONValue {
    .string("\(layoutCase.id(of: anchor.item)).\(anchor.attribute.rawValue)")
  }

  func encode(_ number: LayoutNumber) -> JSONValue {
    number.form == .decimal ? JSONValue(.number(number.text)) : .string(number.text)
  }

  private func encode(_ priority: Priority) -> JSONValue {
    if let whole = Int(exactly: priority.value) { return .number(whole) }
    return JSONValue(.number("\(priority.value)"))
  }

  private func encode(_ priorities: AxisPriorities) -> JSONValue {
    [encode(priorities.horizontal), encode(priorities.vertical)]
  }

  func encode(_ size: LayoutSize) -> JSONValue {
    [encode(size.width), encode(size.height)]
  }

  func encode(_ rect: LayoutRect) -> JSONValue {
    [encode(rect.x), encode(rect.y), encode(rect.width), encode(rect.height)]
  }

  func encode(_ insets: LayoutInsets) -> JSONValue {
    [encode(insets.top), encode(insets.left), encode(insets.bottom), encode(insets.right)]
  }
}
