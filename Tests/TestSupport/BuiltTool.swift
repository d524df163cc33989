// SPDX-License-Identifier: MIT

import Foundation

/// The executables that tests run.
package enum BuiltTool {
  /// The variable with the folder of the executables.
  ///
  /// CI uses those of the release build, which users get and which are many times faster.
  static let variable = "LAYOUTFUZZ_TOOLS"

  /// The folder of the executables: that of the variable, else the one in which the tests were
  /// built.
  package static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment[variable] {
      return URL(fileURLWithPath: path).resolvingSymlinksInPath()
    }
    guard let bundle = Bundle.main.executableURL else {
      preconditionFailure("the tests have no executable")
    }
    return bundle.resolvingSymlinksInPath().deletingLastPathComponent()
  }()

  /// Returns the URL of an executable by its name, built or not.
  package static func executable(_ name: String) -> URL { folder.appendingPathComponent(name) }
}
