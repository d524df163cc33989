// SPDX-License-Identifier: MIT

import EngineScripts
import ExactNumerics
import LinearModel

/// A script for GTK's constraint layout as a program in Python.
struct GTKPythonProgram: ToolkitProgram {
  private let program: EngineProgram
  private var lines: [String] = []
  private let hasSizes: Bool

  /// - Precondition: the script is checked.
  init(_ program: EngineProgram) {
    self.program = program
    hasSizes = GTKScript.hasSizes(program.script)
    lines = ProgramFormat.gtkPython.head(program.about)
    writeImports()
    writeDefinitions()
    writeLayout()
    writeSteps(of: program)
    if program.checksEnd {
      lines.append("os._exit(0)")
    } else if !program.checksOneNumber {
      lines.append("sys.exit(1 if any(wrong) else 0)")
    }
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  // MARK: - Beginning

  private mutating func writeImports() {
    if program.runsInChild {
      lines += ChildText.python
    } else {
      lines.append(program.checksMessages ? "import os, sys, tempfile" : "import sys")
    }
    lines += [
      "try:",
      "    import gi",
      "    gi.require_version(\"Gtk\", \"4.0\")",
      "    from gi.repository import Gtk",
      "    assert Gtk.init_check(), \"no display\"",
      "except (ImportError, ValueError, AssertionError) as error:",
      "    print(\"\(ProgramFormat.gtkPython.packages) is missing:\", error)",
      "    sys.exit(75)",
    ]
    if program.checksMessages {
      lines += ["errors = tempfile.TemporaryFile()", "os.dup2(errors.fileno(), 2)"]
    }
  }

  private mutating func writeDefinitions() {
    if hasSizes {
      lines += [
        "class View(Gtk.Widget):",
        "    def __init__(self, *sizes):  # (minimum, natural) of the width, then of the height",
        "        super().__init__()",
        "        self.sizes = sizes",
        "    def do_measure(self, orientation, for_size):",
        "        return (*self.sizes[int(orientation)], -1, -1)",
      ]
    }
    if program.checksEnd { return }
    if !program.checksMessages { lines += PythonText.check }
    if !program.checksOneNumber { lines.append("wrong = []") }
  }

  private mutating func writeLayout() {
    let script = program.script
    lines += ["layout = Gtk.ConstraintLayout()", "box = Gtk.Box(layout_manager=layout)"]
    if script.direction == .rightToLeft { writeDirection(of: "box") }
    lines.append("window = Gtk.Window(child=box)")
    if program.readingCount > 1 {
      lines += ["def allocate(width, height):"] + allocation("width, height").map { "    " + $0 }
    }
    for view in script.views {
      let name = "v\(view.id)"
      if view.isGuide {
        lines.append("\(name) = Gtk.ConstraintGuide()")
        writeSizes(ofGuide: name, view.hints, all: false)
        lines.append("layout.add_guide(\(name))")
      } else {
        let made = hasSizes ? "View(\(sizes(view.hints)))" : "Gtk.DrawingArea()"
        lines.append("box.append(\(name) := \(made))")
        if script.direction == .rightToLeft { writeDirection(of: name) }
      }
    }
    if !script.constraints.isEmpty {
      lines.append(
        "A, R, S = Gtk.ConstraintAttribute, Gtk.ConstraintRelation, Gtk.ConstraintStrength")
    }
  }

  private mutating func writeDirection(of widget: String) {
    lines.append("\(widget).set_direction(Gtk.TextDirection.RTL)")
  }

  private mutating func writeSizes(ofGuide name: String, _ hints: EngineHints, all: Bool) {
    if let size = hints.minimum {
      lines.append("\(name).set_min_size(\(GTKScript.pair(size)))")
    } else if all {
      lines.append("\(name).set_min_size(0, 0)")
    }
    if let size = hints.maximum {
      lines.append("\(name).set_max_size(\(GTKScript.pair(size)))")
    } else if all {
      lines.append("\(name).set_max_size(2**31 - 1, 2**31 - 1)")
    }
  }

  private func sizes(_ hints: EngineHints) -> String {
    EngineAxis.allCases.map { axis in
      let sizes = GTKScript.sizes(hints, axis)
      return "(\(sizes.least), \(sizes.natural))"
    }.joined(separator: ", ")
  }

  // MARK: - Steps

  mutating func add(_ constraint: EngineConstraint) {
    let relation = "R.\(GTKScript.relation(constraint))"
    let strength = "S.\(GTKScript.strength(constraint))"
    let constant = ProgramNumber.text(constraint.constant)
    let call: String
    if let second = constraint.second {
      let factor = ProgramNumber.text(constraint.multiplier)
      call =
        "Gtk.Constraint.new(\(item(constraint.first)), \(relation), \(item(second)), \(factor), "
        + "\(constant), \(strength))"
    } else {
      call =
        "Gtk.Constraint.new_constant(\(item(constraint.first)), \(relation), \(constant), "
        + "\(strength))"
    }
    // The adapter keeps each constraint, too.
    lines.append("layout.add_constraint(c\(constraint.id) := \(call))")
  }

  private func item(_ item: EngineItem) -> String {
    (item.view == 0 ? "None" : "v\(item.view)") + ", A.\(GTKScript.attribute(item))"
  }

  mutating func remove(_ constraint: Int) {
    lines.append("layout.remove_constraint(c\(constraint))")
  }

  mutating func setSizes(of view: EngineView, to hints: EngineHints) {
    if view.isGuide {
      writeSizes(ofGuide: "v\(view.id)", hints, all: true)
    } else {
      lines += ["v\(view.id).sizes = (\(sizes(hints)))", "v\(view.id).queue_resize()"]
    }
  }

  mutating func resize(to size: EngineSize) {}

  mutating func reroot() {
    lines += [
      "old, window = window, Gtk.Window()", "old.set_child(None)", "window.set_child(box)",
      "old.destroy()",
    ]
  }

  mutating func drop(_ view: EngineView) {
    lines.append(view.isGuide ? "layout.remove_guide(v\(view.id))" : "box.remove(v\(view.id))")
  }

  // MARK: - Readings

  private func allocation(_ size: String) -> [String] {
    let hints = program.checksHints
    let global = hints && program.readingCount > 1 ? ["global width_hint, height_hint"] : []
    return global + [
      (hints ? "width_hint = " : "") + "box.measure(Gtk.Orientation.HORIZONTAL, -1)",
      (hints ? "height_hint = " : "") + "box.measure(Gtk.Orientation.VERTICAL, -1)",
      "box.allocate(\(size), -1, None)",
    ]
  }

  mutating func read(_ size: EngineSize, _ check: EngineProgram.Check?) {
    if program.readingCount > 1 {
      lines.append("allocate(\(GTKScript.pair(size)))")
    } else {
      lines += allocation(GTKScript.pair(size))
    }
    for expectation in check?.expectations ?? [] {
      let check = ProgramCheck(
        expectation: expectation, system: check?.system, offer: program.offer)
      if expectation.quantity == .messages {
        lines += [
          "lines = os.pread(errors.fileno(), 10000, 0).decode(errors=\"replace\").splitlines()",
          "wrong += [line for line in lines if \" **: \" in line]",
          "print(\"messages: expected none, actual\", wrong or \"none\")",
        ]
      } else {
        let call = check.arguments(infinity: "float(\"inf\")", actual(check))
        lines.append(
          program.checksOneNumber ? "sys.exit(check(\(call)))" : "wrong.append(check(\(call)))")
      }
    }
  }

  private func actual(_ check: ProgramCheck) -> String {
    func number(_ view: Int, _ part: EngineSystem.Part) -> String {
      "v\(view).get_allocation().\(part.name)"
    }
    switch check.expectation.quantity {
    case .frame(let view, let part): return number(view, part)
    case .hint(let kind, let axis):
      return (axis == .horizontal ? "width" : "height") + "_hint.\(kind.rawValue)"
    case .messages: return "0"
    case .violations(let rows):
      return check.violations(rows, (absolute: "abs", maximum: "max"), number: number)
    }
  }
}
