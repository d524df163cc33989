// SPDX-License-Identifier: MIT

import Foundation

/// The folder of a page, where its relative links start.
package struct LinkBase: Equatable {
  private let folder: [String]
  private let resolvesLinks: Bool

  /// - Parameters:
  ///   - output: the path of the page; nil when it goes to standard output.
  ///   - resolvesLinks: whether symbolic links in paths are resolved. A browser follows paths as
  ///     they are written.
  package init(output: String?, resolvesLinks: Bool = false) {
    self.resolvesLinks = resolvesLinks
    var path = output ?? ""
    while let last = path.last, last != "/" { path.removeLast() }
    folder = Self.parts(path.isEmpty ? "." : path, resolvesLinks)
  }

  private static func parts(_ path: String, _ resolvesLinks: Bool) -> [String] {
    var path = path
    if resolvesLinks, let resolved = realpath(path, nil) {
      defer { free(resolved) }
      path = String(cString: resolved)
    }
    return URL(fileURLWithPath: path).standardizedFileURL.pathComponents
  }

  /// Returns the target of a link as a path from the root.
  package func path(ofLink link: String) -> String {
    "/" + (folder.dropFirst() + [link]).joined(separator: "/")
  }

  /// Returns the relative path from the folder to a file.
  package func link(to path: String) -> String {
    let target = Self.parts(path, resolvesLinks)
    let shared = zip(folder, target).prefix { $0 == $1 }.count
    let up = [String](repeating: "..", count: folder.count - shared)
    return (up + target.dropFirst(shared)).joined(separator: "/")
  }
}
