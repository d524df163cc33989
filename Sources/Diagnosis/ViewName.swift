// SPDX-License-Identifier: MIT

import Display
import LayoutModel

/// The parts of the name of a view, from which all texts about it are made.
struct ViewName: Sendable, Hashable {
  /// The origin of a name, the first that a view has.
  enum Title: Sendable, Hashable {
    /// Its label in the editor.
    case label(String)
    /// The text of its author, or its identifier.
    case quoted(String)
    /// Its class.
    case className(String)
  }

  /// Nil for a view without a name.
  let title: Title?
  /// The noun for its kind.
  let noun: String

  /// The name with its kind, as `'Username' label`; nil for a view without a name.
  ///
  /// A class is a name, and its views need no other one.
  var phrase: String? {
    switch title {
    case .label(let text), .quoted(let text): return "'\(text)' \(noun)"
    case .className(let name): return name
    case nil: return nil
    }
  }

  /// The name without its kind; nil for a view without a name.
  var short: String? {
    switch title {
    case .label(let text), .quoted(let text), .className(let text): return text
    case nil: return nil
    }
  }
}

extension DiagnosedCase {
  /// The largest number of characters of a text in the name of a view.
  private static let shownCharacters = 24

  /// Returns the parts of the name of a view.
  func viewName(_ index: Int) -> ViewName {
    let view = layoutCase.views[index]
    let annotations = view.annotations
    var title: ViewName.Title?
    if let label = annotations?.label {
      title = .label(label)
    } else if ownTexts.indices.contains(index), let text = ownTexts[index], !text.isEmpty {
      let start = text.prefix(Self.shownCharacters)
      title = .quoted(start.count < text.count ? "\(start)..." : text)
    } else if let name = annotations?.accessibilityIdentifier ?? annotations?.identifier,
      !name.isEmpty
    {
      title = .quoted(name)
    } else if let name = annotations?.className {
      title = .className(name)
    }
    return ViewName(title: title, noun: view.kind.noun)
  }

  /// Returns the displayed name of a view with the id after it; the plain id when there is no name.
  ///
  /// The name is its label in the editor, the text of its author, its identifier, or its class.
  package func name(ofView index: Int) -> String {
    let (name, id) = (viewName(index), layoutCase.views[index].id)
    switch name.title {
    case .label(let text): return "'\(text)' (\(id))"
    case .quoted(let text): return "\(name.noun) '\(text)' (\(id))"
    case .className(let text): return "\(text) (\(id))"
    // The id of a case is a name already.
    case nil: return isOfDocument ? "\(name.noun) (\(id))" : id
    }
  }

  /// Returns the name of a view and its kind, as `'Username' label`.
  ///
  /// A view without a name has its kind and id, and in a case file the id alone. The id follows a
  /// name that several views of the screen have.
  package func phrase(ofView index: Int) -> String {
    let (name, id) = (viewName(index), layoutCase.views[index].id)
    guard let phrase = name.phrase else { return isOfDocument ? "\(name.noun) \(id)" : id }
    return sharedNames.contains(name) ? "\(phrase) (\(id))" : phrase
  }

  /// Returns the name of a view, its kind and its id, as `'Username' label (rGl-pc-v5L)`.
  ///
  /// A view of a case file without a name has its id alone.
  package func heading(ofView index: Int) -> String {
    let (name, id) = (viewName(index), layoutCase.views[index].id)
    guard isOfDocument else { return name.phrase.map { "\($0) (\(id))" } ?? id }
    return index == root ? "root view (\(id))" : "\(name.phrase ?? name.noun) (\(id))"
  }

  /// Returns the names by which a user may choose a view: with its kind as in findings, and alone.
  package func names(ofView index: Int) -> [String] {
    let name = viewName(index)
    return [name.phrase, name.short].compactMap { $0 }
  }

  /// Returns the name of a view in a picture, without its id and mostly without its kind; nil for a
  /// view without a name that is not important.
  package func pictureName(ofView index: Int, isImportant: Bool) -> String? {
    let name = viewName(index)
    if let short = name.short { return short }
    guard isOfDocument else { return layoutCase.views[index].id }
    return isImportant ? name.noun : nil
  }

  /// The names that several views have.
  ///
  /// - Complexity: O(views).
  var namesOfSeveralViews: Set<ViewName> {
    var (known, shared): (Set<ViewName>, Set<ViewName>) = ([], [])
    for index in layoutCase.views.indices {
      let name = viewName(index)
      if name.title != nil, !known.insert(name).inserted { shared.insert(name) }
    }
    return shared
  }
}
