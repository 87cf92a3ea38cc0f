"""Mistakes in the syntax of YAML in plain words, at the place where they are corrected.

The parser reports where it could not go on. That is often lines below the mistake, such as the end
of the file for a quote that is never closed.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import yaml

_CONTROL = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_GLUED = re.compile(r"(\s*(?:- +)*\w+:)([^\s:/].*)")
"""A key and its value without a space between them; `a::b` and `http://` are texts."""
_GLUED_DASH = re.compile(r"\s*-(?=[A-Za-z{\[])")
_KEY = re.compile(r"\s*(- +)*[^\s:]+\s*")
_CLOSES = {"{": "}", "[": "]"}
_SIMPLE = {
    "another document": "'---' begins a second document: remove it, a file has only one",
    "alias": "a text with '*' at its beginning needs quotes",
    "anchor": "a text with '&' at its beginning needs quotes",
    "scanning a tag": "a text with '!' at its beginning needs quotes",
    "a directive": "a text with '%' at its beginning needs quotes",
    "escape": r"unknown escape: write '\\', or put the text in single quotes",
    "block sequence entries": "an entry '- ' must begin its own line: move it there",
}
"""Messages by words of the parser."""
_TAB = "a tab in the indentation: use spaces instead"
NO_SPACE_AFTER_DASH = "a space is missing after '-': write '- ' before the entry"
_BETWEEN = "did not find expected"
"""The parser met something else than the next key, entry, comma or closing bracket."""


class SyntaxMistake(NamedTuple):
    """A mistake in the syntax.

    Attributes:
        line: Line, from 0.
        column: Column, from 0.
        message: What is wrong and what to do about it.
    """

    line: int
    column: int
    message: str


def no_space_after_colon(key: str, value: str) -> str:
    """Return the message about a key that is glued to its value."""
    return f"a space is missing after ':': write '{key}: {value}'"


def syntax_mistake(error: yaml.YAMLError, text: str) -> SyntaxMistake:
    """Return the mistake in a text that the parser rejected with this error."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return _unreadable(error, text)
    problem, context = str(error.problem or error), str(error.context)
    at = error.problem_mark or error.context_mark
    if at is None:
        return SyntaxMistake(0, 0, f"invalid YAML: {problem}")
    here, begin = (at.line, at.column), error.context_mark or at
    lines = text.splitlines()
    line = lines[at.line] if at.line < len(lines) else ""
    if "token" in problem or "tab character" in problem:
        return _forbidden(line, *here)
    if "quoted scalar" in context and "end of stream" in problem:
        return _quote(text, begin.line, begin.column)
    if "expected ':'" in problem:
        return _key_alone(lines, begin.line)
    if "mapping values" in problem:
        return _unexpected_colon(lines, *here)
    if _BETWEEN in problem and (quote := _spanning_quote(text, *here)):
        return _quote(text, *quote, closed=at.line)
    if _BETWEEN in problem and "flow" in context:
        return _flow(text, lines, *here)
    if _BETWEEN in problem and "block" in context:
        return _block(lines, *here)
    if "<document start>" in problem:  # the file begins with a text instead of a key
        return _key_alone(lines, next(_above(lines, at.line), at.line))
    parser = f"{context}: {problem}"
    known = (message for words, message in _SIMPLE.items() if words in parser)
    return SyntaxMistake(*here, next(known, f"invalid YAML: {problem}"))


def _unreadable(error: yaml.YAMLError, text: str) -> SyntaxMistake:
    """Return the mistake of a text with characters that no YAML may contain."""
    found = _CONTROL.search(text)
    if found is None:
        return SyntaxMistake(0, 0, f"invalid YAML: {str(error).splitlines()[0]}")
    before = text[: found.start()]
    column = len(before) - before.rfind("\n") - 1
    message = f"the invisible character {found.group()!r} is not allowed: remove it"
    return SyntaxMistake(before.count("\n"), column, message)


def _forbidden(line: str, row: int, column: int) -> SyntaxMistake:
    """Return the mistake of a character that may not be where it is."""
    tab = line[: _indent(line)].find("\t")
    if tab >= 0 or line[column] == "\t":
        return SyntaxMistake(row, tab if tab >= 0 else column, _TAB)
    message = f"a text with '{line[column]}' at its beginning needs quotes"
    return SyntaxMistake(row, column, message)


def _quote(text: str, row: int, column: int, closed: int | None = None) -> SyntaxMistake:
    """Return the mistake of a quote that is not closed, or only in a later line."""
    mark = text.splitlines()[row][column]
    until = "never closed" if closed is None else f"not closed before line {closed + 1}"
    message = f"the quote that begins here is {until}: add {mark} at the end of the text"
    return SyntaxMistake(row, column, message)


def _spanning_quote(text: str, row: int, column: int) -> tuple[int, int] | None:
    """Return where a quoted text of several lines begins that ends directly before a place."""
    for token in _tokens(text):
        if isinstance(token, yaml.ScalarToken) and not token.plain:
            begin, end = token.start_mark, token.end_mark
            near = end.line == row and end.column <= column
            if (
                near
                and begin.line < row
                and not text.splitlines()[row][end.column : column].strip()
            ):
                return begin.line, begin.column
    return None


def _flow(text: str, lines: list[str], row: int, column: int) -> SyntaxMistake:
    """Return the mistake inside of braces or brackets."""
    opened: list[tuple[int, int]] = []
    for token in _tokens(text):
        mark = token.start_mark
        if (mark.line, mark.column) >= (row, column):
            break
        if isinstance(token, yaml.FlowMappingStartToken | yaml.FlowSequenceStartToken):
            opened.append((mark.line, mark.column))
        elif isinstance(token, yaml.FlowMappingEndToken | yaml.FlowSequenceEndToken):
            opened = opened[:-1]
    found = lines[row][column : column + 1] if row < len(lines) else ""
    if found == ",":
        message = "nothing stands before this ',': remove it, or add what is missing"
        return SyntaxMistake(row, column, message)
    if not opened:
        return SyntaxMistake(row, column, "expected a value here: add it")
    begin_row, begin_column = opened[-1]
    sign = lines[begin_row][begin_column]
    what = f"the {'brace' if sign == '{' else 'bracket'} '{sign}'"
    closing = _CLOSES[sign]
    if found and found in "}]":
        where = f"of line {begin_row + 1} is still open"
        return SyntaxMistake(row, column, f"{what} {where} at this '{found}': write '{closing}'")
    if found and row == begin_row:
        return SyntaxMistake(row, column, "a ',' is missing before this: add it")
    until = f"not closed before line {row + 1}" if found else "never closed"
    comma = ", or the missing ',' in between" if found else ""
    message = f"{what} that opens here is {until}: add '{closing}'{comma}"
    return SyntaxMistake(begin_row, begin_column, message)


def _key_alone(lines: list[str], row: int) -> SyntaxMistake:
    """Return the mistake of a line that should be a key and its value."""
    line = lines[row]
    if glued := _GLUED.match(line):
        return _missing_space(row, glued)
    message = "a ':' is missing: write 'key: value', or indent the continuation of a text"
    return SyntaxMistake(row, _indent(line), message)


def _missing_space(row: int, glued: re.Match[str]) -> SyntaxMistake:
    key, value = glued.group(1).lstrip("- "), glued.group(2).split(" #")[0].strip()
    return SyntaxMistake(row, glued.end(1) - 1, no_space_after_colon(key[:-1], value))


def _dash_alone(lines: list[str], *rows: int | None) -> SyntaxMistake | None:
    """Return the mistake of the first of these lines in which an entry is glued to its dash."""
    for row in rows:
        if row is not None and (glued := _GLUED_DASH.match(lines[row])):
            return SyntaxMistake(row, glued.end() - 1, NO_SPACE_AFTER_DASH)
    return None


def _unexpected_colon(lines: list[str], row: int, column: int) -> SyntaxMistake:
    """Return the mistake of a ':' where no key can be."""
    line = lines[row]
    above = next(_above(lines, row), None)
    if dash := _dash_alone(lines, row, above):
        return dash
    if not _KEY.fullmatch(line[:column]):
        message = "a second ': ' in one value: put the text in quotes, or the keys in braces"
        return SyntaxMistake(row, column, message)
    if above is not None and (glued := _GLUED.match(lines[above])):
        return _missing_space(above, glued)
    if above is not None and _indent(lines[above]) == _indent(line):
        return _key_alone(lines, above)
    return _indentation(lines, row)


def _block(lines: list[str], row: int, column: int) -> SyntaxMistake:
    """Return the mistake of a line that is no next key or entry."""
    line = lines[row] if row < len(lines) else ""
    if (found := line[column : column + 1]) and found in "}]":
        return SyntaxMistake(row, column, f"'{found}' closes nothing: remove it")
    if line[:column].strip():
        return SyntaxMistake(
            row, column, "text after the end of a value: remove it, or put all in quotes"
        )
    above = next(_above(lines, row), row)
    if glued := _GLUED.match(lines[above]):
        return _missing_space(above, glued)
    if dash := _dash_alone(lines, row, above):
        return dash
    if column not in _levels(lines, row):
        return _indentation(lines, row)
    if line[column:].startswith("-"):
        message = "an entry '- ' among keys: expected a key, or another indentation"
    else:
        message = "a key among the entries of a list: expected '- ', or another indentation"
    return SyntaxMistake(row, column, message)


def _indentation(lines: list[str], row: int) -> SyntaxMistake:
    """Return the mistake of a line whose indentation is not one of those above it."""
    indent = _indent(lines[row])
    levels = sorted(_levels(lines, row), key=lambda level: abs(level - indent))
    among = " or ".join(map(str, levels[:3])) or "0"
    message = f"indentation of {indent}, unlike the lines above: expected {among} spaces"
    return SyntaxMistake(row, indent, message)


def _levels(lines: list[str], row: int) -> set[int]:
    """Return the indentations of the lines that enclose or precede a line."""
    levels: set[int] = set()
    for above in _above(lines, row):
        indent = _indent(lines[above])
        if levels and indent >= min(levels):
            continue
        levels.add(indent)
        if dashes := re.match(r"\s*(- +)+(?=[^\s{\[]+:)", lines[above]):
            levels.add(dashes.end())
    return levels


def _above(lines: list[str], row: int) -> Iterator[int]:
    """Yield the lines with content above a line, the nearest first."""
    for above in range(min(row, len(lines)) - 1, -1, -1):
        if lines[above].strip() and not lines[above].lstrip().startswith("#"):
            yield above


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _tokens(text: str) -> Iterator[yaml.Token]:
    """Yield the tokens up to the first that cannot be read."""
    try:
        yield from yaml.scan(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError:
        return
