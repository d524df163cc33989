// SPDX-License-Identifier: MIT

import CaseFormats
import LayoutModel
import TestSupport
import Testing

/// Returns the UTF-8 bytes of the text.
private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Returns the error of reading the text, as `line:column: message`; nil if it is a case.
private func failure(_ text: String) -> String? {
  do {
    _ = try CaseFile.decode(bytes(text), file: "x.case.json")
    return nil
  } catch {
    return "\(error.location.line):\(error.location.column): \(error.message)"
  }
}

/// Returns a case file that contains the given lines.
private func document(
  views: String = "{\"id\": \"root\"}, {\"id\": \"a\", \"parent\": \"root\"}",
  guides: String = "", constraints: String = "", expect: String = "{\"status\": \"unique\"}"
) -> String {
  """
  {"layoutfuzz": 1, "environment": {"size": [320, 480]},
  "views": [\(views)],
  "guides": [\(guides)],
  "constraints": [\(constraints)],
  "expect": \(expect)}
  """
}

@Test("a case is the same after writing and reading, and its text is the same when written again")
func roundTrip() {
  forAll(.anyCase, count: 1_500) { layoutCase in
    try claim(layoutCase.validate(), is: [])
    let written = CaseFile.encode(layoutCase)
    let read = try CaseFile.decode(written, file: "case")
    try claim(read == layoutCase, "read as \(read.testDescription)")
    return .when(CaseFile.encode(read) == written, else: "another text when written again")
  }
}

@Test("a case file has one view, guide and constraint on each line and leaves out defaults")
func canonicalText() throws {
  var label = View(id: "label", parent: 0, kind: .label)
  label.intrinsicWidth = 100
  label.intrinsicHeight = LayoutNumber(digits: 205, scale: 1)
  label.hugging = AxisPriorities(horizontal: 251, vertical: 251)
  let insets = LayoutInsets(top: 44, left: 0, bottom: 34, right: 0)
  let layoutCase = LayoutCase(
    name: "sample",
    environment: .init(size: LayoutSize(width: 375, height: 667), scale: 2),
    views: [View(id: "root", parent: nil), label],
    guides: [Guide(id: "safe", owner: 0, kind: .inset(insets))],
    constraints: [
      LayoutConstraint(
        id: "c1", first: Anchor(.view(1), .leading), second: Anchor(.guide(0), .leading),
        multiplier: LayoutNumber(1, 3, form: .fraction), constant: 8, priority: 750)
    ],
    expectation: Expectation(status: .ambiguous, ambiguousViews: [1]))
  let text = """
    {
      "layoutfuzz": 1,
      "name": "sample",
      "environment": {"size": [375, 667], "scale": 2},
      "views": [
        {"id": "root"},
        {"id": "label", "parent": "root", "kind": "label", "intrinsicSize": [100, 20.5], \
    "hugging": [251, 251]}
      ],
      "guides": [
        {"id": "safe", "owner": "root", "inset": [44, 0, 34, 0]}
      ],
      "constraints": [
        {"id": "c1", "first": "label.leading", "relation": "==", "second": "safe.leading", \
    "multiplier": "1/3", "constant": 8, "priority": 750}
      ],
      "expect": {"status": "ambiguous", "ambiguous": ["label"]}
    }

    """
  #expect(String(decoding: CaseFile.encode(layoutCase), as: UTF8.self) == text)
}

@Test(
  "errors of a file are reported with line and column",
  arguments: [
    ("", "1:1: expected a value, found the end of the text"),
    ("[]", "1:1: expected a layout case as an object, found an array"),
    ("{\"layoutfuzz\": 2}", "1:16: expected version 1 of the case format"),
    ("{\"layoutfuzz\": 1}", "1:1: expected the key \"environment\" in a layout case"),
    (
      document(views: "{\"id\": \"root\", \"huging\": [1, 2]}"),
      "2:26: unknown key \"huging\" in a view; fix: use \"hugging\""
    ),
    (
      document(views: "{\"id\": \"root\"}, {\"id\": \"root\", \"parent\": \"root\"}"),
      "2:34: the id \"root\" is used twice among views and guides"
    ),
    (
      document(views: "{\"id\": \"root\"}, {\"id\": \"a\", \"parent\": \"b\"}"),
      "2:49: expected the id of a view listed before, found \"b\""
    ),
    (
      document(views: "{\"id\": \"root\"}, {\"id\": \"a\"}"),
      "2:27: view \"a\": only the first view may be without a parent"
    ),
    (
      document(views: "{\"id\": \"root\", \"intrinsicSize\": [-1, null]}"),
      "2:43: view \"root\": intrinsicSize must not be negative"
    ),
    (
      document(constraints: "{\"id\": \"c\", \"first\": \"a.leadin\"}"),
      "4:38: expected an attribute after the last dot, found \"leadin\"; fix: use \"leading\""
    ),
    (
      document(constraints: "{\"id\": \"c\", \"first\": \"b.width\"}"),
      "4:38: expected the id of a view or guide before the dot, found \"b\""
    ),
    (
      document(constraints: "{\"id\": \"c\", \"first\": \"a.left\", \"second\": \"root.leading\"}"),
      "4:58: constraint \"c\" (a.left, root.leading): left and leading cannot be related: "
        + "use leading and trailing for both or neither"
    ),
    (
      document(constraints: "{\"id\": \"c\", \"first\": \"a.left\", \"constant\": NaN}"),
      "4:60: expected a value, found 'N'"
    ),
    (
      document(constraints: "{\"id\": \"c\", \"first\": \"a.width\", \"constant\": 1e400}"),
      "4:61: expected a number with at most 18 significant digits and 18 decimal places"
    ),
    (
      document(constraints: "{\"id\": \"c\", \"first\": \"a.width\", \"priority\": 0}"),
      "4:61: expected a priority above 0 and at most 1000"
    ),
    (
      document(
        constraints: "{\"id\": \"c\", \"first\": \"a.width\", \"priority\": "
          + "7.\(String(repeating: "1", count: 63))}"),
      "4:61: expected a priority of at most 64 characters"
    ),
    (
      document(guides: "{\"id\": \"g\", \"owner\": \"root\", \"scroll\": \"frame\"}"),
      "3:51: guide \"g\": only a scroll view owns content and frame guides"
    ),
    (
      document(expect: "{\"status\": \"unique\", \"rowHeights\": [44]}"),
      "5:46: expect: rowHeights has one height for each of the 0 rows, not 1"
    ),
    (
      document(expect: "{\"status\": \"unique\"}, \"rows\": [{}]"),
      "5:41: rows belong to a table: expected \"table\""
    ),
    (
      document(expect: "{\"status\": \"unique\"}, \"table\": {\"width\": 0}"),
      "5:52: table: the width of a table must be above 0"
    ),
    (
      document(
        expect:
          "{\"status\": \"unique\"}, \"table\": {\"width\": 9}, \"rows\": [{}, {\"hight\": 1}]"),
      "5:70: unknown key \"hight\" in a row; fix: use \"height\""
    ),
    (
      document(
        expect: "{\"status\": \"unique\"}, \"table\": {\"width\": 9},"
          + " \"rows\": [{\"texts\": {\"a\": \"b\"}}]"),
      "5:75: row 1: view \"a\" has no text that a row could replace"
    ),
    (
      document(expect: "{\"status\": \"fine\"}"),
      "5:22: expected one of \"unique\", \"ambiguous\", \"conflict\", found \"fine\""
    ),
  ])
func errors(text: String, expected: String) {
  #expect(failure(text) == expected)
}

@Test("a file with ten thousand nested views is read and written")
func deepNesting() throws {
  var views = [View(id: "v0", parent: nil)]
  for index in 1...10_000 { views.append(View(id: "v\(index)", parent: index - 1)) }
  let layoutCase = LayoutCase(
    environment: .init(size: LayoutSize(width: 320, height: 480)), views: views,
    constraints: (1...10_000).map {
      LayoutConstraint(
        id: "c\($0)", first: Anchor(.view($0), .left), second: Anchor(.view(0), .left),
        multiplier: LayoutNumber(1, 2, form: .fraction))
    })
  let written = CaseFile.encode(layoutCase)
  #expect(try CaseFile.decode(written, file: "deep") == layoutCase)
}
