// SPDX-License-Identifier: MIT

/// A language and library of a program that shows a finding to the authors of a toolkit.
///
/// The raw value is the word on the command line and in handshakes.
package enum ProgramFormat: String, Sendable, Hashable, CaseIterable {
  case gtkPython = "gtk-python"
  case gtkC = "gtk-c"
  case pySide = "pyside6"
  case kiwiPython = "kiwi-python"
  case kiwiCPP = "kiwi-cpp"

  /// Whether it shows scripts for layout engines; the others show scripts for solvers.
  package var isOfEngines: Bool {
    switch self {
    case .gtkPython, .gtkC, .pySide: return true
    case .kiwiPython, .kiwiCPP: return false
    }
  }

  /// The name of the file in the folder of a finding.
  package var fileName: String {
    switch self {
    case .gtkPython, .pySide, .kiwiPython: return "program.py"
    case .gtkC: return "program.c"
    case .kiwiCPP: return "program.cpp"
    }
  }

  /// The beginning of a comment.
  var comment: String {
    switch self {
    case .gtkPython, .pySide, .kiwiPython: return "#"
    case .gtkC, .kiwiCPP: return "//"
    }
  }

  /// The shell command that compiles the file to `program` in its folder; nil for Python.
  package var buildCommand: String? {
    switch self {
    case .gtkPython, .pySide, .kiwiPython: return nil
    case .gtkC: return "cc -o program program.c $(pkg-config --cflags --libs gtk4)"
    case .kiwiCPP: return "c++ -std=c++17 -I KIWI -o program program.cpp"
    }
  }

  /// The shell command that runs the program in its folder.
  package var runCommand: String {
    switch self {
    case .gtkPython: return "GTK_A11Y=none xvfb-run -a /usr/bin/python3 program.py"
    case .gtkC: return "GTK_A11Y=none xvfb-run -a ./program"
    case .pySide: return "QT_QPA_PLATFORM=offscreen python3 program.py"
    case .kiwiPython: return "python3 program.py"
    case .kiwiCPP: return "./program"
    }
  }

  /// Whether `runCommand` starts a display.
  var needsDisplay: Bool { self == .gtkPython || self == .gtkC }

  /// The packages that the program needs, as messages name them.
  package var packages: String {
    switch self {
    case .gtkPython: return "GTK 4 (Debian: gir1.2-gtk-4.0, python3-gi, xvfb)"
    case .gtkC: return "GTK 4 (Debian: libgtk-4-dev, xvfb)"
    case .pySide: return "Qt 6 (PyPI: PySide6-Essentials)"
    case .kiwiPython: return "kiwi (PyPI: kiwisolver)"
    case .kiwiCPP: return "kiwi (the folder KIWI has kiwi/kiwi.h of github.com/nucleic/kiwi)"
    }
  }

  /// Returns the comment at the beginning of a program.
  func head(_ about: [String]) -> [String] {
    var lines = about
    if let buildCommand { lines.append("Build: \(buildCommand)") }
    lines.append("Run: \(runCommand) (exit code 1: the bug is there, 0: it is gone)")
    return CommentText.lines(lines, after: comment)
  }
}
