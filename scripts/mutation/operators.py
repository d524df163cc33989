# SPDX-License-Identifier: MIT
"""The operators: which faults a statement, condition or loop can have, as text that takes its place."""

import hashlib

from swift_source import OPENING

BOUNDARY = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "&+": "&-", "&-": "&+", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*="}
LOGIC = {"&&": "||", "||": "&&"}
RANGES = {"..<": "...", "...": "..<"}
WORDS = {}
for one, other in [
    ("min", "max"), ("first", "last"), ("width", "height"), ("leading", "trailing"), ("left", "right"), ("top", "bottom"),
    ("x", "y"), ("lower", "upper"), ("horizontal", "vertical"), ("centerX", "centerY"), ("row", "column"),
    ("rows", "columns"), ("prefix", "suffix"), ("isSuperset", "isSubset"), ("allSatisfy", "contains"),
    ("floor", "ceil"), ("down", "up"), ("dropFirst", "dropLast"), ("union", "intersection"), ("atMost", "atLeast"),
    ("lessOrEqual", "greaterOrEqual"), ("insert", "remove"), ("above", "below"), ("numerator", "denominator"),
]:
    WORDS[one], WORDS[other] = other, one


class Mutant:
    """A fault: the statement, and the text that takes its place."""

    def __init__(self, file, statement, operator, note, text, form="replace"):
        self.file, self.statement, self.operator, self.note = file, statement, operator, note
        self.text, self.form, self.number, self.name = text, form, None, None

    @property
    def module(self):
        return self.file.split("/")[1]


class Finder:
    """Finds all mutants of a file."""

    def __init__(self, file, source):
        self.file, self.source, self.tokens = file, source, source.tokens

    def mutants(self):
        found = []
        for function in self.source.functions:
            for statement in function.statements:
                self.visit(statement, found)
        self.name(found)
        return found

    def visit(self, statement, found):
        found.extend(self.of(statement))
        for inner in statement.inner:
            self.visit(inner, found)

    def name(self, found):
        """Names mutants by code. Equal code of one function is numbered in its order."""
        seen = {}
        for mutant in found:
            name = f"{self.file.removeprefix('Sources/').removesuffix('.swift')}: {mutant.statement.function.name}: " \
                f"{mutant.operator}: {mutant.note}"
            seen[name] = seen.get(name, 0) + 1
            mutant.name = name if seen[name] == 1 else f"{name} #{seen[name]}"

    # Texts

    def slice(self, first, last):
        return self.source.text[self.tokens[first].start:self.tokens[last - 1].end] if first < last else ""

    def normal(self, first, last, most=72):
        text = "".join(
            (" " if (token.spaced or token.first) and at > first else "") + token.text
            for at, token in enumerate(self.tokens[first:last], first))
        text = " ".join(text.split())
        if len(text) > most:
            text = text[:most] + "~" + hashlib.sha256(text.encode()).hexdigest()[:6]
        return text

    def with_edits(self, statement, *edits):
        """The text of a statement with other texts at some tokens."""
        text, offset = self.slice(statement.first, statement.last), self.tokens[statement.first].start
        for at, last, new in sorted(edits, reverse=True):
            text = text[:self.tokens[at].start - offset] + new + text[self.tokens[last - 1].end - offset:]
        return text

    def edit(self, statement, operator, at, new, last=None):
        last = last or at + 1
        before, after = max(statement.first, at - 4), min(statement.last, last + 4)
        note = f"{self.normal(before, at)} [{self.normal(at, last)} -> {new}] {self.normal(last, after)}".strip()
        return Mutant(self.file, statement, operator, note, self.with_edits(statement, (at, last, new)))

    # Operators

    def of(self, statement):
        kind = statement.kind
        if kind == "start":
            yield from self.early(statement)
            return
        if any(at in self.source.skipped for at in range(statement.first, statement.last)):
            return
        if kind == "sequence":
            note = self.normal(statement.first, statement.last)
            yield Mutant(self.file, statement, "loop starts late", note, "dropFirst", "drop")
            yield Mutant(self.file, statement, "loop ends early", note, "dropLast", "drop")
        yield from self.tokenwise(statement)
        yield from self.arguments(statement)
        if kind == "clause":
            note = self.normal(statement.first, statement.last)
            text = self.slice(statement.first, statement.last)
            if "try" not in text and "await" not in text:
                yield Mutant(self.file, statement, "condition negated", note, text, "negate")
                yield Mutant(self.file, statement, "condition always true", note, text, "true")
                yield Mutant(self.file, statement, "condition always false", note, text, "false")
        if kind == "statement":
            yield from self.dropped(statement)

    def early(self, statement):
        result = statement.function.result
        value = {None: "return", "Bool": "return false", "Int": "return 0", "Double": "return 0"}.get(result)
        if result == "init" or result is not None and not statement.function.has_return:
            return  # Before a value without `return` nothing may stand.
        if result and result.endswith("?"):
            value = "return nil"
        elif result and result.startswith("["):
            value = "return [:]" if ":" in result else "return []"
        if value is None:
            return
        yield Mutant(self.file, statement, "early return", value, value, "before")
        if result == "Bool":
            yield Mutant(self.file, statement, "early return", "return true", "return true", "before")

    def dropped(self, statement):
        first = self.tokens[statement.first].text
        note = self.normal(statement.first, statement.last)
        if first in ("return", "throw"):
            if first == "return" and statement.first + 1 == statement.last:
                yield Mutant(self.file, statement, "return dropped", note, "", "replace")
            return
        if statement.function.is_lone and statement.function.result not in (None, "init"):
            return
        if first in ("continue", "break", "fallthrough"):
            if statement.last - statement.first > 2:
                return
            operator = f"{first} dropped"
        else:
            depth_zero = [at for at in range(statement.first, statement.last)
                          if self.source.depth_is_zero(statement.first, at) and self.tokens[at].kind == "operator"]
            equal = [self.tokens[at].text for at in depth_zero if self.tokens[at].text.endswith("=")
                     and self.tokens[at].isBinary and self.tokens[at].text not in ("==", "!=", "<=", ">=")]
            operator = "stale value kept" if "=" in equal else "update dropped" if equal else "call dropped"
            if not equal and not self.source.is_mark(statement.last - 1, ")") and not self.source.is_mark(statement.last - 1, "}"):
                return
        yield Mutant(self.file, statement, operator, note, "", "replace")

    def tokenwise(self, statement):
        for at in range(statement.first, statement.last):
            token, text = self.tokens[at], self.tokens[at].text
            if any(inner.first <= at < inner.last for inner in statement.inner):
                continue
            if token.kind == "operator":
                yield from self.of_operator(statement, at, token, text)
            elif token.kind == "number":
                yield from self.of_number(statement, at, text)
            elif token.kind == "word":
                if text in ("true", "false"):
                    yield self.edit(statement, "truth negated", at, "false" if text == "true" else "true")
                elif text in WORDS and not (text in ("x", "y", "first", "last", "left", "right") and self.is_label(at)):
                    if text not in ("min", "max", "floor", "ceil") or self.source.is_mark(at + 1, "("):
                        yield self.edit(statement, "name swapped", at, WORDS[text])

    def is_label(self, at):
        return self.source.is_mark(at + 1, ":")

    def of_operator(self, statement, at, token, text):
        if text in RANGES:
            if not token.isBinary:
                end = f"{RANGES[text]}" if text == "..<" else "..<"
                if at > statement.first and not self.tokens[at].spaced and statement.kind != "sequence":
                    yield self.edit(statement, "bound off by one", at, end)
            return
        if token.isBinary:
            for operator, table in [("comparison off by one", BOUNDARY), ("comparison turned", TURNED),
                                    ("arithmetic swapped", ARITHMETIC), ("logic swapped", LOGIC)]:
                if text in table:
                    yield self.edit(statement, operator, at, table[text])
            return
        if token.after or at == statement.last - 1:
            return
        if text == "-" and self.tokens[at + 1].kind != "number":
            yield self.edit(statement, "sign changed", at, "")
        elif text == "!" and (token.spaced or self.tokens[at - 1].text in "([" or at == statement.first):
            yield self.edit(statement, "negation dropped", at, "")

    def of_number(self, statement, at, text):
        if at > statement.first and self.tokens[at - 1].text == ".":
            return  # A member of a tuple.
        plain = text.replace("_", "").lower()
        if "." in plain or "e" in plain and not plain.startswith("0x"):
            value = float.fromhex(plain) if plain.startswith("0x") else float(plain)
            new = "1.0" if value == 0 else f"({text} * 1000)" if abs(value) < 0.01 else f"({text} * 2)"
            yield self.edit(statement, "constant scaled", at, new)
        elif plain.isdigit():
            new = {"0": "1", "1": "0" if statement.kind != "value" else "2"}.get(plain, f"({text} + 1)")
            yield self.edit(statement, "constant changed", at, new)

    def arguments(self, statement):
        """Calls with two adjacent arguments whose values change places."""
        for at in range(statement.first + 1, statement.last):
            before = self.tokens[at - 1]
            if not self.source.is_mark(at, "(") or before.kind != "word" or self.tokens[at].spaced:
                continue
            if any(inner.first <= at < inner.last for inner in statement.inner):
                continue
            values = self.values(at)
            for (first, last), (next_first, next_last) in zip(values, values[1:]):
                one, other = self.slice(first, last), self.slice(next_first, next_last)
                if one == other or len(one) + len(other) > 90 or "\n" in one + other or not one or not other:
                    continue
                # What a compiler could only refuse.
                if (one[0] in "\"{&") != (other[0] in "\"{&") or one.isdigit() and other.isdigit():
                    continue
                text = self.with_edits(statement, (first, last, other), (next_first, next_last, one))
                note = f"{self.normal(at - 1, self.source.partner[at] + 1)}: {one} <-> {other}"
                yield Mutant(self.file, statement, "arguments swapped", note, text)

    def values(self, opened):
        values, close, first, at = [], self.source.partner[opened], opened + 1, opened + 1
        while at <= close:
            if at == close or self.source.is_mark(at, ","):
                if first < at:
                    labelled = self.source.is_mark(first + 1, ":") and self.tokens[first].kind == "word"
                    values.append((first + 2 if labelled else first, at))
                first = at + 1
            elif self.tokens[at].kind == "mark" and self.tokens[at].text in OPENING:
                at = self.source.partner[at]
            at += 1
        return values


class Renderer:
    """Writes a file with the chosen mutants, each behind a question to the switch."""

    def __init__(self, source, mutants):
        self.source, self.tokens = source, source.tokens
        self.by_statement = {}
        for mutant in mutants:
            self.by_statement.setdefault(id(mutant.statement), []).append(mutant)

    def text(self):
        edits = []
        for function in self.source.functions:
            for statement in function.statements:
                edits.extend(self.edits(statement))
        return self.applied(self.source.text, 0, edits)

    def edits(self, statement):
        """The outermost places that change: (start, end, new text)."""
        mutants = self.by_statement.get(id(statement), [])
        if not mutants:
            return [edit for inner in statement.inner for edit in self.edits(inner)]
        if statement.kind == "start":
            place = self.tokens[statement.first].start
            text = "".join(f"/*{{{m.number}*/if isMutant({m.number}) {{ {m.text} }}/*{m.number}}}*/\n" for m in mutants)
            return [(place, place, self.marked(mutants, text))]
        start, end = self.tokens[statement.first].start, self.tokens[statement.last - 1].end
        inside = [edit for inner in statement.inner for edit in self.edits(inner)]
        original = self.applied(self.source.text[start:end], start, inside)
        return [(start, end, self.marked(mutants, self.switched(statement, mutants, original)))]

    def marked(self, mutants, text):
        """Text between comments with the numbers of its mutants, to which errors of the compiler are assigned."""
        numbers = ",".join(str(mutant.number) for mutant in mutants)
        return f"/*[{numbers}*/{text}/*{numbers}]*/"

    def switched(self, statement, mutants, original):
        if statement.kind in ("statement", "value"):
            chain = ""
            for m in mutants:
                chain += f"if isMutant({m.number}) {{\n/*{{{m.number}*/{m.text}/*{m.number}}}*/\n}} else "
            return f"{chain}{{\n{original}\n}}"
        if statement.kind == "sequence":
            text = f"({original})"
            for m in mutants:
                if m.form == "drop":
                    text += f".{m.text}(isMutant({m.number}) ? 1 : 0)"
            for m in mutants:
                if m.form != "drop":
                    text = f"(isMutant({m.number}) ? (/*{{{m.number}*/{m.text}/*{m.number}}}*/) : {text})"
            return text
        text = original
        for m in mutants:
            if m.form == "negate":
                text = f"(isMutant({m.number}) != ({text}))"
            elif m.form == "true":
                text = f"(isMutant({m.number}) || ({text}))"
            elif m.form == "false":
                text = f"(!isMutant({m.number}) && ({text}))"
            else:
                text = f"(isMutant({m.number}) ? (/*{{{m.number}*/{m.text}/*{m.number}}}*/) : ({text}))"
        return text

    def applied(self, text, offset, edits):
        for start, end, new in sorted(edits, reverse=True):
            text = text[:start - offset] + new + text[end - offset:]
        return text
