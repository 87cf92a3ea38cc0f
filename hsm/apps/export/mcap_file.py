"""Export of a recorded run as MCAP, for Foxglove, PlotJuggler and others.

Messages are JSON with a schema, so that no viewer needs a plugin: values by joint name, SI units,
missing measurements null. Time is that of the run.
"""

from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import IO, Any, Final

from hardware.sensors_and_commands import SensorFrame
from hsm.apps.export.columns import BY_JOINT, PARTS, about
from hsm.control.reasons import request_text
from hsm.errors import HsmError, missing_package
from hsm.json_text import json_text
from hsm.runs.format import RunRow
from hsm.runs.reader import RecordedRun
from motions.requests import MotionRequest

_NANOSECONDS: Final = 1e9
_NUMBER: Final = {"type": ["number", "null"]}
_TEXT: Final = {"type": "string"}
_YES_OR_NO: Final = {"type": "boolean"}


def write_mcap(run: RecordedRun, joints: Sequence[str], file: IO[bytes]) -> None:
    """Write a run to an open file; `joints` are the joint names in wire order.

    Raises:
        HsmError: If the package mcap is not installed.
    """
    if find_spec("mcap") is None:
        raise HsmError(f"{missing_package('mcap', 'mcap')}, or --to npz")
    from mcap.writer import CompressionType, Writer

    writer = Writer(file, compression=CompressionType.ZSTD)
    writer.start(profile="", library="nao-hsm")
    channels: dict[str, int] = {}
    for number, row in enumerate(run.rows):
        at = round(row.time * _NANOSECONDS)
        for topic, message in _messages(row, joints):
            if topic not in channels:
                schema = writer.register_schema(
                    name=f"nao_hsm{topic.replace('/', '.')}",
                    encoding="jsonschema",
                    data=json_text(_schema(message)).encode(),
                )
                channels[topic] = writer.register_channel(
                    topic=topic, message_encoding="json", schema_id=schema
                )
            writer.add_message(
                channel_id=channels[topic],
                log_time=at,
                publish_time=at,
                sequence=number,
                data=json_text(message).encode(),
            )
    told = {key: json_text(value) for key, value in about(run).items()}
    writer.add_metadata("run", told)
    writer.add_attachment(
        create_time=0,
        log_time=0,
        name="parameters.json",
        media_type="application/json",
        data=json_text(run.header.parameters).encode(),
    )
    writer.finish()  # type: ignore[no-untyped-call]


def _messages(row: RunRow, joints: Sequence[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield topic and message of the inputs and outputs of a cycle."""
    if row.frame is not None:
        yield "/frame", _frame(row.frame, joints)
    yield (
        "/command",
        {
            "positions": dict(zip(joints, row.command.positions, strict=True)),
            "stiffness": dict(zip(joints, row.command.stiffness, strict=True)),
        },
    )
    yield "/state", {"leaf": row.leaf, "age": row.age, "facts": row.facts}
    if row.request is not None:
        yield "/request", _request(row.request)
    if row.transition is not None:
        names = ("source", "dest", "event", "because")
        yield "/transition", {name: getattr(row.transition, name) for name in names}


def _request(request: MotionRequest) -> dict[str, Any]:
    return {
        "words": request_text(request),
        "motion": request.motion.value,
        "forward": request.forward,
        "left": request.left,
        "turn": request.turn,
        "relative": request.relative,
    }


def _frame(frame: SensorFrame, joints: Sequence[str]) -> dict[str, Any]:
    return {
        "time": frame.time,
        **{name: dict(zip(joints, getattr(frame, name), strict=True)) for name in BY_JOINT},
        **{name: dict(zip(of, getattr(frame, name), strict=True)) for name, of in PARTS.items()},
        "battery": {
            "charge": frame.battery_charge,
            "current": frame.battery_current,
            "status": frame.battery_status,
            "temperature": frame.battery_temperature,
        },
    }


def _schema(message: object) -> dict[str, Any]:
    """Return the JSON schema of a message."""
    if isinstance(message, Mapping):
        return {
            "type": "object",
            "properties": {name: _schema(item) for name, item in message.items()},
        }
    if isinstance(message, bool):
        return dict(_YES_OR_NO)
    return dict(_TEXT if isinstance(message, str) else _NUMBER)
