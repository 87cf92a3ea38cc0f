"""The rows of the README's table, and the commands that measure them.

A row is an entry of `ROWS`. A new one needs the arguments of its commands after `hsm measure`, with
every number that matters, and a function that formats their records as a cell.
"""

from dataclasses import dataclass, replace
from functools import partial

from hsm.campaigns.readme import cells
from hsm.campaigns.readme.cells import JUMPS, Cell
from hsm.campaigns.registry import module_of

PLANTS = ("standard", "worn")
_FIRST = ("walk-0.25", "push-2", "hour", "get-up-front", "kick-stand")
"""Rows shown in the README; each must be understood without its neighbours."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """A measuring command.

    Attributes:
        words: Its arguments after `hsm measure`; within a row they include the plant.
        simulated: Approximate simulated time of all trials, s; the cost is proportional to it.
        given: Dotted name of the module that the command passes to the measure; none if empty.
    """

    words: str
    simulated: float
    given: str = ""

    @property
    def modules(self) -> tuple[str, ...]:
        """Return the dotted names of the modules whose imports its figures depend on."""
        measure = module_of(self.words.split()[0])
        return (measure, self.given) if self.given else (measure,)

    def on(self, plant: str) -> "Campaign":
        """Return the campaign for a plant."""
        return replace(self, words=f"{self.words} --plant {plant}")


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One line of the table.

    Attributes:
        name: Short name for the command line.
        text: The task, and what a cell states.
        cell: Formats the records of the campaigns.
        campaigns: Campaigns by plant, which their words include.
        first: It is shown in the README; the page of figures has all rows.
    """

    name: str
    text: str
    cell: Cell
    campaigns: dict[str, tuple[Campaign, ...]]
    first: bool = True

    @property
    def all_campaigns(self) -> list[Campaign]:
        """Return the campaigns of all plants."""
        return [each for campaigns in self.campaigns.values() for each in campaigns]


def _row(
    name: str, text: str, cell: Cell, *campaigns: Campaign, worn: Campaign | None = None
) -> FigureRow:
    by_plant = {"standard": campaigns, "worn": campaigns if worn is None else (worn,)}
    on_plants = {plant: tuple(c.on(plant) for c in found) for plant, found in by_plant.items()}
    return FigureRow(name, text, cell, on_plants, first=name in _FIRST)


def _walk(words: str, seeds: int = 20) -> Campaign:
    return Campaign(f"walk {words} --hold 30 --seeds {seeds}", 35.0 * seeds)


_AHEAD = partial(cells.walked, 0, "m/s")
_SERVICES = "hsm.apps.naoqi.hosting.in_physics"
# Steps of 1 ms cost twice as much, in dives too.
_FALLS = Campaign("falls --impulse 4.5 --seeds 20 --hours 1 --limp", (2 * 320 + 80) * 5.0 + 3600.0)
_LIFT = Campaign("lift --seeds 40", 200 * 5.0)
_GET_UP = Campaign(
    "get-up --side front --side back --side right --randomised --seeds 100", 300 * 6.6
)
_TROUBLES = [
    Campaign(
        f"get-up --side front --side back --side right --trouble {trouble} --randomised --seeds 20",
        60 * 7.0,
    )
    for trouble in ("foot-held", "hip-stuck", "pushed")
]
_DIVE = Campaign("dive --seeds 20", 2 * 60 * 7.0)


def _on_plants(name: str, text: str, cell: Cell, campaign: Campaign, *plants: str) -> FigureRow:
    return FigureRow(name, text, cell, {p: (campaign.on(p),) for p in plants}, first=False)


def _kick(kind: str) -> Campaign:
    return Campaign(f"kick --kind {kind} --seeds 20", 20 * 15.0)


ROWS = (
    _row("walk-0.25", "walk forward for 30 s, 0.25 m/s requested",
         _AHEAD, _walk("--forward 0.25")),
    _row("walk-fast",
         "walk forward for 30 s, profile `fast`, 0.35 m/s requested, 0.30 on `worn`",
         _AHEAD, _walk("--forward 0.35 --profile fast"),
         worn=_walk("--forward 0.30 --profile fast")),
    _row("walk-drawn-plants",
         "walk forward for 30 s, 0.20 m/s requested, 200 robots drawn at random",
         _AHEAD, _walk("--forward 0.20 --randomised", 200)),
    _on_plants("walk-one-fault",
               "walk forward for 30 s, 0.20 m/s requested, robots with one fault or on carpet",
               _AHEAD, _walk("--forward 0.20"),
               "carpet", "rounded_soles", "dead_cell", "hip_trim"),
    _on_plants("walk-soft-servos", "... 100 robots with soft servos, drawn at random",
               _AHEAD, _walk("--forward 0.20 --randomised", 100), "soft_servos"),
    _row("turn", "turn for 30 s, 1.0 rad/s requested",
         partial(cells.walked, 2, "rad/s"), _walk("--turn 1.0")),
    _row("side", "walk sideways for 30 s, 0.10 m/s requested",
         partial(cells.walked, 1, "m/s"), _walk("--left 0.10")),
    _row("back", "walk backward for 30 s, 0.10 m/s requested",
         _AHEAD, _walk("--forward -0.10")),
    _row("back-fast", "... profile `fast`, 0.20 m/s requested, 0.15 on `worn`",
         _AHEAD, _walk("--forward -0.20 --profile fast", 100),
         worn=_walk("--forward -0.15 --profile fast")),
    _row("drawn-speeds",
         "walk at a constant speed for 30 s, 40 speeds drawn from each of three profiles",
         cells.fell,
         *(_walk(f"--drawn --profile {each}", 40) for each in ("normal", "competition", "fast"))),
    _row("odometry-ahead",
         "mean position error of odometry after 4 s of standing and 5 m forward, in % of the "
         "distance",
         cells.off, Campaign("odometry --forward 0.20 --way 5 --stand 4 --seeds 20", 20 * 31.0)),
    _row("odometry-aside", "... after 1 m sideways",
         cells.off, Campaign("odometry --left 0.10 --way 1 --stand 4 --seeds 20", 20 * 17.0)),
    _row("goto",
         "walk to a pose 2 m away in any direction by odometry alone, after 4 s of standing: "
         "final distance from the pose; time relative to the same steps executed exactly",
         cells.arrived, Campaign("goto --way 2 --stand 4 --seeds 40", 40 * 20.0)),
    _row("goto-posts", "... past three visible posts: robots that touched one",
         cells.past, Campaign("goto --way 2 --stand 4 --obstacles 3 --seeds 40", 40 * 20.0)),
    _row("goto-passers-by", "... past three obstacles that approach at 0.2 m/s without giving way",
         cells.past,
         Campaign("goto --way 2 --stand 4 --obstacles 3 --obstacle-speed 0.2 --seeds 40",
                  40 * 20.0)),
    _row("push-1", "push of 1.0 N s while walking, 4 directions, 4 phases of the step",
         cells.stayed_up, Campaign("push --impulse 1.0 --forward 0.15 --seeds 5", 80 * 12.5)),
    _row("push-2",
         "push of 2.0 N s (20 N for 0.1 s) while walking, 4 directions, 4 phases of the step",
         cells.stayed_up, Campaign("push --impulse 2.0 --forward 0.15 --seeds 20", 320 * 12.5)),
    _row("protected",
         "pushed over with 4.5 N s, 4 directions: protected before impact; minimum lead time",
         cells.protected, _FALLS),
    _row("blow-12",
         "larger of the forces on head and torso in these falls, relative to falls without "
         "protection, contact time constant 12 ms: front, back, left, right",
         partial(cells.hit_with, "protected", "12 ms"), _FALLS),
    _row("blow-6", "... contact time constant 6 ms",
         partial(cells.hit_with, "protected", "6 ms"), _FALLS),
    _row("blow-2", "... contact time constant 2 ms",
         partial(cells.hit_with, "protected", "2 ms"), _FALLS),
    _row("blow-limp", "... all joints limp from the alarm on, contact time constant 6 ms",
         partial(cells.hit_with, "limp", "6 ms"), _FALLS),
    _row("hour",
         "an hour of walking, a minute at a time, with a push of 1.0 N s every 8 s",
         cells.an_hour, _FALLS),
    _row("lift",
         "lifted while walking, standing, getting up, waving or lying, then put down",
         cells.lifted, _LIFT),
    _row("get-up-front",
         "get up from the front, 100 robots drawn at random",
         partial(cells.got_up, "front"), _GET_UP),
    _row("get-up-back", "... from the back", partial(cells.got_up, "back"), _GET_UP),
    _row("get-up-right", "... from the right side", partial(cells.got_up, "right"), _GET_UP),
    _row("get-up-in-trouble",
         "... from all three, with a foot held by 30 N for 1 s, the hip yaw locked for 0.5 s, or a "
         "push of 0.5 N s",
         cells.up_in_trouble, *_TROUBLES),
    _row("kick-stand",
         "walk to a ball 1 m away and kick it as far as possible: hits (within 15 deg and 30 % of "
         "the expected direction and distance), median distance",
         partial(cells.kicked, "forward_fast"), _kick("forward_fast")),
    _row("kick-walking", "... with a short in-walk kick",
         partial(cells.kicked, "forward"), _kick("forward")),
    _row("kick-walking-long", "... with a long in-walk kick",
         partial(cells.kicked, "forward_long"), _kick("forward_long")),
    _row("dribble", "dribble the ball for 3 m: its speed; its largest distance from the line",
         cells.dribbled, Campaign("dribble --way 3 --seeds 20", 20 * 30.0)),
    _row("intercept",
         "touch a ball that rolls past at 0.5 to 1.0 m/s, 0.15 to 0.40 m to one side, "
         "seen 1.2 s before",
         cells.touched, Campaign("intercept --passes 1.2 --seeds 40", 40 * 7.0)),
    _row("move-to", "a NAOqi program calls moveTo: targets within 1 m, by odometry alone",
         cells.moved_to, Campaign("naoqi --case move_to --seeds 40", 41 * 12.0, _SERVICES)),
    _row("dance",
         "a NAOqi program places footsteps (setFootSteps): deviation of the pose of one sole "
         "relative to the other from the planned step",
         cells.danced, Campaign("naoqi --case dance --seeds 20", 20 * 12.0, _SERVICES)),
    _row("jump", "goalkeeper's jump from stand, walk or readiness: stands up again",
         partial(cells.up_after, JUMPS), _DIVE),
    _row("jump-reach",
         "... lateral reach of the hand at the height of a ball; time until it is that low: left, "
         "right",
         partial(cells.reached, JUMPS), _DIVE),
    _row("jump-force", "... head or torso hit the ground", cells.landed, _DIVE),
    _row("squat", "squat save from stand or walk: stands up again",
         partial(cells.up_after, ("squat",)), _DIVE),
    _row("squat-reach",
         "... lateral reach of the hands at the height of a ball; time until one is that low",
         partial(cells.reached, ("squat",)), _DIVE),
)  # fmt: skip
