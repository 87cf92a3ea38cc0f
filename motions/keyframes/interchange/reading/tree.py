"""The configuration language of B-Human's files: text to a tree of records, lists and literals.

    file = record ;  record = { key "=" value ";" } ;  value = literal | "{" record "}" | list ;
    list = "[" [ element { "," element } [ "," ] ] "]" ;  element = literal | "{" record "}" ;

Blanks separate, `//` and `/* */` between tokens are comments. A bare literal runs up to the next of
`= , ; ] }` and may hold blanks; a quoted one keeps its quotes. Columns count tabs to the next
multiple of eight, as that language does.
"""

from dataclasses import dataclass, field

from hardware.errors import HsmError

_BYTE_ORDER = "\ufeff"
"""Editors on Windows begin a file with it."""
_TAB = 8
_ENDS = "=,;]}"


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
        comment: What is said right behind the opening brace.
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
        CfgSyntaxError: At the first place that does not fit.
    """
    return _Parser(text).file()


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1
        self._column = 1

    def file(self) -> Record:
        root = Record(1, 1)
        self._fields(root, closing="")
        return root

    def _fields(self, record: Record, closing: str) -> None:
        """Read `key = value ;` up to the closing brace, or to the end of the text."""
        record.comment = self._blanks()
        while self._peek() != closing:
            line, column = self._line, self._column
            key = self._literal("a key").text
            if key in record.values:
                first = record.keys[key][0]
                self._fail(f"'{key}' stands here already, in line {first}", line, column)
            record.keys[key] = (line, column)
            self._expect("=", f"after '{key}'")
            record.values[key] = self._value(lists=True)
            self._expect(";", f"after the value of '{key}'")
            self._blanks()
        if closing:
            self._step()

    def _value(self, *, lists: bool) -> Node:
        self._blanks()
        line, column = self._line, self._column
        if self._peek() == "{":
            self._step()
            record = Record(line, column)
            self._fields(record, closing="}")
            return record
        if self._peek() == "[" and lists:
            self._step()
            return self._list(List(line, column))
        if self._peek() == "[":
            self._fail("a list cannot stand in a list")
        return self._literal("a value")

    def _list(self, made: List) -> List:
        self._blanks()
        while self._peek() != "]":
            made.items.append(self._value(lists=False))
            self._blanks()
            if self._peek() != "]":
                self._expect(",", "between the values of a list")
                self._blanks()
        self._step()
        return made

    def _literal(self, what: str) -> Literal:
        line, column, start = self._line, self._column, self._at
        if self._peek() == '"':
            self._quoted()
        else:
            while self._peek() and self._peek() not in _ENDS:
                self._step()
        text = self._text[start : self._at].rstrip()
        if not text:
            self._fail(f"expected {what}", line, column)
        return Literal(text, line, column, start)

    def _quoted(self) -> None:
        line, column = self._line, self._column
        self._step()
        while self._peek() != '"':
            if not self._peek():
                self._fail("the quotation is not closed", line, column)
            if self._peek() == "\\":
                self._step()
            self._step()
        self._step()

    def _expect(self, mark: str, where: str) -> None:
        self._blanks()
        if self._peek() != mark:
            found = f"'{self._peek()}'" if self._peek() else "the end of the file"
            self._fail(f"expected '{mark}' {where}, found {found}")
        self._step()

    def _blanks(self) -> str:
        """Skip blanks and comments; return what the first comment says."""
        said = ""
        while self._peek():
            if self._peek().isspace() or self._peek() == _BYTE_ORDER:
                self._step()
                continue
            start = self._at
            if self._text.startswith("//", start):
                while self._peek() and self._peek() != "\n":
                    self._step()
                comment = self._text[start + 2 : self._at]
            elif self._text.startswith("/*", start):
                end = self._text.find("*/", start + 2)
                if end < 0:
                    self._fail("the comment is not closed")
                while self._at < end + 2:
                    self._step()
                comment = self._text[start + 2 : end]
            else:
                break
            said = said or " ".join(comment.split())
        return said

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _step(self) -> None:
        mark = self._peek()
        self._at += 1
        if mark == "\n":
            self._line, self._column = self._line + 1, 1
        elif mark == "\t":
            self._column += _TAB - (self._column - 1) % _TAB
        else:
            self._column += 1

    def _fail(self, message: str, line: int = 0, column: int = 0) -> None:
        raise CfgSyntaxError(message, line or self._line, column or self._column)
