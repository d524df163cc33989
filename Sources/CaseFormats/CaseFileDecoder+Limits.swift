// SPDX-License-Identifier: MIT

import JSON
import LayoutModel

/// The limits on the parts of a case that are checked before layout, see `ImportLimits`.
extension CaseFileDecoder {
  /// Refuses more text than a case may have, at the view with the first byte beyond the limit.
  func checkTexts(of views: [View], _ values: [JSONValue]) throws(JSONError) {
    var bytes = 0
    for (view, value) in zip(views, values) {
      bytes += view.text?.string.utf8.count ?? 0
      if bytes > ImportLimits.textBytes {
        throw value.error("more than \(ImportLimits.textBytes) bytes of texts, which is the limit")
      }
    }
  }

  /// Refuses a list with more elements than a case may have, at the first element beyond the limit.
  static func check(
    _ elements: [JSONValue], _ what: String, _ limit: Int
  ) throws(JSONError) {
    if elements.count > limit {
      throw elements[limit].error("more than \(limit) \(what), which is the limit")
    }
  }
}
