#!/usr/bin/env python3
"""Opens pages of `layoutfuzz report`, `check -o`, `campaign nightly` and `layoutbench report` in Chromium without a window and looks at what a reader gets.

Usage: browser_test.py LAYOUTFUZZ [FOLDER]

`layoutbench` is looked for beside LAYOUTFUZZ; without it its page is left out, which is said.

For each sample campaign of planted faults the page is loaded from the file system: nothing may fail to load, the
console must stay empty, the numbers must be those of the report as JSON, the table must sort and filter by keyboard,
and neither 390 nor 1280 pixels may need a page that scrolls sideways. Screenshots go to FOLDER when it is given.
Exit codes: 0 fine, 1 something is wrong, 77 skipped because there is no Chromium. Python's standard library only.
"""

import base64
import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

BROWSERS = ["chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome"]
SAMPLES = [
    ("several", [
        "--strategies", "simplex.weightedLevels,relaxation.staleValue,naive.flippedConstant", "--cases", "24",
        "--seed", "6",
    ]),
    ("conflicts", ["--strategies", "simplex.failedPhaseIgnored", "--profile", "conflicting", "--cases", "20"]),
    ("law", ["--strategies", "lowering.rightConstantNegated", "--laws", "mirror", "--cases", "40"]),
    ("session", ["--strategies", "session.refusedBoundStays", "--cases", "200", "--seed", "3"]),
    ("crash", ["--strategies", "unruly.trap,simplex.smallCoefficientsDropped", "--cases", "40", "--seed", "6"]),
    # Some of them lie in one bucket.
    ("buckets", [
        "--strategies", "naive.flippedConstant,session.refusedBoundStays", "--cases", "300", "--seed", "3",
    ]),
    ("clean", ["--cases", "16"]),
]
SECONDS = 60
# Nights of one folder: the strategies, how each night ends, and who stored findings of a mutant are about then. In the
# third night the fault is mended, in the last one it is back.
MUTANT = "simplex.weightedLevels"
NIGHTS = [
    ("simplex," + MUTANT, 1, MUTANT), ("simplex,naive.flippedConstant", 1, MUTANT), ("simplex", 0, "simplex"),
    ("simplex", 0, "simplex"), (f"simplex,{MUTANT},relaxation.staleValue", 1, MUTANT),
]


class Browser:
    """Chromium, spoken to by its debugging protocol over two pipes; one page."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="layoutfuzz-browser-")
        to_read, self.to = os.pipe()
        self.back, back_write = os.pipe()
        # The browser reads from descriptor 3 and writes to 4, whatever numbers the pipes have here.
        high = [os.dup(to_read), os.dup(back_write)]
        for _ in range(8):
            high = [os.dup(number) if number < 10 else number for number in high]

        def arrange():
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [
                program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                "--no-first-run", "--remote-debugging-pipe", f"--user-data-dir={self.profile}",
            ],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            pass_fds=(3, 4), preexec_fn=arrange, start_new_session=True)
        os.close(to_read)
        os.close(back_write)
        self.pending = b""
        self.number = 0
        self.session = None
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(domain + ".enable")

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def message(self):
        while b"\0" not in self.pending:
            part = os.read(self.back, 1 << 16)
            if not part:
                raise RuntimeError("the browser ended")
            self.pending += part
        text, self.pending = self.pending.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        data = json.dumps(request).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, name):
        while not any(event.get("method") == name for event in self.events):
            self.events.append(self.message())

    def open(self, path, width):
        self.events = []
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Page.navigate", url="file://" + path)
        self.wait("Page.loadEventFired")
        # What is far from the window is not laid out until it comes near, and could not be measured.
        self.value("document.querySelectorAll('.finding').forEach(part => { part.style.contentVisibility = 'visible'; })")

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']['text']}")
        return answer["result"].get("value")

    def press(self, key, code, text=None):
        event = {"key": key, "windowsVirtualKeyCode": code}
        if text:
            event["text"] = text
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def screenshot(self, path, whole=False):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """What the console says, and what failed to load or was loaded at all but for the page itself."""
        found = []
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                found.append("exception: " + details.get("exception", {}).get("description", details["text"]))
            elif method == "Runtime.consoleAPICalled":
                found.append("console: " + parameters["type"])
            elif method == "Log.entryAdded":
                found.append("log: " + parameters["entry"]["text"])
            elif method == "Network.loadingFailed":
                found.append("failed to load: " + parameters["errorText"])
        requests = [
            event["params"]["request"]["url"] for event in self.events
            if event.get("method") == "Network.requestWillBeSent"
        ]
        return found + ["loads " + url for url in requests[1:]]


class Check:
    """Counts what was looked at and prints what is wrong."""

    def __init__(self):
        self.count = 0
        self.wrong = 0

    def __call__(self, what, found, expected):
        self.count += 1
        if found != expected:
            self.wrong += 1
            print(f"wrong: {what}: {found!r}, expected {expected!r}")


# Those whose left or right edge is outside of the window, but for what lies in a region that scrolls by itself, or in a
# picture, which shows nothing beyond its edge.
OUTSIDE = """
Array.from(document.body.querySelectorAll('*')).filter(element => {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.right > innerWidth + 1 && !element.closest('.scroll,.wide,pre,.skip')
    && !element.parentElement.closest('svg');
}).slice(0, 3).map(element => element.tagName + '.' + element.className)
"""
# By finding of the page, the command of the one that is shown, then those of the listed ones.
CARDS = "Array.from(document.querySelectorAll('.finding')).map(part => [part.querySelector(':scope > .command code')," \
    "...part.querySelectorAll('tr.case .command code')].map(code => code.textContent))"
# Texts of one line that touch: the name of a constraint and the constraint, the parts of a button that filters.
TOUCHING = """
Array.from(document.querySelectorAll('.ea th code+code,.chip>*+*')).filter(part => {
  // A text of several lines has a box for each.
  const box = part.getClientRects()[0], before = Array.from(part.previousElementSibling.getClientRects()).pop();
  return box && before && box.width > 0 && before.width > 0 && box.top < before.bottom && box.bottom > before.top
    && box.left < before.right + 4;
}).slice(0, 3).map(part => part.parentElement.textContent)
"""
# Captions that count without a word.
BARE_COUNTS = "Array.from(document.querySelectorAll('.film .mute')).map(part => part.textContent)" \
    ".filter(text => /^\\s*\\+?\\d+\\s*$/.test(text))"
# Legends of number lines, whose rows have their names.
LINE_KEYS = "document.querySelectorAll('figure svg.line ~ .key').length"
# Texts of pictures of findings that are cut off.
FIGURE_TEXTS = """
Array.from(document.querySelectorAll('svg.figure')).flatMap(svg => {
  const edge = svg.getBoundingClientRect();
  return Array.from(svg.querySelectorAll('text')).filter(text => {
    const box = text.getBoundingClientRect();
    return box.left < edge.left - 1 || box.right > edge.right + 1 || box.bottom > edge.bottom + 1 || box.top < edge.top - 1;
  }).map(text => text.textContent);
}).slice(0, 3)
"""
# Tables that must be seen whole at both widths.
SCROLLING = "['index', 't-nights'].filter(id => { const table = document.getElementById(id);" \
    " return table && table.parentNode.scrollWidth > table.parentNode.clientWidth; })"
CONTRAST = """
(() => {
  const level = color => {
    const parts = color.match(/[\\d.]+/g).slice(0, 3).map(text => {
      const share = Number(text) / 255;
      return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    });
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const back = element => {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (!/, 0\\)$|transparent/.test(color)) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  return Array.from(document.querySelectorAll('p,h1,h2,h3,td,th,dt,dd,a,li,button,figcaption,.tag')).map(element => {
    const pair = [level(getComputedStyle(element).color), level(back(element))].sort((a, b) => b - a);
    return [(pair[0] + 0.05) / (pair[1] + 0.05), element.tagName + '.' + element.className];
  }).filter(pair => pair[0] < 4.5).slice(0, 3);
})()
"""


def look_at_sizes(browser, name, page, folder, check):
    """A page in light and dark, wide and narrow: nothing complains, nothing sticks out, everything can be read."""
    for scheme in ["light", "dark"]:
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        for width in [1280, 390]:
            browser.open(page, width)
            where = f"{name}, {scheme}, {width} px"
            check(f"{where}: console and loads", browser.complaints(), [])
            check(f"{where}: outside of the window", browser.value(OUTSIDE), [])
            check(f"{where}: tables that scroll", browser.value(SCROLLING), [])
            check(f"{where}: contrast below 4.5", browser.value(CONTRAST), [])
            check(f"{where}: texts outside of their charts", browser.value(CHART_TEXTS), [])
            check(f"{where}: texts that touch", browser.value(TOUCHING), [])
            check(f"{where}: captions without a word", browser.value(BARE_COUNTS), [])
            check(f"{where}: legends of number lines", browser.value(LINE_KEYS), 0)
            if folder:
                browser.screenshot(os.path.join(folder, f"{name}-{scheme}-{width}.png"), whole=True)
    browser.call("Emulation.setEmulatedMedia", features=[])


STATES = {"new": "New", "reopened": "Reopened", "stillOpen": "Still open", "fixed": "Fixed", "known": "Suppressed",
          "moved": "Minimized"}


def look_at_night(browser, name, page, night, folder, check):
    """The page of a night: its answer, its picture, its numbers, its links, its trends, its keyboard."""
    look_at_sizes(browser, name, page, folder, check)
    browser.open(page, 1280)
    count = night["night"]["night"]
    answer = browser.value("document.querySelector('h1').textContent")
    check(f"{name}: words of the answer, '{answer}'", len(answer.split()) <= 15, True)
    check(f"{name}: tiles", browser.value("document.querySelectorAll('.tiles>div').length") <= 4, True)
    check(f"{name}: the picture of the first new finding is on the first screen", browser.value(
        "(box => box.height > 0 && box.top < 900 && Math.min(box.bottom, 900) - box.top > 100)"
        "(document.querySelector('#new figure svg').getBoundingClientRect())"), True)
    rows = browser.value(
        "Array.from(document.querySelectorAll('#t-findings tbody tr')).map(row => [row.querySelector('.bucket')"
        ".textContent].concat(Array.from(row.cells).map(cell => cell.textContent)))")
    check(f"{name}: findings", sorted(row[0] for row in rows),
          sorted(change["bucket"]["bucket"] for change in night["changes"]))
    for kind, count_of_kind in night["night"]["buckets"].items():
        if kind in STATES:
            check(f"{name}: {kind} of the record", count_of_kind,
                  sum(change["change"] == kind for change in night["changes"]))
    for change in night["changes"]:
        bucket = change["bucket"]
        cells = next(row for row in rows if row[0] == bucket["bucket"])
        check(f"{name}: state of {bucket['bucket']}", cells[1].startswith(STATES[change["change"]]), True)
        check(f"{name}: numbers of {bucket['bucket']}", [cell.replace(",", "") for cell in cells[4:7]],
              [str(change["casesTonight"]), str(bucket["cases"]), f"night {bucket['first']['night']}"])
    for link in browser.value("Array.from(document.querySelectorAll('a')).map(a => a.getAttribute('href'))"):
        if link.startswith("#"):
            check(f"{name}: {link} exists", browser.value(f"document.getElementById({json.dumps(link[1:])}) !== null"), True)
        else:
            target = os.path.join(os.path.dirname(page), *link.split("#")[0].split("/"))
            check(f"{name}: {link} exists", os.path.exists(target), True)
    look_at_evidence_links(browser, name, page, night, check)
    look_at_trends(browser, name, page, count, check)
    browser.open(page, 1280)
    check(f"{name}: planted faults hunted, one each night",
          browser.value("document.querySelectorAll('#t-mutants tbody tr').length"), count)
    check(f"{name}: unlabelled", browser.value(
        "Array.from(document.querySelectorAll('table')).filter(table => !table.caption).length"
        " + Array.from(document.querySelectorAll('svg')).filter(svg => !svg.querySelector('title')).length"), 0)
    browser.value("document.querySelectorAll('details').forEach(part => { part.open = true; })")
    browser.value("document.querySelector('#t-nights thead button').focus()")
    numbers = [str(number + 1) for number in range(count)]
    for expected in [numbers, numbers[::-1]]:
        browser.press("Enter", 13, "\r")
        check(f"{name}: nights in order", browser.value(
            "Array.from(document.querySelectorAll('#t-nights tbody tr')).map(row => row.cells[0].textContent)"),
            expected)
    check(f"{name}: console and loads at the end", browser.complaints(), [])


def look_at_trends(browser, name, page, count, check):
    """The strip of nights and the trends: each has a picture, a unit and three numbers."""
    browser.open(page, 1280)
    check(f"{name}: squares", browser.value("document.querySelectorAll('.strip a').length"), count)
    trends = browser.value(
        "Array.from(document.querySelectorAll('#t-trends tbody tr')).map(row => [row.querySelector('.unit').textContent,"
        "row.querySelectorAll('svg').length].concat(Array.from(row.cells).slice(2).map(cell => cell.textContent)))")
    check(f"{name}: trends", len(trends) > 5, True)
    # The mutant ran in the first and the last night: its first value has a dot without a line.
    check(f"{name}: dots of single nights", browser.value("document.querySelectorAll('#t-trends .lone').length") > 0, True)
    for unit, pictures, *numbers in trends:
        check(f"{name}: trend in {unit}", [bool(unit), pictures, [any(map(str.isdigit, text)) for text in numbers]],
              [True, 1, [True] * 3])


def look_at_evidence_links(browser, name, page, night, check):
    """Each row with a stored case leads to its evidence, which is about its bucket, and is what one sees then."""
    links = browser.value(
        "Array.from(document.querySelectorAll('#t-findings tbody tr')).map(row => "
        "[row.querySelector('.bucket').textContent, Array.from(row.querySelectorAll('a')).map(a => a.getAttribute('href'))"
        ".find(link => link.startsWith('findings.html#'))])")
    stored = {change["bucket"]["bucket"] for change in night["changes"]
              if change["bucket"]["stored"] and change["bucket"]["case"]}
    found = {bucket: link for bucket, link in links if link}
    check(f"{name}: rows that lead to evidence", set(found), stored)
    browser.open(os.path.join(os.path.dirname(page), "findings.html"), 1280)
    for bucket, link in found.items():
        place = link.split("#")[1]
        browser.value(f"location.hash = {json.dumps(place)}")
        root = f"document.getElementById({json.dumps(place)})"
        check(f"{name}: {link} is about", browser.value(f"{root} ? {root}.textContent.includes({json.dumps(bucket)}) : null"),
              True)
        check(f"{name}: {link} is seen", browser.value(
            f"(top => top > -2 && top < innerHeight)({root}.getBoundingClientRect().top)"), True)


def look(browser, name, page, report, folder, check):
    """Everything about one page."""
    findings = report["findings"]
    look_at_sizes(browser, name, page, folder, check)
    browser.open(page, 390)
    check(f"{name}: scrolls sideways at 390 px", browser.value("document.documentElement.scrollWidth > innerWidth"), False)
    browser.open(page, 1280)
    answer = browser.value("document.querySelector('h1').textContent.trim()")
    check(f"{name}: words of the answer", 1 <= len(answer.split()) <= 15, True)
    check(f"{name}: figures", 1 <= browser.value("document.querySelectorAll('.tiles > div').length") <= 4, True)
    commands = browser.value(CARDS)
    check(f"{name}: each finding once", sorted(command for card in commands for command in card),
          sorted(finding["replay"] for finding in findings))
    check(f"{name}: unlabelled", browser.value(
        "Array.from(document.querySelectorAll('input')).filter(input => !input.getAttribute('aria-label')).length"
        " + Array.from(document.querySelectorAll('table')).filter(table => !table.caption).length"
        " + Array.from(document.querySelectorAll('svg')).filter(svg => !svg.querySelector('title')).length"), 0)
    check(f"{name}: texts outside of their pictures", browser.value(FIGURE_TEXTS), [])
    by_command = {finding["replay"]: finding for finding in findings}
    for number, card in enumerate(commands, 1):
        members = [by_command[command] for command in card]
        look_at_card(browser, f"{name}, finding {number}", number, members, page, check)
    # The evidence of the first finding with a picture is on the first screen.
    bottom = browser.value(
        "(pair => pair === null ? 0 : Math.max(...Array.from(pair.querySelectorAll('figure,table')).filter("
        "part => part.closest('details') === null).map("
        "part => part.getBoundingClientRect().bottom)))(document.querySelector('.finding .pair'))")
    if commands and browser.value("document.querySelector('.finding .pair') !== null"
                                  " && document.querySelector('.finding').contains(document.querySelector('.pair'))"):
        check(f"{name}: picture and table end within 900 px", bottom <= 900, True)
    if len(commands) > 1:
        look_at_keyboard(browser, name, len(commands), check)
    check(f"{name}: console and loads at the end", browser.complaints(), [])


def look_at_card(browser, where, number, members, page, check):
    """One finding on the page, the smallest of its card: its numbers, and whether its links lead somewhere."""
    finding = members[0]
    root = f"document.querySelectorAll('.finding')[{number - 1}]"
    sizes = [sum(part["count"] for part in member["minimized"]) for member in members]
    check(f"{where}: the smallest is first", sizes, sorted(sizes))
    check(f"{where}: heading", browser.value(root + ".querySelector('h2').textContent"), finding["sentence"])
    check(f"{where}: meaning", browser.value(root + ".textContent").count(finding["verdict"]) >= 1, True)
    for link in browser.value(f"Array.from({root}.querySelectorAll('a')).map(a => a.getAttribute('href'))"):
        target = os.path.join(os.path.dirname(page), *link.split("/"))
        check(f"{where}: {link} exists", os.path.exists(target), True)
    if finding["script"]:
        look_at_script(browser, where, root, finding["script"], check)
    layout = finding["layout"]
    if not layout:
        return
    rows = browser.value(
        f"Array.from({root}.querySelectorAll('table.ea tbody tr:not(.head)')).map(row => ["
        "...Array.from(row.cells).map(cell => cell.textContent), row.cells[row.cells.length - 1].className])")
    for constraint in layout["constraints"]:
        found = [row for row in rows if row[0].split(" ")[0] == constraint["id"]]
        check(f"{where}: {constraint['id']} is listed", len(found), 1)
        check(f"{where}: {constraint['id']} is in conflict",
              any("in conflict" == row[1] for row in found), constraint["isInConflict"])
    exact = layout["answers"][0]
    if exact["role"] == "exact" and exact["frames"]:
        for view, frame in zip(layout["views"], exact["frames"]):
            found = next(row for row in rows if row[0] == view["id"])
            numbers = [float(part) for part in found[1].split(", ")]
            check(f"{where}: frame of {view['id']}", all(abs(a - b) < 0.001 for a, b in zip(numbers, frame)), True)
    wrong = browser.value(f"{root}.querySelectorAll('table.ea td.bad').length")
    is_cost = finding["verdict"].startswith("slowerByCounter")
    check(f"{where}: something is marked as wrong", wrong > 0 or is_cost, True)
    check(f"{where}: only wrong cells have marked numbers",
          browser.value(f"{root}.querySelectorAll('table.ea td:not(.bad) b').length"), 0)


def look_at_script(browser, where, root, script, check):
    """The steps of a script and the pictures of its variables: marks stand at the steps that the JSON names."""
    rows = browser.value(
        f"Array.from({root}.querySelectorAll('table.steps tbody:not(:has(.head)) tr')).map(row => "
        "[row.querySelector('code').textContent, ...Array.from(row.cells).slice(1).map(cell => cell.textContent)])")
    check(f"{where}: steps", [row[:2] for row in rows],
          [[step["operation"], step["expected"]] for step in script["steps"]])
    charts = browser.value(
        f"Array.from({root}.querySelectorAll('.plots svg.chart')).map(svg => ({{"
        "name: svg.querySelector('text.t').textContent, words: svg.querySelector('desc').textContent,"
        "bands: Array.from(svg.querySelectorAll('.band title')).map(title => title.textContent),"
        "refused: Array.from(svg.querySelectorAll('.plain title')).map(title => title.textContent),"
        "wrong: Array.from(svg.querySelectorAll('.halo')).map(text => text.textContent),"
        "dots: svg.querySelectorAll('circle,polygon').length,"
        "size: parseFloat(getComputedStyle(svg.querySelector('text')).fontSize)"
        " * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width}))")
    # Two readings that must come to values have a picture; a single one has none.
    if sum(" = " in step["expected"] for step in script["steps"]) > 1:
        check(f"{where}: has pictures", len(charts) > 0, True)
    wrong = [f"step {at + 1}: wrong" for at, step in enumerate(script["steps"]) if step["isWrong"]]
    refused = [f"step {at + 1}: must be refused" for at, step in enumerate(script["steps"]) if step["isRefused"]]
    for chart in charts:
        at = f"{where}: picture of {chart['name']}"
        check(f"{at}: words", chart["words"].startswith(chart["name"] + " over steps 1 to "), True)
        check(f"{at}: more than one dot", chart["dots"] > 1, True)
        check(f"{at}: step that is wrong", chart["bands"], wrong)
        check(f"{at}: steps to be refused", chart["refused"], refused)
        check(f"{at}: size of texts", chart["size"] >= 11, True)
        # Numbers that differ are told beside their marks.
        value = next((value for value in script["values"] if value["name"] == chart["name"]), None)
        if value:
            found = [float(text.split(",")[0]) for text in chart["wrong"]]
            check(f"{at}: wrong value", len(found), 1 if value["differs"] else 0)
            check(f"{at}: its number", all(abs(number - float(value["got"])) < 0.001 for number in found), True)


def look_at_keyboard(browser, name, count, check):
    """Filters as one does who has no mouse."""
    shown = "['.finding', '.rail li'].map(parts => Array.from(document.querySelectorAll(parts)).filter(" \
        "part => !part.hidden).length)"
    check(f"{name}: findings and entries", browser.value(shown), [count, count])
    browser.value("document.querySelector('.rail input').focus()")
    for letter in "zzz":
        browser.press(letter, ord(letter.upper()), letter)
    check(f"{name}: nothing matches", browser.value(shown), [0, 0])
    check(f"{name}: said so", browser.value("document.querySelector('.rail output').textContent"), f"0 of {count}")
    for _ in "zzz":
        browser.press("Backspace", 8)
    check(f"{name}: all again", browser.value(shown), [count, count])
    chips = browser.value("Array.from(document.querySelectorAll('.rail .chip[data-group=kind]')).map("
                          "chip => [chip.dataset.value, chip.textContent])")
    for place, (value, label) in enumerate(chips):
        browser.value(f"document.querySelectorAll('.rail .chip[data-group=kind]')[{place}].focus()")
        browser.press("Enter", 13, "\r")
        number = int(label.split()[-1].replace(",", ""))
        check(f"{name}: {label}", browser.value(shown), [number, number])


def sample(tool, folder, name, arguments):
    """A campaign's results, its page, and its report as JSON."""
    out = os.path.join(folder, name)
    ended = subprocess.run([tool, "fuzz", *arguments, "--out", out], capture_output=True, text=True)
    if ended.returncode not in (0, 1):
        sys.exit(f"fuzz ended with {ended.returncode}: {ended.stderr}")
    page = os.path.join(out, "report.html")
    subprocess.run([tool, "report", out, "-o", page], check=True, capture_output=True)
    text = subprocess.run([tool, "report", out, "--format", "json"], check=True, capture_output=True).stdout
    return page, json.loads(text)


def accuse(state, subject):
    """Stored findings of the mutant name `subject` from now on.

    The registry becomes one of version 1, which has no hashes: the next night takes the findings as they are.
    """
    path = os.path.join(state, "registry.json")
    if not os.path.exists(path):
        return
    for file in glob.glob(os.path.join(state, "findings", MUTANT + "-*", "*", "finding.json")):
        with open(file) as opened:
            finding = json.load(opened)
        with open(file, "w") as opened:
            json.dump({**finding, "accused": subject}, opened)
    with open(path) as opened:
        registry = json.load(opened)
    with open(path, "w") as opened:
        json.dump({"layoutfuzzRegistry": 1, "night": registry["night"], "buckets": registry["buckets"]}, opened)


def sample_nights(tool, folder):
    """A folder of nights, and the last one as JSON."""
    state = os.path.join(folder, "nights")
    corpus = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Corpus", "regressions")
    os.makedirs(state)
    with open(os.path.join(state, "known.json"), "w") as file:
        json.dump({"layoutfuzzKnown": 1, "issues": [
            {"bucket": "relaxation.*", "until": "2026-12-31", "reason": "</script> a long story: " + "W" * 200},
            {"bucket": "naive.*", "until": "2026-11-01", "reason": "looked at in October"},
        ]}, file)
    for index, (strategies, code, subject) in enumerate(NIGHTS):
        accuse(state, subject)
        ended = subprocess.run(
            [tool, "campaign", "nightly", "--state", state, "--cases", "128", "--strategies", strategies,
             "--mutants", "1", "--laws", "none", "--date", f"2026-11-{index + 10}", "--commit", f"c0ffee{index}", "--corpus", corpus,
             "--json"], capture_output=True, text=True)
        if ended.returncode != code:
            sys.exit(f"night {index + 1} ended with {ended.returncode}, expected {code}: {ended.stderr}")
    night = json.loads(ended.stdout)
    text = subprocess.run(
        [tool, "report", state, "--night", str(night["night"]["night"]), "--format", "json"], check=True,
        capture_output=True).stdout
    return os.path.join(state, "index.html"), night, json.loads(text)


def sample_gallery(tool, folder):
    """The page of two screens, of which a baseline knows one, and the same as JSON."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    out = os.path.join(folder, "gallery")
    os.makedirs(out)
    for name in ["Known", "New"]:
        shutil.copy(os.path.join(root, "Corpus", "documents", "banner.storyboard"), os.path.join(out, name + ".storyboard"))

    def check(*words):
        return subprocess.run([tool, "check", *words], cwd=out, capture_output=True, text=True).stdout

    check("Known.storyboard", "--write-baseline", "known.json")
    text = check(".", "--baseline", "known.json", "-o", "gallery.html", "--json")
    return os.path.join(out, "gallery.html"), json.loads(text)


VISIBLE = "Array.from(document.querySelectorAll('%s')).filter(part => part.offsetParent).length"


def look_at_gallery(browser, name, page, report, folder, check):
    """The answer, the first finding on the first screen, and the filters by keyboard; complete without scripts."""
    look_at_sizes(browser, name, page, folder, check)
    browser.open(page, 1280)
    check(f"{name}: known and new", [report["baseline"]["known"], report["baseline"]["new"]], [1, 1])
    check(f"{name}: answer", browser.value("document.querySelector('h1').textContent"),
          "1 new error on 1 of 2 screens")
    check(f"{name}: words of the answer", browser.value(
        "document.querySelector('h1').textContent.split(' ').length <= 15"), True)
    check(f"{name}: tiles", browser.value("document.querySelectorAll('.tiles > div').length <= 4"), True)
    check(f"{name}: the first picture is on the first screen", browser.value(
        "document.querySelector('.finding figure').getBoundingClientRect().bottom < innerHeight"), True)
    check(f"{name}: marks", browser.value(
        "Array.from(document.querySelectorAll('.finding .meta')).map(line => line.children[1].textContent)"),
        ["new", "known"])
    check(f"{name}: each card ends with its command", browser.value(
        "Array.from(document.querySelectorAll('.finding')).every(card => card.lastElementChild.matches('.command'))"),
        True)
    cards = VISIBLE % ".finding"
    check(f"{name}: cards", browser.value(cards), 2)
    chip = "document.querySelector('.chip[data-group=state][data-value=\"%s\"]')"
    browser.value((chip % "") + ".focus()")
    browser.press("Tab", 9)
    check(f"{name}: the next button is new", browser.value("document.activeElement === " + chip % "new"), True)
    browser.press("Enter", 13, "\r")
    check(f"{name}: cards that are new", browser.value(cards), 1)
    check(f"{name}: count", browser.value("document.querySelector('.tools output').textContent"), "1 of 2")
    browser.press("Tab", 9)
    browser.press(" ", 32, " ")
    check(f"{name}: the card that is known", browser.value(
        "document.querySelector('.finding:not([hidden])').dataset.state"), "known")
    browser.value((chip % "") + ".click()")
    browser.value("const menu = document.querySelector('.tools select'); menu.value = menu.options[1].value;"
                  " menu.dispatchEvent(new Event('change'))")
    check(f"{name}: cards of one file", browser.value(cards), 1)
    browser.open(page, 390)
    check(f"{name}: scrolls sideways at 390", browser.value(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"), False)
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(page, 1280)
    check(f"{name}: cards without scripts", browser.value(cards), 2)
    check(f"{name}: controls without scripts", browser.value(VISIBLE % ".tools, .command button"), 0)
    browser.call("Emulation.setScriptExecutionDisabled", value=False)


def comparison_samples(tool, folder):
    """The pages of a smoke run, of two builds, and of our solver alone on workloads of peers, with what they should say."""
    bench = os.path.join(os.path.dirname(tool), "layoutbench")
    if not os.path.exists(bench):
        print(f"left out: comparison pages, there is no {bench}")
        return []
    out = os.path.join(folder, "bench")
    source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

    def run(*words, codes=(0,)):
        ended = subprocess.run([bench, *words], capture_output=True, text=True, cwd=source)
        if ended.returncode not in codes:
            sys.exit(f"layoutbench {' '.join(words)} ended with {ended.returncode}: {ended.stderr}")
        return ended.stdout

    run("run", "--smoke", "--processes", "3", "--dir", out)
    pages = [comparison_page(run, folder, out, "strategies", [])]
    peers = os.path.join(folder, "peers.json")
    with open(peers, "w") as file:
        file.write(run("peers", "--peer", "none", "--filter", "tree10", "--rounds", "2", "--json", "--dir", out))
    pages.append(comparison_page(run, folder, out, "alone", [peers]))
    # The verdict of so few rounds may be anything; what matters is that the page says the same as the JSON.
    run("compare", "simplex", "simplex", "--smoke", "--processes-max", "3", "--dir", out, codes=(0, 1, 75))
    return pages + [comparison_page(run, folder, out, "builds", [])]


def comparison_page(run, folder, out, name, words):
    """The page of runs, and the same as JSON."""
    page = os.path.join(folder, f"{name}.html")
    run("report", *words, "--dir", out, "-o", page)
    return f"compare-{name}", page, json.loads(run("report", *words, "--dir", out, "--format", "json"))


def look_at_comparison(browser, name, page, report, folder, check):
    """Everything about one page of a comparison."""
    for scheme in ["light", "dark"]:
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        for width in [1280, 390]:
            browser.open(page, width)
            where = f"{name}, {scheme}, {width} px"
            check(f"{where}: console and loads", browser.complaints(), [])
            check(f"{where}: outside of the window", browser.value(OUTSIDE), [])
            check(f"{where}: contrast below 4.5", browser.value(CONTRAST), [])
            check(f"{where}: texts outside of their charts", browser.value(CHART_TEXTS), [])
            if folder:
                browser.screenshot(os.path.join(folder, f"{name}-{scheme}-{width}.png"), whole=True)
    browser.call("Emulation.setEmulatedMedia", features=[])
    browser.open(page, 1280)
    check(f"{name}: answer", browser.value("document.querySelector('h1').textContent"),
          report["parts"][0]["verdict"] + ".")
    check(f"{name}: words of the answer", len(report["parts"][0]["verdict"].split()) <= 15, True)
    check(f"{name}: pictures without words", browser.value(
        "Array.from(document.querySelectorAll('svg')).filter(svg => !svg.getAttribute('aria-label')).length"), 0)
    for index, part in enumerate(report["parts"]):
        look_at_part(browser, f"{name}, part {index + 1}", index + 1, part, page, check)
    check(f"{name}: console and loads at the end", browser.complaints(), [])


# Texts whose ends are outside of the picture that they belong to.
CHART_TEXTS = """
Array.from(document.querySelectorAll('svg.chart')).flatMap(svg => {
  const edge = svg.getBoundingClientRect();
  return Array.from(svg.querySelectorAll('text')).filter(text => {
    const box = text.getBoundingClientRect();
    return box.left < edge.left - 1 || box.right > edge.right + 1 || box.bottom > edge.bottom + 1;
  }).map(text => text.textContent);
}).slice(0, 3)
"""


def table_rows(browser, name):
    """By row, of each cell what it is sorted by, and what it shows."""
    return browser.value(
        f"(table => table ? Array.from(table.tBodies[0].rows).map(row => Array.from(row.cells).map("
        f"cell => [cell.dataset.v === undefined ? null : cell.dataset.v, cell.textContent])) : [])"
        f"(document.getElementById('{name}'))")


def look_at_part(browser, where, number, part, page, check):
    """The numbers of one run: those of the page are those of the JSON."""
    def same(key, value):
        return key == "" if value is None else abs(float(key) - value) <= 1e-9 * abs(value)

    words = {"faster": "faster", "slower": "slower", "equivalent": "equal", "inconclusive": "undecided"}
    for index, side in enumerate(part["sides"][1:]):
        end = str(number) + (f"-{index + 1}" if index else "")
        rows = table_rows(browser, f"ratio-table{end}") + table_rows(browser, f"ratio-rest{end}")
        walls = {shown[0][1]: shown for shown in table_rows(browser, f"wall-table{end}")}
        own = {row["instance"]: row for row in part["rows"] if row["side"] == side["side"]}
        check(f"{where}: {side['side']}: rows", sorted(shown[0][1] for shown in rows), sorted(own))
        for shown in rows:
            row = own[shown[0][1]]
            at = f"{where}: {row['instance']}, {row['side']}"
            check(f"{at}: cost of the baseline", same(shown[1][0], row["baselineNanoseconds"]), True)
            check(f"{at}: cost", same(shown[2][0], row["nanoseconds"]), True)
            check(f"{at}: ratio", same(shown[-2][0], row["cpu"] and row["cpu"]["ratio"]), True)
            if row["cpu"]:
                check(f"{at}: verdict", shown[-2][1].split()[-1], words[row["cpu"]["verdict"]])
            if row["wall"]:
                check(f"{at}: wall", same(walls[row["instance"]][1][0], row["wall"]["ratio"]), True)
    sides = table_rows(browser, f"side-table{number}")
    for shown, side in zip(sides, part["sides"]):
        check(f"{where}: {side['side']}", [shown[0][1]] + [int(cell[0]) for cell in shown[1:5]],
              [side["side"]] + [side[key] for key in ["solved", "feasible", "gaveUp", "stopped"]])
    exponents = table_rows(browser, f"growth-table{number}")
    check(f"{where}: exponents", [float(row[3][0]) for row in exponents],
          [row["exponent"] for row in part["exponents"]])
    gaps = table_rows(browser, f"gap-table{number}")
    check(f"{where}: gaps", [float(row[2][0]) for row in gaps], [gap["points"] for gap in part["gaps"]])
    text = browser.value(f"document.getElementById('part{number}').textContent")
    for value in part["facts"].values():
        check(f"{where}: tells {value}", value in text, True)
    links = browser.value(
        f"Array.from(document.querySelectorAll('#part{number} a')).map(a => a.getAttribute('href'))")
    for link in links:
        if link.startswith("#"):
            there = browser.value(f"document.getElementById('{link[1:]}') !== null")
        else:
            there = os.path.exists(os.path.join(os.path.dirname(page), *link.split("/")))
        check(f"{where}: {link} exists", there, True)
    check(f"{where}: files", len([link for link in links if not link.startswith("#")]), len(part["files"]))
    if len(table_rows(browser, f"ratio-table{number}")) > 1:
        sort_by_keyboard(browser, where, f"ratio-table{number}", check)


def sort_by_keyboard(browser, where, table, check):
    """Sorts by the ratio and back, with the keys alone."""
    heads = f"document.querySelectorAll('#{table} thead button')"
    browser.value(f"{heads}[0].focus()")
    for _ in range(3):
        browser.press("Tab", 9)
    check(f"{where}: the third tab stops at the ratio", browser.value(f"document.activeElement === {heads}[3]"), True)
    for order in ["ascending", "descending"]:
        browser.press("Enter", 13, "\r")
        keys = [float(row[-2][0] or 0) for row in table_rows(browser, table)]
        check(f"{where}: {order}", keys, sorted(keys, reverse=order == "descending"))


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    program = next((path for path in map(shutil.which, BROWSERS) if path), None)
    if not program:
        print("skipped: no Chromium; looked for " + ", ".join(BROWSERS))
        return 77
    tool = os.path.abspath(sys.argv[1])
    folder = sys.argv[2] if len(sys.argv) == 3 else None
    if folder:
        os.makedirs(folder, exist_ok=True)
    check = Check()
    signal.alarm(SECONDS * (len(SAMPLES) + 5))
    with tempfile.TemporaryDirectory(prefix="layoutfuzz-pages-") as scratch:
        pages = [(name, *sample(tool, scratch, name, arguments)) for name, arguments in SAMPLES]
        page, night, evidence = sample_nights(tool, scratch)
        pages.append(("evidence", os.path.join(os.path.dirname(page), "findings.html"), evidence))
        gallery = sample_gallery(tool, scratch)
        comparisons = comparison_samples(tool, scratch)
        browser = Browser(program)
        try:
            look_at_night(browser, "night", page, night, folder, check)
            look_at_gallery(browser, "gallery", *gallery, folder, check)
            for name, page, report in pages:
                start = time.monotonic()
                look(browser, name, page, report, folder, check)
                print(f"{name}: {report['verdict']} {time.monotonic() - start:.1f} s")
            for name, page, report in comparisons:
                start = time.monotonic()
                look_at_comparison(browser, name, page, report, folder, check)
                print(f"{name}: {report['verdict']} {time.monotonic() - start:.1f} s")
        finally:
            browser.close()
    print(f"{check.count} checks, {check.wrong} wrong")
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
