// SPDX-License-Identifier: MIT

import Display
import Testing

@Suite("Paths and prefixes by scalars")
struct PathTextTests {
  @Test("a path is in a folder by its scalars, for any mark at the beginning of a name")
  func within() {
    for (path, folder) in [
      ("/a", "/a"), ("/a/b", "/a"), ("/a/\u{301}b", "/a"), ("/\u{301}", "/"), ("/a/b", "/"),
      ("/e\u{301}/b", "/e\u{301}"), ("/a/\u{200D}", "/a"), ("/\u{600}/b", "/\u{600}"),
    ] {
      #expect(PathText.isWithin(path, folder: folder), "\(path) in \(folder)")
    }
    for (path, folder) in [
      ("/ab", "/a"), ("/a", "/a/b"), ("/e\u{301}", "/e"), ("/\u{E9}/b", "/e\u{301}"),
      ("/e\u{301}", "/\u{E9}"),
    ] {
      #expect(!PathText.isWithin(path, folder: folder), "\(path) in \(folder)")
    }
  }

  @Test("a text begins and ends with scalars, not with characters")
  func ends() {
    #expect("a/\u{301}b".begins(with: "a/") && "a/\u{301}b".removing(prefix: "a/") == "\u{301}b")
    #expect("a: \u{301}b".removing(prefix: "a: ") == "\u{301}b")
    #expect("\u{E9}".removing(prefix: "e\u{301}") == nil && "b".removing(prefix: "a") == nil)
    #expect("\u{600}.json".ends(with: ".json") && !"\u{600}.json".hasSuffix(".json"))
    #expect(!"e\u{301}".ends(with: "\u{E9}") && !"n".ends(with: ".json"))
    #expect("a\r\n".ends(with: "\n") && "abc".ends(with: "") && "".ends(with: ""))
  }
}
