"""The public API: complete, typed, documented, and imported lazily."""

import ast
import importlib
import inspect
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from importlib import metadata
from typing import Any, get_args, get_type_hints

import pytest

import hsm
from hsm import api
from tests.project.syntax import ROOT, sources, syntax_of


def test_every_listed_name_can_be_imported_from_the_package() -> None:
    other = [name for name in api.__all__ if getattr(hsm, name) is not getattr(api, name)]
    assert other == []


def test_every_listed_class_and_function_has_a_docstring() -> None:
    listed = {name: getattr(hsm, name) for name in api.__all__}
    assert [name for name, it in listed.items() if callable(it) and not inspect.getdoc(it)] == []


def test_every_listed_function_is_fully_typed() -> None:
    untyped = []
    for name in api.__all__:
        if inspect.isfunction(listed := getattr(hsm, name)):
            signature = inspect.signature(listed)
            given = [parameter.annotation for parameter in signature.parameters.values()]
            if inspect.Signature.empty in [*given, signature.return_annotation]:
                untyped.append(name)
    assert untyped == []


def test_the_api_lists_exactly_what_it_imports() -> None:
    tree = ast.parse((ROOT / "hsm" / "api.py").read_text())
    block = next(node for node in tree.body if isinstance(node, ast.If))
    imported = [
        item.asname or item.name
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for item in node.names
    ]
    assert Counter(imported) == Counter(api.__all__)
    assert dir(hsm) == sorted(api.__all__)


def classes_in(hint: Any) -> Iterator[type]:
    """Yield the project's classes that a type hint names, and those in the fields of each."""
    for part in get_args(hint):
        yield from classes_in(part)
    if isinstance(hint, type) and hint.__module__.split(".")[0] in ("hsm", "motions", "hardware"):
        yield hint
        if is_dataclass(hint):
            for field in get_type_hints(hint).values():
                yield from classes_in(field)


@pytest.mark.parametrize("name", ["MotionRequest", "CampaignConfig", "MotionInfo"])
def test_every_class_that_a_request_a_campaign_or_a_report_consists_of_is_listed(name: str) -> None:
    needed = {kind.__name__ for kind in classes_in(getattr(hsm, name))}
    assert needed - set(api.__all__) == set() and len(needed) > 1


def test_an_unlisted_name_is_refused_with_a_pointer_to_the_api() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'jump'; hsm\.api lists all"):
        _ = hsm.jump  # type: ignore[attr-defined]


def test_a_star_import_imports_every_listed_name() -> None:
    found: dict[str, object] = {}
    exec("from hsm import *", found)
    assert {name for name in found if name != "__builtins__"} == set(api.__all__)


def test_the_package_has_a_version_but_no_other_dunder_metadata() -> None:
    assert hsm.__version__ == metadata.version("nao-hsm")
    with pytest.raises(AttributeError, match="no attribute '__author__'"):
        _ = hsm.__author__  # type: ignore[attr-defined]


def test_no_listed_name_hides_a_module() -> None:
    modules = {path.stem for path in (ROOT / "hsm").iterdir()}
    assert modules & set(api.__all__) == set()


def test_nothing_inside_the_project_imports_from_the_api() -> None:
    inside = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sources("hsm", "motions", "hardware")
        if path.name != "__init__.py"
        for node in ast.walk(syntax_of(path))
        if isinstance(node, ast.ImportFrom)
        and (node.module == "hsm.api" or node.module == "hsm")
        and {item.name for item in node.names} & {*api.__all__, "api"}
    ]
    assert inside == []


def test_importing_the_package_loads_none_of_its_modules() -> None:
    code = "import sys, hsm; print(*(name for name in sys.modules if name.startswith('hsm')))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.split() == ["hsm"], done.stderr


def test_modules_of_the_package_can_be_imported_beside_the_listed_names() -> None:
    assert importlib.import_module("hsm.control").__name__ == "hsm.control"
    with pytest.raises(ImportError):
        from hsm import nonsense  # type: ignore[attr-defined] # noqa: F401


def test_the_repr_of_settings_is_one_short_line_that_names_their_parts() -> None:
    told = repr(SETTINGS)
    assert told.startswith("<MotionSettings of nao_v6: robot, ") and len(told) < 200
    assert repr(SETTINGS.fall).startswith("FallParameters("), "a part has its full repr"
    assert "blocks; " in repr(SETTINGS.motions) and len(repr(SETTINGS.motions)) < 400


def refused(ask: Callable[[], object]) -> str:
    """Return the message and the hint with which a call is refused."""
    with pytest.raises((hsm.HsmError, TypeError, ValueError)) as caught:
        ask()
    return " ".join([str(caught.value), *getattr(caught.value, "__notes__", ())])


class OwnTerm(hsm.BalanceTerm):
    group = "own_term"


SETTINGS, PLANT = hsm.load_settings(), hsm.load_plant("standard")
ASKED: dict[str, tuple[Callable[[], object], str]] = {
    "no folder": (
        lambda: hsm.load_settings(folder="nowhere"),
        "nowhere: there is no such folder; expected a copy of config/",
    ),
    "no profile": (
        lambda: hsm.load_settings(3),  # type: ignore[arg-type]
        "unknown profile '3' hint: there are competition, ",
    ),
    "a plant's name": (
        lambda: hsm.CampaignConfig("wor"),
        "unknown plant 'wor'; did you mean 'worn'? hint: there are broken, ",
    ),
    "a profile's name": (
        lambda: hsm.CampaignConfig("worn", profile="fats"),
        "unknown profile 'fats'; did you mean 'fast'?",
    ),
    "a profile where it is not": (
        lambda: hsm.CampaignConfig("worn", "fast"),  # type: ignore[arg-type]
        "CampaignConfig: randomised is 'fast'; expected True or False",
    ),
    "degrees": (
        lambda: hsm.Push(90, 2),
        "Push: direction is 90; expected a number from -6.283 to 6.283 rad: 90 deg are 1.571",
    ),
    "a state as a text": (
        lambda: hsm.Simulation(SETTINGS, PLANT).restore("text"),  # type: ignore[arg-type]
        "the state is 'text'; expected the bytes that `save` returned hint: Save the state",
    ),
    "a script that is none": (
        lambda: hsm.Simulation(SETTINGS, PLANT).save(3),  # type: ignore[arg-type]
        "expected the player of a timeline or None, got 3",
    ),
    "a time as a text": (
        lambda: hsm.explain("run.hsm", "3"),  # type: ignore[arg-type]
        "at is '3'; expected a time in the run, s",
    ),
    "a term that is none": (
        lambda: hsm.with_term(SETTINGS.walking, object, 1),  # type: ignore[arg-type]
        "expected a subclass of BalanceTerm with a name as its `group`, got <class 'object'>",
    ),
    "a term without its parameters": (
        lambda: hsm.with_term(SETTINGS.walking, OwnTerm, 1),
        "expected the parameters of OwnTerm, with a field `active`, got 1",
    ),
    "a term for all settings": (
        lambda: hsm.with_term(SETTINGS, OwnTerm, 1),  # type: ignore[arg-type]
        "expected the parameters of a walk, such as load_settings().walking, got ",
    ),
    "a pose in degrees": (
        lambda: hsm.WalkTo(1.0, 0.0, 90),
        "WalkTo: heading is 90; expected a number from -6.283 to 6.283 rad: 90 deg are 1.571",
    ),
    "a tolerance in degrees": (
        lambda: hsm.WalkTo(1.0, 0.0, turn_tolerance=5),
        "WalkTo: turn_tolerance is 5; expected a number above 0 up to 3.142 rad: 5 deg are 0.0872",
    ),
    "a kick in degrees": (
        lambda: hsm.Kick(hsm.KickKind.FORWARD, 45),
        "Kick: direction is 45; expected a number from -6.283 to 6.283 rad: 45 deg are 0.7854",
    ),
    "a place behind the ball in degrees": (
        lambda: hsm.WalkBehindBall(180),
        "WalkBehindBall: direction is 180; expected a number from -6.283 to 6.283 rad",
    ),
    "a stuck ball in degrees": (
        lambda: hsm.FreeStuckBall(45),
        "FreeStuckBall: direction is 45; expected a number from -6.283 to 6.283 rad",
    ),
    "a step in degrees": (
        lambda: hsm.ReplayedStep(hsm.Side.LEFT, 0.0, 0.1, 20),
        "ReplayedStep: turn is 20; expected a number from -6.283 to 6.283 rad: 20 deg are 0.3491",
    ),
    "a heading in degrees": (
        lambda: hsm.PassiveRobot(1.0, 0.0, heading=180),
        "PassiveRobot: heading is 180; expected a number from -6.283 to 6.283 rad: 180 deg",
    ),
}


@pytest.mark.parametrize("asked", ASKED)
def test_an_invalid_argument_is_refused_with_the_expected_one(asked: str) -> None:
    ask, told = ASKED[asked]
    assert told in refused(ask)
