"""The measures: which module holds what `hsm measure VERB` does."""

from types import MappingProxyType
from typing import Final

_PACKAGE: Final = "hsm.campaigns"

MEASURES: Final = MappingProxyType(
    {
        verb: f"{_PACKAGE}.{module}"
        for verb, module in {
            "walk": "walking.walk",
            "odometry": "walking.odometry",
            "push": "walking.push",
            "ablation": "ablation.ablation",
            "tune": "tuning.tune",
            "get-up": "get_up.get_up",
            "get-up-ablation": "get_up.get_up_ablation",
            "dive": "falling.dive",
            "falls": "falling.falls",
            "lift": "handling.lift",
            "random": "machine.fuzz",
            "cycle": "machine.cycle",
            "readme": "readme.command",
        }.items()
    }
)
"""Modules with dots, by the verb. What a figure depends on is what its module imports."""
