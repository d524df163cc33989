#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""GTK 4's GtkConstraintLayout as an adapter; the protocol is in docs/engines.md.

usage: gtk4.py

Debian: apt-get install gir1.2-gtk-4.0 python3-gi xvfb. An X server without a screen is started, and stopped at the end.
A view is a widget with sizes of its own in a box with the layout manager. The box is in a window that is never shown:
it is measured and allocated as GTK does for a visible one.
"""

import ctypes
import os
import re
import signal
import subprocess
import sys
import tempfile

import protocol

PACKAGES = "GTK 4 (gir1.2-gtk-4.0, python3-gi, xvfb)"
STRENGTHS = {1000: "REQUIRED", 750: "STRONG", 500: "MEDIUM", 250: "WEAK"}
ATTRIBUTES = {
    "left": "LEFT", "right": "RIGHT", "leading": "START", "trailing": "END", "top": "TOP", "bottom": "BOTTOM",
    "width": "WIDTH", "height": "HEIGHT", "centerX": "CENTER_X", "centerY": "CENTER_Y",
}
RELATIONS = {"<=": "LE", "==": "EQ", ">=": "GE"}
# `(process:123): Gtk-CRITICAL **: 12:34:56.789: text`
MESSAGE = re.compile(r"^(?:\([^)]*\): )?(?P<kind>\S+-(?:CRITICAL|WARNING)) \*\*: (?:[0-9:.]+: )?(?P<text>.*)$")


def start_display():
    """Starts an X server that ends with this process, and names its display."""
    reading, writing = os.pipe()

    def end_with_parent():
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)

    try:
        subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "64x64x24", "-nolisten", "tcp"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[writing],
            preexec_fn=end_with_parent)
    except OSError as error:
        protocol.unavailable(PACKAGES, error)
    os.close(writing)
    number = b""
    while not number.endswith(b"\n"):
        part = os.read(reading, 16)
        if not part:
            protocol.unavailable(PACKAGES, "Xvfb does not start")
        number += part
    os.environ.update(DISPLAY=":" + number.decode().strip(), GDK_BACKEND="x11", GTK_A11Y="none")


class Messages:
    """The warnings that the toolkit prints to standard error, without process numbers and times."""

    def __init__(self):
        self.file = tempfile.TemporaryFile()
        os.dup2(self.file.fileno(), 2)
        self.place = 0

    def take(self):
        end = os.fstat(self.file.fileno()).st_size
        text = os.pread(self.file.fileno(), end - self.place, self.place).decode(errors="replace")
        self.place = end
        found = (MESSAGE.match(line) for line in text.splitlines())
        # An address differs from run to run.
        return [re.sub(r"0x[0-9a-f]+", "ADDRESS", f"{one['kind']}: {one['text']}") for one in found if one]


start_display()
try:
    import gi
    gi.require_version("Gtk", "4.0")
    from gi.repository import GLib, Gtk
except (ImportError, ValueError) as missing:
    protocol.unavailable(PACKAGES, missing)
if not Gtk.init_check():
    protocol.unavailable(PACKAGES, "no display")


class View(Gtk.Widget):
    """A widget without content that asks for given sizes."""

    def __init__(self, sizes):
        super().__init__()
        self.sizes = sizes

    def do_measure(self, orientation, for_size):
        axis = 0 if orientation == Gtk.Orientation.HORIZONTAL else 1
        least = int(self.sizes.get("minimum", (0, 0))[axis])
        return least, int(self.sizes.get("natural", (least, least))[axis]), -1, -1

    def do_size_allocate(self, width, height, baseline):
        pass


class Layout:
    def __init__(self, messages, size, direction, views):
        self.messages = messages
        self.size = [int(value) for value in size]
        self.manager = Gtk.ConstraintLayout()
        self.box = Gtk.Box()
        self.box.set_layout_manager(self.manager)
        self.box.set_direction(Gtk.TextDirection.RTL if direction == "rtl" else Gtk.TextDirection.LTR)
        self.window = Gtk.Window()
        self.window.set_child(self.box)
        self.views = {}
        self.constraints = {}
        for view in views:
            self._add_view(view)

    def close(self):
        self.window.set_child(None)
        self.window.destroy()

    def _add_view(self, view):
        sizes = view.get("sizes", {})
        if view.get("guide"):
            guide = Gtk.ConstraintGuide()
            self._set_guide(guide, sizes)
            self.manager.add_guide(guide)
            self.views[view["id"]] = guide
        else:
            widget = View(sizes)
            widget.set_direction(self.box.get_direction())
            self.box.append(widget)
            self.views[view["id"]] = widget

    @staticmethod
    def _set_guide(guide, sizes):
        guide.set_min_size(*(int(value) for value in sizes.get("minimum", (0, 0))))
        guide.set_max_size(*(int(value) for value in sizes.get("maximum", (2**31 - 1, 2**31 - 1))))

    def _made(self, fields):
        def attribute(name):
            return getattr(Gtk.ConstraintAttribute, ATTRIBUTES[name])

        target, first = fields["first"]
        relation = getattr(Gtk.ConstraintRelation, RELATIONS[fields["relation"]])
        strength = getattr(Gtk.ConstraintStrength, STRENGTHS[fields["priority"]])
        if "second" not in fields:
            return Gtk.Constraint.new_constant(
                self.views.get(target), attribute(first), relation, fields["constant"], strength)
        source, second = fields["second"]
        return Gtk.Constraint.new(
            self.views.get(target), attribute(first), relation, self.views.get(source), attribute(second),
            fields["multiplier"], fields["constant"], strength)

    def add(self, constraint):
        made = self._made(constraint)
        self.constraints[constraint["id"]] = (made, constraint)
        self.manager.add_constraint(made)

    def format(self, format, constraint, spacing=None):
        # GTK names its strengths; a number would be a weight.
        text = re.sub(r"@(\d+)", lambda found: "@" + STRENGTHS[int(found[1])].lower(), format)
        views = {f"v{number}": view for number, view in self.views.items()}
        distance = -1 if spacing is None else int(spacing)
        try:
            made = self.manager.add_constraints_from_description([text], distance, distance, views)
        except GLib.Error as error:
            raise protocol.Unread(error.message.splitlines()[0])
        # The list begins with the end of the text.
        shown = []
        for number, one in enumerate(reversed(made), constraint):
            fields = {"id": number, **self._fields(one)}
            self.constraints[number] = (one, fields)
            shown.append(fields)
        return {"constraints": shown}

    def _fields(self, made):
        """Returns a constraint as an object of the protocol."""
        def item(view, attribute):
            number = next((number for number, other in self.views.items() if other is view), 0)
            return [number, next(name for name, nick in ATTRIBUTES.items()
                                 if getattr(Gtk.ConstraintAttribute, nick) == attribute)]

        fields = {
            "first": item(made.get_target(), made.get_target_attribute()),
            "relation": next(name for name, nick in RELATIONS.items()
                             if getattr(Gtk.ConstraintRelation, nick) == made.get_relation()),
            "constant": protocol.printable(made.get_constant()),
            "priority": next((number for number, nick in STRENGTHS.items()
                              if int(getattr(Gtk.ConstraintStrength, nick)) == made.get_strength()), 1),
        }
        if made.get_source_attribute() != Gtk.ConstraintAttribute.NONE:
            fields["second"] = item(made.get_source(), made.get_source_attribute())
            fields["multiplier"] = protocol.printable(made.get_multiplier())
        return fields

    def remove(self, constraint):
        if constraint in self.constraints:
            self.manager.remove_constraint(self.constraints.pop(constraint)[0])

    def change(self, constraint):
        if constraint["id"] in self.constraints:
            self.remove(constraint["id"])
            self.add(constraint)

    def hint(self, view, sizes):
        found = self.views[view]
        if isinstance(found, Gtk.ConstraintGuide):
            self._set_guide(found, sizes)
        else:
            found.sizes = sizes
            found.queue_resize()

    def resize(self, size):
        self.size = [int(value) for value in size]

    def reroot(self):
        old, self.window = self.window, Gtk.Window()
        old.set_child(None)
        self.window.set_child(self.box)
        old.destroy()

    def drop(self, view):
        for number, (_, fields) in list(self.constraints.items()):
            if view in (fields["first"][0], fields.get("second", [None])[0]):
                self.remove(number)
        found = self.views.pop(view)
        if isinstance(found, Gtk.ConstraintGuide):
            self.manager.remove_guide(found)
        else:
            self.box.remove(found)

    def frames(self):
        width = self.box.measure(Gtk.Orientation.HORIZONTAL, -1)
        height = self.box.measure(Gtk.Orientation.VERTICAL, -1)
        self.box.allocate(self.size[0], self.size[1], -1, None)
        frames = {}
        for number, view in self.views.items():
            if isinstance(view, Gtk.ConstraintGuide):
                continue
            place = view.get_allocation()
            frames[str(number)] = [place.x, place.y, place.width, place.height]
        return {
            "frames": frames, "minimum": [width.minimum, height.minimum],
            "natural": [width.natural, height.natural], "messages": self.messages.take(),
        }


class Engine:
    def __init__(self):
        version = (Gtk.get_major_version(), Gtk.get_minor_version(), Gtk.get_micro_version())
        self.name = "GTK " + ".".join(str(part) for part in version)
        self.messages = Messages()
        self.last = None

    def offer(self):
        return {
            "attributes": list(ATTRIBUTES), "relations": list(RELATIONS), "priorities": [750, 500, 250], "items": 2,
            "multipliers": True, "edgeMultipliers": True, "negativeMultipliers": True, "acrossAxes": True,
            "nested": False, "guides": True, "directions": ["ltr", "rtl"],
            "leading": "renamed", "sizes": {"minimum": 1000, "natural": 500}, "naturalAlways": True,
            "guideSizes": {"minimum": 1000, "maximum": 1000}, "guideFrames": False,
            "rootHints": ["minimum", "natural"],
            "operations": ["add", "remove", "change", "resize", "hint", "reroot", "drop"],
            # A constraint never changes: the adapter replaces it.
            "changes": ["priority", "required", "multiplier", "items"],
            "formats": ["horizontal", "vertical", "spacing", "priorities", "views", "negative"],
            "rounding": {"unit": 1, "position": "down", "size": "up"}, "refuses": False, "repeatable": False,
            "programs": ["gtk-python", "gtk-c"],
        }

    def open(self, size, direction, views):
        if self.last:
            self.last.close()
        self.messages.take()
        self.last = Layout(self.messages, size, direction, views)
        return self.last


protocol.serve(Engine())
