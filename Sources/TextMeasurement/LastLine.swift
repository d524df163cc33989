// SPDX-License-Identifier: MIT

import LayoutModel

/// The last allowed line of a text, which shows as much as possible of the rest.
struct LastLine {
  /// One past the last cluster of the line.
  var end: Int
  /// The width in thousandths of an em, including the ellipsis.
  var units: Int
  var ending: TextLine.Ending
  /// The hidden clusters; nil for none.
  var omitted: Range<Int>?
  var showsEllipsis = false

  /// Lays out all clusters from one on in one line.
  ///
  /// Complexity: O(length of the rest).
  init(from start: Int, breaker: LineBreaker, lineBreak: TextContent.LineBreak) {
    let count = breaker.clusters.count
    let wraps = lineBreak == .wordWrap || lineBreak == .characterWrap
    let line = wraps ? breaker.line(from: start) : breaker.paragraph(from: start)
    end = count
    units = line.units
    ending = .textEnd
    let rest = line.end..<count
    if line.units <= breaker.widest || wraps,
      breaker.clusters[rest].allSatisfy({ $0.kind.hangs })
    {
      return
    }
    ending = .lineLimit
    if wraps {
      omitted = rest
      return
    }
    let room = OmissionRoom(clusters: breaker.clusters, start: start, widest: breaker.widest)
    showsEllipsis = lineBreak != .clip
    let kept: (shown: Range<Int>, units: Int)
    switch lineBreak {
    case .truncateHead: kept = room.keepingTail()
    case .truncateMiddle: kept = room.keepingBothEnds()
    case .clip: kept = room.keepingHead(paragraphEnd: line.end, ellipsis: 0)
    case .truncateTail, .wordWrap, .characterWrap:
      kept = room.keepingHead(paragraphEnd: line.end, ellipsis: TextAdvance.ellipsis)
    }
    omitted = kept.shown
    units = kept.units
  }
}

/// The room for text beside the ellipsis, which decides the omitted clusters.
///
/// The results are the omitted clusters and the width of the visible text, in thousandths of an em.
struct OmissionRoom {
  let clusters: [TextCluster]
  let start: Int
  let widest: Int

  /// Returns the width left for text beside the ellipsis.
  private func budget(_ ellipsis: Int) -> Int { max(0, widest - ellipsis) }

  func keepingHead(paragraphEnd: Int, ellipsis: Int) -> (shown: Range<Int>, units: Int) {
    let head = prefix(of: start..<paragraphEnd, within: budget(ellipsis))
    return (head.end..<clusters.count, head.units + ellipsis)
  }

  func keepingTail() -> (shown: Range<Int>, units: Int) {
    let tail = suffix(after: start, within: budget(TextAdvance.ellipsis))
    return (start..<tail.start, tail.units + TextAdvance.ellipsis)
  }

  /// Returns the clusters left out in the middle: half of the room is for the beginning, the rest
  /// for the end.
  func keepingBothEnds() -> (shown: Range<Int>, units: Int) {
    let room = budget(TextAdvance.ellipsis)
    let half = widest == .max ? room : room / 2
    let head = prefix(of: start..<clusters.count, within: half)
    let tail = suffix(after: head.end, within: room - (widest == .max ? 0 : head.units))
    return (head.end..<tail.start, head.units + TextAdvance.ellipsis + tail.units)
  }

  /// Returns the clusters from the front, up to a newline, that fit; spaces at their end are left
  /// out.
  private func prefix(of range: Range<Int>, within limit: Int) -> (end: Int, units: Int) {
    var (end, units, pending) = (range.lowerBound, 0, 0)
    for index in range {
      let cluster = clusters[index]
      if cluster.kind == .newline { break }
      pending += cluster.advance
      if cluster.kind.hangs { continue }
      if units + pending > limit { break }
      units += pending
      pending = 0
      end = index + 1
    }
    return (end, units)
  }

  /// Returns the clusters from the back, down to a newline or `floor`, that fit; spaces at either
  /// end have no width.
  private func suffix(after floor: Int, within limit: Int) -> (start: Int, units: Int) {
    var (start, units, pending) = (clusters.count, 0, 0)
    var hasText = false
    for index in stride(from: clusters.count - 1, through: floor, by: -1) {
      let cluster = clusters[index]
      if cluster.kind.hangs {
        if cluster.kind == .newline, hasText { break }
        if hasText { pending += cluster.advance } else { start = index }
        continue
      }
      if units + pending + cluster.advance > limit { break }
      units += pending + cluster.advance
      pending = 0
      hasText = true
      start = index
    }
    return (start, units)
  }
}
