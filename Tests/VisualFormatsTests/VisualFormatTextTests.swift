// SPDX-License-Identifier: MIT

import LayoutModel
import Testing

@testable import VisualFormats

/// A case with `card` in the root, which contains `title` and `icon`; `safe` is a guide of the
/// root.
private let sample = LayoutCase(
  environment: .init(size: LayoutSize(width: 320, height: 480)),
  views: [
    View(id: "root", parent: nil), View(id: "card", parent: 0), View(id: "title", parent: 1),
    View(id: "icon", parent: 1),
  ], guides: [Guide(id: "safe", owner: 0, kind: .inset(.zero))])

private let root = Item.view(0)
private let card = Item.view(1)
private let title = Item.view(2)
private let icon = Item.view(3)
private let safe = Item.guide(0)

private func text(
  _ first: (Item, Attribute), _ relation: LayoutConstraint.Relation = .equal,
  _ second: (Item, Attribute)? = nil, times multiplier: LayoutNumber = 1,
  _ constant: LayoutNumber = 0, priority: Priority = .required, identifier: String? = nil
) -> String {
  ConstraintText.describe(
    LayoutConstraint(
      id: "c", first: Anchor(first.0, first.1), relation: relation,
      second: second.map { Anchor($0.0, $0.1) }, multiplier: multiplier, constant: constant,
      priority: priority, identifier: identifier), in: sample)
}

@Suite("Constraints as Auto Layout logs them")
struct VisualFormatTextTests {
  @Test("a distance to the superview is a visual format that names the superview")
  func superview() {
    #expect(
      text((title, .leading), .equal, (card, .leading), 20)
        == "H:|-(20)-[title]   (names: '|':card)")
    #expect(
      text((card, .trailing), .greaterThanOrEqual, (title, .trailing), 8)
        == "H:[title]-(>=8)-|   (names: '|':card)")
    #expect(
      text((safe, .top), .equal, (root, .top), 0) == "V:|-(0)-[safe]   (names: '|':root)")
  }

  @Test("the sides are put into reading order, and the relation with them")
  func swapped() {
    #expect(
      text((title, .trailing), .lessThanOrEqual, (card, .trailing), -16)
        == "H:[title]-(>=16)-|   (names: '|':card)")
    #expect(
      text((card, .top), .lessThanOrEqual, (title, .top), -4)
        == "V:|-(>=4)-[title]   (names: '|':card)")
    #expect(
      text((icon, .trailing), .equal, (title, .leading), -8) == "H:[icon]-(8)-[title]")
    #expect(
      text((title, .leading), .equal, (icon, .trailing), 8) == "H:[icon]-(8)-[title]")
  }

  @Test("left and right are marked, and an optional distance has its priority in parentheses")
  func marks() {
    #expect(
      text((title, .left), .equal, (card, .left), 137, priority: 251)
        == "H:|-(137@251)-[title](LTR)   (names: '|':card)")
    #expect(
      text((title, .top), .greaterThanOrEqual, (icon, .bottom), 8, priority: Priority(999.5))
        == "V:[icon]-(>=8@999.5)-[title]")
  }

  @Test("everything else is an equation")
  func equations() {
    #expect(
      text((title, .centerX), .equal, (icon, .centerX), 3) == "title.centerX == icon.centerX + 3")
    #expect(text((title, .width), .equal, nil, 100) == "title.width == 100")
    #expect(
      text((title, .height), .lessThanOrEqual, nil, 100, priority: 750)
        == "title.height <= 100 @750")
    #expect(
      text((title, .leading), .equal, (card, .leadingMargin), -8)
        == "title.leading == card.leadingMargin - 8")
    #expect(
      text(
        (title, .width), .equal, (icon, .height), times: LayoutNumber(16, 9, form: .ratio), 2)
        == "title.width == (16:9)*icon.height + 2")
    #expect(
      text((title, .leading), .equal, (safe, .leading), 20)
        == "title.leading == safe.leading + 20")
    #expect(
      text((title, .left), .equal, (title, .right), -50) == "title.left == title.right - 50")
    #expect(
      text((title, .firstBaseline), .equal, (icon, .lastBaseline), 20)
        == "title.firstBaseline == icon.lastBaseline + 20")
    #expect(
      text((title, .leading), .equal, (icon, .leading), 0) == "title.leading == icon.leading")
    #expect(
      text((title, .leading), .equal, (card, .leading), times: 2, 20)
        == "title.leading == 2*card.leading + 20")
  }

  @Test("the near edge of a view beside the far edge of its superview is an equation")
  func acrossTheSuperview() {
    // `V:[title]-(-90)-|` would be about the bottom of the card, `V:[title]-(-90)-[card]` about a
    // neighbor.
    #expect(text((title, .bottom), .equal, (card, .top), 90) == "title.bottom == card.top + 90")
    #expect(
      text((title, .leading), .equal, (card, .trailing), -8)
        == "title.leading == card.trailing - 8")
    #expect(text((safe, .bottom), .equal, (root, .top), 20) == "safe.bottom == root.top + 20")
    #expect(text((title, .top), .equal, (safe, .bottom), 20) == "V:[safe]-(20)-[title]")
  }

  @Test("the identifier comes first, and items can have other names")
  func names() {
    #expect(
      text((title, .leading), .equal, (card, .leading), 20, identifier: "indent")
        == "'indent' H:|-(20)-[title]   (names: '|':card)")
    let constraint = LayoutConstraint(
      id: "c", first: Anchor(title, .leading), second: Anchor(card, .leading), constant: 20)
    let named = ConstraintText.describe(constraint, in: sample) { $0 == title ? "Title" : "Card" }
    #expect(named == "H:|-(20)-[Title]   (names: '|':Card)")
  }

  @Test("the only constant without an opposite does not trap")
  func extremes() {
    let smallest = LayoutNumber(digits: .min, scale: 0)
    #expect(
      text((icon, .trailing), .equal, (title, .leading), smallest)
        == "icon.trailing == title.leading - 9223372036854775808")
  }
}
