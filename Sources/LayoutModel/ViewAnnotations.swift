// SPDX-License-Identifier: MIT

/// What a document says about a view that layout does not depend on, kept so that nothing is lost
/// on the way through a case.
package struct ViewAnnotations: Sendable, Hashable {
  /// An attribute that the document sets at run time, by key path.
  package struct RuntimeAttribute: Sendable, Hashable {
    package var keyPath: String
    /// As the document names it: `string`, `number`, `color`, ...
    package var type: String
    /// As the document writes it; nil when it has none.
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
  /// In the order of the document.
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
