#!/usr/bin/python3
"""GTK 4: a GtkConstraintLayout in another window breaks required constraints. Needs gi, GTK 4 and a display."""
import sys
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gtk


class Child(Gtk.Widget):
    pass


Gtk.init()
layout, box, window = Gtk.ConstraintLayout(), Gtk.Box(), Gtk.Window()
box.set_layout_manager(layout)
a, b = Child(), Child()
box.append(a)
box.append(b)
window.set_child(box)
attribute, equal, required = Gtk.ConstraintAttribute, Gtk.ConstraintRelation.EQ, Gtk.ConstraintStrength.REQUIRED
layout.add_constraint(Gtk.Constraint.new(a, attribute.LEFT, equal, None, attribute.LEFT, 1, 10, required))
layout.add_constraint(Gtk.Constraint.new_constant(a, attribute.WIDTH, equal, 30, required))
layout.add_constraint(Gtk.Constraint.new(b, attribute.LEFT, equal, a, attribute.RIGHT, 1, 5, required))


def place():
    box.measure(Gtk.Orientation.HORIZONTAL, -1)
    box.allocate(200, 100, -1, None)
    return b.get_allocation().x


before = place()
window.set_child(None)
other = Gtk.Window()
other.set_child(box)
after = place()
print(f"expected: b at 45 in both windows\nactual:   b at {before}, then at {after}")
sys.exit((before, after) != (45, 45))
