// SPDX-License-Identifier: MIT

import Dispatch
import EngineScripts
import ExactNumerics
import ExternalSolvers
import Foundation
import LinearModel
import Oracles
import Scripts
import TestSupport
import Testing

@testable import Reproducers

@Suite("Programs for the authors of other toolkits", .serialized, .waitsForProcesses)
struct EngineProgramTests {
  private static let offer = EngineProgram.offer(.gtkPython) ?? EngineOffer()

  private static func size(_ width: Int, _ height: Int) -> EngineSize {
    EngineSize(width: Rational(width), height: Rational(height))
  }

  /// A script with each operation of GTK's constraint layout once.
  static let script = EngineScript(
    size: size(200, 100), direction: .rightToLeft,
    views: [
      EngineView(id: 1, hints: EngineHints(minimum: size(10, 5), natural: size(30, 20))),
      EngineView(id: 2), EngineView(id: 3, isGuide: true, hints: .init(minimum: size(4, 4))),
    ],
    steps: [
      .add(
        EngineConstraint(
          id: 1, EngineItem(1, .leading), .equal, EngineItem(0, .leading), constant: Rational(-8))),
      .add(EngineConstraint(id: 2, EngineItem(2, .width), .equal, constant: Rational(50))),
      .add(
        EngineConstraint(
          id: 3, EngineItem(1, .width), .greaterThanOrEqual, EngineItem(2, .width),
          multiplier: Rational(1, 2), strength: Strength(750))),
      .add(
        EngineConstraint(id: 4, EngineItem(3, .centerX), .lessThanOrEqual, EngineItem(2, .left))),
      .hint(view: 1, EngineHints(minimum: size(20, 10))),
      .hint(view: 3, EngineHints(maximum: size(9, 9))), .remove(3), .remove(77), .reroot,
      .change(EngineConstraint(id: 2, EngineItem(2, .width), .equal, constant: Rational(60))),
      .resize(size(300, 100)), .drop(view: 3), .frames,
    ])

  private static func program(
    _ judged: EngineProgram.Judged?, _ script: EngineScript = script
  ) throws -> EngineProgram {
    try EngineProgram(
      script, EngineTruth(of: script, offer), offer, judged: judged, about: ["a\nfinding"])
  }

  private static let judged = EngineProgram.Judged(step: 12, part: .frame(view: 2, .width))

  @Test("a program in Python makes the calls of the adapter, each operation once")
  func python() throws {
    let text = try Self.program(Self.judged).text(.gtkPython)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count <= 53, "\(text)")
    #expect(lines[0].hasPrefix("# a"), "\(lines[0])")
    for line in [
      "box.set_direction(Gtk.TextDirection.RTL)", "box.append(v1 := View((10, 30), (5, 20)))",
      "v3.set_min_size(4, 4)", "layout.add_guide(v3)",
      "layout.add_constraint(c1 := Gtk.Constraint.new(v1, A.START, R.EQ, None, A.START, 1, -8, "
        + "S.REQUIRED))",
      "layout.add_constraint(c2 := Gtk.Constraint.new_constant(v2, A.WIDTH, R.EQ, 50, S.REQUIRED))",
      "layout.add_constraint(c3 := Gtk.Constraint.new(v1, A.WIDTH, R.GE, v2, A.WIDTH, 0.5, 0, "
        + "S.STRONG))",
      "v1.sizes = ((20, 20), (10, 10))", "v3.set_max_size(9, 9)", "old.set_child(None)",
      "layout.remove_constraint(c3)", "layout.remove_constraint(c4)", "layout.remove_guide(v3)",
      "box.allocate(300, 100, -1, None)",
      "sys.exit(check(\"width of v2\", v2.get_allocation().width, 60, 61))",
    ] {
      #expect(lines.contains(line), "\(line)\n\(text)")
    }
    #expect(!text.contains("c77"))
  }

  @Test("a program in C makes the same calls")
  func c() throws {
    let text = try Self.program(Self.judged).text(.gtkC)
    let lines = text.split(separator: "\n").map(String.init)
    for line in [
      "gtk_widget_set_direction(box, GTK_TEXT_DIR_RTL);",
      "GtkWidget *v1 = view(box, (int[]){10, 30, 5, 20});",
      "GtkConstraint *c2 = gtk_constraint_new_constant(v2, C(ATTRIBUTE_WIDTH), "
        + "C(RELATION_EQ), 50, C(STRENGTH_REQUIRED));",
      "gtk_constraint_layout_remove_constraint(layout, c3);",
      "gtk_constraint_layout_remove_guide(layout, v3);",
      "return check(\"width of v2\", f2.width, 60, 61);",
    ] {
      #expect(lines.contains("  " + line), "\(line)\n\(text)")
    }
  }

  @Test("a part that a toolkit does not have, or that is not judged, is refused")
  func refused() throws {
    var nested = Self.script
    nested.views[1].parent = 1
    #expect(throws: SourceRefusal.self) {
      try Self.program(nil, nested).text(.gtkPython)
    }
    #expect(throws: SourceRefusal.self) { try Self.program(Self.judged).text(.pySide) }
    #expect(throws: SourceRefusal.self) { try Self.program(Self.judged).text(.kiwiCPP) }
    #expect(throws: SourceRefusal.self) {
      try Self.program(.init(step: 12, part: .frame(view: 2, .x)))
    }
    #expect(throws: SourceRefusal.self) {
      try Self.program(.init(step: 0, part: .frame(view: 2, .width)))
    }
  }

  @Test("the judged part of a record reads back")
  func judgedParts() throws {
    let parts: [JudgedPart] = [
      .frame(view: 3, .height), .row(4), .level(Strength(250)), .hint(.natural, .vertical),
      .messages, .ending,
    ]
    for part in parts {
      for step in [nil, 7] {
        let judged = EngineProgram.Judged(step: step, part: part)
        #expect(try EngineProgram.Judged(judged.json) == judged)
      }
    }
  }

  /// Returns programs of generated scripts: the whole reading, a message and the end.
  private static func generated(_ count: Int, _ format: ProgramFormat) throws -> [String] {
    let offer = EngineProgram.offer(format) ?? EngineOffer()
    let generator = EngineGenerator(offer)
    var texts: [String] = []
    for seed in 0..<UInt64(count) {
      let script = generator.script(seed: seed)
      let truth = try EngineTruth(of: script, offer)
      let last = script.steps.lastIndex(of: .frames)
      let judged: [EngineProgram.Judged?] = [
        nil, .init(step: last, part: .messages), .init(step: nil, part: .ending),
      ]
      guard
        let program = try? EngineProgram(script, truth, offer, judged: judged[Int(seed % 3)])
      else { continue }
      texts.append(try program.text(format))
    }
    #expect(texts.count * 2 > count, "\(texts.count) of \(count) scripts are programs")
    return texts
  }

  @Test("programs of generated scripts are valid Python")
  func validPython() throws {
    let folder = try ScratchFolder()
    let (gtk, qt) = try (Self.generated(60, .gtkPython), Self.generated(60, .pySide))
    #expect(gtk.count > 40 && qt.count > 40, "\(gtk.count) and \(qt.count) programs")
    let texts = gtk + qt
    var names: [String] = []
    for (index, text) in texts.enumerated() {
      names.append("p\(index).py")
      try folder.write(text, to: "p\(index).py")
    }
    let python = Process()
    python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    python.arguments = ["python3", "-m", "py_compile"] + names
    python.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let errors = Pipe()
    python.standardError = errors
    try python.run()
    let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    python.waitUntilExit()
    #expect(python.terminationStatus == 0, "\(message)")
  }

  @Test("programs of generated scripts in C are written, with a name for each removed constraint")
  func generatedC() throws {
    for text in try Self.generated(60, .gtkC) {
      for line in text.split(separator: "\n") where line.contains("remove_constraint(layout, c") {
        let name = line.split(separator: " ").last?.dropLast(2) ?? ""
        #expect(text.contains("GtkConstraint *\(name) ="), "\(name)\n\(text)")
      }
    }
  }

  // MARK: - Runs

  /// Runs a program once.
  private static func trial(_ text: String, _ format: ProgramFormat) throws -> ProgramTrial.Result {
    let folder = try ScratchFolder()
    return ProgramTrial(text, format, now: { DispatchTime.now().uptimeNanoseconds })
      .run(in: folder.path, runsMax: 1, isStopped: { false })
  }

  /// Two views beside each other.
  private static let plain = EngineScript(
    size: size(200, 100), views: [EngineView(id: 1), EngineView(id: 2)],
    steps: [
      .add(EngineConstraint(id: 1, EngineItem(1, .left), .equal, EngineItem(0, .left))),
      .add(EngineConstraint(id: 2, EngineItem(1, .width), .equal, constant: Rational(50))),
      .add(EngineConstraint(id: 3, EngineItem(2, .left), .equal, EngineItem(1, .right))),
      .add(EngineConstraint(id: 4, EngineItem(2, .width), .equal, constant: Rational(60))),
      .frames,
    ])

  @Test(
    "a program of GTK shows no bug of a right layout, and one of a wrong number",
    arguments: [ProgramFormat.gtkPython, .gtkC])
  func gtk(format: ProgramFormat) throws {
    let text = try Self.program(.init(step: 4, part: .frame(view: 2, .x)), Self.plain).text(format)
    #expect(text.split(separator: "\n").count <= 40, "\(text)")
    let right = try Self.trial(text, format)
    if case .notRun(let reason) = right { try Test.cancel("\(format.rawValue): \(reason)") }
    #expect(right == .showsNot("it ended with exit code 0"), "\(text)")
    let wrong = text.replacingOccurrences(of: ", 49, 50)", with: ", 59, 60)")
    #expect(wrong != text)
    #expect(try Self.trial(wrong, format) == .shows, "\(wrong)")
  }

  @Test("a program of which something is missing, or that hangs with its campaign, is not run")
  func notRun() throws {
    #expect(
      try Self.trial("import sys\nprint('no x')\nsys.exit(75)\n", .kiwiPython) == .notRun("no x"))
    #expect(
      try Self.trial("raise ValueError('expecte')\n", .kiwiPython)
        == .notRun("it ended with exit code 1: ValueError: expecte"))
    let end = "os.kill(os.getpid(), 9)"
    #expect(
      try Self.trial(
        """
        import os
        if os.path.exists('second'):
            print('expected 1, actual 2', flush=True)
            os._exit(1)
        open('second', 'w').close()
        \(end)
        """, .kiwiPython) == .shows)
    let folder = try ScratchFolder()
    let trial = ProgramTrial(
      "import time\ntime.sleep(60)\n", .kiwiPython, now: { DispatchTime.now().uptimeNanoseconds })
    let result = trial.run(in: folder.path, runsMax: 1, isStopped: { true })
    #expect(result == .notRun("the campaign was stopped"))
  }

  @Test("programs of kiwi compare each reading", arguments: [ProgramFormat.kiwiPython, .kiwiCPP])
  func kiwi(format: ProgramFormat) throws {
    let x = LinearSystem.Term(.one, VariableID(0))
    let half = LinearSystem.Term(Rational(-1, 2), VariableID(1))
    let script = SolverScript(
      variableCount: 2,
      steps: [
        .add(.init(id: 0, [x, half], .equal, Rational(5))),
        .add(.init(id: 1, [x], .greaterThanOrEqual, Rational(10), strength: Strength(750))),
        .suggest(variable: 0, value: 20, strength: Strength(500)), .remove(1), .solve,
      ])
    let rows: [SolverScript.Constraint] = [
      .init(id: 0, [x, half], .equal, Rational(5)),
      .init(id: 9, [x], .equal, Rational(20), strength: Strength(500)),
    ]
    let answer = RightAnswer(
      rows: rows,
      optimum: .init(
        levels: [(Strength(500), .zero)], point: [Rational(20), Rational(30)], isUnique: true),
      tolerance: 1e-6)
    let text = try KiwiProgram.text(
      script, [.done, .done, .done, .done, .answer(answer)], format,
      for: AdapterOffer(hasSessions: true, priorities: [750, 500, 250]), failing: nil, about: [])
    let isPython = format == .kiwiPython
    for line in isPython
      ? [
        "c0 = (x0 - 0.5 * x1 == 5)", "c1 = (x0 >= 10) | \"strong\"",
        "solver.addEditVariable(x0, \"medium\")", "solver.suggestValue(x0, 20)",
        "solver.removeConstraint(c1)", "# The only right answer: x0 = 20, x1 = 30",
      ]
      : [
        "kiwi::Constraint c1 = (x0 >= 10) | kiwi::strength::strong;",
        "solver.suggestValue(x0, 20);",
      ]
    {
      #expect(text.contains(line + "\n"), "\(line)\n\(text)")
    }
    let result = try Self.trial(text, format)
    if case .notRun(let reason) = result { try Test.cancel("\(format.rawValue): \(reason)") }
    #expect(result == .showsNot("it ended with exit code 0"), "\(text)")
  }
}
