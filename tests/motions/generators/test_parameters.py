"""Parameters of the generators that contradict each other are refused."""

from dataclasses import replace

import pytest

from motions.generators.parameters import GeneratorParameters


def test_turns_to_the_last_heading_leave_something_of_the_view(
    parameters: GeneratorParameters,
) -> None:
    heading = parameters.to_pose.heading
    with pytest.raises(ValueError, match=r"view_spare must be less than view \(50 deg\)"):
        replace(heading, view_spare=heading.view)


def test_what_is_left_after_a_long_step_that_is_divided_is_no_longer_than_it(
    parameters: GeneratorParameters,
) -> None:
    with pytest.raises(ValueError, match=r"'below' must be at most 'above', 0.75: .* \(got 0.9\)"):
        replace(parameters.to_pose.soft_stop, below=0.9)


def test_the_sway_of_a_torso_leaves_something_of_the_view(parameters: GeneratorParameters) -> None:
    errand = replace(parameters.errand, sway=parameters.to_pose.heading.view)
    with pytest.raises(ValueError, match=r"errand.sway must be less than .* \(got 50 deg\)"):
        replace(parameters, errand=errand)
