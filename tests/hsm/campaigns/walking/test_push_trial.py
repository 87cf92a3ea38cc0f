"""What happens to a robot in a trial of pushes."""

import pytest

from hardware.disturbances import TOWARDS, Lean, Push
from hsm.campaigns.walking.push import LEANS_FOR, PushTrial


def test_a_trial_pushes_unless_somebody_leans() -> None:
    pushed = PushTrial(0, "backward", 0.06, 2.0, 0.15).disturbance
    leant_on = PushTrial(0, "left", 0.06, 2.0, 0.15, lean=10.0).disturbance
    assert pushed == Push(TOWARDS["backward"], 2.0)
    assert leant_on == Lean(TOWARDS["left"], 10.0, LEANS_FOR)
    assert pytest.approx(0.4) == LEANS_FOR
