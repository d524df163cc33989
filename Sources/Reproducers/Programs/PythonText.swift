// SPDX-License-Identifier: MIT

/// Common parts of programs in Python.
enum PythonText {
  /// The function that compares a number and prints it.
  static let check = [
    "def check(what, actual, least, greatest):",
    "    print(f\"{what}: expected {least} to {greatest}, actual {actual}\")",
    "    return not least <= actual <= greatest",
  ]
}
