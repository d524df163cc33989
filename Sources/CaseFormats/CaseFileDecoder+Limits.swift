// SPDX-License-Identifier: MIT

import JSON
import LayoutModel

/// What of a case is counted before it is laid out, see `ImportLimits`.
extension CaseFileDecoder {
  /// Refuses more text than a case may have, at the view with the byte that is too many.
  func checkTexts(of views: [View], _ values: [JSONValue]) throws(JSONError) {
    var bytes = 0
    for (view, value) in zip(views, values) {
      bytes += view.text?.string.utf8.count ?? 0
      if bytes > ImportLimits.textBytes {
        throw value.error("more than \(ImportLimits.textBytes) bytes of texts, which is the limit")
      }
    }
  }

  /// Refuses a list with more elements than a case may have, at the first of them that is too many.
  static func check(
    _ elements: [JSONValue], _ what: String, _ limit: Int
  ) throws(JSONError) {
    if elements.count > limit {
      throw elements[limit].error("more than \(limit) \(what), which is the limit")
    }
  }
}
