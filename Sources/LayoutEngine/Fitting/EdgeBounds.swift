// SPDX-License-Identifier: MIT

/// The edges that constraints bound below or above.
///
/// Bounds spread. In `sum >= constant` a positive edge is bounded below once all other positive
/// edges are bounded above and all negative ones below. A negative edge is bounded above likewise.
/// The spread starts at the edges of the surroundings, which are fixed. The constraints imply every
/// bound that is found. A bound that only several constraints together imply is not found.
struct EdgeBounds {
  private(set) var isBoundedBelow: [Bool]
  private(set) var isBoundedAbove: [Bool]
  /// Whether the bound of an edge led to the lower bound of another.
  private(set) var wasUsed: [Bool]

  /// - Complexity: O(edges of all forms times terms of a form): a form is visited again for each
  ///   new bound of one of its edges, at most two.
  init(_ forms: EdgeForms) {
    isBoundedBelow = [Bool](repeating: false, count: forms.edges.count)
    isBoundedAbove = isBoundedBelow
    wasUsed = isBoundedBelow
    var queue = Array(forms.forms.indices)
    var next = 0
    while next < queue.count {
      let form = forms.forms[queue[next]]
      next += 1
      for edge in spread(form) { queue += forms.formsOfEdge[edge] }
    }
  }

  /// Spreads bounds through a form.
  ///
  /// - Returns: the edges with a new bound.
  private mutating func spread(_ form: EdgeForms.Form) -> [Int] {
    // With two terms open nothing follows; with one, only for that one.
    var open: Int?
    for (index, term) in form.terms.enumerated()
    where !(term.isPositive ? isBoundedAbove[term.edge] : isBoundedBelow[term.edge]) {
      if open != nil { return [] }
      open = index
    }
    var changed: [Int] = []
    for (index, term) in form.terms.enumerated() where open == nil || open == index {
      if term.isPositive {
        if isBoundedBelow[term.edge] { continue }
        isBoundedBelow[term.edge] = true
        for other in form.terms where !other.isPositive { wasUsed[other.edge] = true }
      } else {
        if isBoundedAbove[term.edge] { continue }
        isBoundedAbove[term.edge] = true
      }
      changed.append(term.edge)
    }
    return changed
  }
}
