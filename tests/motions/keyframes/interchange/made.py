"""Small hand-made source files, and random motions."""

from pathlib import Path

from hypothesis import strategies as st

from hardware.robots.nao import Joint
from motions.keyframes.interchange.importer import import_motions
from motions.keyframes.interchange.names import DEG, PHASES, VARIABLES
from motions.keyframes.interchange.team_motions import Team
from motions.keyframes.motions.conditions import QUANTITIES, Condition, Conditions, Match
from motions.keyframes.motions.keyframe import (
    BalanceMode,
    BalanceShare,
    Branch,
    Compensation,
    Held,
    Interpolation,
    JointShare,
    Keyframe,
    KeyframeBalance,
    Limb,
    LimbPose,
    TorsoWindow,
    Wait,
    WaitBreak,
)
from motions.keyframes.motions.motion import (
    Block,
    BlockEnergySaving,
    KeyframeMotion,
    MotionChoice,
    Saving,
)

FOLDER = Path(__file__).parent
IRREGULAR = (FOLDER / "irregular.cfg").read_text()


def irregular() -> Team:
    """Return the content of the file with every irregularity."""
    return import_motions(IRREGULAR, "irregular.cfg")


NAMES = ("rise", "sit_down", "keeper_jump_left")
numbers = st.integers(-2000, 2000).map(lambda value: value / 100.0)
degrees = st.integers(-1700, 1700).map(lambda value: value / 10.0 * DEG)
percents = st.integers(0, 100).map(lambda value: value * 1e-2)
targets = st.one_of(degrees, st.sampled_from(list(Held)))
hands = st.one_of(st.integers(0, 10).map(lambda value: value / 10.0), st.sampled_from(list(Held)))
joints = st.sampled_from([joint for joint in Joint if joint < Joint.L_HAND])


@st.composite
def ranges(draw: st.DrawFn, scale: float) -> tuple[float, float]:
    low, high = sorted((draw(numbers), draw(numbers)))
    return low * scale, high * scale


@st.composite
def conditions(draw: st.DrawFn, *, least: int = 0, match: Match | None = None) -> Conditions:
    listed = []
    for quantity in draw(
        st.lists(st.sampled_from(list(VARIABLES.values())), min_size=least, max_size=3)
    ):
        bounds = draw(ranges(QUANTITIES[quantity].to_si))
        listed.append(Condition(negate=draw(st.booleans()), **{quantity: bounds}))
    wanted = match or draw(st.sampled_from(list(Match)))
    return Conditions(tuple(listed), wanted if len(listed) > 1 else Match.ALL)


@st.composite
def waits(draw: st.DrawFn) -> Wait:
    until = draw(conditions(least=1, match=Match.ALL))
    longest = draw(st.integers(0, 5000)) * 1e-3 if len(until.conditions) == 1 else 1.0
    return Wait(longest, until, draw(st.sampled_from([WaitBreak.NEVER, WaitBreak.APPROACH])))


@st.composite
def branches(draw: st.DrawFn) -> Branch:
    to_block = draw(st.booleans())
    name = draw(st.sampled_from(NAMES))
    at_end = draw(st.none() | conditions(least=1))
    early = draw(conditions()) if at_end is None else draw(st.none() | conditions())
    return Branch(
        to_block=name if to_block else None,
        to_motion=None if to_block else name,
        early=early,
        at_end=at_end,
        remove_current_block=draw(st.booleans()),
        init_stiffness=draw(st.booleans()),
        max_loops=draw(st.none() | st.integers(0, 5)),
    )


@st.composite
def compensations(draw: st.DrawFn) -> Compensation:
    start, full = draw(st.lists(st.integers(0, 40), min_size=2, max_size=2, unique=True))
    sign = draw(st.sampled_from([1.0, -1.0])) * DEG
    by_hips = draw(st.booleans())
    shares = st.lists(st.builds(JointShare, joints, numbers), min_size=1, max_size=3)
    return Compensation(
        start=start * sign,
        full=full * sign,
        apply=tuple(draw(shares)),
        observe=None if by_hips else draw(joints),
        hip_pitch_difference=by_hips,
        predict=draw(st.booleans()),
    )


def ends(infinity: float, low: int, high: int) -> st.SearchStrategy[float | None]:
    """Return a strategy for the end of a window: an angle, none, or the running one."""
    angle = st.integers(low, high).map(lambda value: value * DEG)
    return st.one_of(angle, st.just(infinity), st.none())


@st.composite
def windows(draw: st.DrawFn) -> TorsoWindow | None:
    axes = []
    for _ in range(2):
        low = draw(ends(float("-inf"), -180, -10))
        high = draw(ends(float("inf"), 10, 180))
        axes.append(None if low is None and high is None else (low, high))
    return TorsoWindow(*axes) if any(axes) else None


@st.composite
def balances(draw: st.DrawFn) -> KeyframeBalance | None:
    shares = st.builds(BalanceShare, joints, numbers, st.sampled_from(list(BalanceMode)))
    lists = st.lists(shares, max_size=3, unique_by=lambda share: share.joint)
    forward, sideways = draw(lists), draw(lists)
    return KeyframeBalance(tuple(forward), tuple(sideways)) if forward or sideways else None


@st.composite
def keyframes(draw: st.DrawFn, release_step: float | None) -> Keyframe:
    legs = [tuple(draw(targets) for _ in range(6)) for _ in range(2)]
    arms = [tuple(draw(targets) for _ in range(5)) for _ in range(2)]
    compensation = tuple(draw(st.lists(compensations(), max_size=2)))
    angles = {
        Limb.HEAD: (draw(targets), draw(targets)),
        Limb.LEFT_ARM: arms[0],
        Limb.RIGHT_ARM: arms[1],
        Limb.LEFT_LEG: legs[0],
        Limb.RIGHT_LEG: (legs[0][0], *legs[1][1:]),
    }
    poses = None
    if draw(st.booleans()):
        limb = draw(st.sampled_from([Limb.LEFT_ARM, Limb.RIGHT_ARM, Limb.LEFT_LEG]))
        turned = draw(st.none() | st.tuples(degrees, degrees, degrees))
        poses = {limb: LimbPose((draw(numbers) * 1e-3, 0.1, 0.0), turned)}
        del angles[limb]
    return Keyframe(
        label=draw(
            st.text("abc xyz-/*{=", min_size=1, max_size=8).map(
                lambda t: " ".join(["a", *t.split()])
            )
        ),
        duration=draw(st.integers(1, 4000)) * 1e-3,
        angles=angles,
        poses=poses,
        hands=(draw(hands), draw(hands)),
        interpolation=draw(st.none() | st.sampled_from(list(Interpolation))),
        stiffness_changes=draw(st.dictionaries(joints, percents, max_size=3)) or None,
        compensation=compensation,
        release_step=release_step if compensation else None,
        balance=draw(balances()),
        balance_phase=draw(st.sampled_from(PHASES)),
        goal_com=(draw(numbers) * 1e-3, draw(numbers) * 1e-3),
        set_last_com=draw(st.booleans()),
        torso=draw(windows()),
        torso_start=draw(windows()),
        wait=draw(st.none() | st.just(Wait(0.0, Conditions(), WaitBreak.NEVER)) | waits()),
        branches=tuple(draw(st.lists(branches(), max_size=2))),
    )


@st.composite
def teams(draw: st.DrawFn) -> Team:
    """Return motions and blocks that a source file can express, in normal form."""
    limbs = (Limb.HEAD, Limb.LEFT_ARM, Limb.RIGHT_ARM, Limb.LEFT_LEG, Limb.RIGHT_LEG)
    step = draw(st.none() | st.just(0.2))
    blocks = {}
    for name in NAMES:
        stiffness = {limb: draw(percents) for limb in limbs if draw(st.booleans())}
        listed = tuple(draw(st.lists(keyframes(step), max_size=2)))
        blocks[name] = Block(stiffness, draw(st.sampled_from(list(Interpolation))), listed)
    saving = st.builds(
        BlockEnergySaving,
        st.sampled_from(list(Saving)),
        st.sampled_from(list(Saving)),
        st.booleans(),
    )
    follow_ups = st.lists(st.builds(MotionChoice, st.sampled_from(NAMES), conditions()), max_size=2)
    motions = {
        name: KeyframeMotion(
            blocks=tuple(draw(st.lists(st.sampled_from(NAMES), max_size=2))),
            balance_out=draw(st.booleans()),
            follow_ups=tuple(draw(follow_ups)),
            energy_saving=draw(saving),
            is_stable=draw(st.booleans()),
        )
        for name in NAMES
    }
    return Team(motions, blocks)
