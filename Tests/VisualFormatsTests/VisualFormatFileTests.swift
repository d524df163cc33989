// SPDX-License-Identifier: MIT

import CaseFormats
import Choices
import JSON
import LayoutModel
import TestSupport
import Testing

@testable import VisualFormats

private func decode(_ text: String) throws -> LayoutCase {
  try VisualFormatFile.decode(Array(text.utf8), file: "x.vfl")
}

/// Returns the error of reading the text; nil if it is a case.
private func failure(_ text: String) -> CaseFileError? {
  do {
    _ = try VisualFormatFile.decode(Array(text.utf8), file: "x.vfl")
    return nil
  } catch {
    return error
  }
}

private let pair = """
  # two views, centred together
  name "centred pair"
  size 320x480 {"scale": 2}

  view helper
  metric gap 8   # points
  view image imageView 40x40 in root
  view label label 100x- in root {"hugging": [251, 251], "id": "the label"}
  guide safe {"inset": [20, 0, 0, 0]}
  options alignAllCenterY
  \tH:|-(>=0)-[image]-gap-[label]-(>=0)-|
  options
  V:[safe]-5-[image(40@750)]
  constraint helper.left == image.left
  constraint helper.width <= image.width * 16:9 - 3 @750.5 {"identifier": "wide"}
  constraint helper.height == 1/3
  expect {"status": "ambiguous", "ambiguous": ["helper"]}

  """

@Suite("Texts of visual formats")
struct VisualFormatFileTests {
  @Test("a text gives the same case as the case file")
  func example() throws {
    let expected = """
      {
        "layoutfuzz": 1,
        "name": "centred pair",
        "environment": {"size": [320, 480], "scale": 2},
        "views": [
          {"id": "root"},
          {"id": "helper", "parent": "root"},
          {"id": "image", "parent": "root", "kind": "imageView", "intrinsicSize": [40, 40]},
          {"id": "the label", "parent": "root", "kind": "label", "intrinsicSize": [100, null], \
      "hugging": [251, 251]}
        ],
        "guides": [
          {"id": "safe", "owner": "root", "inset": [20, 0, 0, 0]}
        ],
        "constraints": [
          {"id": "c1", "first": "image.leading", "relation": ">=", "second": "root.leading"},
          {"id": "c2", "first": "the label.leading", "relation": "==", "second": "image.trailing", \
      "constant": 8},
          {"id": "c3", "first": "root.trailing", "relation": ">=", "second": "the label.trailing"},
          {"id": "c4", "first": "image.centerY", "relation": "==", "second": "the label.centerY"},
          {"id": "c5", "first": "image.top", "relation": "==", "second": "safe.bottom", "constant": 5},
          {"id": "c6", "first": "image.height", "relation": "==", "constant": 40, "priority": 750},
          {"id": "c7", "first": "helper.left", "relation": "==", "second": "image.left"},
          {"id": "c8", "first": "helper.width", "relation": "<=", "second": "image.width", \
      "multiplier": "16:9", "constant": -3, "priority": 750.5, "identifier": "wide"},
          {"id": "c9", "first": "helper.height", "relation": "==", "constant": "1/3"}
        ],
        "expect": {"status": "ambiguous", "ambiguous": ["helper"]}
      }

      """
    #expect(String(decoding: CaseFile.encode(try decode(pair)), as: UTF8.self) == expected)
    let crossed = "\u{FEFF}" + pair.split(separator: "\n").joined(separator: "\r\n")
    #expect(try decode(crossed) == decode(pair))
  }

  @Test("a case is written as formats as far as possible, and as objects for the rest")
  func written() throws {
    let encoded = VisualFormatFile.encode(try decode(pair))
    #expect(!encoded.losesExpectation)
    #expect(
      String(decoding: encoded.bytes, as: UTF8.self) == """
        name "centred pair"
        size 320x480 {"scale": 2}
        root root
        view helper in root
        view image imageView 40x40 in root
        view the_label label 100x- in root {"id": "the label", "hugging": [251, 251]}
        guide safe in root {"inset": [20, 0, 0, 0]}
        expect {"status": "ambiguous", "ambiguous": ["helper"]}
        options alignAllCenterY
        H:|-(>=0)-[image]-8-[the_label]-(>=0)-|
        options
        V:[safe]-5-[image(40@750)]
        constraint helper.left == image.left
        constraint helper.width <= image.width * 16:9 - 3 @750.5 {"identifier": "wide"}
        constraint helper.height == 1/3

        """)
  }

  @Test("an item whose id is not an identifier is named by its label, or by an adapted id")
  func names() throws {
    var layoutCase = VisualFormatSample.hierarchy
    layoutCase.views[1].id = "a1-b2"
    layoutCase.views[2].id = "Kx-1"
    layoutCase.views[2].annotations = ViewAnnotations(label: "Map View")
    layoutCase.views[3].id = "Kx-2"
    layoutCase.views[3].annotations = ViewAnnotations(label: "Map View")
    layoutCase.views[4].id = "3é"
    layoutCase.views[4].annotations = ViewAnnotations(label: "名")
    let bytes = VisualFormatFile.encode(layoutCase).bytes
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let names = lines.compactMap { line in
      line.hasPrefix("view ") ? line.split(separator: " ")[1] : nil
    }
    #expect(names == ["a1_b2", "Map_View", "Map_View_2", "_3__"])
    #expect(try VisualFormatFile.decode(bytes, file: "x") == layoutCase)
  }

  @Test("views may come in any order below their superviews, and are sorted into preorder")
  func preorder() throws {
    let layoutCase = try decode("root r\nview a\nview b\nview c in a\nsize 1x2\nV:[c]-3-[b]")
    #expect(layoutCase.views.map(\.id) == ["r", "a", "c", "b"])
    #expect(layoutCase.views.map(\.parent) == [nil, 0, 1, 0])
    #expect(layoutCase.constraints[0].first == Anchor(.view(3), .top))
    #expect(try decode("size 1x2").views.map(\.id) == ["root"])
  }

  @Test(
    "errors have their line and column",
    arguments: [
      ("", 1, 1, "expected a line 'size WIDTHxHEIGHT'"),
      ("view a\n", 1, 7, "expected a line 'size"),
      ("size 1x2\nvieww a", 2, 1, "fix: use 'view'"), ("size 1x2\nsize 1x2", 2, 1, "twice"),
      ("size 10", 1, 6, "expected WIDTHxHEIGHT"), ("size 1x2x3", 1, 6, "expected WIDTHxHEIGHT"),
      ("size -5x2", 1, 6, "size must not be negative"), ("size 1xz", 1, 6, "expected a number"),
      ("size 1x2\nname a", 2, 6, "expected JSON"), ("size 1x2\nname", 2, 5, "expected JSON"),
      ("size 1x2\nname \"a", 2, 6, "expected '\"'"), ("size 1x2\nview", 2, 5, "expected a name"),
      ("size 1x2\nview 1a", 2, 6, "expected a name"), ("size 1x2\nview root", 2, 6, "used twice"),
      ("size 1x2\nview a lable", 2, 8, "fix: use 'label'"),
      ("size 1x2\nview a in", 2, 10, "expected the name of a view"),
      ("size 1x2\nview a in a", 2, 11, "above this line"),
      ("size 1x2\nview a in root in root", 2, 16, "'in' is given twice"),
      ("size 1x2\nview a label label", 2, 14, "kind is given twice"),
      ("size 1x2\nview a 1x1 {\"intrinsicSize\": [1, 1]}", 2, 13, "intrinsicSize is given twice"),
      ("size 1x2\nview a {\"hugging\": 7}", 2, 20, "expected [horizontal, vertical]"),
      ("size 1x2\nview a {\"huging\": 7}", 2, 9, "fix: use \"hugging\""),
      ("size 1x2\nview a {\"parent\": 7}", 2, 9, "is given by 'in'"),
      ("size 1x2\nview a {\"id\": \"root\"}", 2, 15, "root"),
      ("size 1x2\nview a\nroot b", 3, 1, "before all views"),
      ("size 1x2\nguide g on root", 2, 9, "expected 'in'"),
      ("size 1x2\nguide g {\"scroll\": \"content\"}", 2, 20, "only a scroll view"),
      ("size 1x2\nmetric m", 2, 1, "expected 'metric NAME NUMBER'"),
      ("size 1x2\nmetric root 5", 2, 8, "is a view or guide already"),
      ("size 1x2\nmetric m x", 2, 10, "expected a number"),
      ("size 1x2\nmetric m 1\nmetric m 1", 3, 8, "given twice"),
      ("size 1x2\noptions alignAllTpo", 2, 9, "fix: use 'alignAllTop'"),
      ("size 1x2\n  H:[x]", 2, 6, "there is no view 'x'\nH:[x]\n   ^"),
      ("size 1x2\n|-[root]", 2, 1, "'root' has none"),
      ("size 1x2\nview a\nH:[a] [a] # spaces", 3, 6, "expected '-', another view"),
      ("size 1x2\nconstraint a.top == root.top", 2, 12, "no view or guide 'a'"),
      ("size 1x2\nconstraint root.top", 2, 20, "expected '==', '<=' or '>='"),
      ("size 1x2\nconstraint root.top = root.top", 2, 21, "expected one of"),
      ("size 1x2\nconstraint root.tpo == root.top", 2, 12, "tpo"),
      ("size 1x2\nconstraint root.top == root.width", 2, 24, "of one kind"),
      ("size 1x2\nconstraint root.width == 5 @2000", 2, 28, "expected a priority"),
      ("size 1x2\nconstraint root.width == 5 @0x9", 2, 28, "expected a number after '@'"),
      ("size 1x2\nconstraint root.width == root.height + 1 * 2", 2, 42, "in this order"),
      ("size 1x2\nconstraint root.width == 5 {\"constant\": 1}", 2, 29, "constant is given twice"),
      ("size 1x2\n\"text\"", 2, 1, "expected a word"), ("size 1x2\n\0", 2, 1, "expected a format"),
    ])
  func faults(text: String, line: Int, column: Int, message: String) throws {
    let error = try #require(failure(text))
    #expect(error.message.contains(message), "\(error)")
    #expect(error.location == SourceLocation(line: line, column: column), "\(text): \(error)")
  }

  @Test("bytes that are not UTF-8 are refused at their place")
  func encoding() throws {
    let bytes = Array("size 1x2\nview \"".utf8) + [0xFF]
    #expect(throws: CaseFileError.self) { try VisualFormatFile.decode(bytes, file: "x") }
    do {
      _ = try VisualFormatFile.decode(bytes, file: "x")
    } catch {
      #expect(error.description == "x:2:7: error: expected UTF-8")
    }
  }

  @Test(
    "a random case is the same after writing and reading, except for ids and order of constraints")
  func roundTrip() {
    forAll(.anyCase, count: 1_250) { original in
      let encoded = VisualFormatFile.encode(original)
      let read = try VisualFormatFile.decode(encoded.bytes, file: "written")
      try claim(read.constraints.counted, is: original.constraints.counted)
      try claim(encoded.losesExpectation, is: original.expectation?.conflict.isEmpty == false)
      var plain = original
      plain.constraints = read.constraints
      if encoded.losesExpectation { plain.expectation = nil }
      try claim(plain == read, "read as \(read.testDescription)")
      let isSame = VisualFormatFile.encode(read).bytes == encoded.bytes
      return .when(isSame || !read.constraints.isEmpty, else: "another text when written again")
    }
  }

  @Test("damaged texts are refused or read as cases that can be written and read again")
  func mutants() {
    let kinds: KeyValuePairs = ["accepted": 1, "refused": 1]
    let files = DamagedFile.files(of: .anyCase) { VisualFormatFile.encode($0).bytes }
    forAll(files, count: 3_000, quick: 1_500, kinds: kinds) { damaged, kinds in
      guard let read = try? VisualFormatFile.decode(damaged.bytes, file: "damaged") else {
        kinds.note("refused")
        return .holds
      }
      kinds.note("accepted")
      let again = try VisualFormatFile.decode(VisualFormatFile.encode(read).bytes, file: "written")
      try claim(again.constraints.counted, is: read.constraints.counted)
      return .when(again.views == read.views, else: "other views: \(again.testDescription)")
    }
  }
}
