// SPDX-License-Identifier: MIT

import LayoutModel

/// Writes the smallest cases known by hand in as few words as a person would use.
///
/// The root is 400 by 300 points; it contains the views `a`, `b`, ... side by side in the tree.
struct HandMadeCase {
  private var constraints: [LayoutConstraint] = []
  private let viewCount: Int
  /// By view, the root included.
  private var holds: [Int: View.Hold] = [:]
  private var texts: [Int: String] = [:]

  /// - Precondition: `0 <= views <= 26`.
  init(views: Int) {
    precondition((0...26).contains(views), "there are 26 letters, not \(views)")
    viewCount = views
  }

  /// The root, or a view by its letter.
  enum Name: Int {
    case root, a, b, c, d
  }

  /// Adds `first relation constant`.
  func adding(
    _ first: Name, _ attribute: Attribute, _ relation: LayoutConstraint.Relation,
    _ constant: LayoutNumber, at priority: Priority = .required
  ) -> HandMadeCase {
    appending(
      LayoutConstraint(
        id: "c\(constraints.count + 1)", first: Anchor(.view(first.rawValue), attribute),
        relation: relation, constant: constant, priority: priority))
  }

  /// Adds `first relation second * multiplier + constant`.
  func adding(
    _ first: Name, _ attribute: Attribute, _ relation: LayoutConstraint.Relation,
    _ second: Name, _ other: Attribute, times multiplier: LayoutNumber = 1,
    plus constant: LayoutNumber = 0, at priority: Priority = .required
  ) -> HandMadeCase {
    appending(
      LayoutConstraint(
        id: "c\(constraints.count + 1)", first: Anchor(.view(first.rawValue), attribute),
        relation: relation, second: Anchor(.view(second.rawValue), other), multiplier: multiplier,
        constant: constant, priority: priority))
  }

  /// Holds a view at a frame in its superview.
  func holding(_ name: Name, at frame: LayoutRect) -> HandMadeCase {
    var copy = self
    copy.holds[name.rawValue] = View.Hold(frame: frame, reason: .fixedFrame)
    return copy
  }

  /// Makes a view a label of as many lines as it takes.
  func showing(_ text: String, in name: Name) -> HandMadeCase {
    var copy = self
    copy.texts[name.rawValue] = text
    return copy
  }

  private func appending(_ constraint: LayoutConstraint) -> HandMadeCase {
    var copy = self
    copy.constraints.append(constraint)
    return copy
  }

  var layoutCase: LayoutCase {
    let letters = (0..<viewCount).map { String(UnicodeScalar(UInt8(ascii: "a") + UInt8($0))) }
    var views = [View(id: "root", parent: nil)] + letters.map { View(id: $0, parent: 0) }
    for index in views.indices {
      views[index].hold = holds[index]
      guard let text = texts[index] else { continue }
      views[index].kind = .label
      views[index].text = TextContent(text, lineLimit: 0)
    }
    return LayoutCase(
      environment: LayoutCase.Environment(size: LayoutSize(width: 400, height: 300)), views: views,
      constraints: constraints)
  }
}
