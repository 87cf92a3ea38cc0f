"""Shell completion of names in `config/` and of rows of the README."""

from collections.abc import Callable
from itertools import chain


def names_in(*folders: str) -> Callable[[str], list[str]]:
    """Return a function that completes the name of a YAML file in folders of `config/`."""

    def complete(incomplete: str) -> list[str]:
        from hsm.settings.loader import config_folder

        files = chain(*((config_folder() / folder).glob("*.yaml") for folder in folders))
        return sorted(file.stem for file in files if file.stem.startswith(incomplete))

    return complete


def names_of_rows(incomplete: str) -> list[str]:
    """Complete the name of a row of the README's table of figures."""
    from hsm.campaigns.readme.rows import ROWS

    return [row.name for row in ROWS if row.name.startswith(incomplete)]


SCENARIOS = names_in("scenarios")
PLANTS = names_in("plants")
PROFILES = names_in("walking/profiles")
MOTIONS = names_in("keyframes/motions", "keyframes/blocks")
