"""`hsm measure naoqi --case dance`: which of its steps are clipped."""

from hsm.apps.naoqi.hosting.in_physics import SimulatedProgram
from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.programs.naoqi import ProgramCase, measure_naoqi


def test_only_the_fifth_step_of_the_makers_dance_is_clipped() -> None:
    config = CampaignConfig("ideal")
    report = measure_naoqi(config, ProgramCase.DANCE, SimulatedProgram, trials=1, jobs=1)
    figures = report.record()["dance"]
    assert isinstance(figures, dict)
    assert figures["clipped"] == [5] and figures["steps"] == 16
