"""JSON output of the commands.

JSON cannot express NaN, so a value that was not measured is `null`.
"""

import json
import math
from collections.abc import Mapping
from typing import Any


def json_text(value: object, indent: int | None = None) -> str:
    """Return plain values as standard JSON, on one line if `indent` is None.

    NaN and infinities become `null`.
    """
    return json.dumps(_measured(value), ensure_ascii=False, indent=indent, allow_nan=False)


def _measured(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {key: _measured(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_measured(item) for item in value]
    return value
