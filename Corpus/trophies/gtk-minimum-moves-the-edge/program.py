#!/usr/bin/python3
"""GTK 4: a layout is measured as if its left edge could move. Needs gi, GTK 4 and a display."""
import sys
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gtk

Gtk.init()
layout, box, child, window = Gtk.ConstraintLayout(), Gtk.Box(), Gtk.Label(), Gtk.Window()
box.set_layout_manager(layout)
box.append(child)
window.set_child(box)
right, left = Gtk.ConstraintAttribute.RIGHT, Gtk.ConstraintAttribute.LEFT
# child.right == 3 * layout.right - 460 and child.right == layout.left + 152
for edge, factor, constant in (right, 3, -460), (left, 1, 152):
    layout.add_constraint(Gtk.Constraint.new(
        child, right, Gtk.ConstraintRelation.EQ, None, edge, factor, constant, Gtk.ConstraintStrength.REQUIRED))
minimum = box.measure(Gtk.Orientation.HORIZONTAL, -1).minimum
# The left edge of an allocation is 0: 152 == 3 * width - 460.
print(f"expected: minimum width 204\nactual:   minimum width {minimum}")
sys.exit(minimum != 204)
