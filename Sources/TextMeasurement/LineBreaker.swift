// SPDX-License-Identifier: MIT

/// A breaker of text into lines, each as long as possible.
///
/// It is greedy: a line ends at the last place that allows it, and a word that is longer than the
/// line is broken between clusters. Trailing spaces extend beyond the edge and have no width.
struct LineBreaker {
  /// A line as a range of clusters.
  struct Line: Hashable {
    /// One past the last cluster, spaces and newline included.
    var end: Int
    /// The width without trailing spaces, in thousandths of an em.
    var units: Int
    var ending: TextLine.Ending
  }

  let clusters: [TextCluster]
  /// The widest line, in thousandths of an em.
  let widest: Int
  /// Whether lines may end between any two clusters.
  let breaksAnywhere: Bool

  /// Returns the line that starts at a cluster.
  ///
  /// Complexity: O(length of the line and of the word after it), so O(length of the text) for all
  /// lines.
  func line(from start: Int) -> Line {
    var units = 0
    // Spaces that count once a cluster follows them.
    var pending = 0
    var lastBreak: Line?
    for index in start..<clusters.count {
      let cluster = clusters[index]
      if index > start, cluster.allowsBreakBefore || breaksAnywhere && !cluster.kind.hangs {
        lastBreak = Line(end: index, units: units, ending: .wrapped)
      }
      if cluster.kind == .newline { return Line(end: index + 1, units: units, ending: .newline) }
      if cluster.kind.hangs {
        pending += cluster.advance
        continue
      }
      let next = units + pending + cluster.advance
      if next > widest, next > units, index > start {
        return lastBreak ?? Line(end: index, units: units, ending: .insideWord)
      }
      units = next
      pending = 0
    }
    return Line(end: clusters.count, units: units, ending: .textEnd)
  }

  /// Returns the paragraph that starts at a cluster, as one line.
  func paragraph(from start: Int) -> Line {
    LineBreaker(clusters: clusters, widest: .max, breaksAnywhere: false).line(from: start)
  }
}
