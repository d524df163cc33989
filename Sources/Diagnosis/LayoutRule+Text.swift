// SPDX-License-Identifier: MIT

extension LayoutRule {
  /// The description of the rule in one line.
  package var summary: String {
    switch self {
    case .unreadable: return "a file is damaged"
    case .conflict: return "required constraints contradict each other"
    case .illegalConstraint: return "Auto Layout refuses a constraint"
    case .ambiguous: return "constraints leave the place or size of a view open"
    case .scrollContentSize: return "constraints leave the content size of a scroll view open"
    case .priorityTie: return "equal content priorities compete, and nothing decides"
    case .expectation: return "a case file is not what it says about itself"
    case .unsettled: return "each pass of layout gives other frames than the one before"
    case .undecided: return "a layout takes more work than the exact oracle may do"
    case .clippedText: return "text is cut off without a mark"
    case .zeroSize: return "a view with content has no width or no height"
    case .offScreen: return "a control lies outside of the screen"
    case .viewInTwoHierarchies: return "a view is listed in two places"
    case .overlap: return "two views beside each other cover each other"
    case .outsideParent: return "a view reaches out of its superview"
    case .unsafeArea: return "a control lies under bars or at the edge of the screen"
    case .misplaced: return "the frame in the document is not the one that constraints give"
    case .wrongTextWidth: return "text is measured for another width than it gets"
    case .doubtfulConstraint: return "a constraint does hardly what its author meant"
    case .input: return "a part of the document cannot be used"
    case .truncatedText: return "text is shortened with a mark, as designed"
    case .smallTarget: return "a control is smaller than a finger"
    case .internal: return "the tool did not finish a file"
    }
  }

  /// A few sentences: when the rule applies, its limitations, and possible fixes.
  package var explanation: String {
    switch self {
    case .unreadable:
      return """
        A file in a checked folder is no well-formed XML or JSON, is empty, or has a name that is not
        UTF-8, so its screens are not checked. Lines such as '<<<<<<<' come from a merge that was not
        resolved. Files of formats that are not supported, and files that cannot be opened, are skipped and
        counted. --only keeps this rule; --disable and --exclude leave such a file out.
        """
    case .conflict:
      return """
        No layout can satisfy all required constraints. The finding lists an irreducible set of them:
        without any one of the set the rest of it can hold. At run time Auto Layout breaks one of them,
        and which one is not defined. Each fix that is offered was verified by solving the whole
        screen again, exactly. Of independent conflicts each is a finding: its fixes end it, and leave
        the others. Constraints marked 'translated from autoresizing' come from a view whose
        translatesAutoresizingMaskIntoConstraints is on.
        """
    case .illegalConstraint:
      return """
        The constraint relates attributes that do not go together, or speaks of items without a common
        ancestor, or has a number that is none. At run time this is an exception.
        """
    case .ambiguous:
      return """
        Several layouts satisfy the constraints equally well. The finding names what needs a constraint,
        and shows two right layouts. Where optional constraints of equal priority compete, it names them,
        and a verified change of a priority. Views that follow the open one are named with it: one more
        constraint settles them all. Views whose verifyAmbiguity is off are left out, and the sizes of
        those that say ignoreSizes.
        """
    case .scrollContentSize:
      return """
        The edges of a scroll view, seen from its subviews, are those of its content. The content has a
        size when constraints lead from one edge to the opposite one without a gap. Scroll views without
        subviews are left out.
        """
    case .priorityTie:
      return """
        Several views want to hug or keep their natural size with the same priority, and not all of them
        can. Which one gives in is not defined. Raise or lower one of the priorities; the finding says
        which change was checked to decide it.
        """
    case .expectation:
      return """
        A case file may say what is right for it: one layout, an ambiguity, a conflict, frames. Then only
        what it says is compared. Its other findings are taken as meant: a note says how many there are,
        and explain lists them.
        """
    case .unsettled:
      return """
        Texts, safe areas and margins are measured again after each pass of layout, until nothing
        changes. Here something still changes after the last pass: the screen would flicker.
        """
    case .undecided:
      return """
        The layout is too large, or its numbers are too unlike each other, for the exact oracle: nothing
        is known about it, so it does not count as right. Smaller screens and round numbers help.
        """
    case .clippedText:
      return """
        The text needs more room than the view has and is cut off without an ellipsis: lines that do not
        fit in the height, or a width that is too small for a line that is clipped. Text is measured by
        the tool's own model, or taken from recorded sizes.
        """
    case .zeroSize:
      return """
        A view that shows text, an image or a control has no width or no height: an error. So has one
        around such content: a warning, reported for the outermost view. Where a constraint of its own says 0,
        or it was placed so by hand, it is a note, as the application may set another size. Hidden views,
        empty texts, spacers and what stands in a hidden view are left out.
        """
    case .offScreen:
      return """
        A control or a text lies outside of the root view altogether, where no user sees or touches it.
        Frames are in the coordinates of the root. It is a note where a constant of its author places the
        view there, as a leading edge of -300: the application may move it in. Left out are the content of
        scroll views, what is hidden, and a view whose edge is tied to the opposite edge of its superview.
        """
    case .viewInTwoHierarchies: return "A view can only be in one superview; the last one wins."
    case .overlap:
      return """
        Two views with content, in one superview, share more than a point in both directions. Left out
        are hidden views, a first view that lies behind all others as a background, plain views that
        only hold others, what stands inside of system controls, and views of which one lies wholly
        inside the other, as a badge on an avatar, and what was placed by hand. What is measured is the alignment
        rectangle, without shadows. Where a superview has very many of them a note says how many of its
        views were not compared any more.
        """
    case .outsideParent:
      return """
        A view reaches out of its superview by more than a point. Content of scroll views is left out in
        the direction in which it scrolls, and so is what is hidden. Only the innermost view is reported.
        """
    case .unsafeArea:
      return """
        A control or a text lies, in part, under a bar, the notch or the home indicator. A view that is
        outside of the screen altogether is of the rule off-screen.
        """
    case .misplaced:
      return """
        The document's editor showed another frame than its constraints give now, by more than a point.
        It is a warning where the editor itself flagged the view, and a note elsewhere: then the tool's
        model of fonts and platform may be what is wrong. 'Update frames' in the editor sets it right;
        of a case file, where it is a warning, 'layoutfuzz edit CASE update-frames' writes one with the
        right frames. Reported for the document's own device only. Views inside of a misplaced one are named
        with it.
        """
    case .wrongTextWidth:
      return """
        A text of several lines has a fixed preferred width that is not the width it gets, so its height
        is that of other lines than are shown. Set the preferred width after layout, or leave it open.
        """
    case .doubtfulConstraint:
      return "Auto Layout takes the constraint, but it says less than it seems to."
    case .input:
      return "The importer could not interpret a part of the document and ignored it."
    case .truncatedText:
      return """
        The text needs more room than the view has, and an ellipsis says so. Often this is as designed.
        """
    case .smallTarget:
      return """
        Where fingers touch: a button, field or switch measures less than 24 points in a direction. 44 points are what
        platforms ask for; this rule only reports what is smaller than the least that accessibility rules
        allow.
        """
    case .internal:
      return """
        Each file is checked in a process of its own. This one ended early, made no progress for longer
        than --case-timeout, took more memory than --case-memory, or found that the tool contradicts
        itself. It happened again in new processes, so the file leads to it. Nothing is known about the
        layouts of the file. The fault is one of layoutfuzz: the exit code is 70, the finding is never
        part of a baseline, and the results of all other files hold.
        """
    }
  }
}
