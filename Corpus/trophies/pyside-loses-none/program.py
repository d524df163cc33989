#!/usr/bin/env python3
"""PySide6: a call that returns None loses a reference to it. Needs PySide6 (PyPI: PySide6-Essentials)."""
import os
import sys
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
from PySide6.QtWidgets import QApplication, QGraphicsWidget

if sys.version_info >= (3, 12):
    print("skipped: this Python does not count references to None")
    sys.exit(77)
application = QApplication(["program"])
widget = QGraphicsWidget()
before = sys.getrefcount(None)
for _ in range(200):
    widget.setMinimumSize(1, 1)
lost = before - sys.getrefcount(None)
print(f"expected: about 0 references lost\nactual:   {lost} of 200 calls; Python before 3.12 aborts when none is left")
sys.exit(lost > 100)
