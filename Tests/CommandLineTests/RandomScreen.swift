// SPDX-License-Identifier: MIT

import Choices

/// A document of one random screen.
///
/// It has nested stack views, texts, guides of areas, and sizes that often contradict them.
struct RandomScreen {
  private var numbers: Xoshiro256
  private var count = 0
  private var constraints: [String] = []
  /// The ids of the views except the root.
  private(set) var views: [String] = []

  /// Returns the bytes of a xib.
  static func document(seed: UInt64) -> String {
    var screen = RandomScreen(numbers: Xoshiro256(seed: seed))
    return screen.document()
  }

  private init(numbers: Xoshiro256) { self.numbers = numbers }

  private mutating func draw(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &numbers)
  }

  private mutating func pick(_ words: [String]) -> String { words[draw(0...words.count - 1)] }

  private mutating func newID(_ kind: String) -> String {
    count += 1
    return "\(kind)-\(count)"
  }

  private mutating func document() -> String {
    var subviews = ""
    for _ in 0..<draw(1...2) {
      subviews += draw(0...3) == 0 ? view() : stack(depth: 0)
      pinToArea(views[views.count - 1])
    }
    for _ in 0..<draw(1...5) { addSize() }
    return """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" useAutolayout="YES" \
      useTraitCollections="YES" useSafeAreas="YES" toolsVersion="17506"><device id="retina4_7"/>\
      <objects><view id="root"><rect key="frame" x="0" y="0" width="375" height="667"/>
      <subviews>\(subviews)</subviews>
      <viewLayoutGuide key="safeArea" id="safe"/><viewLayoutGuide key="layoutMargins" id="margins"/>
      <constraints>\(constraints.joined(separator: "\n"))</constraints></view></objects></document>
      """
  }

  private static let rect = "<rect key=\"frame\" x=\"10\" y=\"20\" width=\"80\" height=\"40\"/>"
  private static let free = "translatesAutoresizingMaskIntoConstraints=\"NO\""

  private mutating func view() -> String {
    let id = newID("view")
    defer { views.append(id) }
    guard draw(0...1) == 0 else { return "<view id=\"\(id)\" \(Self.free)>\(Self.rect)</view>\n" }
    let text = Array(repeating: "some words", count: draw(1...6)).joined(separator: " ")
    return """
      <label id="\(id)" text="\(text)" numberOfLines="\(draw(0...2))" \(Self.free) \
      horizontalHuggingPriority="251" verticalHuggingPriority="251">\(Self.rect)\
      <fontDescription key="fontDescription" type="system" pointSize="17"/></label>

      """
  }

  private mutating func stack(depth: Int) -> String {
    let id = newID("stack")
    var members = ""
    for _ in 0..<draw(1...3) {
      members += depth < 2 && draw(0...2) == 0 ? stack(depth: depth + 1) : view()
    }
    views.append(id)
    let distributions = [
      "fill", "fillEqually", "fillProportionally", "equalSpacing", "equalCentering",
    ]
    let alignments = ["fill", "leading", "center", "trailing", "firstBaseline", "lastBaseline"]
    return """
      <stackView id="\(id)" axis="\(pick(["vertical", "horizontal"]))" \(Self.free) \
      distribution="\(pick(distributions))" alignment="\(pick(alignments))" \
      spacing="\(draw(0...12))">\(Self.rect)<subviews>\(members)</subviews></stackView>

      """
  }

  private mutating func constrain(_ attributes: String) {
    constraints.append("<constraint \(attributes) id=\"\(newID("con"))\"/>")
  }

  private mutating func pinToArea(_ view: String) {
    for edge in ["leading", "trailing", "top", "bottom"] where draw(0...3) > 0 {
      constrain(
        """
        firstItem="\(view)" firstAttribute="\(edge)" secondItem="\(pick(["root", "safe", "margins"]))" \
        secondAttribute="\(edge)" constant="\(draw(-20...20))"
        """)
    }
  }

  private mutating func addSize() {
    let relation = pick(["equal", "lessThanOrEqual", "greaterThanOrEqual"])
    constrain(
      """
      firstItem="\(pick(views))" firstAttribute="\(pick(["width", "height"]))" \
      relation="\(relation)" constant="\(draw(1...600))"
      """)
  }
}
