// SPDX-License-Identifier: MIT

import Display
import Reporting
import ToolSupport

/// The configurations of a screen beside each other: one thumbnail for each different picture,
/// those that show a finding tinted.
struct Filmstrip {
  /// Configurations that look the same.
  fileprivate struct Group {
    let thumbnail: Thumbnail?
    let isFailing: Bool
    let isUnjudged: Bool
    var names: [String]
    var shortNames: [String]
  }

  private let groups: [Group]

  /// The largest number of groups of each kind; further ones are counted.
  private static let (failingMax, othersMax) = (5, 3)
  /// The largest number of names after the first one in the caption of a group.
  private static let captionMax = 2
  /// The largest number of names in the title of a group.
  private static let namesMax = 12

  /// - Parameters:
  ///   - frames: the configurations, nearest first.
  ///   - failing: the numbers of those that show the finding.
  ///   - unjudged: the numbers of those whose conflict leaves open whether they show it.
  init(_ frames: [ScreenPictures.Frame], failing: Set<Int>, unjudged: Set<Int> = []) {
    var groups: [Group] = []
    for (number, frame) in frames.enumerated() {
      let isFailing = failing.contains(number)
      let isUnjudged = !isFailing && unjudged.contains(number)
      let same = groups.firstIndex {
        $0.isFailing == isFailing && $0.isUnjudged == isUnjudged
          && $0.thumbnail == frame.thumbnail
      }
      if let same {
        groups[same].names.append(frame.name)
        groups[same].shortNames.append(frame.shortName)
      } else {
        groups.append(
          Group(
            thumbnail: frame.thumbnail, isFailing: isFailing, isUnjudged: isUnjudged,
            names: [frame.name], shortNames: [frame.shortName]))
      }
    }
    self.groups = groups
  }

  /// The list as markup; empty for a single configuration, which the picture shows.
  var markup: String {
    guard groups.count > 1 || groups.first.map({ $0.names.count > 1 }) == true else { return "" }
    let failing = limited(groups.filter(\.isFailing), Self.failingMax)
    let others = limited(groups.filter { !$0.isFailing }, Self.othersMax)
    let unjudged = others.rest.filter(\.isUnjudged).nameCount
    let fine = others.rest.nameCount - unjudged
    let more = failing.rest.nameCount
    let height = 2 + ((failing.shown + others.shown).compactMap(\.thumbnail?.height).max() ?? 0)
    var text = "<ul class=\"film\" aria-label=\"Configurations\" style=\"--h:\(height)px\">"
    text += (failing.shown + others.shown).map(item).joined()
    var rest: [String] = []
    if more > 0 {
      rest.append("\(more) more\(others.shown.isEmpty ? ", all fail" : " fail")")
    }
    if fine > 0 { rest.append("\(fine) more are fine") }
    if unjudged > 0 { rest.append("\(unjudged) more are not judged because of a conflict") }
    if !rest.isEmpty {
      text += "<li class=\"more mute\">and \(rest.joined(separator: ", "))</li>"
    }
    return text + "</ul>\n"
  }

  /// Returns the groups to show, and the rest.
  private func limited(_ groups: [Group], _ limit: Int) -> (shown: [Group], rest: [Group]) {
    // The line that counts one group takes the room of that group.
    let shown = groups.count <= limit ? groups : Array(groups.prefix(limit - 1))
    return (shown, Array(groups.dropFirst(shown.count)))
  }

  private func item(_ group: Group) -> String {
    var names = group.names.prefix(Self.namesMax).joined(separator: "; ")
    if group.names.count > Self.namesMax { names += "; ..." }
    let name = Markup.escaped(GalleryText.capitalized(group.shortNames[0]), upTo: 60)
    let others = Self.others(group.shortNames.dropFirst())
    let style = group.isFailing ? "s err" : "mute"
    let state =
      group.isUnjudged ? " <span class=\"mute\">not judged because of a conflict</span>" : ""
    return "<li title=\"\(Markup.escaped(names, upTo: 600))\">"
      + "<div>\(group.thumbnail?.markup(isBad: group.isFailing) ?? "")</div>"
      + "<span class=\"\(style)\"><span>\(name)\(others)\(state)</span></span></li>"
  }

  /// Returns the names of the other configurations of a group; empty for none.
  private static func others(_ names: ArraySlice<String>) -> String {
    if names.isEmpty { return "" }
    let listed = names.prefix(names.count <= captionMax ? captionMax : captionMax - 1)
    let rest = names.count - listed.count
    let parts = listed.map { Markup.escaped($0, upTo: 60) } + (rest > 0 ? ["\(rest) more"] : [])
    return " <span class=\"mute\">and \(parts.joined(separator: "; "))</span>"
  }
}

extension [Filmstrip.Group] {
  /// The number of configurations.
  fileprivate var nameCount: Int { reduce(0) { $0 + $1.names.count } }
}
