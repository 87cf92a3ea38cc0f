"""Contradictory parameters of the generators are refused."""

from dataclasses import replace

import pytest

from motions.generators.parameters import GeneratorParameters


def test_turns_to_the_last_heading_must_leave_a_field_of_view(
    parameters: GeneratorParameters,
) -> None:
    heading = parameters.to_pose.heading
    with pytest.raises(ValueError, match=r"view_spare must be less than view \(50 deg\)"):
        replace(heading, view_spare=heading.view)


def test_the_second_part_of_a_divided_step_must_not_exceed_the_first(
    parameters: GeneratorParameters,
) -> None:
    with pytest.raises(ValueError, match=r"'below' must be at most 'above', 0.75: .* \(got 0.9\)"):
        replace(parameters.to_pose.soft_stop, below=0.9)


def test_the_sway_of_the_torso_must_leave_a_field_of_view(parameters: GeneratorParameters) -> None:
    errand = replace(parameters.errand, sway=parameters.to_pose.heading.view)
    with pytest.raises(ValueError, match=r"errand.sway must be less than .* \(got 50 deg\)"):
        replace(parameters, errand=errand)
