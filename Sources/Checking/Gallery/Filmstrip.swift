// SPDX-License-Identifier: MIT

import Display
import Reporting
import ToolSupport

/// The configurations of a screen beside each other: one thumbnail for each different picture,
/// those that show a finding tinted.
struct Filmstrip {
  /// Configurations that look the same.
  private struct Group {
    let thumbnail: Thumbnail?
    let isFailing: Bool
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
  init(_ frames: [ScreenPictures.Frame], failing: Set<Int>) {
    var groups: [Group] = []
    for (number, frame) in frames.enumerated() {
      let isFailing = failing.contains(number)
      let same = groups.firstIndex {
        $0.isFailing == isFailing && $0.thumbnail == frame.thumbnail
      }
      if let same {
        groups[same].names.append(frame.name)
        groups[same].shortNames.append(frame.shortName)
      } else {
        groups.append(
          Group(
            thumbnail: frame.thumbnail, isFailing: isFailing, names: [frame.name],
            shortNames: [frame.shortName]))
      }
    }
    self.groups = groups
  }

  /// The list as markup; empty for a single configuration, which the picture shows.
  var markup: String {
    guard groups.count > 1 || groups.first.map({ $0.names.count > 1 }) == true else { return "" }
    let failing = limited(groups.filter(\.isFailing), Self.failingMax)
    let others = limited(groups.filter { !$0.isFailing }, Self.othersMax)
    let height = 2 + ((failing.shown + others.shown).compactMap(\.thumbnail?.height).max() ?? 0)
    var text = "<ul class=\"film\" aria-label=\"Configurations\" style=\"--h:\(height)px\">"
    text += (failing.shown + others.shown).map(item).joined()
    var rest: [String] = []
    if failing.rest > 0 {
      rest.append("\(failing.rest) more\(others.shown.isEmpty ? ", all fail" : " fail")")
    }
    if others.rest > 0 { rest.append("\(others.rest) more are fine") }
    if !rest.isEmpty {
      text += "<li class=\"more mute\">and \(rest.joined(separator: ", "))</li>"
    }
    return text + "</ul>\n"
  }

  /// Returns the groups to show, and the number of configurations in the rest.
  private func limited(_ groups: [Group], _ limit: Int) -> (shown: [Group], rest: Int) {
    // The line that counts one group takes the room of that group.
    let shown = groups.count <= limit ? groups : Array(groups.prefix(limit - 1))
    return (shown, groups.dropFirst(shown.count).reduce(0) { $0 + $1.names.count })
  }

  private func item(_ group: Group) -> String {
    var names = group.names.prefix(Self.namesMax).joined(separator: "; ")
    if group.names.count > Self.namesMax { names += "; ..." }
    let name = Markup.escaped(GalleryText.capitalized(group.shortNames[0]), upTo: 60)
    let others = Self.others(group.shortNames.dropFirst())
    let style = group.isFailing ? "s err" : "mute"
    return "<li title=\"\(Markup.escaped(names, upTo: 600))\">"
      + "<div>\(group.thumbnail?.markup(isBad: group.isFailing) ?? "")</div>"
      + "<span class=\"\(style)\"><span>\(name)\(others)</span></span></li>"
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
