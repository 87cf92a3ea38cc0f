"""Small faults in the source of a module, one at a time, such as programmers make.

A sign flips, a comparison is reversed, `and` becomes `or`, a constant is off, an index is off by
one, left is right, a statement is missing, a function returns at once. Faults that need no test
are not made: in docstrings, annotations, decorators and error messages, and missing definitions,
which make Python fail anyway.
"""

import ast
import copy
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

_OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    a: b
    for pair in (
        (ast.Add, ast.Sub),
        (ast.Mult, ast.Div),
        (ast.BitAnd, ast.BitOr),
        (ast.And, ast.Or),
        (ast.Lt, ast.Gt),
        (ast.LtE, ast.GtE),
        (ast.Eq, ast.NotEq),
        (ast.Is, ast.IsNot),
        (ast.In, ast.NotIn),
    )
    for a, b in (pair, pair[::-1])
}
_WORDS = {
    a: b
    for pair in (("left", "right"), ("swing", "support"), ("L", "R"), ("min", "max"))
    for x, y in (pair, pair[::-1])
    for a, b in ((x, y), (x.upper(), y.upper()))
} | {"sin": "cos", "cos": "sin", "any": "all", "all": "any"}
_BUILT_IN = ("min", "max", "sin", "cos", "any", "all", "LEFT", "RIGHT")
"""Names with a known counterpart."""

_WORD = re.compile(r"(?<![^_])(" + "|".join(_WORDS) + r")(?![^_])")
_SILENT = (ast.Raise, ast.Import, ast.ImportFrom, ast.JoinedStr, ast.Assert)
_CONTEXT = 40
"""Characters of a statement in a name on either side of the fault."""


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of a node in the tree.

    Attributes:
        owner: The parent node.
        field: The parent's field.
        index: Index in a field that is a list, or None.
        scope: Names of the enclosing class and function.
        function: The enclosing function, or None.
        statement: The enclosing statement.
    """

    owner: ast.AST
    field: str
    index: int | None
    scope: tuple[str, ...]
    function: ast.FunctionDef | None
    statement: ast.stmt | None

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.owner, self.field, node)
        else:
            getattr(self.owner, self.field)[self.index] = node


def faults(tree: ast.Module) -> Iterator[str]:
    """Yield the name of each fault while the tree contains it; the tree is restored at the end.

    A name contains the place and the change but no line number: it stays the same when something
    else in the module changes.
    """
    known = {
        (type(node), getattr(node, field))
        for node in ast.walk(tree)
        for field in ("id", "attr")
        if hasattr(node, field)
    }
    seen: Counter[str] = Counter()
    for place, node in list(_nodes(tree, (), None, None)):
        whole = place.statement or node
        before = _text(whole)
        for fault in _faults_of(node, place, known):
            place.put(fault)
            now = fault if whole is node else whole
            after = "" if isinstance(now, ast.Pass) else _text(now)
            name = f"{'.'.join(place.scope)}: {_difference(before, after)}"
            seen[name] += 1
            yield name if seen[name] == 1 else f"{name} ({seen[name]})"
            place.put(node)


def faulty(source: str, name: str) -> str:
    """Return the source with one fault.

    Raises:
        KeyError: If no fault has that name.
    """
    tree = ast.parse(source)
    for each in faults(tree):
        if each == name:
            return ast.unparse(tree)
    raise KeyError(name)


def _nodes(
    node: ast.AST,
    scope: tuple[str, ...],
    function: ast.FunctionDef | None,
    statement: ast.stmt | None,
) -> Iterator[tuple[_Place, ast.AST]]:
    """Yield all nodes below a node that may have faults."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "bases", "pattern", "type_params"):
            continue
        for index, child in enumerate(value if isinstance(value, list) else [value]):
            if not isinstance(child, ast.AST) or _is_silent(child):
                continue
            own = child if isinstance(child, ast.stmt) else statement
            place = _Place(
                node, field, index if isinstance(value, list) else None, scope, function, own
            )
            yield place, child
            inner = (
                (*scope, child.name) if isinstance(child, ast.FunctionDef | ast.ClassDef) else scope
            )
            within = child if isinstance(child, ast.FunctionDef) else function
            yield from _nodes(child, inner, within, own)


def _is_silent(node: ast.AST) -> bool:
    """Return whether a node has no faults that a test should find."""
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    length = isinstance(node, ast.keyword) and node.arg == "strict"
    type_ = isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Annotated"
    return text or length or type_ or isinstance(node, _SILENT)


def _faults_of(
    node: ast.AST, place: _Place, known: set[tuple[type[ast.AST], str]]
) -> Iterator[ast.AST]:
    """Yield possible mistakes in place of a node."""
    if isinstance(node, ast.stmt):
        yield from _statement_faults(node, place)
    elif isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        yield from _expression_faults(node, known)
    if isinstance(node, ast.AugAssign) and type(node.op) in _OPERATORS:
        yield _with(node, op=_OPERATORS[type(node.op)]())


def _statement_faults(node: ast.stmt, place: _Place) -> Iterator[ast.AST]:
    """Yield a missing statement, a function that returns at once, a result with a wrong sign."""
    function = place.function
    begins = function is not None and function.name in ("__init__", "__post_init__")
    match node:
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.If(orelse=[]):
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) if not begins:
            yield ast.Pass()
        case ast.FunctionDef(returns=ast.Constant(value=None), body=[_, _, *_]) if (
            node.name != "__init__"
        ):
            yield _with(node, body=[ast.Return(), *node.body])
        case ast.Return(value=ast.expr() as value) if (
            function is not None
            and ast.unparse(function.returns or ast.Constant(None)) == "float"
            and ast.unparse(value) != "0.0"
        ):
            yield _with(node, value=ast.UnaryOp(ast.USub(), value))


def _expression_faults(node: ast.expr, known: set[tuple[type[ast.AST], str]]) -> Iterator[ast.AST]:
    """Yield expressions with another operator, value or name."""
    match node:
        case ast.Compare(_, ops, _):
            for index, op in enumerate(ops):
                turned = [*ops[:index], _OPERATORS[type(op)](), *ops[index + 1 :]]
                yield _with(node, ops=turned)
        case ast.BoolOp(op):
            yield _with(node, op=_OPERATORS[type(op)]())
        case ast.BinOp():
            yield from _sums(node)
        case ast.UnaryOp(ast.USub() | ast.Not(), operand):
            yield operand
        case ast.IfExp(ast.Name() | ast.Attribute() | ast.Call() as test):
            yield _with(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.Constant(bool() | int() | float() as value):
            yield ast.Constant(_off(value))
        case ast.Call():
            yield from _calls(node)
        case ast.Name() | ast.Attribute():
            yield from _names(node, known)


def _sums(node: ast.BinOp) -> Iterator[ast.AST]:
    """Yield a sum or a product with the wrong operator, or without its sign."""
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(node.op, ast.Mult) and ast.unparse(one).endswith("sign"):
            yield other
            return
    if type(node.op) in _OPERATORS and not (_is_sequence(node.left) or _is_sequence(node.right)):
        yield _with(node, op=_OPERATORS[type(node.op)]())


def _off(value: float) -> float:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else 1.5 * value or 1.0


def _calls(node: ast.Call) -> Iterator[ast.AST]:
    match node:
        case ast.Call(ast.Name("abs"), [value]):
            yield value
        case ast.Call(ast.Name("range"), [*first, last]):
            yield _with(node, args=[*first, ast.BinOp(last, ast.Sub(), ast.Constant(1))])


def _names(
    node: ast.Name | ast.Attribute, known: set[tuple[type[ast.AST], str]]
) -> Iterator[ast.AST]:
    """Yield the opposite side, if the module uses it."""
    field = "id" if isinstance(node, ast.Name) else "attr"
    name = getattr(node, field)
    other = _WORD.sub(lambda found: _WORDS[found[0]], name)
    if other != name and ((type(node), other) in known or name in _BUILT_IN):
        yield _with(node, **{field: other})
    elif isinstance(node, ast.Attribute) and name == "other":
        yield node.value


def _is_sequence(node: ast.expr) -> bool:
    text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return text or isinstance(node, ast.Tuple | ast.List | ast.JoinedStr)


def _with(node: ast.AST, **changes: object) -> ast.AST:
    changed = copy.copy(node)
    for field, value in changes.items():
        setattr(changed, field, value)
    return changed


def _text(node: ast.AST) -> str:
    """Return a node as one line of source, without its body."""
    if isinstance(node, ast.FunctionDef):
        at_once = isinstance(node.body[0], ast.Return) and node.body[0].value is None
        arguments = " ".join(ast.unparse(node.args).split())
        return f"def {node.name}({arguments}): {'return' if at_once else '...'}"
    empty: dict[str, list[ast.AST]] = {
        name: [] for name in ("body", "orelse", "handlers", "finalbody", "cases")
    }
    present = {k: v for k, v in empty.items() if isinstance(getattr(node, k, None), list)}
    text = ast.unparse(ast.fix_missing_locations(_with(node, **present)))
    return " ".join(text.split())


def _difference(before: str, after: str) -> str:
    """Return a change with enough context to identify its place."""
    if not after:
        return f"without `{before}`"
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    most = min(len(before), len(after)) - start
    while end < most and before[-1 - end] == after[-1 - end]:
        end += 1
    first = max(start - _CONTEXT, 0)
    old, new = (text[first : len(text) - max(end - _CONTEXT, 0)] for text in (before, after))
    return f"`{old}` -> `{new}`"
