"""Where a measure stands: in the module of its family that is called as its verb."""

from pathlib import Path


def module_of(verb: str) -> str:
    """Return the module of `hsm measure VERB`, with dots; a figure depends on what it imports.

    Raises:
        LookupError: If there is none, or one in each of two families.
    """
    name = verb.replace("-", "_")
    found = sorted(Path(__file__).parent.glob(f"*/{name}.py"))
    if len(found) != 1:
        raise LookupError(f"{len(found)} modules {name}.py in the families of hsm/campaigns")
    return f"hsm.campaigns.{found[0].parent.name}.{name}"
