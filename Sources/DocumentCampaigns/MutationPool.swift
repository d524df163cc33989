// SPDX-License-Identifier: MIT

/// The material of mutations: the documents, and all values and elements that occur in them.
package struct MutationPool: Sendable {
  /// The documents in a fixed order.
  let documents: [DocumentMarkup]
  /// The values of each attribute, each once, in order.
  private let values: [String: [String]]
  /// The attributes of each tag with their values, each once, in order.
  private let attributes: [String: [DocumentMarkup.Attribute]]
  /// The tags that occur as views, in order.
  let viewTags: [String]

  package init(_ documents: [DocumentMarkup]) {
    self.documents = documents
    var values = Self.known.mapValues(Set.init)
    var attributes: [String: Set<DocumentMarkup.Attribute>] = [:]
    var viewTags = Set(Self.views)
    for document in documents {
      for (index, element) in document.elements.enumerated() {
        for attribute in element.attributes where attribute.name != "id" {
          values[attribute.name, default: []].insert(attribute.value)
          attributes[element.tag, default: []].insert(attribute)
        }
        if let parent = document.parent(of: index), document.elements[parent].tag == "subviews" {
          viewTags.insert(element.tag)
        }
      }
    }
    self.values = values.mapValues { $0.sorted() }
    self.attributes = attributes.mapValues { found in
      found.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
    }
    self.viewTags = viewTags.sorted()
  }

  /// The names of attributes with known values, which matter for layout.
  static let layoutNames: [String] = known.keys.sorted()

  func values(of name: String) -> [String] { values[name] ?? [] }

  func attributes(of tag: String) -> [DocumentMarkup.Attribute] { attributes[tag] ?? [] }

  /// Values at the edges of what a number may be.
  static let numbers = [
    "0", "-1", "1", "0.5", "8", "20", "100", "320", "999", "1000", "-0", "1e6", "1000000000",
    "-40.25", "nan", "", "1:3", "0:1", "16:9",
  ]

  /// Values that Interface Builder writes, whether or not a document at hand has them.
  private static let known: [String: [String]] = [
    "alignment": ["fill", "leading", "trailing", "center", "top", "bottom", "firstBaseline"],
    "axis": ["horizontal", "vertical"],
    "distribution": [
      "fill", "fillEqually", "fillProportionally", "equalSpacing", "equalCentering",
    ],
    "spacing": ["0", "8", "-10"],
    "hidden": ["YES", "NO"],
    "translatesAutoresizingMaskIntoConstraints": ["YES", "NO"],
    "fixedFrame": ["YES"], "misplaced": ["YES"], "ambiguous": ["YES"], "verifyAmbiguity": ["off"],
    "priority": ["1", "250", "251", "749", "750", "999", "1000"],
    "relation": ["lessThanOrEqual", "greaterThanOrEqual"],
    "multiplier": ["1", "2", "0.5", "1:2", "16:9", "0"],
    "constant": numbers,
    "firstAttribute": attributeNames, "secondAttribute": attributeNames,
    "horizontalHuggingPriority": ["1", "251", "1000"],
    "verticalHuggingPriority": ["1", "251", "1000"],
    "horizontalCompressionResistancePriority": ["1", "750", "1000"],
    "verticalCompressionResistancePriority": ["1", "750", "1000"],
    "contentMode": ["scaleToFill", "scaleAspectFit", "center"],
    "numberOfLines": ["0", "1", "2", "3"],
    "toolsVersion": ["11762", "17506", "20037", "22154", "23504", "32700.99.1234"],
    "useSafeAreas": ["YES", "NO"], "useTraitCollections": ["YES", "NO"],
    "useAutolayout": ["YES", "NO"],
    "orientation": ["portrait", "landscape"],
    "width": numbers, "height": numbers, "x": numbers, "y": numbers,
    "widthSizable": ["YES"], "heightSizable": ["YES"], "flexibleMinX": ["YES"],
    "flexibleMaxX": ["YES"], "flexibleMinY": ["YES"], "flexibleMaxY": ["YES"],
    "lineBreakMode": ["tailTruncation", "wordWrap", "clip"],
    "pointSize": ["0", "1", "12", "17", "400"],
    "title": ["", "OK", "A title of several words"], "text": ["", "Text", "Several words\nhere"],
    "rowHeight": ["-1", "44", "1"],
    "semanticContentAttribute": ["forceRightToLeft", "forceLeftToRight"],
    "baselineRelativeArrangement": ["YES"], "layoutMarginsRelativeArrangement": ["YES"],
    "preservesSuperviewLayoutMargins": ["YES"], "preferredMaxLayoutWidth": ["0", "100"],
    "sizingRule": ["customCell"], "placeholder": ["YES"], "symbolic": ["YES"],
  ]

  private static let attributeNames = [
    "leading", "trailing", "left", "right", "top", "bottom", "width", "height", "centerX",
    "centerY",
    "firstBaseline", "baseline", "leadingMargin", "trailingMargin", "topMargin", "bottomMargin",
    "centerXWithinMargins",
  ]

  private static let views = [
    "view", "label", "button", "textField", "textView", "imageView", "stackView", "scrollView",
    "tableView", "collectionView", "switch", "slider", "segmentedControl", "activityIndicatorView",
    "progressView", "pageControl", "stepper", "datePicker", "pickerView", "mapView", "toolbar",
    "navigationBar", "searchBar", "containerView", "visualEffectView",
  ]
}
