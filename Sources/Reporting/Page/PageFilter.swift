// SPDX-License-Identifier: MIT

import Display

/// A row of buttons and a search field that filter the parts of a page, with its script.
///
/// A part has the attribute of `item(of:values:)`. An entry of a list with the attribute `data-of`
/// is shown while the part with that id is. The row is hidden where scripts do not run.
package struct PageFilter {
  /// A group of buttons of which one is chosen: the first one shows all.
  package struct Group {
    let key: String
    let choices: [(value: String, label: String)]
    let all: String
    let isMenu: Bool
    let title: String?

    /// - Parameters:
    ///   - key: the name of the value that items have, in small letters.
    ///   - choices: the values, without spaces, and the markup of their labels.
    ///   - all: the markup of the label that shows all.
    ///   - isMenu: whether the choices are a menu, for many of them; labels are then without
    ///     elements.
    ///   - title: the title of a group that is closed at first, as text; nil for an open one.
    package init(
      _ key: String, _ choices: [(value: String, label: String)], all: String = "All",
      isMenu: Bool = false, title: String? = nil
    ) {
      self.title = title
      self.key = key
      self.choices = choices
      self.all = all
      self.isMenu = isMenu
    }
  }

  private let name: String
  private let groups: [Group]
  /// The label of the search field; nil for no field.
  private let search: String?

  package init(_ name: String, groups: [Group], search: String?) {
    self.name = name
    self.groups = groups
    self.search = search
  }

  package var markup: String {
    var text = "<div class=\"tools\" data-items=\"\(name)\" hidden=\"hidden\">"
    for group in groups {
      let all = [("", group.all)] + group.choices
      if group.isMenu {
        text += "<select data-group=\"\(group.key)\" aria-label=\"\(group.all)\">"
        text += all.map { "<option value=\"\(Markup.escaped($0.0))\">\($0.1)</option>" }.joined()
        text += "</select>"
        continue
      }
      if let title = group.title {
        text += "<details><summary>\(Markup.escaped(title))</summary>"
      }
      for (index, choice) in all.enumerated() {
        text += "<button type=\"button\" class=\"chip\" data-group=\"\(group.key)\""
        text += " data-value=\"\(Markup.escaped(choice.0))\" aria-pressed=\"\(index == 0)\">"
        text += "\(choice.1)</button>"
      }
      if group.title != nil { text += "</details>" }
    }
    if let search {
      let label = Markup.escaped(search)
      text += "<input type=\"search\" autocomplete=\"off\" aria-label=\"\(label)\""
      text += " placeholder=\"\(label)\"/>"
    }
    return text + "<output aria-live=\"polite\"></output></div>\n"
  }

  /// Returns the attributes of a part that the filter shows or hides.
  ///
  /// `values` has the values by group; several are separated by spaces.
  package static func item(of name: String, values: [(key: String, value: String)]) -> String {
    " data-item=\"\(name)\""
      + values.map { " data-\($0.key)=\"\(Markup.escaped($0.value))\"" }.joined()
  }
}
