// SPDX-License-Identifier: MIT

import Display

/// The table of all findings of a page.
///
/// Those of one bucket are together, the smallest first, below a row with their common facts.
struct FindingIndex {
  private let findings: [ReportFinding]
  private let anchors: [String]

  /// - Parameters:
  ///   - findings: in the order of their numbers.
  ///   - anchors: the anchors of the findings on the page.
  init(_ findings: [ReportFinding], anchors: [String]) {
    self.findings = findings
    self.anchors = anchors
  }

  /// The style of the table; narrow windows hide subject, verdict and size, which the bucket and
  /// the evidence show, too.
  static let style = """
    @media(max-width:40rem){#index :is(th,td):nth-child(n+3):nth-child(-n+6){display:none}#index .long{min-width:0}}

    """

  private static let columns: [PageTable.Cell] = [
    .init("#", "n"), .init("What is wrong", "long"), .init("Who"), .init("Verdict"),
    .init("Views", "n"), .init("Constraints", "n"), .init("Cases", "n"),
  ]

  /// - Parameter count: the number of listed findings, from the first on.
  func markup(of count: Int) -> String {
    var table = PageTable(
      caption:
        "One row for each finding, below one for its bucket where that has several; its number leads to its "
        + "evidence. The most frequent comes first, then each time the one that is most unlike all before it.",
      label: "Index of findings", id: "index", columns: Self.columns)
    for group in groups(of: count) { table.add(group: rows(group)) }
    return PageTable.filter("index") + table.markup
  }

  /// Returns the largest number of bytes for listing a finding.
  ///
  /// - Complexity: O(length of its texts).
  func bytesMax(_ position: Int) -> Int {
    PageTable.group([row(position, sentence: findings[position].sentence)]).utf8.count
      + head([position]).utf8.count
  }

  // MARK: - Groups

  /// Returns the findings of each bucket, the smallest first; buckets in the order of their first
  /// findings.
  private func groups(of count: Int) -> [[Int]] {
    var places: [String: Int] = [:]
    var groups: [[Int]] = []
    for position in 0..<count {
      let bucket = findings[position].bucketFolder
      if let place = places[bucket] {
        groups[place].append(position)
      } else {
        places[bucket] = groups.count
        groups.append([position])
      }
    }
    return groups.map { $0.sorted { (findings[$0].size, $0) < (findings[$1].size, $1) } }
  }

  private func rows(_ group: [Int]) -> [String] {
    guard group.count > 1 else { return [single(group[0])] }
    // A sentence that is that of the bucket is not repeated.
    let sentence = findings[group[0]].sentence
    return [head(group)]
      + group.map { position in
        row(
          position,
          sentence: findings[position].sentence == sentence ? nil : findings[position].sentence)
      }
  }

  // MARK: - Rows

  /// Returns the row with the common facts of a bucket.
  private func head(_ group: [Int]) -> String {
    let finding = findings[group[0]]
    let count = ShownNumber.counted(group.count, "finding")
    return PageTable.row(
      [
        .init("", "n", key: "\((group.min() ?? 0) + 1)"),
        .init(sentence(finding.sentence, finding, more: ", \(count)"), "long"),
        .text(finding.subject, upTo: 60), .text(finding.verdict, upTo: 60), .init("", "n"),
        .init("", "n"),
        cases(finding),
      ], style: "group", head: (1, "rowgroup"))
  }

  /// - Parameter sentence: nil where it is that of the bucket.
  private func row(_ position: Int, sentence: String?) -> String {
    let finding = findings[position]
    let text = sentence.map { Markup.escaped($0, upTo: 200) + " " } ?? ""
    let id = finding.folder.split(scalar: "/", omittingEmpty: true).last ?? ""
    return PageTable.row(
      [
        number(position),
        .init("\(text)<small><code>\(Markup.escaped(id, upTo: 60))</code></small>", "long"),
        .init(""), .init(""), count(finding, "view"), count(finding, "constraint"), .init("", "n"),
      ], style: "member")
  }

  /// Returns the row of a finding that is the only one of its bucket.
  private func single(_ position: Int) -> String {
    let finding = findings[position]
    return PageTable.row([
      number(position), .init(sentence(finding.sentence, finding, more: ""), "long"),
      .text(finding.subject, upTo: 60), .text(finding.verdict, upTo: 60),
      count(finding, "view"), count(finding, "constraint"), cases(finding),
    ])
  }

  private func number(_ position: Int) -> PageTable.Cell {
    let number = position + 1
    return .init("<a href=\"#\(anchors[position])\">\(number)</a>", "n", key: "\(number)")
  }

  private func sentence(_ text: String, _ finding: ReportFinding, more: String) -> String {
    "\(Markup.escaped(text, upTo: 200)) "
      + "<small><code>\(Markup.escaped(finding.signature, upTo: 120))</code>\(more)</small>"
  }

  private func cases(_ finding: ReportFinding) -> PageTable.Cell {
    finding.caseCount.map(PageTable.Cell.number) ?? .init("", "n")
  }

  private func count(_ finding: ReportFinding, _ noun: String) -> PageTable.Cell {
    finding.minimized.parts.first { $0.noun == noun }.map { .number($0.count) } ?? .init("", "n")
  }
}
