#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compare the findings of check with the editor's own flags in documents.

    python3 scripts/recall.py [--tool PATH] [--list] FOLDER...

Interface Builder saves `ambiguous="YES"` and `misplaced="YES"` with the views that it marks. A flag
counts as noticed when a finding of a matching kind involves the view, a view inside it or its
superview on the document's own device: an open frame is reported where a constraint is missing. The
other flags are classed by what the document shows about the view.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

RULES = {
    "ambiguous": {"ambiguous", "priority-tie", "scroll-content-size", "conflict"},
    "misplaced": {"misplaced", "conflict", "ambiguous", "priority-tie"},
}


def findings(tool, folder):
    """Return the involved ids of each file and rule."""
    result = subprocess.run(
        [tool, "check", "--json", "--notes", "--device", "own", "--text", "as-is",
         "--direction", "ltr", folder], capture_output=True, text=True)
    try:
        report = json.loads(result.stdout)["findings"]
    except (ValueError, KeyError):
        sys.exit(f"{folder}: error: the tool printed no report: {result.stderr.strip()}")
    involved = collections.defaultdict(lambda: collections.defaultdict(set))
    for finding in report:
        involved[pathlib.Path(finding["file"]).name][finding["rule"]] |= set(finding["involved"])
    return involved


def views_of(constraint, parents):
    """Return the ids of the views of a constraint: its items and the view that holds it."""
    holder = parents[parents[constraint]]
    items = {constraint.get("firstItem"), constraint.get("secondItem"), holder.get("id")}
    return items - {None}


def reason(view, parents, flag, involved):
    """Return the class of a flag that no finding notices."""
    chain = []
    outer = parents.get(view)
    while outer is not None:
        chain.append(outer)
        outer = parents.get(outer)
    if view.get("id") in involved.get("input", set()):
        return "sizes that the document does not record"
    if parents[view].tag != "subviews":
        return "root, whose frame its controller decides"
    if view.get("verifyAmbiguity") == "off":
        return "verification switched off by the author"
    if view.find("rect[@key='frame']") is None:
        return "no recorded frame"
    if view.get("translatesAutoresizingMaskIntoConstraints") != "NO":
        return "placed by autoresizing or a fixed frame"
    if any(each.get(flag) == "YES" for each in chain):
        return "follows another flagged view around it"
    if any(each.tag in ("tableViewCell", "collectionViewCell", "tableCellView")
           for each in chain):
        return "in a cell, whose size its table decides"
    if any(each.tag in ("scrollView", "textView", "tableView", "collectionView") for each in chain):
        return "in a scroll view"
    if any(each.tag == "stackView" for each in chain[:2]):
        return "arranged by a stack view"
    return "recorded frame satisfies the constraints" if flag == "misplaced" else "other"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default=".build/release/layoutfuzz", help="the tool to run")
    parser.add_argument("--list", action="store_true", help="list the flags that are not noticed")
    parser.add_argument("folders", nargs="+", help="folders of storyboards and xibs")
    options = parser.parse_args()
    total, noticed, classes = (collections.Counter() for _ in range(3))
    for folder in options.folders:
        found = findings(options.tool, folder)
        for path in sorted(pathlib.Path(folder).iterdir()):
            if path.suffix not in (".storyboard", ".xib"):
                continue
            try:
                root = ElementTree.parse(path).getroot()
            except ElementTree.ParseError:
                continue
            parents = {child: parent for parent in root.iter() for child in parent}
            involved = found.get(path.name, {})
            for constraint in root.iter("constraint"):
                for rule in involved:
                    if constraint.get("id") in involved[rule]:
                        involved[rule] |= views_of(constraint, parents)
            for view in root.iter():
                for flag, rules in RULES.items():
                    if view.get(flag) != "YES" or view.tag == "constraint":
                        continue
                    total[flag] += 1
                    near = {each.get("id") for each in view.iter()}
                    superview = parents.get(parents.get(view))
                    if superview is not None:
                        near.add(superview.get("id"))
                    if any(near & involved.get(rule, set()) for rule in rules):
                        noticed[flag] += 1
                        continue
                    why = reason(view, parents, flag, involved)
                    classes[(flag, why)] += 1
                    if options.list:
                        print(f"{path.name}: {view.tag} {view.get('id')}: {flag}: {why}")
    for flag in RULES:
        share = f"{100 * noticed[flag] / total[flag]:.1f} %" if total[flag] else "-"
        print(f"{flag}: {noticed[flag]} of {total[flag]} flags noticed ({share})")
    for (flag, why), count in sorted(classes.items(), key=lambda item: (-item[1], item[0])):
        print(f"  {count} {flag} not noticed: {why}")


if __name__ == "__main__":
    main()
