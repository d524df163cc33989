// SPDX-License-Identifier: MIT

import LayoutModel
import Testing
import ToolSupport

@testable import Checking
@testable import Reporting

@Suite("Filmstrips of a gallery")
struct FilmstripTests {
  private func frames(_ pictures: [Int]) -> [ScreenPictures.Frame] {
    pictures.enumerated().map { number, picture in
      .init(
        name: "name \(number)", shortName: "n\(number)", device: "",
        thumbnail: Thumbnail(width: 9, height: 20, path: "M\(picture) 0h1v1h-1z"))
    }
  }

  @Test("configurations that look the same share a thumbnail, unless one fails and one does not")
  func groups() {
    let film = Filmstrip(frames([0, 0, 1, 0, 1]), failing: [2, 3]).markup
    #expect(film.contains("style=\"--h:22px\""))
    let items = film.matches(of: /<li title="([^"]*)">/).map { String($0.1) }
    #expect(items == ["name 2", "name 3", "name 0; name 1", "name 4"])
    #expect(film.contains("N0 <span class=\"mute\">and n1</span>"))
    let same = Filmstrip(frames([0, 0, 0, 0, 1]), failing: []).markup
    #expect(same.contains("N0 <span class=\"mute\">and n1; 2 more</span>"))
    #expect(
      Filmstrip(frames([0, 0, 0, 1]), failing: []).markup
        .contains("N0 <span class=\"mute\">and n1; n2</span>"))
    #expect(film.matches(of: /class="tb"/).count == 2)
  }

  @Test("of many different pictures four are shown, the rest is counted; one alone needs no strip")
  func limits() {
    let all = Filmstrip(frames(Array(0..<11)), failing: Set(0..<11)).markup
    #expect(all.matches(of: /<li title=/).count == 4)
    #expect(all.contains("<li class=\"more mute\">and 7 more, all fail</li>"))
    let some = Filmstrip(frames(Array(0..<11)), failing: [0]).markup
    #expect(some.matches(of: /<li title=/).count == 3)
    #expect(some.contains("and 8 more are fine"))
    let unjudged = Filmstrip(frames(Array(0..<11)), failing: [0], unjudged: [1, 9, 10]).markup
    #expect(unjudged.contains("and 6 more are fine, 2 more are not judged because of a conflict"))
    #expect(
      unjudged.contains("N1 <span class=\"mute\">not judged because of a conflict</span>"))
    #expect(Filmstrip(frames([0]), failing: [0]).markup.isEmpty)
  }

  @Test("a thumbnail has whole pixels, each outline once, and no more than its limit")
  func thumbnails() {
    let root = PlacedRect(x: 0, y: 0, width: 400, height: 800)
    let view = PlacedRect(x: 100, y: 200, width: 200, height: 100.2)
    let one = Thumbnail(
      root: root, views: [root, view, view, PlacedRect(x: 900, y: 0, width: 5, height: 5)])
    #expect(one == Thumbnail(width: 36, height: 72, path: "M9 18h18v9h-18z"))
    let many = Thumbnail(
      root: root,
      views: (0..<1000).map {
        PlacedRect(x: Double($0 % 30) * 12, y: Double($0), width: 20, height: 9)
      })
    #expect(many.path.utf8.count < 1500)
    let odd = PlacedRect(x: .nan, y: 0, width: .infinity, height: 1)
    #expect(Thumbnail(root: root, views: [odd]).path.isEmpty)
    #expect(Thumbnail(root: PlacedRect(x: 0, y: 0, width: 0, height: 0), views: []).width > 0)
  }
}
