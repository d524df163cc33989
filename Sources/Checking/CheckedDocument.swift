// SPDX-License-Identifier: MIT

import Diagnosis
import JSON
import ToolSupport

/// The result of `check` with pictures on the bytes of a document, in numbers.
package struct CheckedDocument: Sendable {
  /// Whether the document can be used.
  package private(set) var isUsable = false
  package private(set) var screens = 0
  /// The number of findings by rule.
  package private(set) var rules: [String: Int] = [:]
  /// The contradiction of the tool with itself; nil without one.
  package private(set) var mistake: String?

  /// Checks a document in the standard configurations.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - file: its name in messages.
  ///   - onStep: called before each part of the work that takes a while.
  package init(_ bytes: [UInt8], file: String, onStep: () -> Void) {
    let checked = CheckedFile(
      InputFiles.File(path: file, bytes: bytes, format: .interfaceBuilder),
      matrix: CheckMatrix(), rules: Set(LayoutRule.allCases),
      gallery: CheckGallery(least: .note), onStep: onStep)
    switch checked.outcome {
    case .failed(let finding): mistake = finding.message
    case .unusable: break
    case .checked(let problems, let screens):
      isUsable = true
      self.screens = screens.count
      for finding in problems + screens.flatMap(\.findings) {
        rules[finding.rule.id, default: 0] += 1
      }
    }
    checkMessage(of: checked)
  }

  /// Checks that a worker's message about the file arrives as it was sent.
  private mutating func checkMessage(of checked: CheckedFile) {
    let sent = checked.json
    do throws(JSONError) {
      let received = try CheckedFile(try JSONParser.parse(sent.lineOfText))
      if received.json.lineOfText != sent.lineOfText {
        mistake = mistake ?? "the message of a worker about the file arrives changed"
      }
    } catch {
      mistake = mistake ?? "the message of a worker about the file cannot be read: \(error.message)"
    }
  }
}
