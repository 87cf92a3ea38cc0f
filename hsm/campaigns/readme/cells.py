"""Formats the records of campaigns as cells of the README's table.

A cell is a function of its campaigns' records; the row binds any arguments before these. Rates of
several campaigns, directions or dives are pooled by their counts; averages are listed one by one.
"""

from collections.abc import Callable, Iterable, Sequence

from hardware.disturbance import DIRECTIONS
from hsm.campaigns.readme.ledger import Record
from hsm.campaigns.statistics import Rate, pooled, spread

Records = Sequence[Record]
Cell = Callable[[Records], str]

JUMPS = ("jump_left", "jump_right")


def walked(axis: int, unit: str, records: Records) -> str:
    """Return the magnitude of the reached speed, and the falls.

    Args:
        axis: 0 forward, 1 left, 2 turn.
        unit: Unit of the speed.
        records: Records of the walks.
    """
    (record,) = records
    speed, interval = record["reached"][axis], record["interval"]["reached"][axis]
    if speed is not None and speed < 0.0:
        speed, interval = -speed, interval and (-interval[1], -interval[0])
    return f"{spread(speed, interval, '.3f')} {unit}; {fell(records)}"


def fell(records: Records, *, of: str = "trials") -> str:
    """Return how many trials ended in a fall."""
    return share(records, "falls", "fell", of=of)


def off(records: Records) -> str:
    """Return the mean odometry error as a share of the distance."""
    (record,) = records
    return average(record, "mean_error", ".1%")


def stayed_up(records: Records) -> str:
    """Return how many pushes were survived."""
    (record,) = records
    return share(record.values(), "survived", "stayed up")


def protected(records: Records) -> str:
    """Return how often protection preceded the impact, and its minimum lead time."""
    (record,) = records
    falls = [record["falls"]["protected"][direction] for direction in DIRECTIONS]
    in_time = share(falls, "before_impact", "in time", of="fell")
    leads = [fall["least_lead_ms"] for fall in falls if fall["least_lead_ms"] is not None]
    return f"{in_time}; {min(leads)} ms" if leads else f"{in_time}; -"


def hit_with(answer: str, contact: str, records: Records) -> str:
    """Return the impact force relative to a stiff robot's, by direction.

    Args:
        answer: Response of the robot to the fall.
        contact: Softness of the contacts, as the record names it: "6 ms".
        records: Records of the falls.
    """
    (record,) = records
    shares = record["blows"][contact][answer]
    return ", ".join(average(shares, direction, ".2f") for direction in DIRECTIONS)


def an_hour(records: Records) -> str:
    """Return falls and false alarms per hour of pushed walking."""
    walks = records[0]["walk"]
    falls = average(walks, "falls_per_hour", ".1f")
    return f"{falls} falls per hour; {average(walks, 'false_alarms_per_hour', '.1f')} false alarms"


def lifted(records: Records) -> str:
    """Return how many robots were held softly, and how many resumed their request afterwards."""
    (record,) = records
    held, resumed = (
        share(record.values(), key, did, of="prepared")
        for key, did in (("held", "held softly"), ("resumed", "resumed the request"))
    )
    return f"{held}; {resumed}"


def got_up(side: str, records: Records) -> str:
    """Return how many got up from a side, how many on the first try, and the median time."""
    (found,) = (record[side] for record in records)
    stood = share([found], "succeeded", "stood up")
    first = share([found], "first_try", "on the first try")
    return f"{stood}; {first}; median {_bare(found['median_s'])} s"


def kicked(kind: str, records: Records) -> str:
    """Return the hits, the median distance of the ball, and the falls."""
    (found,) = (record[kind] for record in records)
    hit = share([found], "hit", "hit")
    return f"{hit}; {_bare(found['length_m']['median'])} m; {fell([found])}"


def arrived(records: Records) -> str:
    """Return how many robots reached a pose, the distance left, the relative time, the falls."""
    (record,) = records
    came = share(records, "arrived", "arrived")
    beside, times = median(record, "true_mm", ".0f"), median(record, "ratio", ".2f")
    return f"{came}; {beside} mm off; {times} times the ideal time; {fell(records)}"


def past(records: Records) -> str:
    """Return how many robots reached a pose past obstacles, how many touched one, the falls."""
    came = share(records, "arrived", "arrived")
    return f"{came}; {share(records, 'contacts', 'touched one')}; {fell(records)}"


def dribbled(records: Records) -> str:
    """Return how many balls reached their target, how fast, how far off the line, the falls."""
    (record,) = records
    came = share(records, "reached", "reached")
    speed, off_line = median(record, "speed_m_per_s", ".2f"), median(record, "off_line_mm", ".0f")
    return f"{came}; {speed} m/s; {off_line} mm off the line; {fell(records)}"


def touched(records: Records) -> str:
    """Return how many balls were touched, and the falls."""
    return f"{share(records, 'touched', 'touched')}; {fell(records)}"


def moved_to(records: Records) -> str:
    """Return how many calls of moveTo arrived, the distance from the target, and the falls."""
    (found,) = (record["move_to"] for record in records)
    came = share([found], "arrived", "arrived")
    return f"{came}; {median(found, 'true_mm', '.0f')} mm off; {fell([found])}"


def danced(records: Records) -> str:
    """Return the 95th percentile of the soles' deviation from the planned steps, and the falls."""
    (found,) = (record["dance"] for record in records)
    beside, turned = (spread_of(found, key, "p95", ".1f") for key in ("off_mm", "off_deg"))
    falls = fell([found], of="runs")
    return f"95 of 100 soles within {beside} mm and {turned} deg; {falls}"


def up_in_trouble(records: Records) -> str:
    """Return how many got up, over all disturbances and sides."""
    return share([side for record in records for side in record.values()], "succeeded")


def up_after(dives: Sequence[str], records: Records) -> str:
    """Return how many got up after dives of some kinds."""
    (record,) = records
    return share([record[dive] for dive in dives], "got_up")


def reached(dives: Sequence[str], records: Records) -> str:
    """Return the lateral reach of a hand and its time, by kind of dive."""
    (record,) = records
    return ", ".join(
        f"{average(record[dive], 'reach_m', '.2f')} m after "
        f"{average(record[dive], 'low_s', '.2f')} s"
        for dive in dives
    )


def landed(records: Records) -> str:
    """Return in how many jumps head or torso hit the ground."""
    (record,) = records
    return share([record[dive] for dive in JUMPS], "hit")


def share(records: Iterable[Record], key: str, did: str = "", *, of: str = "trials") -> str:
    """Return a rate over the trials of some records, with its interval."""
    return pooled(Rate(record[key], record[of]) for record in records).told(did)


def average(record: Record, key: str, spec: str) -> str:
    """Return an average with its interval; a dash where no trial counted."""
    return spread(record[key], record.get("interval", {}).get(key), spec)


def median(record: Record, key: str, spec: str) -> str:
    """Return a median with its interval."""
    return spread_of(record, key, "median", spec)


def spread_of(record: Record, key: str, which: str, spec: str) -> str:
    """Return one statistic of a distribution, with its interval; a dash where no trial counted."""
    return spread(record[key][which], record["interval"][key].get(which), spec)


def _bare(value: float | None) -> str:
    """Return a number without its interval; a dash where no trial counted."""
    return "-" if value is None else f"{value:.1f}"
