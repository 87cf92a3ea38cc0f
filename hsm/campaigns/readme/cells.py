"""How the records of campaigns become the cells of the README's table.

A cell is a function of the records of its campaigns; what it takes before these stands in the row.
Rates of several campaigns, directions or dives are pooled by their counts; an average is told for
each.
"""

from collections.abc import Callable, Iterable, Sequence

from hardware.disturbance import DIRECTIONS
from hsm.campaigns.readme.ledger import Record
from hsm.campaigns.statistics import Rate, pooled, spread

Records = Sequence[Record]
Cell = Callable[[Records], str]

JUMPS = ("jump_left", "jump_right")


def walked(axis: int, unit: str, records: Records) -> str:
    """Return the speed reached, without its sign, and the falls.

    Args:
        axis: 0 forward, 1 left, 2 turn.
        unit: Of the speed.
        records: Of the walks.
    """
    (record,) = records
    speed, interval = record["reached"][axis], record["interval"]["reached"][axis]
    if speed is not None and speed < 0.0:
        speed, interval = -speed, interval and (-interval[1], -interval[0])
    return f"{spread(speed, interval, '.3f')} {unit}; {fell(records)}"


def fell(records: Records, *, of: str = "trials") -> str:
    """Return how many walks ended in a fall."""
    return share(records, "falls", "fell", of=of)


def off(records: Records) -> str:
    """Return by how much of the way odometry is off."""
    (record,) = records
    return average(record, "mean_error", ".1%")


def stayed_up(records: Records) -> str:
    """Return how many pushes were survived."""
    (record,) = records
    return share(record.values(), "survived", "stayed up")


def protected(records: Records) -> str:
    """Return how often protection came before the ground, and how long before at least."""
    (record,) = records
    falls = [record["falls"]["protected"][direction] for direction in DIRECTIONS]
    in_time = share(falls, "before_impact", "in time", of="fell")
    leads = [fall["least_lead_ms"] for fall in falls if fall["least_lead_ms"] is not None]
    return f"{in_time}; {min(leads)} ms" if leads else f"{in_time}; -"


def hit_with(answer: str, contact: str, records: Records) -> str:
    """Return the share of a stiff robot's blow, direction by direction.

    Args:
        answer: Response of the robot to the fall.
        contact: Softness of the contacts, as the record names it: "6 ms".
        records: Of the falls.
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
    """Return how many robots were held softly, and how many went on when they were put down."""
    (record,) = records
    held = share(record.values(), "held", "held softly")
    return f"{held}; {share(record.values(), 'resumed', 'went on')}"


def got_up(side: str, records: Records) -> str:
    """Return how many stood up from a side, at the first try, and how soon."""
    (found,) = (record[side] for record in records)
    stood = share([found], "succeeded", "stood up")
    first = share([found], "first_try", "on the first try")
    return f"{stood}; {first}; median {_bare(found['median_s'])} s"


def kicked(kind: str, records: Records) -> str:
    """Return how many balls went where they should, how far, and the falls."""
    (found,) = (record[kind] for record in records)
    hit = share([found], "hit", "hit")
    return f"{hit}; {_bare(found['length_m']['median'])} m; {fell([found])}"


def arrived(records: Records) -> str:
    """Return how many robots came to a pose, how far beside it, and how long their ways took."""
    (record,) = records
    came = share(records, "arrived", "arrived")
    beside, times = median(record, "true_mm", ".0f"), median(record, "ratio", ".2f")
    return f"{came}; {beside} mm beside it; {times} times as long; {fell(records)}"


def past(records: Records) -> str:
    """Return how many robots came to a pose past obstacles, and how many touched one."""
    came = share(records, "arrived", "arrived")
    return f"{came}; {share(records, 'contacts', 'touched one')}; {fell(records)}"


def dribbled(records: Records) -> str:
    """Return how many balls were driven to their place, how fast, and how far off the line."""
    (record,) = records
    came = share(records, "reached", "reached")
    speed, off_line = median(record, "speed_m_per_s", ".2f"), median(record, "off_line_mm", ".0f")
    return f"{came}; {speed} m/s; {off_line} mm off the line; {fell(records)}"


def touched(records: Records) -> str:
    """Return how many balls that came were touched."""
    return f"{share(records, 'touched', 'touched')}; {fell(records)}"


def moved_to(records: Records) -> str:
    """Return how many calls of moveTo arrived, and how far beside the target."""
    (found,) = (record["move_to"] for record in records)
    came = share([found], "arrived", "arrived")
    return f"{came}; {median(found, 'true_mm', '.0f')} mm beside it; {fell([found])}"


def danced(records: Records) -> str:
    """Return how near the soles of programs' footsteps were to where they should be."""
    (found,) = (record["dance"] for record in records)
    beside, turned = (spread_of(found, key, "p95", ".1f") for key in ("off_mm", "off_deg"))
    falls = fell([found], of="runs")
    return f"95 of 100 soles within {beside} mm and {turned} deg; {falls}"


def up_in_trouble(records: Records) -> str:
    """Return how many stood up, whatever happened to them and wherever they lay."""
    return share([side for record in records for side in record.values()], "succeeded")


def up_after(dives: Sequence[str], records: Records) -> str:
    """Return how many got up after some dives."""
    (record,) = records
    return share([record[dive] for dive in dives], "got_up")


def reached(dives: Sequence[str], records: Records) -> str:
    """Return how far a hand reached and how soon, dive by dive."""
    (record,) = records
    return ", ".join(
        f"{average(record[dive], 'reach_m', '.2f')} m after "
        f"{average(record[dive], 'low_s', '.2f')} s"
        for dive in dives
    )


def landed(records: Records) -> str:
    """Return how often a jump hit head or torso."""
    (record,) = records
    return share([record[dive] for dive in JUMPS], "hit")


def share(records: Iterable[Record], key: str, did: str = "", *, of: str = "trials") -> str:
    """Return of how many trials of some records something is told, with its interval."""
    return pooled(Rate(record[key], record[of]) for record in records).told(did)


def average(record: Record, key: str, spec: str) -> str:
    """Return an average with its interval; a dash where no trial counted."""
    return spread(record[key], record.get("interval", {}).get(key), spec)


def median(record: Record, key: str, spec: str) -> str:
    """Return a median with its interval."""
    return spread_of(record, key, "median", spec)


def spread_of(record: Record, key: str, which: str, spec: str) -> str:
    """Return one number that tells how something is spread, with its interval; a dash likewise."""
    return spread(record[key][which], record["interval"][key].get(which), spec)


def _bare(value: float | None) -> str:
    """Return a number without its interval; a dash where no trial counted."""
    return "-" if value is None else f"{value:.1f}"
