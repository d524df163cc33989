// SPDX-License-Identifier: MIT

/// The document's statements about a view that layout does not depend on.
///
/// They are kept so that a case loses nothing of its document.
package struct ViewAnnotations: Sendable, Hashable {
  /// An attribute that the document sets at run time, by key path.
  package struct RuntimeAttribute: Sendable, Hashable {
    package var keyPath: String
    /// The type, as the document names it: `string`, `number`, `color`, ...
    package var type: String
    /// The value, as the document writes it; nil when it has none.
    package var value: String?

    package init(keyPath: String, type: String, value: String?) {
      self.keyPath = keyPath
      self.type = type
      self.value = value
    }
  }

  /// The name that its author gave the view in the editor.
  package var label: String?
  package var className: String?
  package var module: String?
  /// The restoration or user-interface identifier.
  package var identifier: String?
  package var accessibilityIdentifier: String?
  /// The runtime attributes, in the order of the document.
  package var runtimeAttributes: [RuntimeAttribute]

  package init(
    label: String? = nil, className: String? = nil, module: String? = nil,
    identifier: String? = nil, accessibilityIdentifier: String? = nil,
    runtimeAttributes: [RuntimeAttribute] = []
  ) {
    self.label = label
    self.className = className
    self.module = module
    self.identifier = identifier
    self.accessibilityIdentifier = accessibilityIdentifier
    self.runtimeAttributes = runtimeAttributes
  }

  package var isEmpty: Bool { self == ViewAnnotations() }
}
