"""The configuration language of B-Human's files: text to a tree of records, lists and literals.

    file = record ;  record = { key "=" value ";" } ;  value = literal | "{" record "}" | list ;
    list = "[" [ element { "," element } [ "," ] ] "]" ;  element = literal | "{" record "}" ;

Blanks separate, `//` and `/* */` between tokens are comments. A bare literal runs up to the next of
`= , ; ] }` and may hold blanks; a quoted one keeps its quotes. Columns count tabs to the next
multiple of eight, as that language does.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NoReturn

from hardware.errors import HsmError

_TAB = 8
_BLANKS = re.compile(r"[\s\ufeff]+|//(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/", re.DOTALL)
"""Blanks, the byte order mark with which editors on Windows begin a file, and comments."""
_LITERAL = re.compile(r'"(?:\\.|[^"\\])*"|[^"=,;\]}][^=,;\]}]*', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Literal:
    """A word or a number, as written.

    Attributes:
        text: Without blanks around it.
        line: From 1.
        column: From 1.
        start: Place in the whole text, from 0.
    """

    text: str
    line: int
    column: int
    start: int


@dataclass(slots=True)
class Record:
    """Values by key.

    Attributes:
        line: Of its brace, from 1.
        column: From 1.
        values: In the order of the file.
        keys: Where each key stands: line, column.
        comment: The comment right after the opening brace.
    """

    line: int
    column: int
    values: dict[str, "Node"] = field(default_factory=dict)
    keys: dict[str, tuple[int, int]] = field(default_factory=dict)
    comment: str = ""


@dataclass(slots=True)
class List:
    """Values in order."""

    line: int
    column: int
    items: list["Node"] = field(default_factory=list)


Node = Literal | Record | List


class CfgSyntaxError(HsmError):
    """The text is not of this language.

    Attributes:
        message: What was expected.
        line: From 1.
        column: From 1.
    """

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


def parse(text: str) -> Record:
    """Return the tree of a file.

    Raises:
        CfgSyntaxError: At the first syntax error.
    """
    return _Parser(text).file()


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def file(self) -> Record:
        root = Record(1, 1)
        self._fields(root, closing="")
        return root

    def _fields(self, record: Record, closing: str) -> None:
        """Read `key = value ;` up to the closing brace, or to the end of the text."""
        record.comment = self._blanks()
        while self._peek() != closing:
            key = self._literal("a key")
            name, place = key.text, (key.line, key.column)
            if name in record.values:
                first = record.keys[name][0]
                self._fail(f"duplicate key '{name}', first given in line {first}", key.start)
            record.keys[name] = place
            self._expect("=", f"after '{name}'")
            record.values[name] = self._value(lists=True)
            self._expect(";", f"after the value of '{name}'")
            self._blanks()
        self._at += len(closing)

    def _value(self, *, lists: bool) -> Node:
        self._blanks()
        place = self._place(self._at)
        if self._peek() == "{":
            self._at += 1
            record = Record(*place)
            self._fields(record, closing="}")
            return record
        if self._peek() == "[" and lists:
            self._at += 1
            return self._list(List(*place))
        if self._peek() == "[":
            self._fail("a list cannot contain a list", self._at)
        return self._literal("a value")

    def _list(self, made: List) -> List:
        self._blanks()
        while self._peek() != "]":
            made.items.append(self._value(lists=False))
            self._blanks()
            if self._peek() != "]":
                self._expect(",", "between the values of a list")
                self._blanks()
        self._at += 1
        return made

    def _literal(self, what: str) -> Literal:
        start = self._at
        found = _LITERAL.match(self._text, start)
        if found is None:
            quoted = self._peek() == '"'
            self._fail("the quotation is not closed" if quoted else f"expected {what}", start)
        self._at = found.end()
        return Literal(found.group().rstrip(), *self._place(start), start)

    def _expect(self, mark: str, where: str) -> None:
        self._blanks()
        if self._peek() != mark:
            found = f"'{self._peek()}'" if self._peek() else "the end of the file"
            self._fail(f"expected '{mark}' {where}, found {found}", self._at)
        self._at += 1

    def _blanks(self) -> str:
        """Skip blanks and comments; return the text of the first comment."""
        said = ""
        while (found := _BLANKS.match(self._text, self._at)) is not None:
            self._at = found.end()
            said = said or " ".join((found["line"] or found["block"] or "").split())
        if self._text.startswith("/*", self._at):
            self._fail("the comment is not closed", self._at)
        return said

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _place(self, at: int) -> tuple[int, int]:
        """Return line and column of a place in the text."""
        line = bisect_right(self._starts, at)
        before = self._text[self._starts[line - 1] : at].replace("\r", " ")
        return line, len(before.expandtabs(_TAB)) + 1

    def _fail(self, message: str, at: int) -> NoReturn:
        raise CfgSyntaxError(message, *self._place(at))
