#!/usr/bin/env python3
"""Qt 6: QGraphicsAnchorLayout places an item without a size at 0, 0. Needs PySide6 (PyPI: PySide6-Essentials)."""
import os
import sys
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QGraphicsAnchorLayout, QGraphicsWidget

application = QApplication(["program"])
root, layout, item = QGraphicsWidget(), QGraphicsAnchorLayout(), QGraphicsWidget()
layout.setContentsMargins(0, 0, 0, 0)
root.setLayout(layout)
item.setMaximumSize(0, 0)
layout.addAnchor(layout, Qt.AnchorPoint.AnchorLeft, item, Qt.AnchorPoint.AnchorLeft).setSpacing(10)
layout.addAnchor(layout, Qt.AnchorPoint.AnchorTop, item, Qt.AnchorPoint.AnchorTop).setSpacing(20)
root.resize(200, 100)
layout.activate()
found = item.geometry()
print(f"expected: 10, 20 (QT_ANCHORLAYOUT_NO_SIMPLIFICATION=1 gives that)\nactual:   {found.x():g}, {found.y():g}")
sys.exit((found.x(), found.y()) != (10, 20))
