"""Finds the module of a measure, which is named after its verb."""

from pathlib import Path


def module_of(verb: str) -> str:
    """Return the dotted module of `hsm measure VERB`; its imports are what a figure depends on.

    Raises:
        LookupError: If there is none, or more than one.
    """
    name = verb.replace("-", "_")
    found = sorted(Path(__file__).parent.glob(f"*/{name}.py"))
    if len(found) != 1:
        raise LookupError(f"{len(found)} modules {name}.py in the families of hsm/campaigns")
    return f"hsm.campaigns.{found[0].parent.name}.{name}"
