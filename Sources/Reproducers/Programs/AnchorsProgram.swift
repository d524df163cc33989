// SPDX-License-Identifier: MIT

import EngineScripts
import ExactNumerics
import LinearModel

/// A script for Qt's `QGraphicsAnchorLayout` as a program in Python.
///
/// A constraint is an anchor between two items with a spacing.
struct AnchorsProgram: ToolkitProgram {
  private let program: EngineProgram
  private var lines: [String] = []

  /// - Precondition: the script is checked.
  init(_ program: EngineProgram) {
    self.program = program
    lines = ProgramFormat.pySide.head(program.about)
    writeBeginning()
    writeSteps(of: program)
    // Without the end of Python, in which Qt may crash.
    if program.checksEnd {
      lines.append("os._exit(0)")
    } else {
      let code = program.checksOneNumber ? "wrong" : "1 if any(wrong) else 0"
      lines.append("sys.stdout.flush(), os._exit(\(code))")
    }
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// - Throws: for a part of a script that the layout does not have.
  static func check(_ script: EngineScript) throws(SourceRefusal) {
    func lacks(_ what: String) -> SourceRefusal {
      SourceRefusal(sentence: "Qt's anchor layout does not have \(what)")
    }
    if script.views.contains(where: { $0.parent != 0 }) { throw lacks("views in views") }
    if script.views.contains(where: \.isGuide) { throw lacks("guides") }
    for constraint in script.constraints {
      guard let second = constraint.second, constraint.relation == .equal,
        constraint.multiplier == .one, constraint.strength.isRequired,
        second.view != constraint.first.view, edge(constraint.first) != nil, edge(second) != nil
      else { throw lacks("constraints but distances between edges or centers of two items") }
    }
    for case .move in script.steps { throw lacks("views in views") }
  }

  /// Returns the name of an edge, and its place in Qt's order: of two items, an anchor begins at
  /// the later edge.
  private static func edge(_ item: EngineItem) -> (name: String, order: Int)? {
    switch item.attribute {
    case .leading: return ("Left", 0)
    case .centerX: return ("HorizontalCenter", 1)
    case .trailing: return ("Right", 2)
    case .top: return ("Top", 3)
    case .centerY: return ("VerticalCenter", 4)
    case .bottom: return ("Bottom", 5)
    case .left, .right, .width, .height: return nil
    }
  }

  /// The offer of Qt's anchor layout, as its adapter declares it.
  static var offer: EngineOffer {
    var offer = EngineOffer()
    offer.attributes = [.leading, .trailing, .centerX, .top, .bottom, .centerY]
    offer.relations = [.equal]
    offer.priorities = []
    offer.hasSecondItems = true
    offer.directions = Set(EngineDirection.allCases)
    offer.hints = [.minimum: .required, .maximum: .required]
    offer.unpromisedHints = [.natural]
    (offer.needsConnections, offer.hasDistinctPairs) = (true, true)
    offer.warnsOfConflicts = true
    offer.rootHints = [.minimum, .natural]
    offer.operations = [.add, .remove, .change, .resize, .hint, .reroot, .drop]
    return offer
  }

  // MARK: - Beginning

  private mutating func writeBeginning() {
    lines += program.runsInChild ? ChildText.python : ["import os, sys"]
    let script = program.script
    lines += [
      "try:", "    import shiboken6",
      "    from PySide6.QtCore import QSizeF, Qt, qInstallMessageHandler",
      "    from PySide6.QtWidgets import QApplication, QGraphicsAnchorLayout, QGraphicsScene, "
        + "QGraphicsWidget",
      "except ImportError as error:",
      "    print(\"\(ProgramFormat.pySide.packages) is missing:\", error)", "    sys.exit(75)",
      "application = QApplication([\"program\"])",
    ]
    if !program.checksOneNumber { lines.append("wrong = messages = []") }
    if program.checksMessages {
      lines.append("qInstallMessageHandler(lambda kind, context, text: messages.append(text))")
    } else if !program.checksEnd {
      lines += PythonText.check
    }
    lines += [
      "scene, root, layout = QGraphicsScene(), QGraphicsWidget(), QGraphicsAnchorLayout()",
      "layout.setContentsMargins(0, 0, 0, 0)",
    ]
    if script.direction == .rightToLeft {
      lines.append("root.setLayoutDirection(Qt.LayoutDirection.RightToLeft)")
    }
    lines += ["root.setLayout(layout)", "scene.addItem(root)"]
    for view in script.views {
      var sizes = ["minimumSize=QSizeF(\(view.hints.minimum.map(GTKScript.pair) ?? "0, 0"))"]
      if let size = view.hints.natural {
        sizes.append("preferredSize=QSizeF(\(GTKScript.pair(size)))")
      }
      if let size = view.hints.maximum {
        sizes.append("maximumSize=QSizeF(\(GTKScript.pair(size)))")
      }
      lines.append("v\(view.id) = QGraphicsWidget(\(sizes.joined(separator: ", ")))")
    }
    if !script.constraints.isEmpty {
      lines += [
        "P = Qt.AnchorPoint", "def add(first, edge, second, other, spacing):",
        "    anchor = layout.addAnchor(first, edge, second, other)",
        "    anchor.setSpacing(spacing)", "    return anchor",
      ]
    }
  }

  // MARK: - Steps

  mutating func add(_ constraint: EngineConstraint) {
    guard let second = constraint.second, let edge = Self.edge(constraint.first),
      let other = Self.edge(second)
    else { return }
    let names = [(second, other.name), (constraint.first, edge.name)].map {
      ($0.0.view == 0 ? "layout" : "v\($0.0.view)") + ", P.Anchor\($0.1)"
    }
    let spacing = ProgramNumber.text(spacing(constraint, second, edge.order > other.order))
    lines.append("c\(constraint.id) = add(\(names.joined(separator: ", ")), \(spacing))")
  }

  /// Returns the distance from the beginning to the end of an anchor.
  ///
  /// Between two items it begins at the later edge. Else it begins at the layout, but ends at the
  /// right and bottom edge of the layout.
  private func spacing(
    _ constraint: EngineConstraint, _ second: EngineItem, _ isLater: Bool
  ) -> Rational {
    let first = constraint.first
    var constant = constraint.constant
    let areCenters = first.attribute == .centerX && second.attribute == .centerX
    if program.script.direction == .rightToLeft, areCenters { constant = -constant }
    var beginsAtFirst = isLater
    if first.view == 0 || second.view == 0 {
      let edge = first.view == 0 ? first.attribute : second.attribute
      beginsAtFirst = (first.view == 0) != (edge == .trailing || edge == .bottom)
    }
    return beginsAtFirst ? -constant : constant
  }

  mutating func remove(_ constraint: Int) { lines.append("shiboken6.delete(c\(constraint))") }

  /// An anchor keeps its edges.
  mutating func change(to constraint: EngineConstraint) {
    guard let second = constraint.second, let edge = Self.edge(constraint.first),
      let other = Self.edge(second)
    else { return }
    let spacing = ProgramNumber.text(spacing(constraint, second, edge.order > other.order))
    lines.append("c\(constraint.id).setSpacing(\(spacing))")
  }

  /// The anchors of an item go with it.
  var removesBeforeDrop: Bool { false }

  mutating func setSizes(of view: EngineView, to hints: EngineHints) {
    func write(_ name: String, _ size: EngineSize?, _ none: String) {
      lines.append("v\(view.id).set\(name)Size(\(size.map(GTKScript.pair) ?? none))")
    }
    write("Minimum", hints.minimum, "0, 0")
    write("Preferred", hints.natural, "-1, -1")
    write("Maximum", hints.maximum, "16777215, 16777215")
  }

  mutating func resize(to size: EngineSize) {}

  mutating func reroot() {
    lines += [
      "old, scene = scene, QGraphicsScene()", "old.removeItem(root)", "scene.addItem(root)",
    ]
  }

  mutating func drop(_ view: EngineView) {
    lines += [
      "layout.removeAt([layout.itemAt(i) for i in range(layout.count())].index(v\(view.id)))",
      "shiboken6.delete(v\(view.id))",
    ]
  }

  // MARK: - Readings

  mutating func read(_ size: EngineSize, _ check: EngineProgram.Check?) {
    lines += ["root.resize(\(GTKScript.pair(size)))", "layout.activate()"]
    for expectation in check?.expectations ?? [] {
      let check = ProgramCheck(
        expectation: expectation, system: check?.system, offer: program.offer)
      if expectation.quantity == .messages {
        lines += [
          "print(\"messages: expected none, actual\", messages or \"none\")"
        ]
      } else {
        let call = check.arguments(infinity: "float(\"inf\")", actual(check))
        lines.append(
          program.checksOneNumber ? "wrong = check(\(call))" : "wrong.append(check(\(call)))")
      }
    }
  }

  private func actual(_ check: ProgramCheck) -> String {
    func number(_ view: Int, _ part: EngineSystem.Part) -> String {
      "v\(view).geometry().\(part.name)()"
    }
    switch check.expectation.quantity {
    case .frame(let view, let part): return number(view, part)
    case .hint(let kind, let axis):
      let size = kind == .natural ? "PreferredSize" : "MinimumSize"
      return "layout.effectiveSizeHint(Qt.SizeHint.\(size))."
        + (axis == .horizontal ? "width()" : "height()")
    case .messages: return "0"
    case .violations(let rows):
      return check.violations(rows, (absolute: "abs", maximum: "max"), number: number)
    }
  }
}
