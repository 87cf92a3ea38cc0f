"""A page without a browser: its content, and the actions of a visitor."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from html import unescape
from typing import Any

from hardware.errors import HsmError


class Widget:
    """Any element of a page that has a value."""

    def __init__(self, value: Any = None, do: Callable[..., None] | None = None) -> None:
        self.value, self.do = value, do
        self.content, self.text, self.options = "", "", ()
        self.data: tuple[Any, ...] = ()
        self.min = self.max = 0.0
        self.points: Any = None


class FakePage:
    """Keeps all elements by their labels, and the refusals."""

    def __init__(self, title: str = "", *, port: int = 0) -> None:
        self.widgets: dict[str, Widget] = {}
        self.parts: list[Widget] = []
        self.moves: list[tuple[Any, Any, Any]] = []
        self.refused: list[str] = []
        self.refuse: Callable[[str], None] = lambda sentence: None

    def press(self, label: str, option: str | None = None) -> None:
        """Press a button, or one option of a row of buttons."""
        do = self.widgets[label].do
        assert do is not None
        self.guarded(do if option is None else lambda: do(option))

    def put(self, label: str, value: Any) -> None:
        """Set a value without any check, as a browser might."""
        widget = self.widgets[label]
        widget.value = value
        if widget.do is not None:
            self.guarded(lambda: widget.do and widget.do(value))

    def guarded(self, do: Callable[[], object]) -> None:
        try:
            do()
            self.refuse("")
        except (HsmError, ValueError) as error:
            self.refused.append(str(error))
            self.refuse(str(error))

    def close(self) -> None: ...

    @property
    def words(self) -> str:
        """All text on the page."""
        return unescape("\n".join(part.content for part in self.parts)).replace("<wbr>", "")

    @contextmanager
    def folder(self, title: str, *, shut: bool = False) -> Iterator[None]:
        yield

    column = folder

    @contextmanager
    def together(self) -> Iterator[None]:
        yield

    def _add(self, label: str, value: Any, do: Callable[..., None] | None) -> Widget:
        self.widgets[label] = Widget(value, do)
        return self.widgets[label]

    def html(self, content: str = "") -> Widget:
        self.parts.append(Widget())
        self.parts[-1].content = content
        return self.parts[-1]

    def button(self, label: str, do: Callable[[], None], *, colour: str | None = None) -> Widget:
        return self._add(label, None, do)

    def buttons(self, label: str, options: Sequence[str], do: Callable[[str], None]) -> Widget:
        return self._add(label, None, do)

    def choice(
        self,
        label: str,
        options: Sequence[str],
        do: Callable[[str], None] | None = None,
        *,
        chosen: str | None = None,
    ) -> Widget:
        return self._add(label, chosen or options[0], do)

    def checkbox(self, label: str, value: bool, do: Callable[[bool], None]) -> Widget:
        return self._add(label, value, do)

    def slider(
        self,
        label: str,
        low: float,
        high: float,
        step: float,
        value: float,
        do: Callable[[float], None] | None = None,
    ) -> Widget:
        return self._add(label, value, do)

    def number(self, label: str, low: float, high: float, step: float, value: float) -> Widget:
        return self._add(label, value, None)

    def curves(self, title: str, *_: Any, grows: bool) -> Widget:
        return self._add(title, None, None)

    def arrows(self) -> Widget:
        return self._add("arrows", None, None)

    def light(self, sky: Any) -> None: ...

    def mesh(self, name: str, mesh: Any, *, still: bool) -> None: ...

    def bodies(self, names: Sequence[str], meshes: Sequence[Any]) -> None: ...

    def move(self, places: Any, turns: Any, world: Any) -> None:
        self.moves.append((places, turns, world))
