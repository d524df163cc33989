// SPDX-License-Identifier: MIT

extension ShownNumber {
  /// The ends of nouns whose plural ends with "es".
  private static let sibilants = ["s", "x", "ch", "sh"]

  /// Returns `1 case`, `1,200 cases`, `2 boxes`.
  ///
  /// `noun` is in the singular.
  package static func counted(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(form(of: noun, for: count))"
  }

  /// Returns a noun in the form that a number of things needs: `case`, `cases`, `processes`.
  ///
  /// `noun` is in the singular, and its plural is regular.
  package static func form(of noun: String, for count: Int) -> String {
    if count == 1 { return noun }
    return noun + (sibilants.contains { noun.ends(with: $0) } ? "es" : "s")
  }

  /// Returns a verb in the form that a number of subjects needs: `is` or `are`, `fails` or `fail`.
  ///
  /// `verb` is in the third person singular.
  package static func form(ofVerb verb: String, for count: Int) -> String {
    if count == 1 { return verb }
    switch verb {
    case "is": return "are"
    case "has": return "have"
    default: return String(verb.dropLast())
    }
  }
}
