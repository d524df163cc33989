#!/usr/bin/python3
"""GTK 4: a GtkConstraintLayout gives a child no natural size. Needs gi, GTK 4 and a display."""
import sys
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gtk


class Child(Gtk.Widget):
    def do_measure(self, orientation, for_size):
        return 10, 50, -1, -1  # minimum, natural, baselines


Gtk.init()
layout, box, child, window = Gtk.ConstraintLayout(), Gtk.Box(), Child(), Gtk.Window()
box.set_layout_manager(layout)
box.append(child)
window.set_child(box)
for edge in (Gtk.ConstraintAttribute.LEFT, Gtk.ConstraintAttribute.TOP):
    layout.add_constraint(Gtk.Constraint.new(
        child, edge, Gtk.ConstraintRelation.EQ, None, edge, 1, 0, Gtk.ConstraintStrength.REQUIRED))
box.measure(Gtk.Orientation.HORIZONTAL, -1)
box.allocate(200, 100, -1, None)
found = child.get_allocation()
print(f"expected: width 50, height 50\nactual:   width {found.width}, height {found.height}")
sys.exit((found.width, found.height) != (50, 50))
