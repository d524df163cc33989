// SPDX-License-Identifier: MIT

import EngineScripts
import ExactNumerics
import LinearModel

/// A script for GTK's constraint layout as a program in C.
struct GTKCProgram: ToolkitProgram {
  private let program: EngineProgram
  private let removed: Set<Int>
  private var lines: [String] = []
  /// The constraints and views whose variables are declared.
  private var declared: Set<String> = []
  private let hasSizes: Bool

  /// - Precondition: the script is checked.
  init(_ program: EngineProgram) {
    self.program = program
    removed = program.removedConstraints
    hasSizes = GTKScript.hasSizes(program.script)
    lines = ProgramFormat.gtkC.head(program.about)
    writeDefinitions()
    writeMain()
    writeSteps(of: program)
    if program.checksEnd {
      write("_exit(0);")
    } else if !program.checksOneNumber {
      write("return wrong;")
    }
    lines.append("}")
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func write(_ line: String) { lines.append("  " + line) }

  // MARK: - Beginning

  private mutating func writeDefinitions() {
    if program.runsInChild { lines += ChildText.headers }
    lines.append("#include <gtk/gtk.h>")
    if !program.script.constraints.isEmpty {
      lines.append("#define C(name) GTK_CONSTRAINT_##name")
    }
    if !program.checksEnd { writeChecks() }
    if hasSizes {
      lines += [
        "static void measure(GtkWidget *view, GtkOrientation axis, int size, int *least, "
          + "int *natural, int *a, int *b) {",
        "  const int *sizes = g_object_get_data(G_OBJECT(view), \"sizes\");  "
          + "// least and natural width, then height",
        "  *least = sizes[2 * axis], *natural = sizes[2 * axis + 1], *a = *b = -1;",
        "}",
        "static void place(GtkWidget *view, int width, int height, int baseline) {}",
        "static GtkWidget *view(GtkWidget *box, int *sizes) {",
        "  GtkLayoutManager *layout = gtk_custom_layout_new(NULL, measure, place);",
        "  GtkWidget *made = g_object_new(GTK_TYPE_DRAWING_AREA, \"layout-manager\", layout, NULL);",
        "  g_object_set_data(G_OBJECT(made), \"sizes\", sizes);",
        "  gtk_box_append(GTK_BOX(box), made);",
        "  return made;",
        "}",
      ]
    }
  }

  private mutating func writeChecks() {
    if !program.checksOneNumber { lines.append("static int wrong;") }
    if program.checksMessages {
      lines += [
        "static GLogWriterOutput note(GLogLevelFlags level, const GLogField *fields, gsize count, "
          + "gpointer data) {",
        "  if (level & (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING)) wrong = 1;",
        "  return g_log_writer_default(level, fields, count, data);",
        "}",
      ]
    } else {
      lines += [
        "static int check(const char *what, double actual, double least, double greatest) {",
        "  printf(\"%s: expected %.10g to %.10g, actual %.10g\\n\", what, least, greatest, actual);",
        "  return !(least <= actual && actual <= greatest);",
        "}",
      ]
    }
  }

  private mutating func writeMain() {
    let script = program.script
    lines.append("int main(void) {")
    if program.runsInChild {
      for line in ChildText.c { write(line) }
    }
    write("if (!gtk_init_check()) return puts(\"no display: run it with xvfb-run -a\"), 75;")
    if program.checksMessages { write("g_log_set_writer_func(note, NULL, NULL);") }
    write("GtkConstraintLayout *layout = GTK_CONSTRAINT_LAYOUT(gtk_constraint_layout_new());")
    write("GtkWidget *window = gtk_window_new();")
    write("GtkWidget *box = g_object_new(GTK_TYPE_BOX, \"layout-manager\", layout, NULL);")
    if script.direction == .rightToLeft { writeDirection(of: "box") }
    write("gtk_window_set_child(GTK_WINDOW(window), box);")
    if program.checksHints { write("int least[2], natural[2];") }
    for view in script.views { writeView(view) }
  }

  private mutating func writeView(_ view: EngineView) {
    let name = "v\(view.id)"
    if view.isGuide {
      write("GtkConstraintGuide *\(name) = gtk_constraint_guide_new();")
      writeSizes(ofGuide: name, view.hints, all: false)
      write("gtk_constraint_layout_add_guide(layout, \(name));")
    } else {
      if hasSizes {
        write("GtkWidget *\(name) = view(box, (int[]){\(sizes(view.hints))});")
      } else {
        write("GtkWidget *\(name) = gtk_drawing_area_new();")
        write("gtk_box_append(GTK_BOX(box), \(name));")
      }
      if program.script.direction == .rightToLeft { writeDirection(of: name) }
    }
  }

  private mutating func writeDirection(of widget: String) {
    write("gtk_widget_set_direction(\(widget), GTK_TEXT_DIR_RTL);")
  }

  private mutating func writeSizes(ofGuide name: String, _ hints: EngineHints, all: Bool) {
    let least = hints.minimum.map(GTKScript.pair) ?? (all ? "0, 0" : nil)
    if let least { write("gtk_constraint_guide_set_min_size(\(name), \(least));") }
    let greatest = hints.maximum.map(GTKScript.pair) ?? (all ? "G_MAXINT, G_MAXINT" : nil)
    if let greatest { write("gtk_constraint_guide_set_max_size(\(name), \(greatest));") }
  }

  private func sizes(_ hints: EngineHints) -> String {
    EngineAxis.allCases.map { axis in
      let sizes = GTKScript.sizes(hints, axis)
      return "\(sizes.least), \(sizes.natural)"
    }.joined(separator: ", ")
  }

  // MARK: - Steps

  mutating func add(_ constraint: EngineConstraint) {
    let relation = "C(RELATION_\(GTKScript.relation(constraint)))"
    let strength = "C(STRENGTH_\(GTKScript.strength(constraint)))"
    let constant = ProgramNumber.text(constraint.constant)
    let first = item(constraint.first)
    var call = "gtk_constraint_new_constant(\(first), \(relation), \(constant), \(strength))"
    if let second = constraint.second {
      let factor = ProgramNumber.text(constraint.multiplier)
      call =
        "gtk_constraint_new(\(first), \(relation), \(item(second)), \(factor), \(constant), "
        + "\(strength))"
    }
    if removed.contains(constraint.id) {
      let name = "c\(constraint.id)"
      let type = declared.insert(name).inserted ? "GtkConstraint *" : ""
      write("\(type)\(name) = \(call);")
      call = name
    }
    write("gtk_constraint_layout_add_constraint(layout, \(call));")
  }

  private func item(_ item: EngineItem) -> String {
    (item.view == 0 ? "NULL" : "v\(item.view)") + ", C(ATTRIBUTE_\(GTKScript.attribute(item)))"
  }

  mutating func remove(_ constraint: Int) {
    write("gtk_constraint_layout_remove_constraint(layout, c\(constraint));")
  }

  mutating func setSizes(of view: EngineView, to hints: EngineHints) {
    let name = "v\(view.id)"
    if view.isGuide {
      writeSizes(ofGuide: name, hints, all: true)
    } else {
      write("g_object_set_data(G_OBJECT(\(name)), \"sizes\", (int[]){\(sizes(hints))});")
      write("gtk_widget_queue_resize(\(name));")
    }
  }

  mutating func resize(to size: EngineSize) {}

  mutating func reroot() {
    let type = declared.insert("old").inserted ? "GtkWidget *" : ""
    write("\(type)old = window;")
    write("window = gtk_window_new();")
    // The old window has the only reference.
    write("g_object_ref(box);")
    write("gtk_window_set_child(GTK_WINDOW(old), NULL);")
    write("gtk_window_set_child(GTK_WINDOW(window), box);")
    write("gtk_window_destroy(GTK_WINDOW(old));")
  }

  mutating func drop(_ view: EngineView) {
    write(
      view.isGuide
        ? "gtk_constraint_layout_remove_guide(layout, v\(view.id));"
        : "gtk_box_remove(GTK_BOX(box), v\(view.id));")
  }

  // MARK: - Readings

  mutating func read(_ size: EngineSize, _ check: EngineProgram.Check?) {
    let results = program.checksHints ? "&least[axis], &natural[axis]" : "NULL, NULL"
    // The horizontal axis is 0.
    let axes = "for (int axis = 0; axis < 2; axis++)"
    write("\(axes) gtk_widget_measure(box, axis, -1, \(results), NULL, NULL);")
    write("gtk_widget_allocate(box, \(GTKScript.pair(size)), -1, NULL);")
    let checks = (check?.expectations ?? []).map {
      ProgramCheck(expectation: $0, system: check?.system, offer: program.offer)
    }
    for view in Set(checks.flatMap(\.views)).sorted() {
      if declared.insert("f\(view)").inserted { write("GtkAllocation f\(view);") }
      write("gtk_widget_get_allocation(v\(view), &f\(view));")
    }
    for check in checks {
      if check.expectation.quantity == .messages {
        write("printf(\"messages: expected none, actual %s\\n\", wrong ? \"some\" : \"none\");")
      } else {
        let begin = program.checksOneNumber ? "return" : "wrong |="
        write("\(begin) check(\(check.arguments(infinity: "INFINITY", actual(check))));")
      }
    }
  }

  private func actual(_ check: ProgramCheck) -> String {
    switch check.expectation.quantity {
    case .frame(let view, let part): return "f\(view).\(part.name)"
    case .hint(let kind, let axis):
      return "\(kind == .natural ? "natural" : "least")[\(axis == .horizontal ? 0 : 1)]"
    case .messages: return "0"
    case .violations(let rows):
      return check.violations(rows, (absolute: "ABS", maximum: "MAX")) { "f\($0).\($1.name)" }
    }
  }
}
