"""`hsm serve lola` prints what its client does not get: sight and final positions."""

import re

from hsm.campaigns.wire.processes import program, short_folder


def test_a_served_scenario_prints_a_note_on_sight_and_the_final_positions() -> None:
    with short_folder() as folder:
        log = folder / "log"
        words = ("serve", "lola", "--socket", str(folder / "lola"), "--cycles", "3")
        with program(log, "hsm", *words, "--scenario", "stand_kick") as server:
            assert server.wait(60.0) == 0
        said = log.read_text()
    assert "sight: the client gets no sightings from here; a program has to see() them" in said
    ended = r"the robot is at -?0.00 m, -?0.00 m, -?0 deg; the ball at (0.19|0.20) m, 0.0[56] m"
    assert re.fullmatch(ended, said.splitlines()[-1])
