#!/usr/bin/python3
"""GTK 4: a GtkConstraintLayout in another window ignores minimum sizes. Needs gi, GTK 4 and a display."""
import sys
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gtk


class Child(Gtk.Widget):
    def do_measure(self, orientation, for_size):
        return 40, 40, -1, -1  # minimum, natural, baselines


Gtk.init()
layout, box, child, window = Gtk.ConstraintLayout(), Gtk.Box(), Child(), Gtk.Window()
box.set_layout_manager(layout)
box.append(child)
window.set_child(box)
# The minimum of 40 is required, and above a strong wish for 10.
layout.add_constraint(Gtk.Constraint.new_constant(
    child, Gtk.ConstraintAttribute.WIDTH, Gtk.ConstraintRelation.EQ, 10, Gtk.ConstraintStrength.STRONG))


def place():
    box.measure(Gtk.Orientation.HORIZONTAL, -1)
    box.allocate(200, 100, -1, None)
    return child.get_allocation().width


before = place()
window.set_child(None)
other = Gtk.Window()
other.set_child(box)
after = place()
print(f"expected: width 40 in both windows\nactual:   {before}, then {after}")
sys.exit((before, after) != (40, 40))
