#!/usr/bin/python3
"""GTK 4: a constraint that was removed still acts in a GtkConstraintLayout. Needs gi, GTK 4 and a display."""
import sys
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gtk

Gtk.init()
layout, box, window = Gtk.ConstraintLayout(), Gtk.Box(), Gtk.Window()
box.set_layout_manager(layout)
window.set_child(box)
a, b = Gtk.Box(), Gtk.Box()
box.append(a)
box.append(b)
A, EQ, REQUIRED, WEAK = Gtk.ConstraintAttribute, Gtk.ConstraintRelation.EQ, 1001001000, 1


def add(target, first, source, second, constant, strength):
    made = Gtk.Constraint.new(target, first, EQ, source, second, 1, constant, strength)
    layout.add_constraint(made)
    return made


layout.add_constraint(Gtk.Constraint.new_constant(a, A.WIDTH, EQ, 0, REQUIRED))
add(a, A.CENTER_X, b, A.RIGHT, 0, REQUIRED)
add(a, A.LEFT, None, A.LEFT, 0, WEAK)
old = add(b, A.LEFT, None, A.LEFT, 0, WEAK)
layout.remove_constraint(old)
add(b, A.LEFT, None, A.LEFT, 20, WEAK)
add(a, A.LEFT, None, A.LEFT, 0, WEAK)
box.measure(Gtk.Orientation.HORIZONTAL, -1)
box.allocate(200, 100, -1, None)
# a is 0 wide and at b's right edge: two weak constraints want 0, one wants b at 20.
print(f"expected: a at 0\nactual:   a at {a.get_allocation().x}")
sys.exit(a.get_allocation().x != 0)
