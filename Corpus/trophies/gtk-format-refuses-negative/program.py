#!/usr/bin/python3
"""GTK 4: a visual format with a negative distance is not read. Needs gi, GTK 4 and a display."""
import sys
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk

Gtk.init()
layout, box = Gtk.ConstraintLayout(), Gtk.Box()
box.set_layout_manager(layout)
views = {"a": Gtk.Box(), "b": Gtk.Box()}
for view in views.values():
    box.append(view)
try:
    made = layout.add_constraints_from_description(["H:[a]-(-4)-[b]"], 0, 0, views)
    actual = "b begins 4 before the end of a"
except GLib.Error as error:
    made, actual = [], error.message.splitlines()[0]
print(f"expected: b begins 4 before the end of a\nactual:   {actual}")
sys.exit(not made)
