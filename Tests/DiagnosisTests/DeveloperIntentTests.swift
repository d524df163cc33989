// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel
import Testing
import TextMeasurement

@testable import Diagnosis

/// Findings on small documents that readers of real ones called false, and those that stay.
@Suite("Findings that an author of a document agrees with")
struct DeveloperIntentTests {
  private static func document(
    _ objects: String, runtime: String = "CocoaTouch", tools: Int = 17506
  ) -> String {
    """
    <document type="com.apple.InterfaceBuilder3.\(runtime).XIB" version="3.0" \
    toolsVersion="\(tools)" useAutolayout="YES" useSafeAreas="YES">
    \(runtime == "Cocoa" ? "" : "<device id=\"retina6_1\" orientation=\"portrait\"/>")
    <objects>\(objects)</objects></document>
    """
  }

  private static func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
    "<rect key=\"frame\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\"/>"
  }

  private static func view(
    _ id: String, _ rect: String, _ subviews: String = "", constraints: String = "",
    more: String = "", tag: String = "view"
  ) -> String {
    """
    <\(tag) id="\(id)" translatesAutoresizingMaskIntoConstraints="NO">\(rect)
    <subviews>\(subviews)</subviews><constraints>\(constraints)</constraints>\(more)</\(tag)>
    """
  }

  private static func label(_ id: String, _ rect: String, text: String = "Name") -> String {
    """
    <label id="\(id)" text="\(text)" translatesAutoresizingMaskIntoConstraints="NO">\(rect)</label>
    """
  }

  /// Pins a view to a place in another one.
  private static func pins(_ id: String, in parent: String, _ x: Int, _ y: Int) -> String {
    [("leading", x), ("top", y)].map { edge, constant in
      equal("\(id)-\(edge)", id, edge, parent, edge, constant)
    }.joined()
  }

  private static func equal(
    _ id: String, _ first: String, _ attribute: String, _ second: String, _ other: String,
    _ constant: Int
  ) -> String {
    """
    <constraint id="\(id)" firstItem="\(first)" firstAttribute="\(attribute)" \
    secondItem="\(second)" secondAttribute="\(other)" constant="\(constant)"/>
    """
  }

  private static func size(_ id: String, _ width: Int, _ height: Int) -> String {
    [("width", width), ("height", height)].map { name, constant in
      """
      <constraint id="\(id)-\(name)" firstItem="\(id)" firstAttribute="\(name)" \
      constant="\(constant)"/>
      """
    }.joined()
  }

  private func scope(
    _ text: String, _ configuration: CheckConfiguration = .own
  ) throws -> DiagnosedCase {
    let document = InterfaceBuilderImporter.parse([UInt8](text.utf8), file: "Test.xib")
    let scope = try #require(configuration.imported(document).scopes.first)
    return configuration.diagnosed(scope, file: "Test.xib")
  }

  /// Returns the findings as `rule severity`, and the objects after that.
  private func told(
    _ text: String, _ configuration: CheckConfiguration = .own
  ) throws -> [String] {
    try ScreenDiagnosis(of: scope(text, configuration)).findings.map {
      "\($0.rule.id) \($0.severity) \($0.key.objects.joined(separator: " "))"
    }
  }

  // MARK: - Texts

  @Test(
    "numbers, times and symbols are no words, and a short text becomes a short word",
    arguments: [
      ("20", 2), ("10:41 AM", 8), ("•", 1), ("$$$", 3), ("OK", 12), ("Cancel", 18),
      ("Enter your password", 24),
    ])
  func longWords(text: String, count: Int) {
    let changed = TextVariant.longWord.applied(to: text, isWritten: true)
    #expect(changed.count == count)
    let isWord = text.contains { $0.isLetter } && text != "10:41 AM"
    #expect((changed == text) == !isWord)
    #expect((TextVariant.doubled.applied(to: text, isWritten: true) == text) == !isWord)
    #expect(TextVariant.longWord.applied(to: text, isWritten: false).count == (isWord ? 39 : count))
    #expect(TextVariant.empty.applied(to: text, isWritten: true).isEmpty)
  }

  @Test("numbers inside of a text do not double")
  func doubledNumbers() {
    let doubled = TextVariant.doubled.applied(to: "Dose: 3.5 U/hour at 12:12", isWritten: true)
    #expect(doubled == "Dose: 3.5 U/hour at 12:12 Dose: U/hour at")
    #expect(TextVariant.doubled.applied(to: "a b", isWritten: false) == "a b a b")
  }

  @Test("a button that wraps is cut off only if its lines do not fit")
  func wrappingButtons() throws {
    func told(_ mode: TextContent.LineBreak, height: LayoutNumber) throws -> [String] {
      var views = PinnedViews()
      let button = views.add("button", .button, 0, 0, 80, height)
      views.layoutCase.views[button].text = TextContent(
        "Reject the call", font: TextFont(pointSize: 17), lineBreak: mode,
        padding: LayoutInsets(top: 6, left: 0, bottom: 6, right: 0))
      return try views.told()
    }
    #expect(try told(.wordWrap, height: 50) == [])
    #expect(try told(.wordWrap, height: 30) == ["clipped-text button"])
    #expect(try told(.clip, height: 50) == ["clipped-text button"])
  }

  @Test("a label with an outlet may show any text")
  func outlets() throws {
    let labels =
      Self.label("data", Self.rect(0, 0, 50, 20), text: "OK")
      + Self.label("word", Self.rect(0, 30, 50, 20), text: "OK")
    let owner = """
      <placeholder placeholderIdentifier="IBFilesOwner" id="-1"><connections>
      <outlet property="name" destination="data" id="o1"/></connections></placeholder>
      """
    let text = Self.document(owner + Self.view("root", Self.rect(0, 0, 414, 896), labels))
    let views = try scope(text, CheckConfiguration(text: .longWord)).layoutCase.views
    #expect(views.compactMap { $0.text?.string.count } == [39, 12])
  }

  @Test("emptied texts that compete are a note; others, and empty ones that code fills, an error")
  func emptyTies() throws {
    let constraints =
      Self.pins("one", in: "root", 0, 0)
      + Self.equal("c3", "two", "top", "one", "bottom", 0)
      + Self.equal("c4", "two", "leading", "root", "leading", 0)
      + Self.equal("c5", "root", "bottom", "two", "bottom", 0)
    func ties(_ variant: TextVariant, text: String = "Name") throws -> [String] {
      let labels =
        Self.label("one", Self.rect(0, 0, 50, 20), text: text)
        + Self.label("two", Self.rect(0, 20, 50, 20), text: text)
      let document = Self.document(
        Self.view("root", Self.rect(0, 0, 414, 896), labels, constraints: constraints))
      return try told(document, CheckConfiguration(text: variant)).filter {
        $0.hasPrefix("priority-tie")
      }
    }
    #expect(try ties(.asIs) == ["priority-tie error one two"])
    #expect(try ties(.empty) == ["priority-tie note one two"])
    #expect(try ties(.asIs, text: "") == ["priority-tie error one two"])
  }

  @Test("a text is measured for another width only if the lines differ beyond the model's error")
  func wrongWidth() throws {
    func told(_ width: LayoutNumber, preferred: LayoutNumber, isHeld: Bool = false) throws -> Bool {
      var views = PinnedViews()
      let label = views.add("text", 0, 0, width, 60)
      var text = TextContent("alpha beta", lineLimit: 0)
      text.preferredWidth = preferred
      views.layoutCase.views[label].text = text
      if isHeld {
        views.layoutCase.views[label].hold = View.Hold(
          frame: LayoutRect(x: 0, y: 0, width: width, height: 60), reason: .fixedFrame)
      }
      return try views.told().contains { $0.hasPrefix("wrong-text-width") }
    }
    var natural = TextContent("alpha beta")
    natural.lineLimit = 1
    let one = natural.size(width: nil, measurer: TextMeasurer(natural, scale: 1)).width
    let (wide, close) = (try #require(one.adding(2)), try #require(one.subtracting(2)))
    #expect(try told(50, preferred: wide))
    #expect(try !told(50, preferred: wide, isHeld: true), "its frame is fixed")
    #expect(try !told(close, preferred: wide), "the fonts may differ by as much")
  }

  // MARK: - Places

  @Test("a loose view has no bars above it; that of a controller has")
  func loose() throws {
    let label = Self.label("text", Self.rect(20, 0, 100, 20))
    let root = Self.view(
      "root", Self.rect(0, 0, 414, 52), label, constraints: Self.pins("text", in: "root", 20, 0),
      more: """
        <viewLayoutGuide key="safeArea" id="safe"/>
        <freeformSimulatedSizeMetrics key="simulatedDestinationMetrics"/>
        """)
    let owner = """
      <placeholder placeholderIdentifier="IBFilesOwner" id="-1"><connections>
      <outlet property="view" destination="root" id="o1"/></connections></placeholder>
      """
    #expect(try told(Self.document(root)) == [])
    #expect(try told(Self.document(owner + root)) == ["unsafe-area warning text"])
  }

  @Test("a view that code may move is a note, and so is one that shows nothing")
  func outside() throws {
    func text(_ content: String, outlet: String = "") -> String {
      let owner = """
        <placeholder placeholderIdentifier="IBFilesOwner" id="-1"><connections>\
        <outlet property="gap" destination="\(outlet)" id="o1"/></connections></placeholder>
        """
      let box = Self.view(
        "box", Self.rect(0, 0, 100, 100), content,
        constraints: Self.size("box", 100, 100) + Self.pins("inner", in: "box", 60, 0))
      return Self.document(
        owner
          + Self.view(
            "root", Self.rect(0, 0, 414, 896), box,
            constraints: Self.pins("box", in: "root", 50, 200)))
    }
    let label =
      Self.view(
        "inner", Self.rect(60, 0, 80, 40), Self.label("text", Self.rect(0, 0, 50, 20)),
        constraints: Self.size("inner", 80, 40) + Self.pins("text", in: "inner", 0, 0))
    let empty = Self.view(
      "inner", Self.rect(60, 0, 80, 40), constraints: Self.size("inner", 80, 40))
    #expect(try told(text(label)) == ["outside-parent warning inner"])
    #expect(try told(text(empty)) == ["outside-parent note inner"])
    // What shows more than a background is no note: a control, a class of its own.
    let switched = empty.replacing("<view id=\"inner\"", with: "<datePicker id=\"inner\"")
      .replacing("</view>", with: "</datePicker>")
    let custom = empty.replacing("id=\"inner\"", with: "id=\"inner\" customClass=\"Chart\"")
    for visible in [switched, custom] {
      #expect(try told(text(visible)) == ["outside-parent warning inner"], "\(visible)")
    }
    #expect(try told(text(label, outlet: "inner-leading")) == ["outside-parent note inner"])
    #expect(try told(text(label, outlet: "inner-top")) == ["outside-parent warning inner"])
    // A constraint of its subview places the subview only.
    #expect(try told(text(label, outlet: "text-leading")) == ["outside-parent warning inner"])
  }

  @Test("a cut text is a note only if code may change the size that it lacks")
  func resizedTexts() throws {
    func severity(_ outlet: String) throws -> [String] {
      let owner = """
        <placeholder placeholderIdentifier="IBFilesOwner" id="-1"><connections>\
        <outlet property="size" destination="\(outlet)" id="o1"/></connections></placeholder>
        """
      let label = Self.label("text", Self.rect(20, 20, 20, 20), text: "a long text")
        .replacing("<label ", with: "<label lineBreakMode=\"clip\" ")
      return try told(
        Self.document(
          owner
            + Self.view(
              "root", Self.rect(0, 0, 414, 896), label,
              constraints: Self.size("text", 20, 20) + Self.pins("text", in: "root", 20, 100))))
    }
    #expect(try severity("none") == ["clipped-text error text"])
    #expect(try severity("text-top") == ["clipped-text error text"])
    #expect(try severity("text-height") == ["clipped-text error text"])
    #expect(try severity("text-width") == ["clipped-text note text"])
  }

  @Test("a drawer is a note at the edge beyond which a constant moves it, with its contents")
  func drawers() throws {
    func told(_ x: LayoutNumber, _ y: LayoutNumber) throws -> [String] {
      var views = PinnedViews()
      let drawer = views.add("drawer", .view, x, y, 320, 480)
      views.add("text", .label, in: drawer, 0, 0, 100, 40)
      // It is above the screen, by a constraint that is not between it and its superview.
      views.layoutCase.constraints.removeAll {
        $0.first.item == .view(2) && $0.first.attribute == .top
      }
      views.pin(2, .top, to: 0, -100)
      return try ScreenDiagnosis(of: DiagnosedCase(views.layoutCase)).findings.map {
        "\($0.rule.id) \($0.severity) \($0.key.objects.joined(separator: " "))"
      }
    }
    // Another axis says nothing about the vertical place.
    #expect(try told(-1, 0) == ["off-screen error text"])
    #expect(try told(0, -40) == ["off-screen note text"])
  }

  @Test("only the edge that a constant moves may reach out, also from right to left")
  func statedSides() throws {
    func told(_ attribute: Attribute, width: LayoutNumber, isRightToLeft: Bool) throws -> Bool {
      var views = PinnedViews()
      views.layoutCase.environment.direction = isRightToLeft ? .rightToLeft : .leftToRight
      let box = views.add("box", .view, 100, 100, 100, 100)
      let text = views.add("text", .label, in: box, 0, 0, width, 40)
      views.layoutCase.constraints.removeAll {
        $0.first.item == .view(text) && $0.first.attribute == .left
      }
      views.pin(text, attribute, to: box, -20)
      return try views.told().contains("outside-parent text")
    }
    for isRightToLeft in [false, true] {
      #expect(try !told(.leading, width: 100, isRightToLeft: isRightToLeft))
      #expect(try told(.leading, width: 300, isRightToLeft: isRightToLeft), "the other edge")
    }
  }

  @Test("a view may reach out as far as a constant from a guide says")
  func statedOutside() throws {
    for isFound in [false, true] {
      var views = PinnedViews()
      views.layoutCase.guides.append(Guide(id: "safe", owner: 0, kind: .area(.safeArea)))
      let text = views.add("text", 0, 0, 100, 40)
      views.layoutCase.constraints.removeAll {
        $0.first.item == .view(text) && $0.first.attribute == .left
      }
      views.layoutCase.constraints.append(
        LayoutConstraint(
          id: "edge", first: Anchor(.view(text), .left), second: Anchor(.guide(0), .left),
          constant: -12, priority: isFound ? 500 : 1000))
      if isFound {
        // Its left edge is at -30.
        views.layoutCase.constraints.append(
          LayoutConstraint(
            id: "center", first: Anchor(.view(text), .centerX), second: Anchor(.view(0), .left),
            constant: 20))
      }
      #expect(try views.told().contains("outside-parent text") == isFound)
    }
  }

  @Test("views that overlap as far as a constant says are no finding, and further are one")
  func statedOverlap() throws {
    for (constant, isFound) in [(-4, false), (-12, false), (4, true)] as [(LayoutNumber, Bool)] {
      var views = PinnedViews()
      let one = views.add("one", 20, 100, 100, 40)
      let two = views.add("two", 60, 0, 100, 40)
      views.layoutCase.constraints.removeAll {
        $0.first.item == .view(two) && $0.first.attribute == .top
      }
      if isFound {
        // It overlaps by 20 pt, and the constant between the edges states 4 pt.
        views.pin(two, .top, to: 0, 120)
        views.layoutCase.constraints.append(
          LayoutConstraint(
            id: "gap", first: Anchor(.view(two), .top), relation: .equal,
            second: Anchor(.view(one), .bottom), constant: -4, priority: 500))
      } else {
        views.layoutCase.constraints.append(
          LayoutConstraint(
            id: "gap", first: Anchor(.view(two), .top), second: Anchor(.view(one), .bottom),
            constant: constant))
      }
      #expect(try views.told().contains("overlap one two") == isFound, "\(constant)")
    }
  }

  @Test("a label that its cell places is not judged")
  func cellStyle() throws {
    func text(_ style: String) -> String {
      let label = Self.label("text", Self.rect(0, 0, 20, 20), text: "a long text of a row")
      let content = """
        <tableViewCellContentView key="contentView" id="content">\(Self.rect(0, 0, 414, 44))
        <subviews>\(label)</subviews><constraints>\(Self.size("text", 20, 20)
          + Self.pins("text", in: "content", 0, 0))</constraints></tableViewCellContentView>
        """
      return Self.document(
        "<tableViewCell id=\"cell\" \(style)>\(Self.rect(0, 0, 414, 44))\(content)</tableViewCell>")
    }
    #expect(try told(text("")).contains { $0.contains("text") })
    #expect(try told(text("textLabel=\"text\"")) == [])
  }

  // MARK: - Desktops

  private static func desktop(_ text: String, resistance: Int = 750) -> String {
    let field = """
      <textField id="name" translatesAutoresizingMaskIntoConstraints="NO" \
      horizontalCompressionResistancePriority="\(resistance)">\(rect(20, 20, 60, 16))\
      <textFieldCell key="cell" lineBreakMode="truncatingTail" title="\(text)"/></textField>
      """
    let trailing = """
      <constraint id="c3" firstItem="root" firstAttribute="trailing" secondItem="name" \
      secondAttribute="trailing" constant="20"/>
      """
    return document(
      view(
        "root", rect(0, 0, 100, 60), field,
        constraints: pins("name", in: "root", 20, 20) + trailing, tag: "customView"),
      runtime: "Cocoa")
  }

  @Test("a window grows with longer texts, unless they resist less than it")
  func windows() throws {
    let doubled = CheckConfiguration(text: .doubled)
    #expect(try told(Self.desktop("Password"), doubled) == [])
    let squeezed = try told(Self.desktop("Password", resistance: 490), doubled)
    #expect(squeezed == ["truncated-text note name"])
    let fitted = try FittedCase(scope(Self.desktop("Password"), doubled))
    #expect(fitted.isResized)
    #expect(try !FittedCase(scope(Self.desktop("Password"))).isResized, "its own text")
  }

  @Test("a row of a table does not grow, whatever its class; the content of a tab does")
  func rows() throws {
    func told(_ tag: String, in host: String) throws -> [String] {
      let field = """
        <textField id="name" translatesAutoresizingMaskIntoConstraints="NO">\
        \(Self.rect(20, 20, 60, 16))<textFieldCell key="cell" lineBreakMode="truncatingTail" \
        title="Password"/></textField>
        """
      let row = Self.view(
        "row", Self.rect(0, 0, 100, 60), field,
        constraints: Self.pins("name", in: "row", 20, 20)
          + Self.equal("c3", "row", "trailing", "name", "trailing", 20), tag: tag)
      let hosts = [
        "table": """
        <tableView id="table" viewBased="YES">\(Self.rect(0, 0, 100, 100))<tableColumns>
        <tableColumn id="column" width="100"><prototypeCellViews>\(row)</prototypeCellViews>
        </tableColumn></tableColumns></tableView>
        """,
        "tab": """
        <tabView id="tabs">\(Self.rect(0, 0, 100, 100))<tabViewItems><tabViewItem id="tab">
        \(row.replacing("<customView id", with: "<customView key=\"view\" id"))
        </tabViewItem></tabViewItems></tabView>
        """,
      ]
      let text = Self.document(
        Self.view(
          "root", Self.rect(0, 0, 100, 100), hosts[host] ?? "",
          tag: "customView"), runtime: "Cocoa")
      let document = InterfaceBuilderImporter.parse([UInt8](text.utf8), file: "Test.xib")
      let configuration = CheckConfiguration(text: .doubled)
      let scope = try #require(
        configuration.imported(document).scopes.first { $0.layoutCase.views[0].id == "row" })
      return try ScreenDiagnosis(of: configuration.diagnosed(scope, file: "")).findings.map {
        "\($0.rule.id) \($0.key.objects.joined())"
      }
    }
    #expect(try told("tableCellView", in: "table") == ["truncated-text name"])
    #expect(try told("customView", in: "table") == ["truncated-text name"])
    #expect(try told("customView", in: "tab") == [])
  }

  @Test("the document of a clip view may be larger than it")
  func scrolling() throws {
    func text(_ tag: String) -> String {
      let document = Self.view(
        "doc", Self.rect(0, 0, 80, 300), Self.label("a", Self.rect(0, 0, 20, 20)),
        constraints: Self.size("doc", 80, 300) + Self.pins("a", in: "doc", 0, 0)
          + Self.size("a", 40, 20), tag: "customView")
      let clip = Self.view(
        "clip", Self.rect(0, 0, 80, 80), document,
        constraints: Self.size("clip", 80, 80) + Self.pins("doc", in: "clip", 0, 0), tag: tag)
      return Self.document(
        Self.view(
          "root", Self.rect(0, 0, 100, 100), clip,
          constraints: Self.pins("clip", in: "root", 0, 0), tag: "customView"),
        runtime: "Cocoa")
    }
    #expect(try told(text("clipView")).allSatisfy { !$0.hasPrefix("outside-parent") })
    #expect(try told(text("customView")).contains { $0.hasPrefix("outside-parent") })
  }

  // MARK: - Fixes and devices

  @Test("the fix of a tie keeps the view that can do least with less room")
  func decider() throws {
    var views = PinnedViews()
    for (number, id) in ["title", "switch"].enumerated() {
      views.layoutCase.views.append(
        View(id: id, parent: 0, kind: number == 0 ? .label : .toggle))
      views.layoutCase.views[number + 1].intrinsicHeight = 20
      views.layoutCase.views[number + 1].intrinsicWidth = 200
    }
    views.layoutCase.views[1].text = TextContent("A title that is much too long for its row")
    views.layoutCase.views[1].intrinsicWidth = nil
    views.layoutCase.views[1].intrinsicHeight = nil
    views.pin(1, .left, to: 0, 0)
    views.pin(1, .top, to: 0, 0)
    views.pin(2, .top, to: 0, 0)
    views.pin(2, .right, to: 0, 0)
    views.layoutCase.constraints.append(
      LayoutConstraint(
        id: "gap", first: Anchor(.view(2), .left), second: Anchor(.view(1), .right), constant: 0))
    let findings = try ScreenDiagnosis(of: DiagnosedCase(views.layoutCase)).findings
    let tie = try #require(findings.first { $0.rule == .priorityTie })
    #expect(tie.wording?.fixes.count == 1)
    #expect(tie.wording?.fixes.first?.contains("switch") == true, "\(tie)")
  }

  @Test("a document in landscape is checked in landscape")
  func landscape() throws {
    func sizes(_ orientation: String) throws -> [Bool] {
      let text = Self.document(Self.view("root", Self.rect(0, 0, 896, 414)))
        .replacing("orientation=\"portrait\"", with: "orientation=\"\(orientation)\"")
      let document = InterfaceBuilderImporter.parse([UInt8](text.utf8), file: "Test.xib")
      return CheckMatrix().configurations(of: document).compactMap { $0.device?.isLandscape }
    }
    #expect(try Set(sizes("landscape")) == [true])
    #expect(try Set(sizes("portrait")) == [false])
  }
}
