"""A state is named by its declaration: a partial renaming is refused.

That a complete renaming changes no figure is tested for every state by `make bench`.
"""

from pathlib import Path

from tests.project.renaming import DECLARATION, command, new_name, renamed


def test_a_state_renamed_only_in_its_declaration_is_refused(tmp_path: Path) -> None:
    checkout = renamed(tmp_path / "checkout", "FallProtection", DECLARATION)
    code, said = command(checkout, "check")
    assert code != 0 and "Traceback" not in said
    assert f"unknown state 'FallProtection'; the nearest is '{new_name('FallProtection')}'" in said
