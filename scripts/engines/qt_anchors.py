#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Qt 6's QGraphicsAnchorLayout as an adapter; the protocol is in docs/engines.md.

usage: qt_anchors.py

PyPI: pip install PySide6-Essentials. Nothing is shown: the platform is `offscreen`.
A view is a QGraphicsWidget with minimum, preferred and maximum sizes, and a constraint is an anchor with the size
policy Fixed, which has only one size: its spacing. Qt promises nothing for an item without a chain of anchors to the
layout (it is a conflict), has one anchor between two edges, and places each item by a sum of preferences with
weights. So only required equations between edges and centers are offered, and preferred sizes without a promise.
"""

import ctypes
import os
import sys

import protocol

PACKAGES = "Qt 6 (PySide6-Essentials of PyPI)"
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
try:
    import shiboken6
    from PySide6.QtCore import QSizeF, Qt, qInstallMessageHandler, qVersion
    from PySide6.QtWidgets import QApplication, QGraphicsAnchorLayout, QGraphicsScene, QGraphicsWidget
except ImportError as missing:
    protocol.unavailable(PACKAGES, missing)

# In the order of Qt: of two items, an anchor begins at the later edge.
EDGES = {
    "leading": Qt.AnchorPoint.AnchorLeft, "centerX": Qt.AnchorPoint.AnchorHorizontalCenter,
    "trailing": Qt.AnchorPoint.AnchorRight, "top": Qt.AnchorPoint.AnchorTop,
    "centerY": Qt.AnchorPoint.AnchorVerticalCenter, "bottom": Qt.AnchorPoint.AnchorBottom,
}
ORDER = list(EDGES)
MAXIMUM = 16777215


def keep_none():
    """Adds references to None: PySide 6.12 loses one in each call that returns it, until Python before 3.12 aborts."""
    if sys.version_info < (3, 12):
        ctypes.c_ssize_t.from_address(id(None)).value += 1 << 40


class Layout:
    def __init__(self, messages, size, direction, views):
        self.messages = messages
        self.is_mirrored = direction == "rtl"
        self.scene = QGraphicsScene()
        self.root = QGraphicsWidget()
        direction = Qt.LayoutDirection.RightToLeft if self.is_mirrored else Qt.LayoutDirection.LeftToRight
        self.root.setLayoutDirection(direction)
        self.layout = QGraphicsAnchorLayout()
        self.layout.setContentsMargins(0, 0, 0, 0)
        self.root.setLayout(self.layout)
        self.scene.addItem(self.root)
        self.size = QSizeF(*size)
        self.views = {}
        self.anchors = {}
        for view in views:
            item = QGraphicsWidget()
            self.views[view["id"]] = item
            self._set_sizes(item, view.get("sizes", {}))

    @staticmethod
    def _set_sizes(item, sizes):
        item.setMinimumSize(*sizes.get("minimum", (0, 0)))
        item.setPreferredSize(*sizes.get("natural", (-1, -1)))
        item.setMaximumSize(*sizes.get("maximum", (MAXIMUM, MAXIMUM)))

    def _spacing(self, constraint):
        """Returns the spacing of an anchor: the distance from its beginning to its end."""
        (view, first), (other, second) = constraint["first"], constraint["second"]
        constant = constraint["constant"]
        if self.is_mirrored and first == second == "centerX":
            constant = -constant
        if view and other:
            # The anchor begins at the second item of the call, or at the later edge.
            begins_at_first = ORDER.index(first) > ORDER.index(second)
        else:
            # It begins at the layout, but ends at the layout's right and bottom edge.
            begins_at_first = (view == 0) != ((first if view == 0 else second) in ("trailing", "bottom"))
        return -constant if begins_at_first else constant

    def add(self, constraint):
        (view, first), (other, second) = constraint["first"], constraint["second"]
        if view == other:
            raise protocol.GaveUp("an anchor needs two items")
        items = [self.views[number] if number else self.layout for number in (other, view)]
        if self.layout.anchor(items[0], EDGES[second], items[1], EDGES[first]):
            raise protocol.GaveUp("a new anchor replaces another one between the same edges")
        anchor = self.layout.addAnchor(items[0], EDGES[second], items[1], EDGES[first])
        anchor.setSpacing(self._spacing(constraint))
        self.anchors[constraint["id"]] = (anchor, constraint)

    def remove(self, constraint):
        if constraint in self.anchors:
            shiboken6.delete(self.anchors.pop(constraint)[0])

    def change(self, constraint):
        if constraint["id"] in self.anchors:
            anchor, old = self.anchors[constraint["id"]]
            if (old["first"], old["second"]) != (constraint["first"], constraint["second"]):
                raise protocol.GaveUp("an anchor keeps its edges")
            anchor.setSpacing(self._spacing(constraint))

    def hint(self, view, sizes):
        self._set_sizes(self.views[view], sizes)

    def resize(self, size):
        self.size = QSizeF(*size)

    def reroot(self):
        old, self.scene = self.scene, QGraphicsScene()
        old.removeItem(self.root)
        self.scene.addItem(self.root)

    def drop(self, view):
        for number, (_, fields) in list(self.anchors.items()):
            if view in (fields["first"][0], fields["second"][0]):
                # The anchors of an item go with it.
                del self.anchors[number]
        item = self.views.pop(view)
        for index in range(self.layout.count()):
            if self.layout.itemAt(index) is item:
                self.layout.removeAt(index)
                break
        shiboken6.delete(item)

    def frames(self):
        self.root.resize(self.size)
        self.layout.activate()
        frames = {}
        for number, item in self.views.items():
            place = item.geometry()
            frames[str(number)] = [protocol.printable(value) for value in place.getRect()]
        hints = {
            name: [protocol.printable(hint.width()), protocol.printable(hint.height())]
            for name, hint in (
                ("minimum", self.layout.effectiveSizeHint(Qt.SizeHint.MinimumSize)),
                ("natural", self.layout.effectiveSizeHint(Qt.SizeHint.PreferredSize)))
        }
        messages, self.messages[:] = list(self.messages), []
        return {"frames": frames, **hints, "messages": messages}


class Engine:
    def __init__(self):
        keep_none()
        self.name = "Qt " + qVersion()
        self.application = QApplication(["qt_anchors"])
        self.messages = []
        qInstallMessageHandler(lambda kind, context, text: self.messages.append(text))

    def offer(self):
        return {
            "attributes": list(EDGES), "relations": ["=="], "priorities": [], "items": 2, "multipliers": False,
            "nested": False, "guides": False, "directions": ["ltr", "rtl"], "leading": "mirrored",
            "sizes": {"minimum": 1000, "maximum": 1000}, "unpromisedSizes": ["natural"],
            "rootHints": ["minimum", "natural"], "needsConnections": True, "distinctPairs": True,
            "warnsOfConflicts": True,
            "operations": ["add", "remove", "change", "resize", "hint", "reroot", "drop"],
            "refuses": False, "repeatable": False, "programs": ["pyside6"],
        }

    def open(self, size, direction, views):
        self.messages.clear()
        return Layout(self.messages, size, direction, views)


protocol.serve(Engine())
