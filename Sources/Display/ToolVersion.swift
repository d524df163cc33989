// SPDX-License-Identifier: MIT

/// The version of the tool, as `--version` prints it and findings record it.
package enum ToolVersion {
  package static let current = "0.1.0"
}
