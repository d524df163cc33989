#!/usr/bin/python3
"""GTK 4: a visual format reads "at least" between two views as "at most". Needs gi, GTK 4 and a display."""
import sys
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gtk

Gtk.init()
layout, box = Gtk.ConstraintLayout(), Gtk.Box()
box.set_layout_manager(layout)
views = {"a": Gtk.Box(), "b": Gtk.Box()}
for view in views.values():
    box.append(view)
made = layout.add_constraints_from_description(["H:[a]-(>=8)-[b]"], 0, 0, views)[0]
symbols = {Gtk.ConstraintRelation.LE: "<=", Gtk.ConstraintRelation.EQ: "==", Gtk.ConstraintRelation.GE: ">="}
# b begins at least 8 after the end of a: a.end <= b.start - 8, or b.start >= a.end + 8.
names, expected = (("a.end", "b.start"), "<=") if made.get_target() is views["a"] else (("b.start", "a.end"), ">=")
constant = f"{made.get_constant():+g}"
print(f"expected: {names[0]} {expected} {names[1]} {constant}")
print(f"actual:   {names[0]} {symbols[made.get_relation()]} {names[1]} {constant}")
sys.exit(symbols[made.get_relation()] != expected)
