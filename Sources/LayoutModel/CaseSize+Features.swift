// SPDX-License-Identifier: MIT

/// The size of the features of a view besides plain numbers.
extension CaseSize {
  /// Returns the number of features, their settings included.
  static func featureCount(of view: View) -> UInt64 {
    var count: UInt64 = 0
    if let hold = view.hold {
      count += UInt64(hold.mask.rawValue.nonzeroBitCount) + (hold.superviewSize == nil ? 0 : 1)
    }
    if let text = view.text {
      let plain = TextContent(text.string)
      count += 1 + UInt64(text.measured.count)
      if text.font != plain.font { count += 1 }
      if text.lineLimit != plain.lineLimit { count += 1 }
      if text.lineBreak != plain.lineBreak { count += 1 }
      if text.preferredWidth != nil { count += 1 }
      if text.minimumScale != nil { count += 1 }
      if text.padding != .zero { count += 1 }
    }
    if let stack = view.stack {
      let plain = StackLayout(axis: stack.axis)
      count += 1
      if stack.distribution != plain.distribution { count += 1 }
      if stack.alignment != plain.alignment { count += 1 }
      if stack.spacing != plain.spacing { count += 1 }
      if stack.usesSystemSpacing { count += 1 }
      if stack.isBaselineRelative { count += 1 }
      if stack.isMarginsRelative { count += 1 }
      if stack.toolkit != plain.toolkit { count += 1 }
    }
    if let flow = view.flow {
      let plain = FlowGrid()
      count += 1
      if flow.scrollDirection != plain.scrollDirection { count += 1 }
      if flow.itemSize != plain.itemSize { count += 1 }
      if flow.lineSpacing != plain.lineSpacing { count += 1 }
      if flow.itemSpacing != plain.itemSpacing { count += 1 }
      if flow.insets != plain.insets { count += 1 }
    }
    if !view.isArranged { count += 1 }
    if view.customSpacing != nil { count += 1 }
    if view.isHidden { count += 1 }
    if view.marginRules.preservesSuperviewMargins { count += 1 }
    if !view.marginRules.insetsFromSafeArea { count += 1 }
    if view.marginRules.followsReadableWidth { count += 1 }
    if view.direction != nil { count += 1 }
    return count
  }

  /// Returns the numbers of a view's features, and the length of its text.
  static func featureNumbers(of view: View) -> [LayoutNumber] {
    var numbers: [LayoutNumber] = []
    if let size = view.hold?.superviewSize { numbers += [size.width, size.height] }
    if let spacing = view.customSpacing { numbers.append(spacing) }
    if let stack = view.stack { numbers.append(stack.spacing) }
    if let flow = view.flow { numbers += flow.lengths + self.numbers(of: flow.insets) }
    if let text = view.text {
      numbers += [LayoutNumber(text.string.utf8.count), text.font.pointSize]
      numbers += self.numbers(of: text.padding)
      if let width = text.preferredWidth { numbers.append(width) }
      if let scale = text.minimumScale { numbers.append(scale) }
      for measured in text.measured {
        numbers += [measured.size.width, measured.size.height]
        if let width = measured.maxWidth { numbers.append(width) }
      }
    }
    return numbers
  }

  /// Appends words that differ for any two sets of features; one word for a view without features.
  static func appendFeatures(of view: View, to key: inout [UInt64]) {
    let plain = View(id: view.id, parent: view.parent)
    let hasFeatures =
      view.text != nil || view.stack != nil || view.flow != nil || !view.isArranged
      || view.customSpacing != nil || view.isHidden || view.marginRules != plain.marginRules
      || view.direction != nil
      || view.annotations != nil || view.recordedFrame != nil
    guard hasFeatures else { return key.append(0) }
    key.append(1)
    let flags = [
      !view.isArranged, view.isHidden, view.marginRules.preservesSuperviewMargins,
      !view.marginRules.insetsFromSafeArea, view.marginRules.followsReadableWidth,
      view.direction == .rightToLeft, view.direction == .leftToRight,
    ]
    key.append(flags.reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
    append(view.customSpacing, to: &key)
    append(view.stack, to: &key)
    append(view.flow, to: &key)
    append(view.text, to: &key)
    append(view.annotations, to: &key)
    append(view.recordedFrame?.x, to: &key)
    append(view.recordedFrame?.y, to: &key)
    append(view.recordedFrame?.width, to: &key)
    append(view.recordedFrame?.height, to: &key)
  }

  private static func append(_ stack: StackLayout?, to key: inout [UInt64]) {
    guard let stack else { return key.append(0) }
    key += [
      1, UInt64(stack.axis.rawValue),
      position(of: stack.distribution), position(of: stack.alignment),
      (stack.usesSystemSpacing ? 4 : 0) + (stack.isBaselineRelative ? 2 : 0)
        + (stack.isMarginsRelative ? 1 : 0),
      position(of: stack.toolkit),
    ]
    append(stack.spacing, to: &key)
  }

  private static func append(_ flow: FlowGrid?, to key: inout [UInt64]) {
    guard let flow else { return key.append(0) }
    key += [1, UInt64(flow.scrollDirection.rawValue), flow.itemSize == .fitting ? 1 : 0]
    for number in flow.lengths + numbers(of: flow.insets) { append(number, to: &key) }
  }

  private static func append(_ text: TextContent?, to key: inout [UInt64]) {
    guard let text else { return key.append(0) }
    key += [
      1, UInt64(bitPattern: Int64(text.lineLimit)), position(of: text.lineBreak),
      position(of: text.font.weight),
    ]
    append(text.font.pointSize, to: &key)
    append(text.font.family, to: &key)
    append(text.preferredWidth, to: &key)
    append(text.minimumScale, to: &key)
    for number in numbers(of: text.padding) { append(number, to: &key) }
    key.append(UInt64(text.measured.count))
    for measured in text.measured {
      append(measured.maxWidth, to: &key)
      append(measured.size.width, to: &key)
      append(measured.size.height, to: &key)
    }
    append(text.string, to: &key)
  }

  private static func append(_ annotations: ViewAnnotations?, to key: inout [UInt64]) {
    guard let annotations else { return key.append(0) }
    key += [1, UInt64(annotations.runtimeAttributes.count)]
    for text in [
      annotations.label, annotations.className, annotations.module, annotations.identifier,
      annotations.accessibilityIdentifier,
    ] {
      append(text, to: &key)
    }
    for attribute in annotations.runtimeAttributes {
      append(attribute.keyPath, to: &key)
      append(attribute.type, to: &key)
      append(attribute.value, to: &key)
    }
  }

  private static func position<Value: CaseIterable & Equatable>(of value: Value) -> UInt64 {
    var position: UInt64 = 0
    for other in Value.allCases {
      if other == value { break }
      position += 1
    }
    return position
  }
}
