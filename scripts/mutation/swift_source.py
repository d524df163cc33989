# SPDX-License-Identifier: MIT
"""Reads Swift as far as mutations need it: tokens, functions, statements and conditions.

This is no parser of all of Swift. It relies on the style of `swift format`: a binary operator has space on both sides, and
a statement continues in the next line only before or behind an operator, a dot, a comma or inside of brackets. What it does
not understand it leaves out. The compiler is the judge of the rest.
"""

import re

OPERATOR = set("/=-+!*%<>&|^~?")
OPENING = {"(": ")", "[": "]", "{": "}"}
NUMBER = re.compile(r"0[xX][0-9a-fA-F_]+(\.[0-9a-fA-F_]+)?([pP][+-]?\d+)?|0[bo][\d_]+|\d[\d_]*(\.\d[\d_]*)?([eE][+-]?\d+)?")
WORD = re.compile(r"[#@$]?[A-Za-z_][A-Za-z_0-9]*|`\w+`|\$\d+")
TYPES = {"struct", "class", "enum", "extension", "protocol", "actor"}
ACCESSORS = {"get", "set", "willSet", "didSet", "_read", "_modify", "mutating", "nonmutating", "borrowing"}
# Functions whose faults no user sees, because they only check or describe.
UNSEEN = {"checkInvariants", "description", "debugDescription", "hash"}
ASSERTIONS = {"precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError"}


class Token:
    """A token; `kind` is word, number, string, operator or mark."""

    __slots__ = ("kind", "text", "start", "end", "line", "first", "spaced", "after")

    def __init__(self, kind, text, start, line, first, spaced):
        self.kind, self.text, self.start, self.end = kind, text, start, start + len(text)
        self.line, self.first = line, first  # Whether it is the first of its line.
        self.spaced, self.after = spaced, False  # Whether there is space before and behind it.

    @property
    def isBinary(self):
        return self.kind == "operator" and (self.spaced or self.first) and self.after

    def __repr__(self):
        return f"{self.kind}:{self.text}"


def end_of_string(text, start):
    """The index behind the string literal at `start`, with its interpolations."""
    hashes = 0
    while text[start + hashes] == "#":
        hashes += 1
    index = start + hashes
    quote = '"""' if text.startswith('"""', index) else '"'
    closing, escape = quote + "#" * hashes, "\\" + "#" * hashes
    index += len(quote)
    while index < len(text):
        if text.startswith(closing, index):
            return index + len(closing)
        if text.startswith(escape + "(", index):
            index, depth = index + len(escape) + 1, 1
            while depth:
                if text[index] == '"':
                    index = end_of_string(text, index)
                    continue
                depth += {"(": 1, ")": -1}.get(text[index], 0)
                index += 1
        elif text.startswith(escape, index):
            index += len(escape) + 1
        else:
            index += 1
    raise ValueError("a string does not end")


def end_of_comment(text, start):
    if text.startswith("//", start):
        end = text.find("\n", start)
        return len(text) if end < 0 else end
    depth, index = 0, start
    while index < len(text):
        if text.startswith("/*", index):
            depth, index = depth + 1, index + 2
        elif text.startswith("*/", index):
            depth, index = depth - 1, index + 2
            if depth == 0:
                return index
        else:
            index += 1
    raise ValueError("a comment does not end")


def tokens_of(text):
    """The tokens of a Swift file, without comments."""
    tokens, index, line, first, spaced = [], 0, 1, True, True
    while index < len(text):
        letter = text[index]
        if letter.isspace():
            if letter == "\n":
                line, first = line + 1, True
            spaced, index = True, index + 1
            if tokens:
                tokens[-1].after = tokens[-1].after or tokens[-1].end == index - 1
            continue
        if text.startswith("//", index) or text.startswith("/*", index):
            end = end_of_comment(text, index)
            line += text.count("\n", index, end)
            spaced, index = True, end
            continue
        if letter == '"' or re.match(r'#+"', text[index:index + 4]):
            kind, end = "string", end_of_string(text, index)
        elif match := WORD.match(text, index):
            kind, end = "word", match.end()
        elif match := NUMBER.match(text, index):
            kind, end = "number", match.end()
        elif letter in OPERATOR or text.startswith("..", index):
            kind, end = "operator", index + 1
            letters = OPERATOR | {"."} if letter == "." else OPERATOR
            while end < len(text) and text[end] in letters and text[end:end + 2] not in ("//", "/*"):
                end += 1
        else:
            kind, end = "mark", index + 1
        tokens.append(Token(kind, text[index:end], index, line, first, spaced))
        line += text.count("\n", index, end)
        index, first, spaced = end, False, False
    return tokens


class Statement:
    """A simple statement, a condition or a loop's sequence: a span that mutations change as a whole.

    `kind` is statement, value (the initial value of a declaration), clause (a condition), binding (the value of `if let`),
    sequence (of a `for` loop) or start (the place at the beginning of a function, of length 0).
    """

    def __init__(self, kind, function, first, last):
        self.kind, self.function, self.first, self.last = kind, function, first, last
        self.inner = []  # Statements in closures.


class Function:
    def __init__(self, name, result, is_lone):
        self.name, self.result, self.is_lone = name, result, is_lone
        self.has_return = False
        self.statements = []


class Source:
    """A file with the functions that mutations may change."""

    def __init__(self, text):
        self.text = text
        self.tokens = tokens_of(text)
        self.partner = self.partners()
        self.functions = []
        self.skip_conditional()
        self.declarations(0, len(self.tokens), [])

    def partners(self):
        partner, stack = {}, []
        for index, token in enumerate(self.tokens):
            if token.kind == "mark" and token.text in OPENING:
                stack.append(index)
            elif token.kind == "mark" and token.text in OPENING.values():
                opened = stack.pop()
                partner[opened], partner[index] = index, opened
        return partner

    def skip_conditional(self):
        """Marks what `#if DEBUG` covers; the release build has none of it."""
        self.skipped, depth = set(), 0
        for index, token in enumerate(self.tokens):
            if token.text == "#if":
                depth += 1
            if depth:
                self.skipped.add(index)
            if token.text == "#endif":
                depth -= 1

    def is_mark(self, index, text):
        return index < len(self.tokens) and self.tokens[index].kind == "mark" and self.tokens[index].text == text

    # Declarations

    def declarations(self, index, end, types):
        header = index
        while index < end:
            token = self.tokens[index]
            if token.text in (";",) or token.first and index > header and not self.continues(index):
                header = index
            if token.kind == "mark" and token.text in "([":
                index = self.partner[index] + 1
                continue
            if self.is_mark(index, "{"):
                close = self.partner[index]
                self.block_of_declaration(header, index, close, types)
                index = header = close + 1
                continue
            index += 1

    def words(self, first, last):
        """The words of a header outside of brackets."""
        index = first
        while index < last:
            if self.tokens[index].kind == "mark" and self.tokens[index].text in "([":
                index = self.partner[index]
            elif self.tokens[index].kind == "word":
                yield index, self.tokens[index].text
            index += 1

    def block_of_declaration(self, header, opened, close, types):
        words = list(self.words(header, opened))
        names = [word for _, word in words]
        if any(self.tokens[index].text == "=" for index in range(header, opened) if self.depth_is_zero(header, index)):
            return  # The initial value of a stored property.
        for index, word in words:
            if word in TYPES and not (word == "class" and {"func", "var"} & set(names)):
                name = "".join(token.text for token in self.tokens[index + 1:opened] if token.text != ",")
                name = re.split(r"[:<]|where", name)[0]
                return self.declarations(opened + 1, close, types + [name]) if word != "protocol" else None
            if word in ("func", "init", "subscript", "deinit", "var"):
                return self.function(word, index, opened, close, types)

    def depth_is_zero(self, first, last):
        index = first
        while index < last:
            if self.tokens[index].kind == "mark" and self.tokens[index].text in "([":
                index = self.partner[index]
            index += 1
        return index == last

    def function(self, word, index, opened, close, types):
        named = index + 1 if word in ("func", "var") else index
        name = self.tokens[named].text
        parameters = next((at for at in range(named, opened) if self.is_mark(at, "(")), None)
        labels = ""
        if parameters is not None and word != "var":
            labels = "(" + "".join(f"{label}:" for label in self.labels(parameters)) + ")"
        if name.strip("`") in UNSEEN or index in self.skipped:
            return
        result = self.result(named, opened, word)
        full = ".".join(types + [name + labels])
        first = opened + 1
        if word in ("var", "subscript") and self.tokens[first].text in ACCESSORS:
            at = first
            while at < close:
                if self.is_mark(at, "{"):
                    accessor = self.tokens[at - 1].text if self.tokens[at - 1].kind == "word" else "set"
                    self.body(f"{full}.{accessor}", result if accessor == "get" else None, at, self.partner[at])
                    at = self.partner[at]
                at += 1
            return
        self.body(full, result if word in ("func", "var", "subscript") else "init", opened, close)

    def labels(self, opened):
        at, close, first = opened + 1, self.partner[opened], True
        while at < close:
            if first and self.tokens[at].kind == "word" and not self.tokens[at].text.startswith("@"):
                yield self.tokens[at].text
                first = False
            if self.tokens[at].text == ",":
                first = True
            if self.tokens[at].kind == "mark" and self.tokens[at].text in "([":
                at = self.partner[at]
            at += 1

    def result(self, named, opened, word):
        """The text of the type that the function returns; None without one."""
        mark = ":" if word == "var" else "->"
        places = [at for at in range(named, opened) if self.tokens[at].text == mark and self.depth_is_zero(named, at)]
        if not places:
            return None
        last = next((at for at in range(places[0], opened) if self.tokens[at].text == "where"), opened)
        return "".join(token.text for token in self.tokens[places[0] + 1:last])

    def body(self, name, result, opened, close):
        function = Function(name, result, False)
        words = {token.text for token in self.tokens[opened + 1:close]}
        function.has_return = "return" in words
        self.functions.append(function)
        if opened + 1 < close:
            start = Statement("start", function, opened + 1, opened)
            function.statements.append(start)
        self.block(opened + 1, close, function, function.statements)
        function.is_lone = sum(statement.kind != "start" for statement in function.statements) == 1

    # Statements

    def continues(self, index):
        """Whether a token at the start of a line belongs to the statement before it."""
        token, before = self.tokens[index], self.tokens[index - 1]
        if before.kind == "operator" and before.isBinary or before.text in (",", "(", "[", ":", ".", "in", "=", "->"):
            return True
        if token.kind == "operator" and token.after or token.text in (".", ":", "?", "as", "is", "else", "where", "throws"):
            return True
        return token.kind == "mark" and token.text in ("{", ")", "]", ",")

    def end_of_statement(self, index, end, inner, function):
        """The index behind a statement; closures on the way are read."""
        start = index
        while index < end:
            token = self.tokens[index]
            if index > start and token.first and not self.continues(index) or token.text == ";":
                return index
            if token.kind == "mark" and token.text in OPENING:
                self.closures(index, inner, function)
                index = self.partner[index]
            index += 1
        return end

    def closures(self, opened, inner, function):
        close = self.partner[opened]
        if self.is_mark(opened, "{"):
            at, first = opened + 1, opened + 1
            while at < close and not self.tokens[at].first:
                if self.tokens[at].text == "in":
                    first = at + 1
                    break
                if self.tokens[at].kind == "mark" and self.tokens[at].text in OPENING:
                    at = self.partner[at]
                at += 1
            self.block(first, close, function, inner)
            return
        at = opened + 1
        while at < close:
            if self.tokens[at].kind == "mark" and self.tokens[at].text in OPENING:
                self.closures(at, inner, function)
                at = self.partner[at]
            at += 1

    def block(self, index, end, function, statements):
        while index < end:
            index = max(index + 1, self.statement(index, end, function, statements))

    def conditions(self, index, end, function, statements):
        """Reads the conditions before `{` or `else`; the index of that."""
        while index < end and not self.is_mark(index, "{") and self.tokens[index].text != "else":
            first = index
            while index < end and self.tokens[index].text not in (",", "else", "{"):
                if self.tokens[index].kind == "mark" and self.tokens[index].text in "([":
                    index = self.partner[index]
                index += 1
            word = self.tokens[first].text
            if word in ("let", "var"):
                equal = next((at for at in range(first, index) if self.tokens[at].text == "="), None)
                if equal is not None:
                    self.add("binding", equal + 1, index, function, statements)
            elif word != "case" and not word.startswith("#"):
                self.add("clause", first, index, function, statements)
            if index < end and self.tokens[index].text == ",":
                index += 1
        return index

    def add(self, kind, first, last, function, statements, inner=()):
        if first >= last or first in self.skipped:
            return
        at = first
        while at < last:
            if self.tokens[at].text in ("if", "switch"):
                statements.extend(inner)  # A value that is chosen by `if` or `switch`.
                return
            at = self.partner[at] + 1 if self.tokens[at].kind == "mark" and self.tokens[at].text in OPENING else at + 1
        statement = Statement(kind, function, first, last)
        statement.inner = list(inner)
        statements.append(statement)

    def statement(self, index, end, function, statements):
        token = self.tokens[index]
        word = token.text
        if index in self.skipped or word in (";", ":"):
            return index + 1
        if token.kind == "word":
            if self.tokens[index + 1].text == ":" and self.tokens[index + 2].text in ("for", "while", "repeat", "switch", "do"):
                return index + 2
            if word in ("if", "while", "guard"):
                opened = self.conditions(index + 1, end, function, statements)
                if word == "guard" and opened < end and self.tokens[opened].text == "else":
                    opened += 1
                return self.braces(opened, end, function, statements)
            if word == "else":
                return index + 1 if self.tokens[index + 1].text == "if" else self.braces(index + 1, end, function, statements)
            if word in ("do", "repeat", "defer"):
                at = index + 1
                while at < end and not self.is_mark(at, "{"):
                    at += 1
                return self.braces(at, end, function, statements)
            if word == "catch":
                at = index + 1
                while at < end and not self.is_mark(at, "{"):
                    at += 1
                return self.braces(at, end, function, statements)
            if word == "for":
                return self.loop(index, end, function, statements)
            if word == "switch":
                at = index + 1
                while at < end and not self.is_mark(at, "{"):
                    at = self.partner[at] + 1 if self.tokens[at].kind == "mark" and self.tokens[at].text in "([" else at + 1
                self.block(at + 1, self.partner[at], function, statements)
                return self.partner[at] + 1
            if word in ("case", "default") or word == "@unknown":
                return self.pattern(index, end, function, statements)
            if word in ("func", "struct", "enum", "class", "extension"):
                return self.local(index, end, function)
            if word in ("let", "var") or word in ("unowned", "weak", "lazy", "nonisolated"):
                return self.declaration(index, end, function, statements)
            if word in ASSERTIONS or word.startswith("#") or word == "typealias":
                return self.end_of_statement(index, end, [], function)
        inner = []
        last = self.end_of_statement(index, end, inner, function)
        self.add("statement", index, last, function, statements, inner)
        return last

    def braces(self, opened, end, function, statements):
        if not self.is_mark(opened, "{"):
            return opened + 1
        self.block(opened + 1, self.partner[opened], function, statements)
        return self.partner[opened] + 1

    def pattern(self, index, end, function, statements):
        at = index + 1
        while at < end and not self.is_mark(at, ":"):
            if self.tokens[at].text == "where":
                first = at + 1
                while not self.is_mark(at, ":") and self.tokens[at].text != ",":
                    at = self.partner[at] + 1 if self.tokens[at].kind == "mark" and self.tokens[at].text in "([" else at + 1
                self.add("clause", first, at, function, statements)
                continue
            at = self.partner[at] + 1 if self.tokens[at].kind == "mark" and self.tokens[at].text in "([" else at + 1
        return at + 1

    def loop(self, index, end, function, statements):
        at = index + 1
        while at < end and self.tokens[at].text != "in":
            at = self.partner[at] + 1 if self.tokens[at].kind == "mark" and self.tokens[at].text in "([" else at + 1
        first = at + 1
        while at < end and not self.is_mark(at, "{") and self.tokens[at].text != "where":
            at = self.partner[at] + 1 if self.tokens[at].kind == "mark" and self.tokens[at].text in "([" else at + 1
        self.add("sequence", first, at, function, statements)
        if at < end and self.tokens[at].text == "where":
            first = at + 1
            while at < end and not self.is_mark(at, "{"):
                at = self.partner[at] + 1 if self.tokens[at].kind == "mark" and self.tokens[at].text in "([" else at + 1
            self.add("clause", first, at, function, statements)
        return self.braces(at, end, function, statements)

    def local(self, index, end, function):
        at = index
        while at < end and not self.is_mark(at, "{"):
            at += 1
        if at < end:
            self.block_of_declaration(index, at, self.partner[at], [function.name])
            return self.partner[at] + 1
        return end

    def declaration(self, index, end, function, statements):
        inner = []
        last = self.end_of_statement(index, end, inner, function)
        equal = [at for at in range(index, last) if self.tokens[at].text == "=" and self.depth_is_zero(index, at)]
        commas = [at for at in range(index, last) if self.is_mark(at, ",") and self.depth_is_zero(index, at)]
        if len(equal) == 1 and not commas:
            self.add("value", equal[0] + 1, last, function, statements, inner)
        else:
            statements.extend(inner)
        return last
