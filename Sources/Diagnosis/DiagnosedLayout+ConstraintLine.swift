// SPDX-License-Identifier: MIT

import CaseFormats
import JSON
import LayoutModel
import Lowering
import VisualFormats

extension DiagnosedLayout {
  /// Returns a linear constraint as Auto Layout writes it, with its maker and its location.
  ///
  /// Example: `'gap' H:[title]-(8)-[icon]  (Main.storyboard:84:17, made by the stack view)`.
  package func line(_ origin: ConstraintOrigin) -> String {
    var remarks: [String] = []
    if let location = location(of: origin) {
      remarks.append("\(diagnosed.file):\(location.line):\(location.column)")
    }
    if let maker = maker(of: origin) { remarks.append(maker) }
    let text = text(origin)
    return remarks.isEmpty ? text : "\(text)  (\(remarks.joined(separator: ", ")))"
  }

  /// Returns the text of a linear constraint, without its maker.
  package func text(_ origin: ConstraintOrigin) -> String {
    switch origin {
    case .constraint(let index):
      let constraint = plain.constraints[index]
      let text = ConstraintText.describe(constraint, in: plain) { name(of: $0) }
      // The id is the only way to distinguish the constraints of a case file, and to search for
      // one.
      return "\(constraint.id): \(text)"
    case .hugging(let view, let axis):
      return "\(name(of: .view(view))) hugs its \(axis.sizeName)"
        + " \(natural(view, axis)) @\(plain.views[view].hugging[axis].number)"
    case .compressionResistance(let view, let axis):
      return "\(name(of: .view(view))) resists being compressed below its \(axis.sizeName)"
        + " \(natural(view, axis)) @\(plain.views[view].compressionResistance[axis].number)"
    case .hold(let view, let attribute):
      return plain.holdText(of: view, attribute) { name(of: .view($0)) }
    case .root(let attribute):
      return "\(name(of: .view(0))).\(attribute) == \(rootValue(attribute))"
    case .nonNegativeSize(let item, let axis):
      return "\(name(of: item)).\(axis.sizeName) >= 0"
    case .nonNegativeContent(let view, let axis):
      return "\(name(of: .view(view))).content \(axis.sizeName) >= 0"
    }
  }

  /// Returns the maker of a constraint that its author did not write; nil for the author.
  package func maker(of origin: ConstraintOrigin) -> String? {
    switch origin {
    case .constraint(let index): return plain.constraints[index].source.maker
    case .hugging, .compressionResistance: return "content size"
    case .root: return "system: \(rootMaker)"
    case .nonNegativeSize, .nonNegativeContent: return "system: no size is negative"
    case .hold(let view, _):
      guard let hold = plain.views[view].hold else { return nil }
      switch hold.reason {
      case .autoresizing: return "translated from autoresizing \(hold.mask.logText)"
      case .fixedFrame: return "frame fixed in the document"
      case .springsAndStruts: return "resized by its springs"
      }
    }
  }

  /// Returns a number of the root's alignment rectangle, in points: its frame is at the origin.
  func rootValue(_ attribute: Attribute) -> String {
    let (insets, size) = (plain.views[0].alignmentInsets, plain.environment.size)
    let value: LayoutNumber?
    switch attribute {
    case .width: value = size.width.subtracting(insets.left)?.subtracting(insets.right)
    case .height: value = size.height.subtracting(insets.top)?.subtracting(insets.bottom)
    case .left: value = insets.left
    default: value = insets.top
    }
    return value?.shown ?? "?"
  }

  /// The name of the part that sizes the root.
  private var rootMaker: String {
    if diagnosed.isFitted {
      let kind = diagnosed.fillsWindow ? "window" : "cell"
      return "the size that the contents of the \(kind) ask for"
    }
    switch diagnosed.rootKind {
    case .controllerView: return "the size of the screen"
    case .cell: return "the size of the cell"
    case .topLevelView, .header, .other, nil: return "the size of the root view"
    }
  }

  func location(of origin: ConstraintOrigin) -> SourceLocation? {
    switch origin {
    case .constraint(let index):
      let locations = diagnosed.constraintLocations
      return locations.indices.contains(index) ? locations[index] : nil
    case .hold(let view, _), .hugging(let view, _), .compressionResistance(let view, _):
      return diagnosed.location(ofView: view)
    case .root, .nonNegativeSize, .nonNegativeContent: return nil
    }
  }

  private func natural(_ view: Int, _ axis: Axis) -> String {
    plain.views[view].intrinsicSize(along: axis)?.shown ?? "none"
  }
}

extension LayoutConstraint.Source {
  /// The maker in words; nil for the author.
  fileprivate var maker: String? {
    switch self {
    case .author: return nil
    case .stackView: return "made by the stack view"
    case .encapsulated: return "system: the size that the table gives its cell"
    case .fitting: return "system: the target of a fitting size"
    case .filler: return "filled in by the document's editor"
    case .system: return "system"
    }
  }
}

extension Axis {
  package var sizeName: String { self == .horizontal ? "width" : "height" }
  package var originName: String { self == .horizontal ? "x position" : "y position" }
}

extension Priority {
  /// The number, without a point where it is whole.
  package var number: String { Int(exactly: value).map(String.init) ?? "\(value)" }
}
