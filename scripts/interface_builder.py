#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Print the evidence for the constants of the importer, from recorded frames of documents.

    python3 scripts/interface_builder.py FOLDER... > table.md

Each row is one constant that recorded frames and constraints imply together, without a solver. The
rows name device, tools versions, value, files and repositories. "predicted" is the share of the
files whose value the other repositories predict: the most frequent value there for the same row of
the rule (leave one repository out). A row that only one repository has cannot be predicted.
The tables are those of docs/internals/interface-builder.md.
"""

import argparse
import collections
import csv
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

Row = collections.namedtuple("Row", "rule subject tools value file repository")
PLACEHOLDER = 32700


def number(element, name):
    return float(element.get(name) or 0)


def frame(view):
    """Return the recorded frame of a view; None without one."""
    rect = view.find("rect[@key='frame']")
    if rect is None:
        return None
    return tuple(number(rect, name) for name in ("x", "y", "width", "height"))


def flagged(view):
    return view.get("misplaced") == "YES" or view.get("ambiguous") == "YES"


def is_desktop(root):
    """Return whether a document is for macOS."""
    return not any(name in root.get("type", "") for name in ("CocoaTouch", "AppleTV"))


def tools_version(root):
    """Return the major number of the tools, or that of the plug-in for the placeholder."""
    def major(text):
        digits = re.match(r"\d+", text or "")
        return int(digits.group()) if digits else 0
    written = major(root.get("toolsVersion"))
    plug_in = root.find("dependencies/plugIn")
    if written == PLACEHOLDER and plug_in is not None:
        return major(plug_in.get("version"))
    return written


def equations(holder):
    """Return the sides and the constant of the required equations that a view holds."""
    for constraint in holder.findall("constraints/constraint"):
        if constraint.get("relation") not in (None, "equal"):
            continue
        if constraint.get("priority") not in (None, "1000"):
            continue
        if constraint.get("multiplier") not in (None, "1"):
            continue
        first = (constraint.get("firstItem"), constraint.get("firstAttribute"))
        second = (constraint.get("secondItem"), constraint.get("secondAttribute"))
        yield first, second, number(constraint, "constant")


def subviews(view):
    found = {}
    for child in view.findall("subviews/*"):
        if frame(child) and not flagged(child):
            found[child.get("id")] = frame(child)
    return found


def sided(holder, items):
    """Return each equation between a subview and one of the items, with the item on the right."""
    for first, second, constant in equations(holder):
        for (view, edge), (item, other), sign in ((first, second, 1), (second, first, -1)):
            if item in items:
                yield view, edge, item, other, sign * constant


def safe_areas(root, device, tools):
    """Yield the insets of the safe areas and layout guides of screens."""
    for parent in root.iter():
        is_controller = parent.tag.endswith("Controller")
        if not is_controller and parent.tag != "objects":
            continue
        for view in parent.findall("view") + parent.findall("customView"):
            if not frame(view) or flagged(view):
                continue
            guides = {}
            area = view.find("viewLayoutGuide[@key='safeArea']")
            if area is not None:
                guides[area.get("id")] = {"top": "top", "bottom": "bottom"}
            for guide in parent.findall("layoutGuides/*") if is_controller else []:
                edges = {"top": {"bottom": "top"}, "bottom": {"top": "bottom"}}
                guides[guide.get("id")] = edges.get(guide.get("type"), {})
            children = subviews(view)
            if is_desktop(root):
                # Controls stand inside their frames there, by insets of their own.
                insets = {"button", "popUpButton", "progressIndicator", "segmentedControl"}
                for child in view.findall("subviews/*"):
                    if child.tag in insets:
                        children.pop(child.get("id"), None)
            kind = "controller" if is_controller else "xib"
            if view.find("freeformSimulatedSizeMetrics") is not None:
                kind = "freeform xib"
            height = frame(view)[3]
            for child, edge, guide, other, constant in sided(view, guides):
                side = guides[guide].get(other)
                if side is None or child not in children or edge not in ("top", "bottom"):
                    continue
                y = children[child][1] + (children[child][3] if edge == "bottom" else 0)
                if is_desktop(root):
                    # AppKit counts from the bottom.
                    y = height - children[child][1] - (children[child][3] if edge == "top" else 0)
                value = y - constant if side == "top" else height - y + constant
                yield f"safe area, {side}", f"{kind}, {device}", value


def cell_margins(root, device, tools):
    """Yield the margins of the content views of table cells."""
    parents = {child: parent for parent in root.iter() for child in parent}
    for cell in root.iter("tableViewCell"):
        content = cell.find("*[@key='contentView']")
        if content is None or not frame(content):
            continue
        if content.find("edgeInsets") is not None or cell.find("edgeInsets") is not None:
            continue
        inside = "in a table" if parents[cell].tag != "objects" else "separate"
        keeps = cell.get("preservesSuperviewLayoutMargins") == "YES"
        name = f"{inside}{', preserving' if keeps else ''}, {frame(content)[2]:g} wide, {device}"
        children = subviews(content)
        width, height = frame(content)[2:]
        for child, edge, _, other, constant in sided(content, {content.get("id")}):
            if child not in children or not (other or "").endswith("Margin"):
                continue
            x, y, w, h = children[child]
            value = {
                ("leading", "leadingMargin"): x - constant,
                ("trailing", "trailingMargin"): width - x - w + constant,
                ("top", "topMargin"): y - constant,
                ("bottom", "bottomMargin"): height - y - h + constant,
            }.get((edge, other))
            if value is None or (other == "trailingMargin" and cell.get("accessoryType")):
                continue
            axis = "vertical" if other in ("topMargin", "bottomMargin") else "side"
            yield f"cell margin, {axis}", name, value


def control_sizes(root, device, tools):
    """Yield the room of controls beside their size constraints, on macOS."""
    if not is_desktop(root):
        return
    for view in root.iter():
        cell = view.find("*[@key='cell']")
        is_control = cell is not None or view.tag in ("colorWell", "switch")
        if not frame(view) or flagged(view) or not is_control:
            continue
        name = view.tag
        if cell is not None and view.tag in ("button", "popUpButton"):
            name += f" {cell.get('type')} {cell.get('controlSize') or 'regular'}"
        for (item, attribute), (other, _), constant in equations(view):
            if item is None and other is None and attribute in ("width", "height"):
                size = frame(view)[2 if attribute == "width" else 3]
                yield f"inset of controls, {attribute}", name, size - constant


def rows(folders):
    """Return the evidence of all documents."""
    found = []
    for folder in folders:
        manifest = pathlib.Path(folder, "MANIFEST.tsv")
        known = {}
        if manifest.is_file():
            with manifest.open(encoding="utf-8", newline="") as lines:
                known = {r["file"]: r["repo"] for r in csv.DictReader(lines, delimiter="\t")}
        for path in sorted(pathlib.Path(folder).iterdir()):
            if path.suffix not in (".storyboard", ".xib"):
                continue
            try:
                root = ElementTree.parse(path).getroot()
            except ElementTree.ParseError as error:
                print(f"{path}: warning: {error}", file=sys.stderr)
                continue
            element = root.find("device")
            device = "macOS" if is_desktop(root) else "no device"
            if element is not None:
                device = element.get("id")
            if element is not None and element.get("orientation") == "landscape":
                device += " landscape"
            tools = tools_version(root)
            repository = known.get(path.name, path.name.split("__")[0])
            for part in (safe_areas, cell_margins, control_sizes):
                for rule, subject, value in part(root, device, tools):
                    found.append(Row(rule, subject, tools, round(value, 1), path.name, repository))
    return found


BOUNDARIES = (13000, 14800, 17000, 21000, 24000)


def period(tools):
    """Return the range of tools versions within which the importer has one constant."""
    lower = max([0] + [limit for limit in BOUNDARIES if limit <= tools])
    upper = [limit for limit in BOUNDARIES if limit > tools]
    return f"{lower} to {upper[0] - 1}" if upper else f"from {lower}"


def predictions(group):
    """Return how many files another repository's most frequent value predicts, and how many."""
    right = total = 0
    for file in sorted({row.file for row in group}):
        mine = [row for row in group if row.file == file]
        others = [row.value for row in group if row.repository != mine[0].repository]
        if not others:
            continue
        total += 1
        counts = collections.Counter(others)
        best = min(counts, key=lambda value: (-counts[value], value))
        right += any(row.value == best for row in mine)
    return right, total


def print_table(rule, found):
    groups = collections.defaultdict(list)
    for row in found:
        groups[(row.subject, period(row.tools))].append(row)
    print(f"\n### {rule[0].upper()}{rule[1:]}\n")
    print("| subject | tools | most frequent value | files that agree | that disagree"
          " | repositories | predicted |")
    print("|---|---|---|---|---|---|---|")
    right = total = 0
    for (subject, tools), group in sorted(groups.items()):
        files = collections.defaultdict(set)
        for row in group:
            files[row.value].add(row.file)
        value = min(files, key=lambda value: (-len(files[value]), value))
        everything = {row.file for row in group}
        one, of = predictions(group)
        right, total = right + one, total + of
        print(f"| {subject} | {tools} | {value:g} | {len(files[value])} |"
              f" {len(everything - files[value])} | {len({row.repository for row in group})} |"
              f" {f'{one} of {of}' if of else '-'} |")
    share = f"{right} of {total} files" if total else "no file"
    print(f"\nPredicted from other repositories: {share}.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", help="folders of storyboards and xibs")
    found = rows(parser.parse_args().folders)
    for rule in sorted({row.rule for row in found}):
        print_table(rule, [row for row in found if row.rule == rule])


if __name__ == "__main__":
    main()
