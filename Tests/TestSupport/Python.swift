// SPDX-License-Identifier: MIT

import Foundation

/// The Python that runs the fake adapters of tests.
package enum Python {
  /// The words that start it: the interpreter itself, without the packages of this machine.
  ///
  /// Many tests start hundreds of adapters. `python3` may be a script that takes longer to find the
  /// interpreter than the adapter runs.
  package static let command: String = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", "import sys; print(sys.executable)"]
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    guard (try? process.run()) != nil else { return "python3" }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let path = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    // A word that needs no quotes: a shell stays in front of a quoted one.
    let isPlain = path.wholeMatch(of: /\/[\w.\/-]+/) != nil
    return process.terminationStatus == 0 && isPlain ? "\(path) -E -S" : "python3"
  }()
}
