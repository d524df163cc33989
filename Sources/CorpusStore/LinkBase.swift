// SPDX-License-Identifier: MIT

import Foundation

/// Where links of a page start: the folder that the page lies in.
package struct LinkBase {
  private let folder: [String]

  /// - Parameter output: the path of the page; nil when it goes to standard output.
  package init(output: String?) {
    let file = output.map { URL(fileURLWithPath: $0).standardizedFileURL.pathComponents } ?? []
    folder =
      output == nil
      ? URL(fileURLWithPath: ".").standardizedFileURL.pathComponents : Array(file.dropLast())
  }

  /// The path of a file as it is reached from the folder.
  package func link(to path: String) -> String {
    let target = URL(fileURLWithPath: path).standardizedFileURL.pathComponents
    let shared = zip(folder, target).prefix { $0 == $1 }.count
    let up = [String](repeating: "..", count: folder.count - shared)
    return (up + target.dropFirst(shared)).joined(separator: "/")
  }
}
