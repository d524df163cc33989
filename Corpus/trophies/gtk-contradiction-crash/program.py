#!/usr/bin/python3
"""GTK 4: removing one of two equal constraints of a GtkConstraintLayout crashes. Needs gi, GTK 4 and a display."""
import os
import sys
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gtk


class Child(Gtk.Widget):
    def do_measure(self, orientation, for_size):
        return 0, 100 if orientation == Gtk.Orientation.HORIZONTAL else 0, -1, -1


def work():
    Gtk.init()
    layout, box, child, window = Gtk.ConstraintLayout(), Gtk.Box(), Child(), Gtk.Window()
    box.set_layout_manager(layout)
    box.append(child)
    window.set_child(box)
    attribute, equal = Gtk.ConstraintAttribute.WIDTH, Gtk.ConstraintRelation.EQ
    first, second, contrary = (
        Gtk.Constraint.new_constant(child, attribute, equal, width, Gtk.ConstraintStrength.REQUIRED)
        for width in (60, 60, 0))
    layout.add_constraint(first)
    layout.add_constraint(second)
    for change in (lambda: None, lambda: layout.remove_constraint(first), lambda: layout.add_constraint(contrary)):
        change()
        box.measure(Gtk.Orientation.HORIZONTAL, -1)
        box.measure(Gtk.Orientation.VERTICAL, -1)
        box.allocate(0, 0, -1, None)
    os._exit(0)


process = os.fork() or work()
status = os.waitpid(process, 0)[1]
print(f"expected: status 0\nactual:   status {status} (11: segmentation fault)")
sys.exit(status != 0)
