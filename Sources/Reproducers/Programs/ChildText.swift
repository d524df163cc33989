// SPDX-License-Identifier: MIT

/// The beginnings of programs whose end is compared: the steps run in a child process.
///
/// A child that lacks a package ends with exit code 75, and so does its parent.
enum ChildText {
  static let python = [
    "import os, signal, sys",
    "child = os.fork()",
    "if child:",
    "    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])",
    "    if code != 75: print(\"exit code: expected 0, actual\", code)",
    "    sys.exit(code if code == 75 else code != 0)",
    "signal.alarm(\(seconds))  # a program that hangs ends, too",
  ]

  /// The headers of C and C++.
  static let headers = ["#include <stdio.h>", "#include <sys/wait.h>", "#include <unistd.h>"]

  /// The beginning of `main` in C and C++.
  static let c = [
    "int child = fork(), code = 0;",
    "if (child) {",
    "  waitpid(child, &code, 0);",
    "  if (WIFEXITED(code) && WEXITSTATUS(code) == 75) return 75;",
    "  printf(\"exit status: expected 0, actual %d\\n\", code);",
    "  return code != 0;",
    "}",
    "alarm(\(seconds));  // a program that hangs ends, too",
  ]

  /// The time after which a program hangs, in seconds.
  private static let seconds = 10
}
